//! Combinations that are held out from training, so that questions about them test
//! generalisation.

use crate::{
    Behaviour as B, Group as G, Habitat as H, HumanImpact as I, Morph as M,
    Predicate::{
        self, All, Behaviour, Companion, Group, Habitat, Impact, Morph, Relation, Species,
        Substrate, Weather,
    },
    Relation as R, Scene, Species as S, Substrate as U, Weather as W,
    predicate::named::{BUTTERFLY, DARK, SNOWY},
};

type P = Predicate;

pub(super) const ROBIN_IN_SNOW: P = All(&[Species(S::Robin), SNOWY]);
pub(super) const FOX_IN_TOWN_AT_NIGHT: P = All(&[Species(S::RedFox), Habitat(H::City), DARK]);
pub(super) const HEDGEHOG_BY_ROAD: P = All(&[Species(S::Hedgehog), Impact(I::Road)]);
pub(super) const OWL_FLYING_IN_SNOW: P =
    All(&[Group(G::Owl), Behaviour(B::Flying), Weather(W::Snowfall)]);
pub(super) const WHITE_MAMMAL: P = All(&[Group(G::Mammal), Morph(M::Leucistic)]);
pub(super) const BUTTERFLY_ON_HAND: P = All(&[BUTTERFLY, Substrate(U::Hand)]);
pub(super) const WATER_BIRD_AND_LITTER: P = All(&[Group(G::Waterbird), Impact(I::Litter)]);
pub(super) const POPPY_IN_RAIN: P = All(&[Species(S::Poppy), Weather(W::Rain)]);
pub(super) const SNAIL_ON_TOADSTOOL: P =
    All(&[Species(S::GardenSnail), Relation(R::PerchedOn), Companion(&Species(S::FlyAgaric))]);
pub(super) const FROG_IN_GARDEN_AT_NIGHT: P =
    All(&[Species(S::CommonFrog), Habitat(H::Garden), DARK]);
pub(super) const TURTLE_IN_NET: P = All(&[Species(S::SeaTurtle), Impact(I::Net)]);
pub(super) const KINGFISHER_WITH_CATCH: P =
    All(&[Species(S::Kingfisher), Behaviour(B::CarryingPrey)]);
pub(super) const OAK_IN_FOG: P = All(&[Species(S::Oak), Weather(W::Fog)]);
pub(super) const BUMBLEBEE_IN_TOWN: P = All(&[Species(S::Bumblebee), Habitat(H::City)]);
pub(super) const BLUE_TIT_ON_WALL: P = All(&[Species(S::BlueTit), Substrate(U::Wall)]);
pub(super) const DEER_LEAPING: P = All(&[Species(S::RoeDeer), Behaviour(B::Leaping)]);

/// The combinations with their names. At least one question is about each.
pub const HELD_OUT: [(&str, Predicate); 16] = [
    ("robin in snow", ROBIN_IN_SNOW),
    ("fox in town at night", FOX_IN_TOWN_AT_NIGHT),
    ("hedgehog by a road", HEDGEHOG_BY_ROAD),
    ("owl flying in snow", OWL_FLYING_IN_SNOW),
    ("white mammal", WHITE_MAMMAL),
    ("butterfly on a hand", BUTTERFLY_ON_HAND),
    ("water bird and litter", WATER_BIRD_AND_LITTER),
    ("poppy in rain", POPPY_IN_RAIN),
    ("snail on a toadstool", SNAIL_ON_TOADSTOOL),
    ("frog in a garden at night", FROG_IN_GARDEN_AT_NIGHT),
    ("turtle in a net", TURTLE_IN_NET),
    ("kingfisher carrying its catch", KINGFISHER_WITH_CATCH),
    ("oak in fog", OAK_IN_FOG),
    ("bumblebee in town", BUMBLEBEE_IN_TOWN),
    ("blue tit on a wall", BLUE_TIT_ON_WALL),
    ("deer leaping", DEER_LEAPING),
];

/// Whether the scene shows one of the combinations and so must not be trained on. Clean captions
/// are true, so that no caption of a remaining scene describes one of the combinations.
#[must_use]
pub fn is_held_out(scene: &Scene) -> bool {
    HELD_OUT.iter().any(|(_, combination)| combination.holds(scene))
}
