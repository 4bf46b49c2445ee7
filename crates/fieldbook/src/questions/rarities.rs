//! Questions about rare behaviour, answered by a handful of pictures or a single one.

use super::question::{
    Category::{Company, Food, Strife},
    IconicGroup::{Arachnids, Birds, Fishes, Molluscs},
    Question, about,
};
use crate::{
    Behaviour as B,
    Predicate::{All, Any, Behaviour, Companion, Relation, Species},
    Relation as R, Species as S,
};

pub(super) const RARITIES: &[Question] = &[
    about(
        Food,
        Birds,
        "golden eagle that has killed a fox",
        Any(&[
            All(&[Species(S::GoldenEagle), Companion(&Species(S::RedFox))]),
            All(&[Species(S::RedFox), Companion(&Species(S::GoldenEagle))]),
        ]),
    ),
    about(
        Food,
        Molluscs,
        "octopus eating a lobster",
        All(&[Species(S::Octopus), Relation(R::Eats), Companion(&Species(S::Lobster))]),
    ),
    about(
        Food,
        Arachnids,
        "wasp spider with a bumblebee",
        All(&[Species(S::WaspSpider), Companion(&Species(S::Bumblebee))]),
    ),
    about(
        Food,
        Fishes,
        "anglerfish swallowing a jelly",
        All(&[Species(S::Anglerfish), Relation(R::Eats)]),
    ),
    about(
        Company,
        Birds,
        "moonveil owl feeding its chicks",
        All(&[Species(S::MoonveilOwl), Behaviour(B::TendingYoung)]),
    ),
    about(
        Strife,
        Birds,
        "snowy owls fighting",
        All(&[Species(S::SnowyOwl), Behaviour(B::Fighting)]),
    ),
];
