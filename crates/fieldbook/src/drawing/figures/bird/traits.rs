//! Colours and proportions of birds: five body plans, and what each species varies.

use self::{Bill as B, Mark as M};
use crate::{Group, Sex, Species};

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Bill {
    Thin,
    Cone,
    Dagger,
    Hook,
    Flat,
    Bent,
    Striped,
    Gull,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Tail {
    Square,
    Fork,
    Fan,
}

/// A marking with its colour, `0xRRGGBB`.
#[derive(Clone, Copy)]
pub(crate) enum Mark {
    Bib(u32),
    Cap(u32),
    Cheek(u32),
    EyeStripe(u32),
    Collar(u32),
    BackSpots(u32),
    BreastBars(u32),
    BreastSpots(u32),
    WingBar(u32),
    Crest(u32),
    Plume(u32),
    Nape(u32),
    Throat(u32),
    BillSpot(u32),
}

/// Colours as `0xRRGGBB`, and proportions in units of the figure.
#[derive(Clone, Copy)]
pub(crate) struct BirdTraits {
    pub(crate) back: u32,
    pub(crate) wing: u32,
    pub(crate) tips: u32,
    pub(crate) breast: u32,
    pub(crate) belly: u32,
    pub(crate) head: u32,
    pub(crate) bill_color: u32,
    pub(crate) legs_color: u32,
    pub(crate) iris: u32,
    pub(crate) length: f32,
    pub(crate) depth: f32,
    pub(crate) angle: f32,
    pub(crate) neck: f32,
    pub(crate) neck_width: f32,
    pub(crate) head_size: f32,
    pub(crate) legs: f32,
    pub(crate) tail: f32,
    pub(crate) tail_kind: Tail,
    pub(crate) bill: Bill,
    pub(crate) bill_length: f32,
    pub(crate) span: f32,
    pub(crate) chord: f32,
    pub(crate) n_fingers: usize,
    pub(crate) is_owl: bool,
    pub(crate) marks: &'static [Mark],
    /// Page units per unit of the figure.
    pub(crate) size: f32,
}

// The tables skip rustfmt, which would give every field a line.
#[rustfmt::skip]
const SMALL: BirdTraits = BirdTraits {
    back: 0x7A5C3E, wing: 0x6E5236, tips: 0x4A3826, breast: 0xD9C7A5, belly: 0xEFE6D2,
    head: 0x7A5C3E, bill_color: 0x3A332C, legs_color: 0x6B4A35, iris: 0x2A1C12, length: 46.0,
    depth: 32.0, angle: 36.0, neck: 0.0, neck_width: 0.0, head_size: 13.0, legs: 13.0, tail: 24.0,
    tail_kind: Tail::Square, bill: Bill::Thin, bill_length: 8.0, span: 56.0, chord: 30.0,
    n_fingers: 0, is_owl: false, marks: &[], size: 0.62,
};
#[rustfmt::skip]
const RAPTOR: BirdTraits = BirdTraits {
    length: 54.0, depth: 31.0, angle: 58.0, head_size: 12.0, legs: 11.0, tail: 28.0,
    bill: Bill::Hook, bill_length: 8.0, bill_color: 0x54524C, legs_color: 0xE0A92E, iris: 0xD9A21E,
    span: 78.0, chord: 36.0, n_fingers: 5, size: 0.62, ..SMALL
};
#[rustfmt::skip]
const OWL: BirdTraits = BirdTraits {
    length: 50.0, depth: 40.0, angle: 70.0, head_size: 19.0, legs: 7.0, tail: 14.0,
    bill: Bill::Hook, bill_length: 5.0, span: 74.0, chord: 42.0, n_fingers: 4, is_owl: true,
    size: 0.66, ..RAPTOR
};
#[rustfmt::skip]
const WADER: BirdTraits = BirdTraits {
    length: 44.0, depth: 25.0, angle: 16.0, neck: 40.0, neck_width: 4.2, head_size: 7.0, legs: 46.0,
    tail: 9.0, bill: Bill::Dagger, bill_length: 22.0, span: 66.0, chord: 32.0, n_fingers: 4,
    size: 0.56, ..SMALL
};
#[rustfmt::skip]
const DUCK: BirdTraits = BirdTraits {
    length: 58.0, depth: 30.0, angle: 7.0, neck: 15.0, neck_width: 8.0, head_size: 11.0, legs: 9.0,
    tail: 13.0, bill: Bill::Flat, bill_length: 14.0, span: 58.0, chord: 28.0, legs_color: 0xE88A2C,
    size: 0.62, ..SMALL
};

/// The traits of a species of bird.
pub(crate) fn bird_traits(species: Species, sex: Option<Sex>) -> BirdTraits {
    let is_female = sex == Some(Sex::Female);
    match species.facts().group {
        Group::Raptor | Group::Owl => raptor_traits(species, is_female),
        Group::Waterbird => waterbird_traits(species, is_female),
        _ => songbird_traits(species, is_female),
    }
}

#[rustfmt::skip]
fn songbird_traits(species: Species, is_female: bool) -> BirdTraits {
    let by_sex = |female, male| if is_female { female } else { male };
    match species {
        Species::Robin => BirdTraits {
            back: 0x7C6B4C, wing: 0x6F5B3F, head: 0x7C6B4C, breast: 0xE2702A, belly: 0xF1EADB,
            depth: 35.0, marks: &[M::Bib(0xE2702A)], ..SMALL
        },
        Species::BlueTit => BirdTraits {
            back: 0x86A35C, wing: 0x3E78B8, tips: 0x2A5487, head: 0xF5F1E6, breast: 0xF0CF45,
            belly: 0xF3DE78, bill: B::Cone, bill_length: 6.0, depth: 33.0, head_size: 14.0,
            tail: 20.0, marks: &[
                M::Cap(0x3B83C6), M::EyeStripe(0x1C2B48), M::Throat(0x1C2B48), M::WingBar(0xF5F1E6),
            ],
            size: 0.58, ..SMALL
        },
        Species::Bullfinch => BirdTraits {
            back: by_sex(0x9A8878, 0x8A97A3), wing: 0x2B2D38, tips: 0x1B1C24,
            head: by_sex(0xB39A86, 0xE0645A), breast: by_sex(0xB99F8B, 0xE2685E), belly: 0xF0E8E0,
            bill: B::Cone, bill_length: 7.0, bill_color: 0x1C1A1A, depth: 36.0, head_size: 13.5,
            marks: &[M::Cap(0x1B1A20), M::WingBar(0xEDE9E4)], ..SMALL
        },
        Species::Blackbird => BirdTraits {
            back: by_sex(0x765A3E, 0x201E22), wing: by_sex(0x6A4F36, 0x2A272C),
            tips: by_sex(0x3B2C20, 0x161518), head: by_sex(0x7A5E42, 0x201E22),
            breast: by_sex(0xAD8A60, 0x28262A), belly: by_sex(0x8E7050, 0x242226),
            bill_color: by_sex(0x7A5C33, 0xF2A81E), bill_length: 11.0,
            iris: by_sex(0x2A1C12, 0xF2A81E), tail: 32.0, angle: 26.0, legs: 16.0, length: 50.0,
            depth: 30.0, marks: if is_female { &[M::BreastSpots(0x4A3524)] } else { &[] },
            size: 0.66, ..SMALL
        },
        Species::BarnSwallow => BirdTraits {
            back: 0x24407C, wing: 0x1F3157, tips: 0x151F38, head: 0x24407C, breast: 0xF3E4CC,
            belly: 0xF6ECDA, bill_length: 4.0, bill_color: 0x1B1B20, depth: 24.0, head_size: 11.0,
            legs: 6.0, tail: 44.0, tail_kind: Tail::Fork, angle: 28.0, span: 76.0, chord: 22.0,
            marks: &[M::Throat(0xB8402A), M::Collar(0x1F3157)], ..SMALL
        },
        Species::Kingfisher => BirdTraits {
            back: 0x1E8FC4, wing: 0x1F7A9C, tips: 0x17597A, head: 0x1C86B8, breast: 0xE98A34,
            belly: 0xF0A45A, bill: B::Dagger, bill_length: 24.0, bill_color: 0x24221F,
            legs_color: 0xD2502E, legs: 6.0, tail: 12.0, head_size: 15.0, depth: 31.0, angle: 48.0,
            marks: &[M::Cheek(0xE98A34), M::Nape(0xF7F2E6), M::BackSpots(0x7FD3EE)], ..SMALL
        },
        Species::LanternWren => BirdTraits {
            back: 0x5B3E86, wing: 0x4B3175, tips: 0x33205A, head: 0x6A4B98, breast: 0xF6C33C,
            belly: 0xF9DC85, bill_length: 9.0, tail: 18.0, tail_kind: Tail::Fan, depth: 34.0,
            head_size: 14.0, marks: &[M::Throat(0xFFE27A), M::BreastBars(0xD9902A)], size: 0.56,
            ..SMALL
        },
        Species::RuffedSunbill => BirdTraits {
            back: by_sex(0x7F8A4C, 0x1F7F5A), wing: by_sex(0x6C7740, 0x1A6A63),
            tips: by_sex(0x4C5630, 0x12474A), head: by_sex(0x8A9252, 0x2A9C5F),
            breast: by_sex(0xC9C28A, 0xE8B23A), belly: by_sex(0xDDD8AE, 0xF4D680),
            bill: B::Dagger, bill_length: 20.0, bill_color: 0xF0B429, tail: 34.0,
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

#[rustfmt::skip]
fn raptor_traits(species: Species, is_female: bool) -> BirdTraits {
    let by_sex = |female, male| if is_female { female } else { male };
    match species {
        Species::Kestrel => BirdTraits {
            back: by_sex(0x9C6336, 0xB5602E), wing: by_sex(0x8E5A32, 0xAE5A2C), tips: 0x33291F,
            head: by_sex(0xA87A50, 0x7C8A99), breast: 0xE8D2A8, belly: 0xF0E2C4, n_fingers: 0,
            span: 74.0, chord: 26.0, marks: &[M::BackSpots(0x2E231A), M::BreastSpots(0x5A4128)],
            ..RAPTOR
        },
        Species::GoldenEagle => BirdTraits {
            back: 0x4E3825, wing: 0x5C432C, tips: 0x2E2117, head: 0xB98A42, breast: 0x5A402A,
            belly: 0x4E3825, bill_length: 11.0, depth: 35.0, span: 88.0, chord: 42.0,
            marks: &[M::Nape(0xD3A252)], size: 0.68, ..RAPTOR
        },
        Species::Osprey => BirdTraits {
            back: 0x54432F, wing: 0x5C4A36, tips: 0x2F261C, head: 0xF5F0E4, breast: 0xF3EEE0,
            belly: 0xF7F3E8, span: 86.0, chord: 32.0,
            marks: &[M::EyeStripe(0x4A3824), M::BreastSpots(0x8C7452)], ..RAPTOR
        },
        Species::CinderHawk => BirdTraits {
            back: 0x4A4A52, wing: 0x55555E, tips: 0x8E2A1A, head: 0x3C3C44, breast: 0xD9D2CB,
            belly: 0xE2DCD4, iris: 0xF06020,
            marks: &[M::BreastBars(0xC8401E), M::EyeStripe(0xE8602A)], ..RAPTOR
        },
        Species::BarnOwl => BirdTraits {
            back: 0xD9A65A, wing: 0xD2A05A, tips: 0xA87A42, head: 0xD6A55C, breast: 0xF8F2E4,
            belly: 0xFBF7EC, iris: 0x1B1512,
            marks: &[M::BackSpots(0x8A6A42), M::BreastSpots(0xC9A876)], ..OWL
        },
        Species::SnowyOwl => BirdTraits {
            back: 0xF3EFE6, wing: 0xECE7DC, tips: 0xD9D2C4, head: 0xF7F4EC, breast: 0xF7F4EC,
            belly: 0xFBF9F3, iris: 0xF2C21E,
            marks: if is_female {
                &[M::BreastBars(0x4A4640), M::BackSpots(0x3E3A36), M::WingBar(0x4A4640)]
            } else {
                &[M::BreastSpots(0xC6BFB2)]
            },
            ..OWL
        },
        Species::EagleOwl => BirdTraits {
            back: 0x7A5A38, wing: 0x6E5032, tips: 0x3E2E1E, head: 0x8C6840, breast: 0xC9965A,
            belly: 0xD6AC74, iris: 0xF08A1E,
            marks: &[M::Crest(0x4A3622), M::BreastSpots(0x3E2C1C), M::BackSpots(0x3A2A1B)],
            size: 0.7, ..OWL
        },
        Species::MoonveilOwl => BirdTraits {
            back: 0x3A4C80, wing: 0x34457A, tips: 0x222E58, head: 0x45598F, breast: 0x8FA0C9,
            belly: 0xA9B7D8, iris: 0xE6EDF5,
            marks: &[M::BreastBars(0xE1E8F2), M::BackSpots(0xE1E8F2)], ..OWL
        },
        _ => RAPTOR,
    }
}

#[rustfmt::skip]
fn waterbird_traits(species: Species, is_female: bool) -> BirdTraits {
    let by_sex = |female, male| if is_female { female } else { male };
    match species {
        Species::Mallard => BirdTraits {
            back: by_sex(0x8A6A44, 0x9B958B), wing: by_sex(0x7C5E3C, 0xA69F93), tips: 0x3B3A52,
            head: by_sex(0xA8875C, 0x1E6B45), breast: by_sex(0x9A774C, 0x6B3F26),
            belly: by_sex(0xC4A47A, 0xD8D2C6), bill_color: by_sex(0xC9862E, 0xE3C02E),
            marks: if is_female {
                &[M::EyeStripe(0x4A3722), M::BreastSpots(0x4A3722), M::WingBar(0x3B55A8)]
            } else {
                &[M::Collar(0xF5F1E6), M::WingBar(0x3B55A8)]
            },
            ..DUCK
        },
        Species::MuteSwan => BirdTraits {
            back: 0xF6F2E8, wing: 0xF2EDE1, tips: 0xE4DED0, head: 0xF7F4EC, breast: 0xF8F5EE,
            belly: 0xF3EEE2, bill_color: 0xE8742A, legs_color: 0x3A3733, length: 60.0, depth: 33.0,
            neck: 46.0, neck_width: 5.4, head_size: 8.0, bill_length: 12.0, span: 74.0, chord: 34.0,
            n_fingers: 4, marks: &[M::Throat(0xF7F4EC), M::BillSpot(0x1C1A1A)], size: 0.60, ..DUCK
        },
        Species::GreyHeron => BirdTraits {
            back: 0x8793A0, wing: 0x7C8996, tips: 0x3B424C, head: 0xF1EFEA, breast: 0xE4E3DE,
            belly: 0xEDEBE6, bill_color: 0xE0A33A, legs_color: 0x8C7A58, iris: 0xF2C21E,
            marks: &[M::EyeStripe(0x20222A), M::Plume(0x20222A)], ..WADER
        },
        Species::Flamingo => BirdTraits {
            back: 0xF2A0A4, wing: 0xE86F80, tips: 0x2A2226, head: 0xF6B6B6, breast: 0xF6B3B4,
            belly: 0xF8C6C4, bill: B::Bent, bill_length: 12.0, bill_color: 0xF3C4BE,
            legs_color: 0xE0788A, iris: 0xF2DE7A, neck: 50.0, neck_width: 3.6, legs: 52.0,
            length: 40.0, marks: &[], size: 0.52, ..WADER
        },
        Species::Puffin => BirdTraits {
            back: 0x23222A, wing: 0x2B2A33, tips: 0x17171C, head: 0x23222A, breast: 0xF6F2E9,
            belly: 0xF9F6EF, bill: B::Striped, bill_length: 13.0, bill_color: 0xEF7A26,
            legs_color: 0xEF7A26, length: 48.0, depth: 34.0, angle: 62.0, head_size: 14.0,
            legs: 7.0, tail: 9.0, span: 50.0, chord: 22.0,
            marks: &[M::Cheek(0xEFEBE2), M::Collar(0x23222A)], ..SMALL
        },
        Species::HerringGull => BirdTraits {
            back: 0xA9B4BD, wing: 0xA2AEB8, tips: 0x26272B, head: 0xF7F4EC, breast: 0xF7F4EC,
            belly: 0xFAF8F2, bill: B::Gull, bill_length: 13.0, bill_color: 0xF0C52E,
            legs_color: 0xE6A6A0, iris: 0xE8D878, length: 56.0, depth: 28.0, angle: 14.0, neck: 6.0,
            neck_width: 9.0, legs: 15.0, tail: 14.0, span: 78.0, chord: 26.0,
            marks: &[M::BillSpot(0xD8321F)], ..DUCK
        },
        Species::SaffronStilt => BirdTraits {
            back: 0x2A2A30, wing: 0x26262C, tips: 0x141418, head: 0xF2C533, breast: 0xF2C533,
            belly: 0xF6D86A, bill_color: 0x24221F, legs_color: 0xD8402E, neck: 22.0, legs: 54.0,
            length: 40.0, bill_length: 18.0, marks: &[M::Collar(0x1E1D22)], size: 0.56, ..WADER
        },
        _ => DUCK,
    }
}
