//! Colours and proportions of mammals.

use crate::Species;

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Ear {
    Pointed,
    Round,
    Long,
    Tufted,
}

/// Colours as `0xRRGGBB`, and proportions in units of the figure.
#[derive(Clone, Copy)]
pub(crate) struct MammalTraits {
    pub(crate) coat: u32,
    pub(crate) belly: u32,
    pub(crate) legs_color: u32,
    pub(crate) face: u32,
    pub(crate) tail_color: u32,
    pub(crate) tail_tip: u32,
    /// Half the distance between shoulder and hip.
    pub(crate) half: f32,
    pub(crate) depth: f32,
    pub(crate) legs: f32,
    pub(crate) leg_width: f32,
    pub(crate) neck: f32,
    pub(crate) neck_rise: f32,
    pub(crate) head: f32,
    pub(crate) snout: f32,
    pub(crate) snout_width: f32,
    pub(crate) ear: Ear,
    pub(crate) ear_length: f32,
    pub(crate) tail: f32,
    pub(crate) tail_width: f32,
    pub(crate) size: f32,
}

// The tables skip rustfmt, which would give every field a line.
#[rustfmt::skip]
const FOX: MammalTraits = MammalTraits {
    coat: 0xD2692B, belly: 0xF3E9D8, legs_color: 0x3A2A22, face: 0xF5EDE0, tail_color: 0xC9622A,
    tail_tip: 0xF6F0E4, half: 23.0, depth: 22.0, legs: 25.0, leg_width: 4.2, neck: 15.0,
    neck_rise: 15.0, head: 10.5, snout: 15.0, snout_width: 4.0, ear: Ear::Pointed, ear_length: 13.0,
    tail: 44.0, tail_width: 9.0, size: 0.58,
};

/// The traits of a species of mammal; those of a fox for other groups.
#[rustfmt::skip]
pub(crate) fn mammal_traits(species: Species) -> MammalTraits {
    match species {
        Species::Hedgehog => MammalTraits {
            coat: 0x6A5440, belly: 0xC9AA82, legs_color: 0x7A5C42, face: 0xCBAA80, half: 17.0,
            depth: 30.0, legs: 8.0, leg_width: 4.0, neck: 10.0, neck_rise: -5.0, head: 10.0,
            snout: 15.0, snout_width: 3.2, ear: Ear::Round, ear_length: 5.0, tail: 0.0,
            tail_width: 0.0, size: 0.66, ..FOX
        },
        Species::RedSquirrel => MammalTraits {
            coat: 0xB8512A, belly: 0xF6EFE2, legs_color: 0xA84A26, face: 0xC0582E,
            tail_color: 0xA8431F, tail_tip: 0x8A361A, half: 15.0, depth: 23.0, legs: 13.0,
            leg_width: 4.6, neck: 9.0, neck_rise: 14.0, head: 10.5, snout: 8.0, snout_width: 4.6,
            ear: Ear::Tufted, ear_length: 9.0, tail: 58.0, tail_width: 11.0, size: 0.66,
        },
        Species::BrownHare => MammalTraits {
            coat: 0xA57B4C, belly: 0xF0E6D4, legs_color: 0x9A7044, face: 0xB58C5C,
            tail_color: 0x2E2620, tail_tip: 0xF5F0E6, half: 21.0, depth: 24.0, legs: 23.0,
            leg_width: 4.2, neck: 11.0, neck_rise: 16.0, head: 10.0, snout: 9.0, snout_width: 5.4,
            ear: Ear::Long, ear_length: 30.0, tail: 9.0, tail_width: 5.0, size: 0.60,
        },
        Species::RoeDeer => MammalTraits {
            coat: 0xAA6A3C, belly: 0xD9B48A, legs_color: 0x8A5430, face: 0xB87A4A,
            tail_color: 0xF7F2E8, tail_tip: 0xF7F2E8, half: 23.0, depth: 23.0, legs: 42.0,
            leg_width: 3.3, neck: 16.0, neck_rise: 29.0, head: 8.6, snout: 14.0, snout_width: 4.4,
            ear: Ear::Pointed, ear_length: 15.0, tail: 5.0, tail_width: 5.0, size: 0.56,
        },
        Species::Badger => MammalTraits {
            coat: 0x86837E, belly: 0x2E2A2A, legs_color: 0x26221F, face: 0xF5F1E8,
            tail_color: 0xB5B0A6, tail_tip: 0xDAD5CA, half: 25.0, depth: 28.0, legs: 13.0,
            leg_width: 5.6, neck: 15.0, neck_rise: 1.0, head: 10.5, snout: 15.0, snout_width: 4.6,
            ear: Ear::Round, ear_length: 5.0, tail: 13.0, tail_width: 5.0, size: 0.62,
        },
        Species::BrownBear => MammalTraits {
            coat: 0x6E4A2E, belly: 0x5A3C26, legs_color: 0x4E3422, face: 0x8A6240,
            tail_color: 0x5A3C26, tail_tip: 0x5A3C26, half: 29.0, depth: 37.0, legs: 25.0,
            leg_width: 8.0, neck: 17.0, neck_rise: 5.0, head: 14.0, snout: 15.0, snout_width: 6.0,
            ear: Ear::Round, ear_length: 7.0, tail: 5.0, tail_width: 4.0, size: 0.58,
        },
        Species::DappleMarten => MammalTraits {
            coat: 0x7A5636, belly: 0xE9D9A8, legs_color: 0x4A3322, face: 0x8A6440,
            tail_color: 0x5A3E28, tail_tip: 0xF0E2BC, half: 25.0, depth: 18.0, legs: 15.0,
            leg_width: 4.2, neck: 15.0, neck_rise: 13.0, head: 9.0, snout: 10.0, snout_width: 4.4,
            ear: Ear::Round, ear_length: 7.0, tail: 40.0, tail_width: 7.0, size: 0.60,
        },
        _ => FOX,
    }
}
