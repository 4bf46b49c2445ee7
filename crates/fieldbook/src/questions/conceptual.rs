//! Questions that name an idea. The predicates define which pictures show it; pictures that only
//! touch on it are grade 1.

use super::question::{Family::Conceptual, Question, of_family};
use crate::{
    Behaviour as B, Count as C, Framing as F, Group as G, Habitat as H, Health as HealthOf,
    HumanImpact as I, LifeStage as L, Light as LightOf, Morph as M,
    Predicate::{
        self, All, Any, Behaviour, CameraTrap, Companion, Count, Framing, Group, Habitat, Health,
        Impact, Invented, LifeStage, Light, Morph, Not, Relation, Season, Species, Substrate,
        Weather,
    },
    Relation as R, Season as SeasonOf, Species as S, Substrate as U, Weather as W,
    predicate::named::{
        AILING, ALONE, ANIMAL, BAD_WEATHER, BIRD, DARK, DEAD, INSECT, LIVING_TOGETHER, MOTH,
        PEOPLE, PLANT, POLLINATION, PREDATION, STUDIED, TOWN, TRAPPED, UNDER_WATER, YOUNG,
    },
};

const fn idea(text: &'static str, fully: Predicate) -> Question {
    of_family(Conceptual, text, fully)
}

pub(super) const CONCEPTUAL: &[Question] = &[
    idea("a hard winter", All(&[ANIMAL, Any(&[Weather(W::Snowfall), Substrate(U::Snow)])]))
        .partly(All(&[ANIMAL, Season(SeasonOf::Winter)])),
    idea("parental care", Behaviour(B::TendingYoung))
        .partly(All(&[Substrate(U::Nest), Any(&[LifeStage(L::Egg), LifeStage(L::Juvenile)])])),
    idea(
        "a narrow escape",
        All(&[ANIMAL, Any(&[Health(HealthOf::Injured), Health(HealthOf::MissingLimb)])]),
    ),
    idea("life finding a way among our rubbish", Impact(I::Litter)),
    idea("eat or be eaten", PREDATION).partly(Behaviour(B::CarryingPrey)),
    idea("the end of a life", DEAD)
        .partly(Any(&[Relation(R::EatenBy), All(&[PLANT, LifeStage(L::Withered)])])),
    idea("rebirth", All(&[Group(G::Butterfly), Behaviour(B::Hatching)]))
        .partly(Any(&[LifeStage(L::Pupa), Behaviour(B::Hatching)])),
    idea(
        "a promise of things to come",
        Any(&[LifeStage(L::Egg), LifeStage(L::Pupa), LifeStage(L::Seedling)]),
    )
    .partly(All(&[Group(G::Fungus), LifeStage(L::Juvenile)])),
    idea("innocence", All(&[ANIMAL, LifeStage(L::Juvenile)]))
        .partly(All(&[ANIMAL, Behaviour(B::TendingYoung)])),
    idea("solitude", All(&[ALONE, ANIMAL, Framing(F::Distant)])),
    idea("strength in numbers", All(&[ANIMAL, Count(C::Flock)]))
        .partly(All(&[ANIMAL, Count(C::Few)])),
    idea("friendship across borders", Any(&[Relation(R::Bears), Relation(R::EscortedBy)]))
        .partly(All(&[Relation(R::PerchedOn), Companion(&ANIMAL)])),
    idea(
        "one hand washes the other",
        Any(&[POLLINATION, All(&[Species(S::Clownfish), Relation(R::PerchedOn)])]),
    )
    .partly(LIVING_TOGETHER),
    idea("a guest who takes and gives nothing", All(&[ANIMAL, Health(HealthOf::Parasites)]))
        .partly(Any(&[Relation(R::GrowsOn), Health(HealthOf::Parasites)])),
    idea("rivalry", Behaviour(B::Fighting)).partly(Behaviour(B::Displaying)),
    idea(
        "courage",
        All(&[
            Behaviour(B::Displaying),
            Any(&[Group(G::Spider), Group(G::Reptile), Group(G::Crustacean)]),
        ]),
    )
    .partly(Behaviour(B::Fighting)),
    idea("romance", Behaviour(B::Mating))
        .partly(All(&[Behaviour(B::Displaying), Any(&[BIRD, Group(G::Fish)])])),
    idea("vanity", All(&[Behaviour(B::Displaying), Any(&[BIRD, Group(G::Fish)])])),
    idea("freedom", All(&[BIRD, Behaviour(B::Flying), Not(&PEOPLE)]))
        .partly(All(&[BIRD, Behaviour(B::Flying)])),
    idea("captivity", TRAPPED).partly(All(&[ANIMAL, Any(&[Impact(I::Fence), Substrate(U::Hand)])])),
    idea("human cruelty or carelessness", Any(&[TRAPPED, Impact(I::Litter)]))
        .partly(All(&[DEAD, Impact(I::Road)])),
    idea("people and wild animals getting on", All(&[ANIMAL, Substrate(U::Hand)]))
        .partly(All(&[ANIMAL, TOWN])),
    idea("trust", All(&[ANIMAL, Substrate(U::Hand), Not(&AILING), Not(&DEAD)])),
    idea("being watched", CameraTrap).partly(STUDIED),
    idea("the price of progress", Any(&[Impact(I::Road), Impact(I::PowerLine)]))
        .partly(Impact(I::Fence)),
    idea("curiosity of science", STUDIED),
    idea("danger from traffic", All(&[ANIMAL, Impact(I::Road)])),
    idea("wild neighbours", All(&[ANIMAL, Habitat(H::City)]))
        .partly(All(&[ANIMAL, Habitat(H::Garden)])),
    idea("city nights", All(&[Habitat(H::City), DARK]))
        .partly(All(&[Habitat(H::City), Light(LightOf::Dusk)])),
    idea(
        "things that go bump in the night",
        All(&[DARK, Any(&[Group(G::Owl), Group(G::Mammal), Group(G::Spider)])]),
    )
    .partly(All(&[DARK, ANIMAL])),
    idea(
        "a Halloween mood",
        All(&[
            Any(&[DARK, Weather(W::Fog)]),
            Any(&[Group(G::Owl), Group(G::Spider), Group(G::Fungus), Species(S::MarbledToad)]),
        ]),
    ),
    idea("drawn to the moon", All(&[MOTH, Light(LightOf::Night)])).partly(All(&[INSECT, DARK])),
    idea(
        "a fairy-tale forest",
        All(&[Any(&[Species(S::FlyAgaric), Species(S::BellglowCap)]), Habitat(H::Woodland)]),
    )
    .partly(All(&[Group(G::Fungus), Any(&[Habitat(H::Woodland), Habitat(H::ConiferForest)])])),
    idea("mystery of the deep", Habitat(H::DeepSea)).partly(All(&[UNDER_WATER, DARK])),
    idea(
        "light in the darkness",
        All(&[
            DARK,
            Any(&[
                Species(S::Anglerfish),
                Species(S::AuroraJelly),
                Species(S::BellglowCap),
                Species(S::LanternWren),
            ]),
        ]),
    ),
    idea("weightlessness", All(&[Group(G::Cnidarian), Behaviour(B::Swimming)]))
        .partly(All(&[UNDER_WATER, Substrate(U::Midwater)])),
    idea(
        "patience rewarded",
        All(&[
            Behaviour(B::Feeding),
            Relation(R::Eats),
            Any(&[Species(S::GreyHeron), Group(G::Spider), Species(S::Anglerfish)]),
        ]),
    )
    .partly(Relation(R::Eats)),
    idea(
        "hard work",
        Any(&[Behaviour(B::NestBuilding), All(&[Group(G::Bee), Behaviour(B::Feeding)])]),
    )
    .partly(Behaviour(B::TendingYoung)),
    idea("building a home", Behaviour(B::NestBuilding)),
    idea("home and shelter", Any(&[Substrate(U::Nest), Species(S::HermitCrab)])),
    idea("idleness", Any(&[Behaviour(B::Basking), Behaviour(B::Sleeping)])),
    idea("sweet sleep", All(&[Behaviour(B::Sleeping), Group(G::Mammal)]))
        .partly(Behaviour(B::Sleeping)),
    idea(
        "slow but sure",
        All(&[Behaviour(B::Moving), Any(&[Group(G::Mollusc), Species(S::Tortoise)])]),
    ),
    idea("speed and grace", All(&[ANIMAL, Behaviour(B::Leaping)])).partly(All(&[
        Any(&[Species(S::BarnSwallow), Species(S::BluefinTuna)]),
        Any(&[Behaviour(B::Flying), Behaviour(B::Swimming)]),
    ])),
    idea(
        "music without instruments",
        All(&[Group(G::PerchingBird), Behaviour(B::Calling), LifeStage(L::Adult)]),
    )
    .partly(Behaviour(B::Calling)),
    idea("a cry for attention", All(&[LifeStage(L::Juvenile), Behaviour(B::Calling)]))
        .partly(Behaviour(B::Calling)),
    idea("an outsider", Not(&Morph(M::Typical))),
    idea("disguise", All(&[Species(S::TreeFrog), Substrate(U::Leaf)])).partly(All(&[
        Any(&[Species(S::LunaMoth), Species(S::GreenLizard), Species(S::GlasshornSnail)]),
        Any(&[Substrate(U::Leaf), Habitat(H::Meadow), Habitat(H::Woodland)]),
    ])),
    idea(
        "a warning to keep away",
        All(&[
            Any(&[Species(S::BlueDartFrog), Species(S::FireSalamander), Species(S::WaspSpider)]),
            LifeStage(L::Adult),
            Morph(M::Typical),
        ]),
    )
    .partly(All(&[
        Behaviour(B::Displaying),
        Any(&[Group(G::Reptile), Group(G::Spider), Group(G::Crustacean)]),
    ])),
    idea(
        "perseverance",
        All(&[
            ANIMAL,
            Any(&[Health(HealthOf::MissingLimb), Health(HealthOf::Injured)]),
            Not(&Behaviour(B::Resting)),
        ]),
    )
    .partly(All(&[ANIMAL, Health(HealthOf::MissingLimb)])),
    idea("suffering", All(&[ANIMAL, Any(&[AILING, TRAPPED])])).partly(Relation(R::EatenBy)),
    idea(
        "first signs of spring",
        All(&[
            Season(SeasonOf::Spring),
            Any(&[LifeStage(L::Flowering), LifeStage(L::Seedling), LifeStage(L::Egg)]),
        ]),
    )
    .partly(All(&[Season(SeasonOf::Spring), Any(&[YOUNG, Behaviour(B::NestBuilding)])])),
    idea(
        "the fullness of summer",
        All(&[Season(SeasonOf::Summer), Any(&[LifeStage(L::Flowering), POLLINATION])]),
    )
    .partly(All(&[Season(SeasonOf::Summer), Group(G::Butterfly), Behaviour(B::Flying)])),
    idea("harvest time", All(&[LifeStage(L::Fruiting), Group(G::Tree)]))
        .partly(All(&[Season(SeasonOf::Autumn), Habitat(H::Farmland)])),
    idea(
        "autumn melancholy",
        All(&[
            Season(SeasonOf::Autumn),
            Any(&[BAD_WEATHER, LifeStage(L::Withered), Behaviour(B::Dispersing)]),
        ]),
    )
    .partly(All(&[Season(SeasonOf::Autumn), Light(LightOf::Dusk)])),
    idea("letting go", Behaviour(B::Dispersing)),
    idea("beauty that fades", All(&[Group(G::Flower), LifeStage(L::Withered)]))
        .partly(LifeStage(L::Withered)),
    idea(
        "calm before the night",
        All(&[
            Light(LightOf::Dusk),
            Weather(W::Clear),
            Any(&[Behaviour(B::Resting), Behaviour(B::Sleeping), Behaviour(B::Growing)]),
        ]),
    )
    .partly(Light(LightOf::Dusk)),
    idea(
        "making the best of bad weather",
        All(&[
            ANIMAL,
            Any(&[Weather(W::Rain), Weather(W::Snowfall)]),
            Any(&[Behaviour(B::Feeding), Behaviour(B::Calling), Behaviour(B::Moving)]),
        ]),
    ),
    idea("lost in the mist", All(&[ANIMAL, Weather(W::Fog), Framing(F::Distant)]))
        .partly(All(&[ANIMAL, Weather(W::Fog)])),
    idea(
        "shipwrecked",
        All(&[Any(&[Habitat(H::Beach), Habitat(H::RockyShore)]), Any(&[Impact(I::Litter), DEAD])]),
    ),
    idea("a world at the edge of life", Any(&[Habitat(H::Tundra), Habitat(H::Desert)]))
        .partly(Any(&[Habitat(H::Mountain), Habitat(H::DeepSea)])),
    idea("survival in the desert", All(&[Habitat(H::Desert), ANIMAL])).partly(Habitat(H::Desert)),
    idea("a peaceable kingdom", All(&[Companion(&ANIMAL), ANIMAL, Not(&PREDATION)])),
    idea("life that never was", Invented),
    idea(
        "great deeds of small creatures",
        All(&[
            Any(&[INSECT, Group(G::Spider)]),
            Any(&[Behaviour(B::CarryingPrey), Relation(R::Eats), Behaviour(B::Fighting)]),
        ]),
    ),
    idea(
        "nobility",
        All(&[
            Any(&[
                Species(S::GoldenEagle),
                Species(S::RoeDeer),
                Species(S::MuteSwan),
                Species(S::StagBeetle),
            ]),
            LifeStage(L::Adult),
            Not(&AILING),
            Not(&DEAD),
        ]),
    ),
];
