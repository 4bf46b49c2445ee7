//! Colours and proportions of songbirds.

use super::traits::{Bill, BirdTraits, Mark as M, SMALL, Tail};
use crate::Species;

pub(crate) fn songbird_traits(species: Species, is_female: bool) -> BirdTraits {
    match species {
        Species::Robin => BirdTraits {
            back: 0x7C6B4C,
            wing: 0x6F5B3F,
            head: 0x7C6B4C,
            breast: 0xE2702A,
            belly: 0xF1EADB,
            depth: 35.0,
            marks: &[M::Bib(0xE2702A)],
            ..SMALL
        },
        Species::BlueTit => BirdTraits {
            back: 0x86A35C,
            wing: 0x3E78B8,
            tips: 0x2A5487,
            head: 0xF5F1E6,
            breast: 0xF0CF45,
            belly: 0xF3DE78,
            bill: Bill::Cone,
            bill_length: 6.0,
            depth: 33.0,
            head_size: 14.0,
            tail: 20.0,
            marks: &[
                M::Cap(0x3B83C6),
                M::EyeStripe(0x1C2B48),
                M::Throat(0x1C2B48),
                M::WingBar(0xF5F1E6),
            ],
            size: 0.58,
            ..SMALL
        },
        Species::Bullfinch => BirdTraits {
            back: if is_female { 0x9A8878 } else { 0x8A97A3 },
            wing: 0x2B2D38,
            tips: 0x1B1C24,
            head: if is_female { 0xB39A86 } else { 0xE0645A },
            breast: if is_female { 0xB99F8B } else { 0xE2685E },
            belly: 0xF0E8E0,
            bill: Bill::Cone,
            bill_length: 7.0,
            bill_color: 0x1C1A1A,
            depth: 36.0,
            head_size: 13.5,
            marks: &[M::Cap(0x1B1A20), M::WingBar(0xEDE9E4)],
            ..SMALL
        },
        Species::Blackbird => BirdTraits {
            back: if is_female { 0x765A3E } else { 0x201E22 },
            wing: if is_female { 0x6A4F36 } else { 0x2A272C },
            tips: if is_female { 0x3B2C20 } else { 0x161518 },
            head: if is_female { 0x7A5E42 } else { 0x201E22 },
            breast: if is_female { 0xAD8A60 } else { 0x28262A },
            belly: if is_female { 0x8E7050 } else { 0x242226 },
            bill_color: if is_female { 0x7A5C33 } else { 0xF2A81E },
            bill_length: 11.0,
            iris: if is_female { 0x2A1C12 } else { 0xF2A81E },
            tail: 32.0,
            angle: 26.0,
            legs: 16.0,
            length: 50.0,
            depth: 30.0,
            marks: if is_female { &[M::BreastSpots(0x4A3524)] } else { &[] },
            size: 0.66,
            ..SMALL
        },
        Species::BarnSwallow => BirdTraits {
            back: 0x24407C,
            wing: 0x1F3157,
            tips: 0x151F38,
            head: 0x24407C,
            breast: 0xF3E4CC,
            belly: 0xF6ECDA,
            bill_length: 4.0,
            bill_color: 0x1B1B20,
            depth: 24.0,
            head_size: 11.0,
            legs: 6.0,
            tail: 44.0,
            tail_kind: Tail::Fork,
            angle: 28.0,
            span: 76.0,
            chord: 22.0,
            marks: &[M::Throat(0xB8402A), M::Collar(0x1F3157)],
            ..SMALL
        },
        Species::Kingfisher => BirdTraits {
            back: 0x1E8FC4,
            wing: 0x1F7A9C,
            tips: 0x17597A,
            head: 0x1C86B8,
            breast: 0xE98A34,
            belly: 0xF0A45A,
            bill: Bill::Dagger,
            bill_length: 24.0,
            bill_color: 0x24221F,
            legs_color: 0xD2502E,
            legs: 6.0,
            tail: 12.0,
            head_size: 15.0,
            depth: 31.0,
            angle: 48.0,
            marks: &[M::Cheek(0xE98A34), M::Nape(0xF7F2E6), M::BackSpots(0x7FD3EE)],
            ..SMALL
        },
        Species::LanternWren => BirdTraits {
            back: 0x5B3E86,
            wing: 0x4B3175,
            tips: 0x33205A,
            head: 0x6A4B98,
            breast: 0xF6C33C,
            belly: 0xF9DC85,
            bill_length: 9.0,
            tail: 18.0,
            tail_kind: Tail::Fan,
            depth: 34.0,
            head_size: 14.0,
            marks: &[M::Throat(0xFFE27A), M::BreastBars(0xD9902A)],
            size: 0.56,
            ..SMALL
        },
        Species::RuffedSunbill => BirdTraits {
            back: if is_female { 0x7F8A4C } else { 0x1F7F5A },
            wing: if is_female { 0x6C7740 } else { 0x1A6A63 },
            tips: if is_female { 0x4C5630 } else { 0x12474A },
            head: if is_female { 0x8A9252 } else { 0x2A9C5F },
            breast: if is_female { 0xC9C28A } else { 0xE8B23A },
            belly: if is_female { 0xDDD8AE } else { 0xF4D680 },
            bill: Bill::Dagger,
            bill_length: 20.0,
            bill_color: 0xF0B429,
            tail: 34.0,
            marks: if is_female {
                &[M::Collar(0xB7AE6A)]
            } else {
                &[M::Collar(0xD8321F), M::Crest(0xD8321F)]
            },
            ..SMALL
        },
        _ => SMALL,
    }
}
