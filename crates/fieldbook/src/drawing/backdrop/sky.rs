//! Sky, sun, moon, stars, clouds.

use crate::drawing::canvas::*;
use crate::{Behaviour, Habitat, Light, Scene, Weather};

/// Top and bottom colour of the sky.
fn colors(scene: &Scene) -> (Color, Color) {
    let (top, bottom) = match scene.light {
        Light::Day => match scene.habitat {
            Habitat::Desert => (0x9CC6DC, 0xF8E2B4),
            Habitat::Rainforest => (0xA9CFA8, 0xE3EBC4),
            Habitat::Mountain | Habitat::Tundra => (0x8FBBDD, 0xE4EEF2),
            Habitat::Beach | Habitat::RockyShore => (0x7FBEE0, 0xEAF4F0),
            Habitat::City => (0xA9C2D4, 0xF0E6D6),
            _ => (0xA3CDE0, 0xF6F0DA),
        },
        Light::Dusk => (0x4A4276, 0xF59A56),
        Light::Night => (0x0A1230, 0x26396A),
        Light::Backlit => (0xF6C766, 0xFFF3C9),
        Light::Flash => (0x0B0B10, 0x1A1A20),
    };
    let (top, bottom) = (rgb(top), rgb(bottom));
    let grey = match scene.weather {
        Weather::Clear => return (top, bottom),
        Weather::Cloudy => (0xA9B1B8, 0.62),
        Weather::Rain => (0x737F8C, 0.72),
        Weather::Snowfall => (0xC3CCD6, 0.66),
        Weather::Fog => (0xD9DCD8, 0.78),
    };
    let dark = match scene.light {
        Light::Night => 0.26,
        Light::Flash => 0.16,
        Light::Dusk => 0.62,
        _ => 1.0,
    };
    let veil = rgb(grey.0).times(dark, dark, dark * 1.06);
    (top.mix(veil, grey.1), bottom.mix(veil, grey.1 * 0.85))
}

pub(crate) fn draw_sky(pen: &mut Pen, scene: &Scene) {
    let (top, bottom) = colors(scene);
    pen.at_depth(Depth::Sky, |pen| {
        let all = Path::rectangle((-4.0, -4.0), (100.0, 70.0));
        if pen.style == Style::Print {
            pen.flat(Path::rectangle((-4.0, -4.0), (100.0, 100.0)), bottom);
            let patch = smooth!(
                -10.0, -10.0; 106.0, -10.0; 106.0, 22.0; 60.0, 29.0; 30.0, 24.0; -10.0, 31.0
            );
            pen.flat(patch, top);
        } else {
            pen.fade(all, top, bottom);
        }
        let side = 18.0 + (scene.variation % 7) as f32;
        match scene.light {
            Light::Night => draw_night(pen, scene, side),
            Light::Backlit => {
                pen.glow((48.0, 40.0), 52.0, rgb(0xFFFDF0).alpha(0.95));
                pen.flat(Path::circle((48.0, 36.0), 11.0), rgb(0xFFFEF4));
            }
            Light::Dusk if scene.weather == Weather::Clear => {
                pen.glow((74.0, 56.0), 34.0, rgb(0xFFD98A).alpha(0.85));
                pen.flat(Path::circle((74.0, 56.0), 6.0), rgb(0xFFE6A8));
            }
            _ if scene.behaviour == Behaviour::Basking => draw_sun(pen),
            _ => {}
        }
        if scene.weather == Weather::Cloudy || scene.weather == Weather::Rain {
            let cloud = bottom.lighter(0.45);
            let cloud = if scene.weather == Weather::Rain { cloud.darker(0.35) } else { cloud };
            for (x, y, s) in
                points!(22.0, 15.0, 1.1; 66.0, 11.0, 1.35; 92.0, 25.0, 0.9; 44.0, 26.0, 0.8)
            {
                draw_cloud(pen, x, y, s, cloud);
            }
        } else if scene.weather == Weather::Clear && scene.light == Light::Day {
            draw_cloud(pen, 20.0 + side, 14.0, 0.7, rgb(0xFFFFFF).alpha(0.7));
        }
    });
}

/// The sun with its rays, for those who bask.
fn draw_sun(pen: &mut Pen) {
    const SUN: (f32, f32) = (78.0, 18.0);
    pen.glow(SUN, 30.0, rgb(0xFFE89A).alpha(0.95));
    for i in 0..12 {
        let (from, to) = (polar(10.5, i as f32 * 30.0), polar(15.5, i as f32 * 30.0));
        let ray = polyline!(SUN.0 + from.0, SUN.1 + from.1; SUN.0 + to.0, SUN.1 + to.1);
        pen.line(ray, rgb(0xF4B52E), 1.2);
    }
    pen.flat(Path::circle(SUN, 8.0), rgb(0xFFD65A));
}

fn draw_night(pen: &mut Pen, scene: &Scene, side: f32) {
    if scene.weather != Weather::Clear {
        return;
    }
    let stars = (0..26_u32).fold(Path::default(), |path, i| {
        let x = ((i * 37 + scene.variation % 50) % 96) as f32;
        let y = (i * 23 % 47) as f32;
        path.and(Path::circle((x, y), if i % 5 == 0 { 0.55 } else { 0.32 }))
    });
    pen.flat(stars, rgb(0xF3F0DC));
    let moon = (96.0 - side, 17.0);
    pen.glow(moon, 20.0, rgb(0xDCE6FF).alpha(0.5));
    pen.flat(Path::circle(moon, 6.5), rgb(0xF6F1DA));
    for (dx, dy, r) in [(-2.0, -1.5, 1.3), (1.8, 1.0, 1.7), (-1.0, 2.8, 0.9)] {
        pen.flat(Path::circle((moon.0 + dx, moon.1 + dy), r), rgb(0xE0D9BE));
    }
}

fn draw_cloud(pen: &mut Pen, x: f32, y: f32, s: f32, color: Color) {
    let cloud = smooth!(
        x - 16.0 * s, y + 3.0 * s; x - 12.0 * s, y - 2.5 * s;
        x - 4.0 * s, y - 6.5 * s; x + 5.0 * s, y - 4.5 * s; x + 13.0 * s, y - 2.0 * s;
        x + 17.0 * s, y + 3.0 * s; x + 4.0 * s, y + 4.2 * s
    );
    pen.flat(cloud, color);
}
