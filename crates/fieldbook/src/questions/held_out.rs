//! Combinations that are held out from training, so that questions about them test
//! generalisation.

use crate::Scene;
use crate::predicate::terms::*;

/// Declares a constant for each combination, and all of them with their names.
macro_rules! held_out {
    ($n:literal: $($constant:ident, $name:literal, [$($condition:expr),+];)+) => {
        $(pub(super) const $constant: Predicate = All(&[$($condition),+]);)+

        /// The combinations with their names. At least one question is about each.
        pub const HELD_OUT: [(&str, Predicate); $n] = [$(($name, $constant)),+];
    };
}

held_out! { 16:
    ROBIN_IN_SNOW, "robin in snow", [Species(S::Robin), SNOWY];
    FOX_IN_TOWN_AT_NIGHT, "fox in town at night", [Species(S::RedFox), Habitat(H::City), DARK];
    HEDGEHOG_BY_ROAD, "hedgehog by a road", [Species(S::Hedgehog), Impact(I::Road)];
    OWL_FLYING_IN_SNOW, "owl flying in snow", [Group(G::Owl), Behaviour(B::Flying), Weather(W::Snowfall)];
    WHITE_MAMMAL, "white mammal", [Group(G::Mammal), Morph(M::Leucistic)];
    BUTTERFLY_ON_HAND, "butterfly on a hand", [BUTTERFLY, Substrate(U::Hand)];
    WATER_BIRD_AND_LITTER, "water bird and litter", [Group(G::Waterbird), Impact(I::Litter)];
    POPPY_IN_RAIN, "poppy in rain", [Species(S::Poppy), Weather(W::Rain)];
    SNAIL_ON_TOADSTOOL, "snail on a toadstool", [Species(S::GardenSnail), Relation(R::PerchedOn), Companion(&Species(S::FlyAgaric))];
    FROG_IN_GARDEN_AT_NIGHT, "frog in a garden at night", [Species(S::CommonFrog), Habitat(H::Garden), DARK];
    TURTLE_IN_NET, "turtle in a net", [Species(S::SeaTurtle), Impact(I::Net)];
    KINGFISHER_WITH_CATCH, "kingfisher carrying its catch", [Species(S::Kingfisher), Behaviour(B::CarryingPrey)];
    OAK_IN_FOG, "oak in fog", [Species(S::Oak), Weather(W::Fog)];
    BUMBLEBEE_IN_TOWN, "bumblebee in town", [Species(S::Bumblebee), Habitat(H::City)];
    BLUE_TIT_ON_WALL, "blue tit on a wall", [Species(S::BlueTit), Substrate(U::Wall)];
    DEER_LEAPING, "deer leaping", [Species(S::RoeDeer), Behaviour(B::Leaping)];
}

/// Whether the scene shows one of the combinations and so must not be trained on. Clean captions
/// are true, so that no caption of a remaining scene describes one of the combinations.
pub fn is_held_out(scene: &Scene) -> bool {
    HELD_OUT.iter().any(|(_, combination)| combination.holds(scene))
}
