//! Questions about behaviour that a handful of pictures answer, or one.

use super::question::{
    Category::{Company, Food, Strife},
    IconicGroup::{Arachnids, Birds, Fishes, Molluscs},
    Question, ask,
};
use crate::{
    Behaviour as B,
    Predicate::{All, Any, Behaviour, Companion, Relation, Species},
    Relation as R, Species as S,
};

pub(super) const RARITIES: &[Question] = &[
    ask(
        Food,
        Birds,
        "golden eagle that has killed a fox",
        Any(&[
            All(&[Species(S::GoldenEagle), Companion(&Species(S::RedFox))]),
            All(&[Species(S::RedFox), Companion(&Species(S::GoldenEagle))]),
        ]),
    ),
    ask(
        Food,
        Molluscs,
        "octopus eating a lobster",
        All(&[Species(S::Octopus), Relation(R::Eats), Companion(&Species(S::Lobster))]),
    ),
    ask(
        Food,
        Arachnids,
        "wasp spider with a bumblebee",
        All(&[Species(S::WaspSpider), Companion(&Species(S::Bumblebee))]),
    ),
    ask(
        Food,
        Fishes,
        "anglerfish swallowing a jelly",
        All(&[Species(S::Anglerfish), Relation(R::Eats)]),
    ),
    ask(
        Company,
        Birds,
        "moonveil owl feeding its chicks",
        All(&[Species(S::MoonveilOwl), Behaviour(B::TendingYoung)]),
    ),
    ask(Strife, Birds, "snowy owls fighting", All(&[Species(S::SnowyOwl), Behaviour(B::Fighting)])),
];
