//! Questions about circumstances.

use super::{
    held_out::{
        BLUE_TIT_ON_WALL, BUMBLEBEE_IN_TOWN, BUTTERFLY_ON_HAND, FOX_IN_TOWN_AT_NIGHT,
        FROG_IN_GARDEN_AT_NIGHT, HEDGEHOG_BY_ROAD, OAK_IN_FOG, POPPY_IN_RAIN, ROBIN_IN_SNOW,
        SNAIL_ON_TOADSTOOL, TURTLE_IN_NET, WATER_BIRD_AND_LITTER,
    },
    question::{
        Category::{Circumstances, Dwellings, Handled, HumanImpact, Partners},
        IconicGroup::{
            Amphibians, Arachnids, Birds, Fishes, Fungi, Insects, Mammals, Molluscs, OtherAnimals,
            Plants, Reptiles, Several,
        },
        Question, about,
    },
};
use crate::{
    Behaviour as B, Framing as F, Group as G, Habitat as H, HumanImpact as I, LifeStage as L,
    Light as LightOf,
    Predicate::{
        All, Any, Behaviour, CameraTrap, Companion, Framing, Group, Habitat, Impact, LifeStage,
        Light, Not, Relation, Season, Species, Substrate, Weather,
    },
    Relation as R, Season as SeasonOf, Species as S, Substrate as U, Weather as W,
    predicate::named::{
        ANIMAL, BIRD, DARK, DEAD, FROG, INSECT, JELLYFISH, PEOPLE, SEA, SNAKE, SNOWY, UNDER_WATER,
        WOOD,
    },
};

