//! Predicates with familiar names: "a bird", "in bad weather".

use crate::{
    Behaviour as B, Count as C, Framing as F, Group as G, Habitat as H, Health as HealthOf,
    HumanImpact as I, LifeStage as L, Light as LightOf,
    Predicate::{
        self, All, Always, Any, Behaviour, Called, Companion, Count, Framing, Group, Habitat,
        Health, Impact, LifeStage, Light, Not, Relation, Season, Species, Substrate, Weather,
    },
    Relation as R, Season as SeasonOf, Species as S, Substrate as U, Weather as W,
};

type P = Predicate;

pub(crate) const BIRD: P = Called(
    "a bird",
    &Any(&[Group(G::PerchingBird), Group(G::Raptor), Group(G::Owl), Group(G::Waterbird)]),
);
pub(crate) const INSECT: P = Called(
    "an insect",
    &Any(&[Group(G::Butterfly), Group(G::Beetle), Group(G::Bee), Group(G::Dragonfly)]),
);
pub(crate) const PLANT: P = Called("a plant", &Any(&[Group(G::Flower), Group(G::Tree)]));
pub(crate) const ANIMAL: P =
    Called("an animal", &Not(&Any(&[Group(G::Flower), Group(G::Tree), Group(G::Fungus)])));
pub(crate) const INVERTEBRATE: P = Called(
    "an invertebrate",
    &Any(&[INSECT, Group(G::Cnidarian), Group(G::Mollusc), Group(G::Spider), Group(G::Crustacean)]),
);
pub(crate) const MOTH: P = Called(
    "a moth",
    &Any(&[Species(S::LunaMoth), Species(S::ElephantHawkmoth), Species(S::PaperLanternMoth)]),
);
pub(crate) const BUTTERFLY: P = Called("a butterfly", &All(&[Group(G::Butterfly), Not(&MOTH)]));
pub(crate) const FROG: P = Called(
    "a frog",
    &Any(&[Species(S::CommonFrog), Species(S::TreeFrog), Species(S::BlueDartFrog)]),
);
pub(crate) const SNAKE: P = Called("a snake", &Any(&[Species(S::GrassSnake), Species(S::Adder)]));
pub(crate) const JELLYFISH: P = Called(
    "a jellyfish",
    &Any(&[Species(S::MoonJelly), Species(S::CompassJelly), Species(S::AuroraJelly)]),
);
pub(crate) const CRAB: P = Called(
    "a crab",
    &Any(&[Species(S::ShoreCrab), Species(S::HermitCrab), Species(S::FiddlerCrab)]),
);
pub(crate) const SNAIL: P =
    Called("a snail", &Any(&[Species(S::GardenSnail), Species(S::GlasshornSnail)]));

/// Neither egg, larva, pupa nor seedling: what the name of a species suggests.
pub(crate) const FORMED: P = Called(
    "fully formed",
    &Not(&Any(&[
        LifeStage(L::Egg),
        LifeStage(L::Larva),
        LifeStage(L::Pupa),
        LifeStage(L::Seedling),
    ])),
);
pub(crate) const YOUNG: P = Called(
    "young",
    &Any(&[
        LifeStage(L::Larva),
        LifeStage(L::Pupa),
        LifeStage(L::Juvenile),
        LifeStage(L::Seedling),
    ]),
);
pub(crate) const DEAD: P = Called("dead", &All(&[Health(HealthOf::Dead), ANIMAL]));
pub(crate) const ALIVE: P = Called("alive", &Not(&Health(HealthOf::Dead)));
pub(crate) const AILING: P = Called(
    "hurt, infested or sick",
    &Any(&[
        Health(HealthOf::Injured),
        Health(HealthOf::MissingLimb),
        Health(HealthOf::Parasites),
        Health(HealthOf::Diseased),
    ]),
);
/// Resting, alive, and not being eaten.
pub(crate) const AT_REST: P = Called(
    "at rest",
    &All(&[Behaviour(B::Resting), ALIVE, FORMED, ANIMAL, Not(&Relation(R::EatenBy))]),
);

pub(crate) const UNDER_WATER: P = Called(
    "under water",
    &Any(&[Habitat(H::Stream), Habitat(H::Reef), Habitat(H::OpenSea), Habitat(H::DeepSea)]),
);
pub(crate) const WATER: P = Called(
    "in, on or by water",
    &Any(&[UNDER_WATER, Habitat(H::Wetland), Habitat(H::RockyShore), Habitat(H::Beach)]),
);
pub(crate) const SEA: P = Called(
    "in or by the sea",
    &Any(&[
        Habitat(H::Reef),
        Habitat(H::OpenSea),
        Habitat(H::DeepSea),
        Habitat(H::RockyShore),
        Habitat(H::Beach),
    ]),
);
pub(crate) const SHORE: P =
    Called("on the shore", &Any(&[Habitat(H::RockyShore), Habitat(H::Beach)]));
pub(crate) const WOOD: P = Called(
    "in a wood",
    &Any(&[Habitat(H::Woodland), Habitat(H::ConiferForest), Habitat(H::Rainforest)]),
);
pub(crate) const TOWN: P =
    Called("in town or garden", &Any(&[Habitat(H::City), Habitat(H::Garden)]));

pub(crate) const DARK: P =
    Called("in the dark", &Any(&[Light(LightOf::Night), Light(LightOf::Flash)]));
pub(crate) const SNOWY: P = Called("in snow", &Any(&[Weather(W::Snowfall), Substrate(U::Snow)]));
pub(crate) const WINTRY: P = Called("in winter or snow", &Any(&[SNOWY, Season(SeasonOf::Winter)]));
pub(crate) const BAD_WEATHER: P =
    Called("in bad weather", &Any(&[Weather(W::Rain), Weather(W::Snowfall), Weather(W::Fog)]));

pub(crate) const PREDATION: P = Called(
    "one animal with another for its prey",
    &Any(&[Relation(R::Eats), Relation(R::EatenBy)]),
);
pub(crate) const POLLINATION: P =
    Called("an insect at a flower", &Any(&[Relation(R::Pollinates), Relation(R::PollinatedBy)]));
pub(crate) const LIVING_TOGETHER: P = Called(
    "two species in company",
    &Any(&[
        Relation(R::PerchedOn),
        Relation(R::Bears),
        Relation(R::EscortedBy),
        Relation(R::GrowsOn),
        POLLINATION,
    ]),
);
pub(crate) const WITH_ANOTHER: P = Companion(&Always);
pub(crate) const SEVERAL: P =
    Called("several of a kind", &Any(&[Count(C::Two), Count(C::Few), Count(C::Flock)]));
pub(crate) const ALONE: P =
    Called("alone", &All(&[Count(C::One), Not(&WITH_ANOTHER), Not(&Behaviour(B::TendingYoung))]));

pub(crate) const PEOPLE: P = Called(
    "with a trace of people",
    &Any(&[Not(&Impact(I::None)), Substrate(U::Hand), Substrate(U::Wall), Substrate(U::FencePost)]),
);
pub(crate) const STUDIED: P = Called(
    "marked or measured by people",
    &Any(&[
        Impact(I::LegBand),
        Impact(I::RadioTag),
        Impact(I::EarTag),
        Impact(I::Ruler),
        P::CameraTrap,
    ]),
);
pub(crate) const TRAPPED: P =
    Called("caught in gear", &Any(&[Impact(I::Net), Impact(I::FishHook)]));
pub(crate) const NEAR: P = Called("near enough to be seen well", &Not(&Framing(F::Distant)));
