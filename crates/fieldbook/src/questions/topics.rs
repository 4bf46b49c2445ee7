//! Topics of one or two words, like the names of albums. Grade 2: the picture is of the topic;
//! grade 1: the topic is in the picture.

use super::question::{Question, questions};
use crate::predicate::terms::*;

pub(super) const TOPICS: &[Question] = questions! { Topic:
    "animals", [ANIMAL, NEAR] partly [Any(&[ANIMAL, Companion(&ANIMAL)])];
    "baby animals", [ANIMAL, YOUNG, NEAR] partly [ANIMAL, Any(&[YOUNG, Behaviour(B::TendingYoung)])];
    "birds", [BIRD, NEAR] partly [Any(&[BIRD, Companion(&BIRD)])];
    "insects", [INSECT, NEAR] partly [Any(&[INSECT, Companion(&INSECT)])];
    "flowers", [LifeStage(L::Flowering)] partly [Any(&[Group(G::Flower), LifeStage(L::Flowering), Companion(&Group(G::Flower))])];
    "trees", [Group(G::Tree)] partly [Any(&[Group(G::Tree), Habitat(H::Woodland), Habitat(H::ConiferForest), Habitat(H::Rainforest)])];
    "plants", [PLANT] partly [Any(&[PLANT, Companion(&PLANT)])];
    "night", [Light(LightOf::Night)] partly [Any(&[DARK, Light(LightOf::Dusk)])];
    "sea", [UNDER_SEA] partly [SEA];
    "water", [Any(&[Substrate(U::Water), UNDER_WATER])] partly [WATER];
    "clouds", [Weather(W::Cloudy)] partly [Any(&[Weather(W::Cloudy), Weather(W::Rain), Weather(W::Snowfall)])];
    "snow", [SNOWY] partly [WINTRY];
    "people", [Substrate(U::Hand)] partly [PEOPLE];
    "bees", [Group(G::Bee)] partly [Any(&[Group(G::Bee), Companion(&Group(G::Bee))])];
    "sunset", [Light(LightOf::Dusk), Weather(W::Clear)];
    "foxes", [Species(S::RedFox)];
    "mushrooms", [Group(G::Fungus)];
    "underwater", [UNDER_WATER];
    "city", [Habitat(H::City)];
    "rain", [Weather(W::Rain)];
    "autumn", [Season(SeasonOf::Autumn)];
    "in flight", [Behaviour(B::Flying)];
    "macro", [Framing(F::CloseUp)];
    "crowds", [Count(C::Flock), Not(&PLANT)];
};

const UNDER_SEA: Predicate = Any(&[Habitat(H::Reef), Habitat(H::OpenSea), Habitat(H::DeepSea)]);

/// The tags that say that a picture shows a topic: what a person would search an album by, so they
/// miss some pictures of a topic and find others.
#[rustfmt::skip] // A topic a line.
const TAGS: &[(&str, &[&str])] = &[
    ("animals", &["animal", "wildlife"]),
    ("baby animals", &["chick", "young", "caterpillar", "eggs", "nestling", "tadpole"]),
    ("birds", &["bird"]),
    ("insects", &["insect"]),
    ("flowers", &["inflower", "poppy", "dandelion", "daisy", "sunflower", "bluebell", "foxglove"]),
    ("trees", &["oaktree", "pinetree", "birch", "broadleafwoodland", "coniferforest", "rainforest"]),
    ("plants", &["inflower", "gonetoseed", "oaktree", "pinetree", "birch", "poppy", "daisy", "dandelion"]),
    ("night", &["night", "dusk"]),
    ("sea", &["opensea", "coralreef", "deepsea", "rockyshore", "sandybeach"]),
    ("water", &["opensea", "coralreef", "deepsea", "clearstream", "wetland", "swimming"]),
    ("clouds", &["cloudy", "rain", "snowfall"]),
    ("snow", &["snowfall", "winter", "tundra"]),
    ("people", &["city", "road", "wirefence", "powerline", "plasticlitter"]),
    ("bees", &["honeybee", "westernhoneybee", "bumblebee", "bufftailedbumblebee"]),
    ("sunset", &["dusk"]),
    ("foxes", &["fox", "redfox"]),
    ("mushrooms", &["toadstool", "flyagaric", "chanterelle", "goldenchanterelle"]),
    ("underwater", &["coralreef", "opensea", "deepsea"]),
    ("city", &["city"]),
    ("rain", &["rain"]),
    ("autumn", &["autumn"]),
    ("in flight", &["flying"]),
];

/// The tags of a topic, by its words; empty where no tag says so.
pub(crate) fn tags_of_topic(words: &str) -> &'static [&'static str] {
    TAGS.iter().find(|(topic, _)| *topic == words).map_or(&[], |(_, tags)| tags)
}