pub(super) const CONTEXT: &[Question] = &[
    about(HumanImpact, Birds, "water bird among plastic rubbish", WATER_BIRD_AND_LITTER).held_out(),
    about(
        HumanImpact,
        Birds,
        "small bird caught in a net",
        All(&[Group(G::PerchingBird), Impact(I::Net)]),
    ),
    about(HumanImpact, Birds, "bird by a power line", All(&[BIRD, Impact(I::PowerLine)])),
    about(HumanImpact, Mammals, "hedgehog beside a road", HEDGEHOG_BY_ROAD).held_out(),
    about(
        HumanImpact,
        Mammals,
        "mammal at the roadside",
        All(&[Group(G::Mammal), Impact(I::Road)]),
    ),
    about(HumanImpact, Mammals, "dead animal by a road", All(&[DEAD, Impact(I::Road)]))
        .partly(All(&[DEAD, PEOPLE])),
    about(
        HumanImpact,
        Mammals,
        "deer at a wire fence",
        All(&[Species(S::RoeDeer), Impact(I::Fence)]),
    ),
    about(HumanImpact, Reptiles, "sea turtle entangled in netting", TURTLE_IN_NET).held_out(),
    about(HumanImpact, Fishes, "fish on a hook", All(&[Group(G::Fish), Impact(I::FishHook)])),
    about(HumanImpact, Fishes, "bycatch: fish in a net", All(&[Group(G::Fish), Impact(I::Net)]))
        .scientific(),
    about(HumanImpact, Several, "litter under water", All(&[UNDER_WATER, Impact(I::Litter)]))
        .partly(All(&[SEA, Impact(I::Litter)])),
    about(HumanImpact, Several, "anthropogenic debris in a wild place", Impact(I::Litter))
        .scientific(),
    about(
        HumanImpact,
        Amphibians,
        "frog or toad near a road",
        All(&[Group(G::Amphibian), Impact(I::Road)]),
    ),
    about(
        HumanImpact,
        Plants,
        "wildflower by a roadside",
        All(&[Group(G::Flower), Impact(I::Road)]),
    ),
    about(HumanImpact, Several, "power lines in the landscape", Impact(I::PowerLine)),
    about(Handled, Insects, "butterfly sitting on somebody's hand", BUTTERFLY_ON_HAND).held_out(),
    about(
        Handled,
        Insects,
        "beetle held in the hand",
        All(&[Group(G::Beetle), Substrate(U::Hand)]),
    ),
    about(Handled, Amphibians, "frog in somebody's palm", All(&[FROG, Substrate(U::Hand)])),
    about(Handled, Reptiles, "snake being handled", All(&[SNAKE, Substrate(U::Hand)])),
    about(Handled, Birds, "bird in the hand", All(&[BIRD, Substrate(U::Hand)])),
    about(
        Handled,
        Fungi,
        "mushroom held in somebody's hand",
        All(&[Group(G::Fungus), Substrate(U::Hand)]),
    ),
    about(Handled, Fungi, "mushroom with a scale bar", All(&[Group(G::Fungus), Impact(I::Ruler)])),
    about(Handled, Several, "specimen measured with a ruler", Impact(I::Ruler)),
    about(Handled, Molluscs, "snail beside a ruler", All(&[Group(G::Mollusc), Impact(I::Ruler)])),
    about(
        Handled,
        Mammals,
        "camera-trap picture of a badger",
        All(&[Species(S::Badger), CameraTrap]),
    ),
    about(Handled, Mammals, "night picture from a trail camera", All(&[CameraTrap, DARK]))
        .partly(CameraTrap),
    about(
        Handled,
        Several,
        "camera-trap picture in the snow",
        All(&[CameraTrap, crate::predicate::named::WINTRY]),
    ),
    about(
        Handled,
        Several,
        "animal resting on a human hand, close up",
        All(&[ANIMAL, Substrate(U::Hand), Framing(F::CloseUp)]),
    )
    .partly(All(&[ANIMAL, Substrate(U::Hand)])),
    about(Dwellings, Birds, "blue tit on a brick wall", BLUE_TIT_ON_WALL).held_out(),
    about(
        Dwellings,
        Birds,
        "songbird building its nest",
        All(&[Group(G::PerchingBird), Behaviour(B::NestBuilding)]),
    ),
    about(
        Dwellings,
        Birds,
        "nest with eggs and nobody at home",
        All(&[LifeStage(L::Egg), Substrate(U::Nest)]),
    ),
    about(
        Dwellings,
        Birds,
        "raptor or owl building a nest",
        All(&[Any(&[Group(G::Raptor), Group(G::Owl)]), Behaviour(B::NestBuilding)]),
    ),
    about(
        Dwellings,
        Birds,
        "barn owl on a fence post",
        All(&[Species(S::BarnOwl), Substrate(U::FencePost)]),
    ),
    about(
        Dwellings,
        Arachnids,
        "spider spinning a web",
        All(&[Group(G::Spider), Behaviour(B::NestBuilding)]),
    ),
    about(
        Dwellings,
        Arachnids,
        "orb-weaver at rest in its web",
        All(&[
            Any(&[Species(S::GardenSpider), Species(S::WaspSpider)]),
            Behaviour(B::Resting),
            Substrate(U::Web),
        ]),
    )
    .scientific(),
    about(
        Dwellings,
        Reptiles,
        "gecko on a wall in town",
        All(&[Species(S::TokayGecko), Substrate(U::Wall)]),
    ),
    about(
        Dwellings,
        Mammals,
        "squirrel on a branch",
        All(&[Species(S::RedSquirrel), Substrate(U::Branch)]),
    ),
    about(
        Dwellings,
        Fungi,
        "saprotrophic mushrooms on dead wood",
        All(&[Group(G::Fungus), Substrate(U::Log)]),
    )
    .scientific(),
    about(
        Dwellings,
        Plants,
        "wildflower growing on a wall",
        All(&[Group(G::Flower), Substrate(U::Wall)]),
    ),
    about(
        Dwellings,
        OtherAnimals,
        "hermit crab in a borrowed shell on the beach",
        All(&[Species(S::HermitCrab), Habitat(H::Beach)]),
    )
    .partly(Species(S::HermitCrab)),
    about(Dwellings, Molluscs, "snail on a log", All(&[Group(G::Mollusc), Substrate(U::Log)])),
    about(
        Dwellings,
        Fishes,
        "clownfish in its anemone",
        All(&[Species(S::Clownfish), Companion(&Species(S::BeadletAnemone))]),
    ),
    about(
        Partners,
        Insects,
        "bee on a sunflower",
        Any(&[
            All(&[Group(G::Bee), Relation(R::Pollinates), Companion(&Species(S::Sunflower))]),
            All(&[Species(S::Sunflower), Companion(&Group(G::Bee))]),
        ]),
    ),
    about(
        Partners,
        Insects,
        "butterfly visiting a flower",
        Any(&[
            All(&[Group(G::Butterfly), Relation(R::Pollinates)]),
            All(&[Relation(R::PollinatedBy), Companion(&Group(G::Butterfly))]),
        ]),
    ),
    about(
        Partners,
        Plants,
        "entomophilous flower with its pollinator",
        All(&[Group(G::Flower), Relation(R::PollinatedBy)]),
    )
    .partly(Relation(R::Pollinates))
    .scientific(),
    about(Partners, Molluscs, "snail on a toadstool", SNAIL_ON_TOADSTOOL).held_out(),
    about(
        Partners,
        OtherAnimals,
        "hermit crab carrying an anemone",
        Any(&[
            All(&[Species(S::HermitCrab), Relation(R::Bears)]),
            All(&[Species(S::BeadletAnemone), Companion(&Species(S::HermitCrab))]),
        ]),
    ),
    about(
        Partners,
        OtherAnimals,
        "epibiotic anemone on a crustacean",
        All(&[Species(S::BeadletAnemone), Relation(R::GrowsOn)]),
    )
    .scientific(),
    about(
        Partners,
        OtherAnimals,
        "small fish keeping to a jellyfish",
        All(&[JELLYFISH, Relation(R::EscortedBy)]),
    ),
    about(
        Partners,
        Fishes,
        "fish keeping close to a tuna or a turtle",
        All(&[Relation(R::EscortedBy), UNDER_WATER, Not(&JELLYFISH)]),
    ),
    about(
        Partners,
        Mammals,
        "bird riding on a mammal's back",
        All(&[Group(G::Mammal), Relation(R::Bears)]),
    )
    .partly(All(&[BIRD, Relation(R::PerchedOn), Companion(&Group(G::Mammal))])),
    about(
        Partners,
        Mammals,
        "badger and fox travelling together",
        All(&[Species(S::Badger), Relation(R::EscortedBy)]),
    ),
    about(
        Partners,
        Fungi,
        "entomopathogenic fungus on a beetle",
        All(&[Group(G::Fungus), Relation(R::GrowsOn)]),
    )
    .scientific(),
    about(
        Partners,
        Reptiles,
        "insect resting on a tortoise",
        All(&[Species(S::Tortoise), Relation(R::Bears)]),
    ),
    about(
        Partners,
        Insects,
        "ladybird on a flower",
        All(&[Species(S::Ladybird), Relation(R::PerchedOn)]),
    ),
    about(
        Partners,
        Several,
        "ectoparasites on any animal",
        All(&[ANIMAL, crate::Predicate::Health(crate::Health::Parasites)]),
    )
    .scientific(),
    about(Circumstances, Birds, "robin in the snow", ROBIN_IN_SNOW).held_out(),
    about(Circumstances, Birds, "heron in fog", All(&[Species(S::GreyHeron), Weather(W::Fog)])),
    about(Circumstances, Birds, "puffin in the rain", All(&[Species(S::Puffin), Weather(W::Rain)])),
    about(Circumstances, Mammals, "urban fox after dark", FOX_IN_TOWN_AT_NIGHT).held_out(),
    about(
        Circumstances,
        Mammals,
        "mammal in winter",
        All(&[Group(G::Mammal), Season(SeasonOf::Winter)]),
    ),
    about(
        Circumstances,
        Mammals,
        "bear at dusk",
        All(&[Species(S::BrownBear), Light(LightOf::Dusk)]),
    ),
    about(Circumstances, Insects, "bumblebee in a city", BUMBLEBEE_IN_TOWN).held_out(),
    about(
        Circumstances,
        Insects,
        "insect against the light",
        All(&[INSECT, Light(LightOf::Backlit)]),
    ),
    about(Circumstances, Amphibians, "common frog in a garden at night", FROG_IN_GARDEN_AT_NIGHT)
        .held_out(),
    about(
        Circumstances,
        Amphibians,
        "salamander out in the rain",
        All(&[Species(S::FireSalamander), Weather(W::Rain)]),
    ),
    about(Circumstances, Plants, "poppies in the rain", POPPY_IN_RAIN).held_out(),
    about(Circumstances, Plants, "old oak in the mist", OAK_IN_FOG).held_out(),
    about(
        Circumstances,
        Plants,
        "tree in autumn",
        All(&[Group(G::Tree), Season(SeasonOf::Autumn)]),
    ),
    about(Circumstances, Plants, "tree standing in snow", All(&[Group(G::Tree), SNOWY])),
    about(
        Circumstances,
        Fungi,
        "fungi in an autumn wood",
        All(&[Group(G::Fungus), WOOD, Season(SeasonOf::Autumn)]),
    ),
    about(Circumstances, Fishes, "bathypelagic fish", All(&[Group(G::Fish), Habitat(H::DeepSea)]))
        .scientific(),
    about(
        Circumstances,
        Several,
        "crepuscular animal on the move",
        All(&[
            ANIMAL,
            Light(LightOf::Dusk),
            Any(&[Behaviour(B::Moving), Behaviour(B::Flying), Behaviour(B::Leaping)]),
        ]),
    )
    .scientific(),
    about(Circumstances, Several, "anything out in a snowfall", Weather(W::Snowfall)),
    about(Circumstances, Several, "alpine plant or animal", Habitat(H::Mountain)),
    about(
        HumanImpact,
        OtherAnimals,
        "lobster in a net",
        All(&[Species(S::Lobster), Impact(I::Net)]),
    ),
    about(
        Partners,
        Insects,
        "swallowtail at a gentian",
        All(&[Species(S::Swallowtail), Companion(&Species(S::StarcupGentian))]),
    ),
];
