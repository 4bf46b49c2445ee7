//! Topics of one or two words, like the names of albums. Grade 2: the picture is of the topic;
//! grade 1: the topic is in the picture.

use super::question::{Family, Question, of_family};
use crate::{
    Behaviour as B, Count as C, Framing as F, Group as G, Habitat as H, LifeStage as L,
    Light as LightOf,
    Predicate::{
        self, All, Any, Behaviour, Companion, Count, Framing, Group, Habitat, LifeStage, Light,
        Not, Season, Species, Substrate, Weather,
    },
    Season as SeasonOf, Species as S, Substrate as U, Weather as W,
    predicate::named::{
        ANIMAL, BIRD, DARK, INSECT, NEAR, PEOPLE, PLANT, SEA, SNOWY, UNDER_WATER, WATER, WINTRY,
        YOUNG,
    },
};

const fn topic(text: &'static str, wide: Predicate) -> Question {
    of_family(Family::Topic, text, wide)
}

/// A topic with a narrow reading and a wide one.
const fn both(text: &'static str, narrow: Predicate, wide: Predicate) -> Question {
    of_family(Family::Topic, text, narrow).partly(wide)
}

pub(super) const TOPICS: &[Question] = &[
    both("animals", All(&[ANIMAL, NEAR]), Any(&[ANIMAL, Companion(&ANIMAL)])),
    both(
        "baby animals",
        All(&[ANIMAL, YOUNG, NEAR]),
        All(&[ANIMAL, Any(&[YOUNG, Behaviour(B::TendingYoung)])]),
    ),
    both("birds", All(&[BIRD, NEAR]), Any(&[BIRD, Companion(&BIRD)])),
    both("insects", All(&[INSECT, NEAR]), Any(&[INSECT, Companion(&INSECT)])),
    both(
        "flowers",
        LifeStage(L::Flowering),
        Any(&[Group(G::Flower), LifeStage(L::Flowering), Companion(&Group(G::Flower))]),
    ),
    both(
        "trees",
        Group(G::Tree),
        Any(&[
            Group(G::Tree),
            Habitat(H::Woodland),
            Habitat(H::ConiferForest),
            Habitat(H::Rainforest),
        ]),
    ),
    both("plants", PLANT, Any(&[PLANT, Companion(&PLANT)])),
    both("night", Light(LightOf::Night), Any(&[DARK, Light(LightOf::Dusk)])),
    both("sea", UNDER_SEA, SEA),
    both("water", Any(&[Substrate(U::Water), UNDER_WATER]), WATER),
    both(
        "clouds",
        Weather(W::Cloudy),
        Any(&[Weather(W::Cloudy), Weather(W::Rain), Weather(W::Snowfall)]),
    ),
    both("snow", SNOWY, WINTRY),
    both("people", Substrate(U::Hand), PEOPLE),
    both("bees", Group(G::Bee), Any(&[Group(G::Bee), Companion(&Group(G::Bee))])),
    topic("sunset", All(&[Light(LightOf::Dusk), Weather(W::Clear)])),
    topic("foxes", Species(S::RedFox)),
    topic("mushrooms", Group(G::Fungus)),
    topic("underwater", UNDER_WATER),
    topic("city", Habitat(H::City)),
    topic("rain", Weather(W::Rain)),
    topic("autumn", Season(SeasonOf::Autumn)),
    topic("in flight", Behaviour(B::Flying)),
    topic("macro", Framing(F::CloseUp)),
    topic("crowds", All(&[Count(C::Flock), Not(&PLANT)])),
];

const UNDER_SEA: Predicate = Any(&[Habitat(H::Reef), Habitat(H::OpenSea), Habitat(H::DeepSea)]);
