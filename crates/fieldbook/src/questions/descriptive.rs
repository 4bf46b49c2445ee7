//! Questions that describe a picture plainly.

use super::question::{Family::Descriptive, Question, of_family};
use crate::{
    Behaviour as B, Count as C, Framing as F, Group as G, Habitat as H, HumanImpact as I,
    LifeStage as L, Light as LightOf,
    Predicate::{
        self, All, Any, Behaviour, Coloured, Count, Framing, Group, Habitat, Impact, LifeStage,
        Light, Not, Relation, Season, Species, Substrate, Weather,
    },
    Relation as R, Season as SeasonOf, Species as S, Substrate as U, Weather as W,
    predicate::named::{
        ANIMAL, BIRD, BUTTERFLY, CRAB, DARK, FORMED, FROG, INSECT, JELLYFISH, SEVERAL, SHORE,
        SNAIL, UNDER_WATER, WOOD,
    },
};

const fn picture(text: &'static str, fully: Predicate) -> Question {
    of_family(Descriptive, text, fully)
}

pub(super) const DESCRIPTIVE: &[Question] = &[
    picture(
        "a bird sitting on a branch",
        All(&[BIRD, Substrate(U::Branch), Not(&LifeStage(L::Egg))]),
    ),
    picture("a red insect on a green leaf", All(&[INSECT, Substrate(U::Leaf), Coloured("red")]))
        .partly(All(&[INSECT, Substrate(U::Leaf)])),
    picture("a butterfly on a flower", All(&[BUTTERFLY, Relation(R::Pollinates)])),
    picture("two birds on the ground", All(&[BIRD, Count(C::Two), Substrate(U::Ground)])),
    picture(
        "many fish above a coral reef",
        All(&[Group(G::Fish), Count(C::Flock), Habitat(H::Reef)]),
    )
    .partly(All(&[Group(G::Fish), SEVERAL, Habitat(H::Reef)])),
    picture("a crab on the sand by the sea", All(&[CRAB, Habitat(H::Beach), Substrate(U::Sand)]))
        .partly(All(&[CRAB, SHORE])),
    picture("a white bird on the water", All(&[BIRD, Coloured("white"), Substrate(U::Water)]))
        .partly(All(&[BIRD, Substrate(U::Water)])),
    picture(
        "a tree without leaves in winter",
        All(&[Group(G::Tree), Season(SeasonOf::Winter), Not(&Species(S::ScotsPine))]),
    ),
    picture(
        "a single tree in a field",
        All(&[Group(G::Tree), Count(C::One), Any(&[Habitat(H::Farmland), Habitat(H::Meadow)])]),
    ),
    picture("pink blossom on a tree", All(&[Species(S::WildCherry), LifeStage(L::Flowering)])),
    picture(
        "red mushrooms with white spots in the woods",
        All(&[Species(S::FlyAgaric), WOOD, FORMED]),
    ),
    picture("a mushroom growing on a log", All(&[Group(G::Fungus), Substrate(U::Log)])),
    picture("a frog on a leaf in the rain", All(&[FROG, Substrate(U::Leaf), Weather(W::Rain)]))
        .partly(All(&[FROG, Substrate(U::Leaf)])),
    picture("a blue frog", All(&[FROG, Coloured("blue")])),
    picture(
        "a green lizard on a stone in the sun",
        All(&[Species(S::GreenLizard), Substrate(U::Rock), Light(LightOf::Day), Weather(W::Clear)]),
    )
    .partly(All(&[Species(S::GreenLizard), Substrate(U::Rock)])),
    picture("a snail on a garden wall", All(&[SNAIL, Substrate(U::Wall), Habitat(H::Garden)]))
        .partly(All(&[SNAIL, Substrate(U::Wall)])),
    picture(
        "a spider in its web",
        All(&[Group(G::Spider), Substrate(U::Web), LifeStage(L::Adult)]),
    ),
    picture("a fox in the dark", All(&[Species(S::RedFox), DARK])),
    picture(
        "a squirrel eating on a branch",
        All(&[Species(S::RedSquirrel), Behaviour(B::Feeding), Substrate(U::Branch)]),
    )
    .partly(All(&[Species(S::RedSquirrel), Behaviour(B::Feeding)])),
    picture(
        "a deer standing in a misty meadow",
        All(&[Species(S::RoeDeer), Weather(W::Fog), Habitat(H::Meadow)]),
    )
    .partly(All(&[Species(S::RoeDeer), Weather(W::Fog)])),
    picture("a bear in front of mountains", All(&[Species(S::BrownBear), Habitat(H::Mountain)])),
    picture(
        "an owl on the snow or in falling snow",
        All(&[Group(G::Owl), Any(&[Substrate(U::Snow), Weather(W::Snowfall)])]),
    ),
    picture(
        "an animal seen only as a dark shape against the sun",
        All(&[ANIMAL, Light(LightOf::Backlit)]),
    ),
    picture(
        "jellyfish in dark blue water",
        All(&[JELLYFISH, Any(&[Habitat(H::DeepSea), Light(LightOf::Night)])]),
    )
    .partly(JELLYFISH),
    picture(
        "a turtle swimming over a reef",
        All(&[Species(S::SeaTurtle), Behaviour(B::Swimming), Habitat(H::Reef)]),
    )
    .partly(All(&[Species(S::SeaTurtle), Behaviour(B::Swimming)])),
    picture(
        "a nest with young birds in it",
        All(&[BIRD, LifeStage(L::Juvenile), Substrate(U::Nest)]),
    )
    .partly(All(&[BIRD, Behaviour(B::TendingYoung)])),
    picture("a close-up of an insect", All(&[INSECT, Framing(F::CloseUp)])),
    picture(
        "a few yellow flowers beside a road",
        All(&[Group(G::Flower), Coloured("yellow"), SEVERAL, Impact(I::Road)]),
    )
    .partly(All(&[Group(G::Flower), Impact(I::Road)])),
    picture(
        "a field of red flowers",
        All(&[Species(S::Poppy), LifeStage(L::Flowering), Any(&[Count(C::Flock), Count(C::Few)])]),
    )
    .partly(All(&[Species(S::Poppy), LifeStage(L::Flowering)])),
    picture(
        "a cactus under a clear sky",
        All(&[Species(S::Saguaro), Weather(W::Clear), Not(&Light(LightOf::Night))]),
    ),
    picture("a palm on the beach at sunset", All(&[Species(S::CoconutPalm), Light(LightOf::Dusk)])),
    picture("an animal on a brick wall", All(&[ANIMAL, Substrate(U::Wall)])),
    picture("something orange under water", All(&[UNDER_WATER, Coloured("orange")])),
    picture(
        "a far-away bird in a grey sky",
        All(&[
            BIRD,
            Behaviour(B::Flying),
            Framing(F::Distant),
            Any(&[Weather(W::Cloudy), Weather(W::Rain), Weather(W::Fog)]),
        ]),
    ),
];
