//! Colours and proportions of birds of prey and owls.

use super::traits::{BirdTraits, Mark as M, OWL, RAPTOR};
use crate::Species;

pub(crate) fn raptor_traits(species: Species, is_female: bool) -> BirdTraits {
    match species {
        Species::Kestrel => BirdTraits {
            back: if is_female { 0x9C6336 } else { 0xB5602E },
            wing: if is_female { 0x8E5A32 } else { 0xAE5A2C },
            tips: 0x33291F,
            head: if is_female { 0xA87A50 } else { 0x7C8A99 },
            breast: 0xE8D2A8,
            belly: 0xF0E2C4,
            n_fingers: 0,
            span: 74.0,
            chord: 26.0,
            marks: &[M::BackSpots(0x2E231A), M::BreastSpots(0x5A4128)],
            ..RAPTOR
        },
        Species::GoldenEagle => BirdTraits {
            back: 0x4E3825,
            wing: 0x5C432C,
            tips: 0x2E2117,
            head: 0xB98A42,
            breast: 0x5A402A,
            belly: 0x4E3825,
            bill_length: 11.0,
            depth: 35.0,
            span: 88.0,
            chord: 42.0,
            marks: &[M::Nape(0xD3A252)],
            size: 0.68,
            ..RAPTOR
        },
        Species::Osprey => BirdTraits {
            back: 0x54432F,
            wing: 0x5C4A36,
            tips: 0x2F261C,
            head: 0xF5F0E4,
            breast: 0xF3EEE0,
            belly: 0xF7F3E8,
            span: 86.0,
            chord: 32.0,
            marks: &[M::EyeStripe(0x4A3824), M::BreastSpots(0x8C7452)],
            ..RAPTOR
        },
        Species::CinderHawk => BirdTraits {
            back: 0x4A4A52,
            wing: 0x55555E,
            tips: 0x8E2A1A,
            head: 0x3C3C44,
            breast: 0xD9D2CB,
            belly: 0xE2DCD4,
            iris: 0xF06020,
            marks: &[M::BreastBars(0xC8401E), M::EyeStripe(0xE8602A)],
            ..RAPTOR
        },
        Species::BarnOwl => BirdTraits {
            back: 0xD9A65A,
            wing: 0xD2A05A,
            tips: 0xA87A42,
            head: 0xD6A55C,
            breast: 0xF8F2E4,
            belly: 0xFBF7EC,
            iris: 0x1B1512,
            marks: &[M::BackSpots(0x8A6A42), M::BreastSpots(0xC9A876)],
            ..OWL
        },
        Species::SnowyOwl => BirdTraits {
            back: 0xF3EFE6,
            wing: 0xECE7DC,
            tips: 0xD9D2C4,
            head: 0xF7F4EC,
            breast: 0xF7F4EC,
            belly: 0xFBF9F3,
            iris: 0xF2C21E,
            marks: if is_female {
                &[M::BreastBars(0x4A4640), M::BackSpots(0x3E3A36), M::WingBar(0x4A4640)]
            } else {
                &[M::BreastSpots(0xC6BFB2)]
            },
            ..OWL
        },
        Species::EagleOwl => BirdTraits {
            back: 0x7A5A38,
            wing: 0x6E5032,
            tips: 0x3E2E1E,
            head: 0x8C6840,
            breast: 0xC9965A,
            belly: 0xD6AC74,
            iris: 0xF08A1E,
            marks: &[M::Crest(0x4A3622), M::BreastSpots(0x3E2C1C), M::BackSpots(0x3A2A1B)],
            size: 0.7,
            ..OWL
        },
        Species::MoonveilOwl => BirdTraits {
            back: 0x3A4C80,
            wing: 0x34457A,
            tips: 0x222E58,
            head: 0x45598F,
            breast: 0x8FA0C9,
            belly: 0xA9B7D8,
            iris: 0xE6EDF5,
            marks: &[M::BreastBars(0xE1E8F2), M::BackSpots(0xE1E8F2)],
            ..OWL
        },
        _ => RAPTOR,
    }
}
