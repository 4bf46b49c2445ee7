//! Questions that describe a picture plainly.

use super::question::{Question, questions};
use crate::predicate::terms::*;

pub(super) const DESCRIPTIVE: &[Question] = questions! { Descriptive:
    "a bird sitting on a branch", [BIRD, Substrate(U::Branch), Not(&LifeStage(L::Egg))];
    "a red insect on a green leaf", [INSECT, Substrate(U::Leaf), Coloured("red")] partly [INSECT, Substrate(U::Leaf)];
    "a butterfly on a flower", [BUTTERFLY, Relation(R::Pollinates)];
    "two birds on the ground", [BIRD, Count(C::Two), Substrate(U::Ground)];
    "many fish above a coral reef", [Group(G::Fish), Count(C::Flock), Habitat(H::Reef)] partly [Group(G::Fish), SEVERAL, Habitat(H::Reef)];
    "a crab on the sand by the sea", [CRAB, Habitat(H::Beach), Substrate(U::Sand)] partly [CRAB, SHORE];
    "a white bird on the water", [BIRD, Coloured("white"), Substrate(U::Water)] partly [BIRD, Substrate(U::Water)];
    "a tree without leaves in winter", [Group(G::Tree), Season(SeasonOf::Winter), Not(&Species(S::ScotsPine))];
    "a single tree in a field", [Group(G::Tree), Count(C::One), Any(&[Habitat(H::Farmland), Habitat(H::Meadow)])];
    "pink blossom on a tree", [Species(S::WildCherry), LifeStage(L::Flowering)];
    "red mushrooms with white spots in the woods", [Species(S::FlyAgaric), WOOD, FORMED];
    "a mushroom growing on a log", [Group(G::Fungus), Substrate(U::Log)];
    "a frog on a leaf in the rain", [FROG, Substrate(U::Leaf), Weather(W::Rain)] partly [FROG, Substrate(U::Leaf)];
    "a blue frog", [FROG, Coloured("blue")];
    "a green lizard on a stone in the sun", [Species(S::GreenLizard), Substrate(U::Rock), Light(LightOf::Day), Weather(W::Clear)]
        partly [Species(S::GreenLizard), Substrate(U::Rock)];
    "a snail on a garden wall", [SNAIL, Substrate(U::Wall), Habitat(H::Garden)] partly [SNAIL, Substrate(U::Wall)];
    "a spider in its web", [Group(G::Spider), Substrate(U::Web), LifeStage(L::Adult)];
    "a fox in the dark", [Species(S::RedFox), DARK];
    "a squirrel eating on a branch", [Species(S::RedSquirrel), Behaviour(B::Feeding), Substrate(U::Branch)]
        partly [Species(S::RedSquirrel), Behaviour(B::Feeding)];
    "a deer standing in a misty meadow", [Species(S::RoeDeer), Weather(W::Fog), Habitat(H::Meadow)]
        partly [Species(S::RoeDeer), Weather(W::Fog)];
    "a bear in front of mountains", [Species(S::BrownBear), Habitat(H::Mountain)];
    "an owl on the snow or in falling snow", [Group(G::Owl), Any(&[Substrate(U::Snow), Weather(W::Snowfall)])];
    "an animal seen only as a dark shape against the sun", [ANIMAL, Light(LightOf::Backlit)];
    "jellyfish in dark blue water", [JELLYFISH, Any(&[Habitat(H::DeepSea), Light(LightOf::Night)])] partly [JELLYFISH];
    "a turtle swimming over a reef", [Species(S::SeaTurtle), Behaviour(B::Swimming), Habitat(H::Reef)]
        partly [Species(S::SeaTurtle), Behaviour(B::Swimming)];
    "a nest with young birds in it", [BIRD, LifeStage(L::Juvenile), Substrate(U::Nest)] partly [BIRD, Behaviour(B::TendingYoung)];
    "a close-up of an insect", [INSECT, Framing(F::CloseUp)];
    "a few yellow flowers beside a road", [Group(G::Flower), Coloured("yellow"), SEVERAL, Impact(I::Road)]
        partly [Group(G::Flower), Impact(I::Road)];
    "a field of red flowers", [Species(S::Poppy), LifeStage(L::Flowering), Any(&[Count(C::Flock), Count(C::Few)])]
        partly [Species(S::Poppy), LifeStage(L::Flowering)];
    "a cactus under a clear sky", [Species(S::Saguaro), Weather(W::Clear), Not(&Light(LightOf::Night))];
    "a palm on the beach at sunset", [Species(S::CoconutPalm), Light(LightOf::Dusk)];
    "an animal on a brick wall", [ANIMAL, Substrate(U::Wall)];
    "something orange under water", [UNDER_WATER, Coloured("orange")];
    "a far-away bird in a grey sky", [BIRD, Behaviour(B::Flying), Framing(F::Distant), Any(&[Weather(W::Cloudy), Weather(W::Rain), Weather(W::Fog)])];
};
