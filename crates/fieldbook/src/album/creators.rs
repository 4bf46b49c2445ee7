//! Invented creators of the pictures, with obviously invented names.

use crate::splitmix::SplitMix64;

const FIRST: [&str; 20] = [
    "mossy", "drizzle", "puddle", "thistle", "muddy", "hedge", "foggy", "pebble", "tussock",
    "lichen", "bramble", "heather", "sedge", "twiggy", "dapple", "ripple", "ferny", "marshy",
    "gorse", "windy",
];

#[rustfmt::skip] // Entries share lines.
const SECOND: [&str; 15] = [
    "boots", "notebook", "wanderer", "snaps", "footprints", "binoculars", "pockets", "rambler",
    "satchel", "kettle", "bicycle", "tripod", "wellies", "umbrella", "sandwich",
];

#[rustfmt::skip] // Entries share lines.
pub(super) const PLACES: [&str; 12] = [
    "Littlemere", "Ottersby", "Hollow Down", "Sallowfield", "Wrenbury Common", "Kelder Sands",
    "Upper Brindle", "Fennick Lode", "Starling Tor", "Mistle Edge", "Eastwick Flats", "Quarry End",
];

const CAMERAS: [&str; 6] =
    ["Orrery M2", "Quillon D7", "Tarnlight 35", "Brackenfold Z", "Marlstone 400", PHONE];

/// A camera with a single, fixed lens.
pub(super) const PHONE: &str = "Pebble Phone 6";

pub const N_CREATORS: u32 = (FIRST.len() * SECOND.len()) as u32;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Creator {
    /// 0 to [`N_CREATORS`] − 1, the most active first.
    pub number: u32,
    pub camera: &'static str,
    /// Where most of the creator's pictures were taken.
    pub place: &'static str,
    /// Percentage of the possible tags that the creator gives.
    pub thoroughness: u32,
}

impl Creator {
    pub fn of_number(number: u32) -> Self {
        let mut stream = SplitMix64::of_pair(0xC4EA_7045, u64::from(number));
        Self {
            number,
            camera: one(&CAMERAS, &mut stream),
            place: one(&PLACES, &mut stream),
            thoroughness: 15 + stream.below(70),
        }
    }

    pub fn name(self) -> String {
        let number = self.number as usize;
        let first = FIRST[number % FIRST.len()];
        let second = SECOND[(number / FIRST.len() + number % FIRST.len()) % SECOND.len()];
        format!("{first}_{second}")
    }

    /// A random creator; the nth with weight 1/(n + 4), since a few people take most pictures.
    pub(super) fn drawn(stream: &mut SplitMix64) -> Self {
        let weight = |number: u32| 1_000_000 / (number + 4);
        let mut drawn = stream.below((0..N_CREATORS).map(weight).sum());
        for number in 0..N_CREATORS {
            if drawn < weight(number) {
                return Self::of_number(number);
            }
            drawn -= weight(number);
        }
        Self::of_number(0)
    }
}

pub(super) fn one(items: &[&'static str], stream: &mut SplitMix64) -> &'static str {
    let index = stream.below(u32::try_from(items.len()).unwrap_or(u32::MAX)) as usize;
    items.get(index).copied().unwrap_or("")
}
