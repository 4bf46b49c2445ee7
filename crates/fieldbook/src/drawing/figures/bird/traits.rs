//! Colours and proportions of birds, and the body plans that species vary.

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

pub(crate) const SMALL: BirdTraits = BirdTraits {
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

pub(crate) const RAPTOR: BirdTraits = BirdTraits {
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

pub(crate) const OWL: BirdTraits = BirdTraits {
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

pub(crate) const WADER: BirdTraits = BirdTraits {
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

pub(crate) const DUCK: BirdTraits = BirdTraits {
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
