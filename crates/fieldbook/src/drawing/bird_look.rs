//! How the birds of the book look.

use super::{
    raptor_look::raptor_look, songbird_look::songbird_look, waterbird_look::waterbird_look,
};
use crate::{Group, Sex, Species};

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Bill {
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
pub(super) enum Tail {
    Square,
    Fork,
    Fan,
}

/// A marking; colours are codes.
#[derive(Clone, Copy)]
pub(super) enum Mark {
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

/// Colours and proportions; lengths against a body of about 46.
#[derive(Clone, Copy)]
pub(super) struct BirdLook {
    pub(super) back: u32,
    pub(super) wing: u32,
    pub(super) tips: u32,
    pub(super) breast: u32,
    pub(super) belly: u32,
    pub(super) head: u32,
    pub(super) bill_color: u32,
    pub(super) legs_color: u32,
    pub(super) iris: u32,
    pub(super) length: f32,
    pub(super) depth: f32,
    pub(super) angle: f32,
    pub(super) neck: f32,
    pub(super) neck_width: f32,
    pub(super) head_size: f32,
    pub(super) legs: f32,
    pub(super) tail: f32,
    pub(super) tail_kind: Tail,
    pub(super) bill: Bill,
    pub(super) bill_length: f32,
    pub(super) span: f32,
    pub(super) chord: f32,
    pub(super) n_fingers: usize,
    pub(super) is_owl: bool,
    pub(super) marks: &'static [Mark],
    /// Page units to 100 of its own.
    pub(super) size: f32,
}

pub(super) const SMALL: BirdLook = BirdLook {
    back: 0x7A5C3E,
    wing: 0x6E5236,
    tips: 0x4A3826,
    breast: 0xD9C7A5,
    belly: 0xEFE6D2,
    head: 0x7A5C3E,
    bill_color: 0x3A332C,
    legs_color: 0x6B4A35,
    iris: 0x2A1C12,
    length: 46.0,
    depth: 32.0,
    angle: 36.0,
    neck: 0.0,
    neck_width: 0.0,
    head_size: 13.0,
    legs: 13.0,
    tail: 24.0,
    tail_kind: Tail::Square,
    bill: Bill::Thin,
    bill_length: 8.0,
    span: 56.0,
    chord: 30.0,
    n_fingers: 0,
    is_owl: false,
    marks: &[],
    size: 0.62,
};

pub(super) const RAPTOR: BirdLook = BirdLook {
    length: 54.0,
    depth: 31.0,
    angle: 58.0,
    head_size: 12.0,
    legs: 11.0,
    tail: 28.0,
    bill: Bill::Hook,
    bill_length: 8.0,
    bill_color: 0x54524C,
    legs_color: 0xE0A92E,
    iris: 0xD9A21E,
    span: 78.0,
    chord: 36.0,
    n_fingers: 5,
    size: 0.62,
    ..SMALL
};

pub(super) const OWL: BirdLook = BirdLook {
    length: 50.0,
    depth: 40.0,
    angle: 70.0,
    head_size: 19.0,
    legs: 7.0,
    tail: 14.0,
    bill: Bill::Hook,
    bill_length: 5.0,
    span: 74.0,
    chord: 42.0,
    n_fingers: 4,
    is_owl: true,
    size: 0.66,
    ..RAPTOR
};

pub(super) const WADER: BirdLook = BirdLook {
    length: 44.0,
    depth: 25.0,
    angle: 16.0,
    neck: 40.0,
    neck_width: 4.2,
    head_size: 7.0,
    legs: 46.0,
    tail: 9.0,
    bill: Bill::Dagger,
    bill_length: 22.0,
    span: 66.0,
    chord: 32.0,
    n_fingers: 4,
    size: 0.56,
    ..SMALL
};

pub(super) const DUCK: BirdLook = BirdLook {
    length: 58.0,
    depth: 30.0,
    angle: 7.0,
    neck: 15.0,
    neck_width: 8.0,
    head_size: 11.0,
    legs: 9.0,
    tail: 13.0,
    bill: Bill::Flat,
    bill_length: 14.0,
    span: 58.0,
    chord: 28.0,
    legs_color: 0xE88A2C,
    size: 0.62,
    ..SMALL
};

/// The look of a species of bird.
pub(super) fn bird_look(species: Species, sex: Option<Sex>) -> BirdLook {
    let is_female = sex == Some(Sex::Female);
    match species.facts().group {
        Group::Raptor | Group::Owl => raptor_look(species, is_female),
        Group::Waterbird => waterbird_look(species, is_female),
        _ => songbird_look(species, is_female),
    }
}
