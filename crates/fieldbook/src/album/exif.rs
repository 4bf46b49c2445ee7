//! EXIF fields that agree with the scene. Exposure follows from light, aperture and sensitivity in
//! whole stops (APEX: Ev = Av + Tv − log2(ISO/100)), date and time from season and light.

use super::creators::{Creator, PHONE};
use crate::{Behaviour, Framing, Group, Light, Scene, Season, Weather, splitmix::SplitMix64};
use rankscope_core::formats::ExifField;

/// Aperture of every Av from 3 to 7.
const APERTURES: [&str; 5] = ["2.8", "4", "5.6", "8", "11"];

/// Exposure time of every Tv from −2 to 12.
const TIMES: [&str; 15] = [
    "4", "2", "1", "1/2", "1/4", "1/8", "1/15", "1/30", "1/60", "1/125", "1/250", "1/500",
    "1/1000", "1/2000", "1/4000",
];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exif {
    /// An invented camera model.
    pub camera: &'static str,
    /// Seconds, as printed: "1/250".
    pub exposure: &'static str,
    /// The f-number, as printed: "5.6".
    pub aperture: &'static str,
    /// Millimetres.
    pub focal_length: u32,
    /// 100 to 6400.
    pub iso: u32,
    pub is_flash: bool,
    /// Year, month, day, hour, minute.
    pub taken: (u16, u8, u8, u8, u8),
}

impl Exif {
    /// The fields as MIRFLICKR names and prints them.
    pub fn fields(&self) -> Vec<ExifField> {
        let (year, month, day, hour, minute) = self.taken;
        let field = |name: &str, value: String| ExifField { name: name.to_owned(), value };
        vec![
            field("Model", self.camera.to_owned()),
            field("Exposure", format!("{} sec", self.exposure)),
            field("Aperture", format!("f/{}", self.aperture)),
            field("Focal Length", format!("{} mm", self.focal_length)),
            field("ISO Speed", self.iso.to_string()),
            field("Flash", if self.is_flash { "Flash fired" } else { "No flash" }.to_owned()),
            field(
                "Date and Time (Original)",
                format!("{year:04}:{month:02}:{day:02} {hour:02}:{minute:02}:00"),
            ),
        ]
    }
}

pub(super) fn exif(scene: &Scene, creator: Creator, stream: &mut SplitMix64) -> Exif {
    let is_flash = scene.light == Light::Flash;
    let av = 3 + stream.below(if scene.light == Light::Night { 2 } else { 5 });
    let wanted = match scene.behaviour {
        Behaviour::Flying | Behaviour::Leaping | Behaviour::Fighting => 10,
        _ => 7,
    };
    let brightness = brightness(scene);
    let tv = |stops: i32| brightness - i32::try_from(av).unwrap_or(0) + stops;
    let stops = (0..6).find(|stops| tv(*stops) >= wanted).unwrap_or(6);
    let time = usize::try_from((tv(stops) + 2).clamp(0, 14)).unwrap_or(0);
    let camera = if scene.camera_trap.is_some() { "Wispcam Trail 4" } else { creator.camera };
    Exif {
        camera,
        exposure: TIMES.get(time).copied().unwrap_or("1/60"),
        aperture: APERTURES.get(av as usize - 3).copied().unwrap_or("8"),
        focal_length: if camera == PHONE { 26 } else { focal_length(scene, stream) },
        iso: 100 << stops,
        is_flash,
        taken: taken(scene, stream),
    }
}

/// The exposure value at ISO 100, in whole stops.
fn brightness(scene: &Scene) -> i32 {
    let light = match scene.light {
        Light::Day => 14,
        Light::Backlit => 13,
        Light::Dusk => 8,
        Light::Night => 1,
        Light::Flash => 11,
    };
    let weather = match scene.weather {
        Weather::Clear => 0,
        Weather::Cloudy | Weather::Fog => 1,
        Weather::Rain | Weather::Snowfall => 2,
    };
    let water = if scene.habitat.is_underwater() { 3 } else { 0 };
    if scene.light == Light::Flash { light } else { light - weather - water }
}

fn focal_length(scene: &Scene, stream: &mut SplitMix64) -> u32 {
    let lengths: [u32; 3] = match scene.framing {
        Framing::CloseUp => [60, 100, 105],
        _ if scene.habitat.is_underwater() => [17, 24, 35],
        _ if scene.group() == Group::Tree => [24, 35, 50],
        Framing::Distant => [200, 300, 400],
        Framing::Whole => [85, 200, 300],
    };
    lengths[stream.below(3) as usize]
}

fn taken(scene: &Scene, stream: &mut SplitMix64) -> (u16, u8, u8, u8, u8) {
    if let Some(strip) = scene.camera_trap {
        return (strip.year, strip.month, strip.day, strip.hour, strip.minute);
    }
    let first_month = match scene.season {
        Some(Season::Spring) => 3,
        Some(Season::Summer) => 6,
        Some(Season::Autumn) => 9,
        Some(Season::Winter) => 12,
        None => 1 + stream.below(12),
    };
    let month = match scene.season {
        Some(_) => (first_month - 1 + stream.below(3)) % 12 + 1,
        None => first_month,
    };
    let (first_hour, n_hours) = match scene.light {
        Light::Day => (9, 8),
        Light::Backlit => (7, 2),
        Light::Dusk => (18, 3),
        Light::Night | Light::Flash => (22, 6),
    };
    let byte = |number: u32| u8::try_from(number).unwrap_or(0);
    (
        2016 + u16::from(byte(stream.below(9))),
        byte(month),
        byte(1 + stream.below(28)),
        byte((first_hour + stream.below(n_hours)) % 24),
        byte(stream.below(60)),
    )
}
