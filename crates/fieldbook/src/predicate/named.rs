//! Predicates with familiar names: "a bird", "in bad weather".

use super::terms::*;

macro_rules! named {
    ($($(#[$doc:meta])* $constant:ident, $name:literal, $is:expr;)+) => {
        $($(#[$doc])* pub(crate) const $constant: Predicate = Called($name, &$is);)+
    };
}

pub(crate) const WITH_ANOTHER: Predicate = Companion(&Always);

named! {
    BIRD, "a bird", Any(&[Group(G::PerchingBird), Group(G::Raptor), Group(G::Owl), Group(G::Waterbird)]);
    INSECT, "an insect", Any(&[Group(G::Butterfly), Group(G::Beetle), Group(G::Bee), Group(G::Dragonfly)]);
    PLANT, "a plant", Any(&[Group(G::Flower), Group(G::Tree)]);
    ANIMAL, "an animal", Not(&Any(&[Group(G::Flower), Group(G::Tree), Group(G::Fungus)]));
    INVERTEBRATE, "an invertebrate", Any(&[INSECT, Group(G::Cnidarian), Group(G::Mollusc), Group(G::Spider), Group(G::Crustacean)]);
    MOTH, "a moth", Any(&[Species(S::LunaMoth), Species(S::ElephantHawkmoth), Species(S::PaperLanternMoth)]);
    BUTTERFLY, "a butterfly", All(&[Group(G::Butterfly), Not(&MOTH)]);
    FROG, "a frog", Any(&[Species(S::CommonFrog), Species(S::TreeFrog), Species(S::BlueDartFrog)]);
    SNAKE, "a snake", Any(&[Species(S::GrassSnake), Species(S::Adder)]);
    JELLYFISH, "a jellyfish", Any(&[Species(S::MoonJelly), Species(S::CompassJelly), Species(S::AuroraJelly)]);
    CRAB, "a crab", Any(&[Species(S::ShoreCrab), Species(S::HermitCrab), Species(S::FiddlerCrab)]);
    SNAIL, "a snail", Any(&[Species(S::GardenSnail), Species(S::GlasshornSnail)]);

    /// Neither egg, larva, pupa nor seedling: what the name of a species suggests.
    FORMED, "not an egg, larva, pupa or seedling", Not(&Any(&[LifeStage(L::Egg), LifeStage(L::Larva), LifeStage(L::Pupa), LifeStage(L::Seedling)]));
    YOUNG, "young", Any(&[LifeStage(L::Larva), LifeStage(L::Pupa), LifeStage(L::Juvenile), LifeStage(L::Seedling)]);
    DEAD, "dead", All(&[Health(HealthOf::Dead), ANIMAL]);
    ALIVE, "alive", Not(&Health(HealthOf::Dead));
    AILING, "hurt, infested or sick", Any(&[Health(HealthOf::Injured), Health(HealthOf::MissingLimb), Health(HealthOf::Parasites), Health(HealthOf::Diseased)]);
    /// Resting, alive, and not being eaten.
    AT_REST, "at rest", All(&[Behaviour(B::Resting), ALIVE, FORMED, ANIMAL, Not(&Relation(R::EatenBy))]);

    UNDER_WATER, "under water", Any(&[Habitat(H::Stream), Habitat(H::Reef), Habitat(H::OpenSea), Habitat(H::DeepSea)]);
    WATER, "in, on or by water", Any(&[UNDER_WATER, Habitat(H::Wetland), Habitat(H::RockyShore), Habitat(H::Beach)]);
    SEA, "in or by the sea", Any(&[Habitat(H::Reef), Habitat(H::OpenSea), Habitat(H::DeepSea), Habitat(H::RockyShore), Habitat(H::Beach)]);
    SHORE, "on the shore", Any(&[Habitat(H::RockyShore), Habitat(H::Beach)]);
    WOOD, "in a wood", Any(&[Habitat(H::Woodland), Habitat(H::ConiferForest), Habitat(H::Rainforest)]);
    TOWN, "in town or garden", Any(&[Habitat(H::City), Habitat(H::Garden)]);

    DARK, "in the dark", Any(&[Light(LightOf::Night), Light(LightOf::Flash)]);
    SNOWY, "in snow", Any(&[Weather(W::Snowfall), Substrate(U::Snow)]);
    WINTRY, "in winter or snow", Any(&[SNOWY, Season(SeasonOf::Winter)]);
    BAD_WEATHER, "in bad weather", Any(&[Weather(W::Rain), Weather(W::Snowfall), Weather(W::Fog)]);

    PREDATION, "one animal with another for its prey", Any(&[Relation(R::Eats), Relation(R::EatenBy)]);
    POLLINATION, "an insect at a flower", Any(&[Relation(R::Pollinates), Relation(R::PollinatedBy)]);
    LIVING_TOGETHER, "two species in company", Any(&[Relation(R::PerchedOn), Relation(R::Bears), Relation(R::EscortedBy), Relation(R::GrowsOn), POLLINATION]);
    SEVERAL, "several of a kind", Any(&[Count(C::Two), Count(C::Few), Count(C::Flock)]);
    ALONE, "alone", All(&[Count(C::One), Not(&WITH_ANOTHER), Not(&Behaviour(B::TendingYoung))]);

    PEOPLE, "with a trace of people", Any(&[Not(&Impact(I::None)), Substrate(U::Hand), Substrate(U::Wall), Substrate(U::FencePost)]);
    STUDIED, "marked or measured by people", Any(&[Impact(I::LegBand), Impact(I::RadioTag), Impact(I::EarTag), Impact(I::Ruler), CameraTrap]);
    TRAPPED, "caught in gear", Any(&[Impact(I::Net), Impact(I::FishHook)]);
    NEAR, "near enough to be seen well", Not(&Framing(F::Distant));
}
