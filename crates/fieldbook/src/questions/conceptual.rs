//! Questions that name an idea. The predicates define which pictures show it; pictures that only
//! touch on it are grade 1.

use super::question::{Question, questions};
use crate::predicate::terms::*;

pub(super) const CONCEPTUAL: &[Question] = questions! { Conceptual:
    "a hard winter", [ANIMAL, Any(&[Weather(W::Snowfall), Substrate(U::Snow)])] partly [ANIMAL, Season(SeasonOf::Winter)];
    "parental care", [Behaviour(B::TendingYoung)] partly [Substrate(U::Nest), Any(&[LifeStage(L::Egg), LifeStage(L::Juvenile)])];
    "a narrow escape", [ANIMAL, Any(&[Health(HealthOf::Injured), Health(HealthOf::MissingLimb)])];
    "life finding a way among our rubbish", [Impact(I::Litter)];
    "eat or be eaten", [PREDATION] partly [Behaviour(B::CarryingPrey)];
    "the end of a life", [DEAD] partly [Any(&[Relation(R::EatenBy), All(&[PLANT, LifeStage(L::Withered)])])];
    "rebirth", [Group(G::Butterfly), Behaviour(B::Hatching)] partly [Any(&[LifeStage(L::Pupa), Behaviour(B::Hatching)])];
    "a promise of things to come", [Any(&[LifeStage(L::Egg), LifeStage(L::Pupa), LifeStage(L::Seedling)])]
        partly [Group(G::Fungus), LifeStage(L::Juvenile)];
    "innocence", [ANIMAL, LifeStage(L::Juvenile)] partly [ANIMAL, Behaviour(B::TendingYoung)];
    "solitude", [ALONE, ANIMAL, Framing(F::Distant)];
    "strength in numbers", [ANIMAL, Count(C::Flock)] partly [ANIMAL, Count(C::Few)];
    "friendship across borders", [Any(&[Relation(R::Bears), Relation(R::EscortedBy)])] partly [Relation(R::PerchedOn), Companion(&ANIMAL)];
    "one hand washes the other", [Any(&[POLLINATION, All(&[Species(S::Clownfish), Relation(R::PerchedOn)])])] partly [LIVING_TOGETHER];
    "a guest who takes and gives nothing", [ANIMAL, Health(HealthOf::Parasites)]
        partly [Any(&[Relation(R::GrowsOn), Health(HealthOf::Parasites)])];
    "rivalry", [Behaviour(B::Fighting)] partly [Behaviour(B::Displaying)];
    "courage", [Behaviour(B::Displaying), Any(&[Group(G::Spider), Group(G::Reptile), Group(G::Crustacean)])]
        partly [Behaviour(B::Fighting)];
    "romance", [Behaviour(B::Mating)] partly [Behaviour(B::Displaying), Any(&[BIRD, Group(G::Fish)])];
    "vanity", [Behaviour(B::Displaying), Any(&[BIRD, Group(G::Fish)])];
    "freedom", [BIRD, Behaviour(B::Flying), Not(&PEOPLE)] partly [BIRD, Behaviour(B::Flying)];
    "captivity", [TRAPPED] partly [ANIMAL, Any(&[Impact(I::Fence), Substrate(U::Hand)])];
    "human cruelty or carelessness", [Any(&[TRAPPED, Impact(I::Litter)])] partly [DEAD, Impact(I::Road)];
    "people and wild animals getting on", [ANIMAL, Substrate(U::Hand)] partly [ANIMAL, TOWN];
    "trust", [ANIMAL, Substrate(U::Hand), Not(&AILING), Not(&DEAD)];
    "being watched", [CameraTrap] partly [STUDIED];
    "the price of progress", [Any(&[Impact(I::Road), Impact(I::PowerLine)])] partly [Impact(I::Fence)];
    "curiosity of science", [STUDIED];
    "danger from traffic", [ANIMAL, Impact(I::Road)];
    "wild neighbours", [ANIMAL, Habitat(H::City)] partly [ANIMAL, Habitat(H::Garden)];
    "city nights", [Habitat(H::City), DARK] partly [Habitat(H::City), Light(LightOf::Dusk)];
    "things that go bump in the night", [DARK, Any(&[Group(G::Owl), Group(G::Mammal), Group(G::Spider)])] partly [DARK, ANIMAL];
    "a Halloween mood", [Any(&[DARK, Weather(W::Fog)]), Any(&[Group(G::Owl), Group(G::Spider), Group(G::Fungus), Species(S::MarbledToad)])];
    "drawn to the moon", [MOTH, Light(LightOf::Night)] partly [INSECT, DARK];
    "a fairy-tale forest", [Any(&[Species(S::FlyAgaric), Species(S::BellglowCap)]), Habitat(H::Woodland)]
        partly [Group(G::Fungus), Any(&[Habitat(H::Woodland), Habitat(H::ConiferForest)])];
    "mystery of the deep", [Habitat(H::DeepSea)] partly [UNDER_WATER, DARK];
    "light in the darkness", [DARK, Any(&[Species(S::Anglerfish), Species(S::AuroraJelly), Species(S::BellglowCap), Species(S::LanternWren)])];
    "weightlessness", [Group(G::Cnidarian), Behaviour(B::Swimming)] partly [UNDER_WATER, Substrate(U::Midwater)];
    "patience rewarded", [Behaviour(B::Feeding), Relation(R::Eats), Any(&[Species(S::GreyHeron), Group(G::Spider), Species(S::Anglerfish)])]
        partly [Relation(R::Eats)];
    "hard work", [Any(&[Behaviour(B::NestBuilding), All(&[Group(G::Bee), Behaviour(B::Feeding)])])] partly [Behaviour(B::TendingYoung)];
    "building a home", [Behaviour(B::NestBuilding)];
    "home and shelter", [Any(&[Substrate(U::Nest), Species(S::HermitCrab)])];
    "idleness", [Any(&[Behaviour(B::Basking), Behaviour(B::Sleeping)])];
    "sweet sleep", [Behaviour(B::Sleeping), Group(G::Mammal)] partly [Behaviour(B::Sleeping)];
    "slow but sure", [Behaviour(B::Moving), Any(&[Group(G::Mollusc), Species(S::Tortoise)])];
    "speed and grace", [ANIMAL, Behaviour(B::Leaping)]
        partly [Any(&[Species(S::BarnSwallow), Species(S::BluefinTuna)]), Any(&[Behaviour(B::Flying), Behaviour(B::Swimming)])];
    "music without instruments", [Group(G::PerchingBird), Behaviour(B::Calling), LifeStage(L::Adult)] partly [Behaviour(B::Calling)];
    "a cry for attention", [LifeStage(L::Juvenile), Behaviour(B::Calling)] partly [Behaviour(B::Calling)];
    "an outsider", [Not(&Morph(M::Typical))];
    "disguise", [Species(S::TreeFrog), Substrate(U::Leaf)]
        partly [Any(&[Species(S::LunaMoth), Species(S::GreenLizard), Species(S::GlasshornSnail)]), Any(&[Substrate(U::Leaf), Habitat(H::Meadow), Habitat(H::Woodland)])];
    "a warning to keep away", [Any(&[Species(S::BlueDartFrog), Species(S::FireSalamander), Species(S::WaspSpider)]), LifeStage(L::Adult), Morph(M::Typical)]
        partly [Behaviour(B::Displaying), Any(&[Group(G::Reptile), Group(G::Spider), Group(G::Crustacean)])];
    "perseverance", [ANIMAL, Any(&[Health(HealthOf::MissingLimb), Health(HealthOf::Injured)]), Not(&Behaviour(B::Resting))]
        partly [ANIMAL, Health(HealthOf::MissingLimb)];
    "suffering", [ANIMAL, Any(&[AILING, TRAPPED])] partly [Relation(R::EatenBy)];
    "first signs of spring", [Season(SeasonOf::Spring), Any(&[LifeStage(L::Flowering), LifeStage(L::Seedling), LifeStage(L::Egg)])]
        partly [Season(SeasonOf::Spring), Any(&[YOUNG, Behaviour(B::NestBuilding)])];
    "the fullness of summer", [Season(SeasonOf::Summer), Any(&[LifeStage(L::Flowering), POLLINATION])]
        partly [Season(SeasonOf::Summer), Group(G::Butterfly), Behaviour(B::Flying)];
    "harvest time", [LifeStage(L::Fruiting), Group(G::Tree)] partly [Season(SeasonOf::Autumn), Habitat(H::Farmland)];
    "autumn melancholy", [Season(SeasonOf::Autumn), Any(&[BAD_WEATHER, LifeStage(L::Withered), Behaviour(B::Dispersing)])]
        partly [Season(SeasonOf::Autumn), Light(LightOf::Dusk)];
    "letting go", [Behaviour(B::Dispersing)];
    "beauty that fades", [Group(G::Flower), LifeStage(L::Withered)] partly [LifeStage(L::Withered)];
    "calm before the night", [Light(LightOf::Dusk), Weather(W::Clear), Any(&[Behaviour(B::Resting), Behaviour(B::Sleeping), Behaviour(B::Growing)])]
        partly [Light(LightOf::Dusk)];
    "making the best of bad weather", [ANIMAL, Any(&[Weather(W::Rain), Weather(W::Snowfall)]), Any(&[Behaviour(B::Feeding), Behaviour(B::Calling), Behaviour(B::Moving)])];
    "lost in the mist", [ANIMAL, Weather(W::Fog), Framing(F::Distant)] partly [ANIMAL, Weather(W::Fog)];
    "shipwrecked", [Any(&[Habitat(H::Beach), Habitat(H::RockyShore)]), Any(&[Impact(I::Litter), DEAD])];
    "a world at the edge of life", [Any(&[Habitat(H::Tundra), Habitat(H::Desert)])]
        partly [Any(&[Habitat(H::Mountain), Habitat(H::DeepSea)])];
    "survival in the desert", [Habitat(H::Desert), ANIMAL] partly [Habitat(H::Desert)];
    "a peaceable kingdom", [Companion(&ANIMAL), ANIMAL, Not(&PREDATION)];
    "life that never was", [Invented];
    "great deeds of small creatures", [Any(&[INSECT, Group(G::Spider)]), Any(&[Behaviour(B::CarryingPrey), Relation(R::Eats), Behaviour(B::Fighting)])];
    "nobility", [Any(&[Species(S::GoldenEagle), Species(S::RoeDeer), Species(S::MuteSwan), Species(S::StagBeetle)]), LifeStage(L::Adult), Not(&AILING), Not(&DEAD)];
};
