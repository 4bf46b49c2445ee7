//! Sentence frames by voice. `{s}` is the organism, `{is}` agrees with it; a gap with a question
//! mark may stay empty.

use super::naming::Naming;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Voice {
    /// Says what the picture shows.
    Plain,
    /// Knows names and notes circumstances.
    Naturalist,
    /// Says little.
    Terse,
    /// Says what the picture means.
    Reflective,
    /// Tells of the day it was taken.
    Diarist,
}

impl Voice {
    pub(super) const ALL: [Self; 5] =
        [Self::Plain, Self::Naturalist, Self::Terse, Self::Reflective, Self::Diarist];

    /// The kinds of names that the voice uses, likelier ones repeated.
    pub(super) fn namings(self) -> &'static [Naming] {
        use Naming::{Both, Full, Group, Scientific, Short, Vague};
        match self {
            Self::Plain => &[Full, Short, Short, Short, Group, Group],
            Self::Naturalist => &[Full, Full, Full, Both, Both, Scientific],
            Self::Terse => &[Group, Group, Group, Vague, Vague, Short],
            Self::Reflective => &[Full, Short, Short, Group, Vague],
            Self::Diarist => &[Full, Full, Short, Short, Group],
        }
    }

    pub(super) fn frames(self) -> &'static [&'static str] {
        match self {
            Self::Plain => PLAIN,
            Self::Naturalist => NATURALIST,
            Self::Terse => TERSE,
            Self::Reflective => REFLECTIVE,
            Self::Diarist => DIARIST,
        }
    }
}

const PLAIN: &[&str] = &[
    "{s} {doing} {on?} {place?}",
    "{s} {doing} {on}",
    "{s} {on} {place?}",
    "{s} {place}",
    "{s} {is} {doing} {on?} {place}",
    "{s} {is} {doing} {when?}",
    "{s} {doing} {place?} {when}",
    "{s} {doing} {detail}",
    "{s} {detail} {place?}",
    "{when}, {s} {doing}",
    "{place}, {s} {is} {doing}",
    "there {is} {s} {on?} {place}",
    "a picture of {s} {doing}",
    "a view of {s} {on?} {place}",
];

const NATURALIST: &[&str] = &[
    "{s} {doing}, {place}, {when?}",
    "{s}, {place}, {when}",
    "{s}. {doing}, {on}",
    "{s} {doing} {detail?} {place}",
    "{s}: {doing}, {detail}",
    "{s} {on} {place}, {when?}",
    "{place}: {s}, {doing}",
    "{s} {with_mark}, {place}",
    "{s}, recognised by {mark}",
    "{s} {is} {doing} {on?} {place} {when}",
    "field note: {s} {doing} {place?}",
];

const TERSE: &[&str] = &[
    "{s}",
    "{s} {place}",
    "{s} {on}",
    "{s} {when}",
    "{s} {doing}",
    "{s}, {when}",
    "just {s}",
    "{doing} {on?} {place}",
    "{when}, {place}",
    "{s} {detail}",
    "{s} {with_mark}",
    "{s}, {doing}",
];

const REFLECTIVE: &[&str] = &[
    "{concept}",
    "{concept}: {s} {doing?}",
    "{concept}: {s} {place?}",
    "{s} {doing?}: {concept}",
    "{concept}. {s} {on?} {place?}",
    "{concept} {place}",
    "{concept}: {s} {when?}",
    "to me this is about {concept_noun}",
    "I call this one \"{concept}\"",
];

const DIARIST: &[&str] = &[
    "I saw {s} {doing} {place?}",
    "we found {s} {on} {place?}",
    "look, {s} {doing}!",
    "saw {s} {place} {when?}",
    "there {was} {s} {detail}",
    "here {is} {s} {doing} {when?}",
    "we came across {s} {doing} {on?}",
    "I stopped for {s} {place}",
    "my picture of {s} {detail?}",
    "{s} {with_mark}, {doing}",
    "not the best picture, but you can see {s} {doing}",
    "what a day: {s} {doing} {place?}",
    "{when} we met {s} {place?}",
    "{s} {detail}, {when?}",
    "if I am not mistaken, {s}",
    "{doing}, {s} {place?}",
];
