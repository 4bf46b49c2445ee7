//! Substrates and habitats.

use super::super::phrase::{Phrase, phrases};
use crate::predicate::terms::*;

pub(in super::super) const ON: &[Phrase] = phrases! {
    "on the ground": [Substrate(U::Ground), ANIMAL];
    "on a branch": [Substrate(U::Branch)];
    "on a twig": [Substrate(U::Branch), Any(&[Group(G::Butterfly), Group(G::Dragonfly), Group(G::Bee)])];
    "in the branches": [Substrate(U::Branch), Any(&[BIRD, Group(G::Mammal)])];
    "on a log", "on a fallen log", "on dead wood": [Substrate(U::Log)];
    "on a rock", "on a stone", "on bare rock": [Substrate(U::Rock)];
    "on a leaf", "on a green leaf": [Substrate(U::Leaf)];
    "on a tree trunk", "on tree bark": [Substrate(U::Bark)];
    "on the sand": [Substrate(U::Sand)];
    "on the sandy bottom": [Substrate(U::Sand), UNDER_WATER];
    "on the snow", "in the snow": [Substrate(U::Snow)];
    "on the water", "on the surface of the water": [Substrate(U::Water)];
    "in the open", "in midwater": [Substrate(U::Midwater)];
    "in the air", "in mid-air": [Substrate(U::Air)];
    "on somebody's hand", "on a hand", "in the palm of a hand": [Substrate(U::Hand)];
    "on a wall", "on a brick wall": [Substrate(U::Wall)];
    "on a fence post", "on a post": [Substrate(U::FencePost)];
    "at the nest": [Substrate(U::Nest)];
    "in a nest": [Substrate(U::Nest), Any(&[LifeStage(L::Egg), LifeStage(L::Juvenile)])];
    "in a web": [Substrate(U::Web)];
    "in {its} web": [Substrate(U::Web), Not(&LifeStage(L::Egg))];
    "on coral", "on the coral": [Substrate(U::Coral)];
    "on {c}", "sitting on {c}", "on top of {c}": [Relation(R::PerchedOn)];
    "on the shell of {c}": [Relation(R::GrowsOn), Group(G::Cnidarian)];
};

pub(in super::super) const PLACES: &[Phrase] = phrases! {
    "in a meadow": [Habitat(H::Meadow)];
    "in the grass": [Habitat(H::Meadow), Substrate(U::Ground)];
    "in a grassy field": [Habitat(H::Meadow)];
    "in the woods": [WOOD];
    "in a broadleaf wood": [Habitat(H::Woodland)];
    "in the forest": [WOOD];
    "under the trees": [WOOD, Not(&Group(G::Tree)), Not(&Substrate(U::Air))];
    "in a pine forest", "among conifers": [Habitat(H::ConiferForest)];
    "in the rainforest", "in the jungle": [Habitat(H::Rainforest)];
    "among reeds", "in a marsh": [Habitat(H::Wetland)];
    "by a reedy pond", "near water": [Habitat(H::Wetland), Not(&Substrate(U::Water))];
    "in a clear stream", "in fresh water": [Habitat(H::Stream)];
    "on a rocky shore": [Habitat(H::RockyShore)];
    "by the sea", "near the sea", "on the coast": [SHORE];
    "on a beach", "on a sandy beach": [Habitat(H::Beach)];
    "on a coral reef", "on the reef": [Habitat(H::Reef)];
    "in the open sea", "out at sea": [Habitat(H::OpenSea)];
    "in the deep sea", "far down in the sea": [Habitat(H::DeepSea)];
    "under water", "underwater": [UNDER_WATER];
    "in the sea": [SEA, UNDER_WATER];
    "in the desert", "in dry country": [Habitat(H::Desert)];
    "in the mountains", "high in the mountains": [Habitat(H::Mountain)];
    "on the tundra", "in the far north": [Habitat(H::Tundra)];
    "in a garden", "in a back garden": [Habitat(H::Garden)];
    "in the city", "in town": [Habitat(H::City)];
    "between the houses": [Habitat(H::City), Not(&Substrate(U::Air))];
    "on farmland", "on a farm", "out in the fields": [Habitat(H::Farmland)];
    "somewhere wet": [Habitat(H::Wetland), Not(&PLANT)];
    "in green country": [Any(&[Habitat(H::Meadow), Habitat(H::Farmland)])];
};
