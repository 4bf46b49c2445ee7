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
        Question, naturalist,
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
    naturalist(HumanImpact, Birds, "water bird among plastic rubbish", WATER_BIRD_AND_LITTER)
        .held_out(),
    naturalist(
        HumanImpact,
        Birds,
        "small bird caught in a net",
        All(&[Group(G::PerchingBird), Impact(I::Net)]),
    ),
    naturalist(HumanImpact, Birds, "bird by a power line", All(&[BIRD, Impact(I::PowerLine)])),
    naturalist(HumanImpact, Mammals, "hedgehog beside a road", HEDGEHOG_BY_ROAD).held_out(),
    naturalist(
        HumanImpact,
        Mammals,
        "mammal at the roadside",
        All(&[Group(G::Mammal), Impact(I::Road)]),
    ),
    naturalist(HumanImpact, Mammals, "dead animal by a road", All(&[DEAD, Impact(I::Road)]))
        .partly(All(&[DEAD, PEOPLE])),
    naturalist(
        HumanImpact,
        Mammals,
        "deer at a wire fence",
        All(&[Species(S::RoeDeer), Impact(I::Fence)]),
    ),
    naturalist(HumanImpact, Reptiles, "sea turtle entangled in netting", TURTLE_IN_NET).held_out(),
    naturalist(HumanImpact, Fishes, "fish on a hook", All(&[Group(G::Fish), Impact(I::FishHook)])),
    naturalist(
        HumanImpact,
        Fishes,
        "bycatch: fish in a net",
        All(&[Group(G::Fish), Impact(I::Net)]),
    )
    .scientific(),
    naturalist(HumanImpact, Several, "litter under water", All(&[UNDER_WATER, Impact(I::Litter)]))
        .partly(All(&[SEA, Impact(I::Litter)])),
    naturalist(HumanImpact, Several, "anthropogenic debris in a wild place", Impact(I::Litter))
        .scientific(),
    naturalist(
        HumanImpact,
        Amphibians,
        "frog or toad near a road",
        All(&[Group(G::Amphibian), Impact(I::Road)]),
    ),
    naturalist(
        HumanImpact,
        Plants,
        "wildflower by a roadside",
        All(&[Group(G::Flower), Impact(I::Road)]),
    ),
    naturalist(HumanImpact, Several, "power lines in the landscape", Impact(I::PowerLine)),
    naturalist(Handled, Insects, "butterfly sitting on somebody's hand", BUTTERFLY_ON_HAND)
        .held_out(),
    naturalist(
        Handled,
        Insects,
        "beetle held in the hand",
        All(&[Group(G::Beetle), Substrate(U::Hand)]),
    ),
    naturalist(Handled, Amphibians, "frog in somebody's palm", All(&[FROG, Substrate(U::Hand)])),
    naturalist(Handled, Reptiles, "snake being handled", All(&[SNAKE, Substrate(U::Hand)])),
    naturalist(Handled, Birds, "bird in the hand", All(&[BIRD, Substrate(U::Hand)])),
    naturalist(
        Handled,
        Fungi,
        "mushroom held in somebody's hand",
        All(&[Group(G::Fungus), Substrate(U::Hand)]),
    ),
    naturalist(
        Handled,
        Fungi,
        "mushroom with a scale bar",
        All(&[Group(G::Fungus), Impact(I::Ruler)]),
    ),
    naturalist(Handled, Several, "specimen measured with a ruler", Impact(I::Ruler)),
    naturalist(
        Handled,
        Molluscs,
        "snail beside a ruler",
        All(&[Group(G::Mollusc), Impact(I::Ruler)]),
    ),
    naturalist(
        Handled,
        Mammals,
        "camera-trap picture of a badger",
        All(&[Species(S::Badger), CameraTrap]),
    ),
    naturalist(Handled, Mammals, "night picture from a trail camera", All(&[CameraTrap, DARK]))
        .partly(CameraTrap),
    naturalist(
        Handled,
        Several,
        "camera-trap picture in the snow",
        All(&[CameraTrap, crate::predicate::named::WINTRY]),
    ),
    naturalist(
        Handled,
        Several,
        "animal resting on a human hand, close up",
        All(&[ANIMAL, Substrate(U::Hand), Framing(F::CloseUp)]),
    )
    .partly(All(&[ANIMAL, Substrate(U::Hand)])),
    naturalist(Dwellings, Birds, "blue tit on a brick wall", BLUE_TIT_ON_WALL).held_out(),
    naturalist(
        Dwellings,
        Birds,
        "songbird building its nest",
        All(&[Group(G::PerchingBird), Behaviour(B::NestBuilding)]),
    ),
    naturalist(
        Dwellings,
        Birds,
        "nest with eggs and nobody at home",
        All(&[LifeStage(L::Egg), Substrate(U::Nest)]),
    ),
    naturalist(
        Dwellings,
        Birds,
        "raptor or owl building a nest",
        All(&[Any(&[Group(G::Raptor), Group(G::Owl)]), Behaviour(B::NestBuilding)]),
    ),
    naturalist(
        Dwellings,
        Birds,
        "barn owl on a fence post",
        All(&[Species(S::BarnOwl), Substrate(U::FencePost)]),
    ),
    naturalist(
        Dwellings,
        Arachnids,
        "spider spinning a web",
        All(&[Group(G::Spider), Behaviour(B::NestBuilding)]),
    ),
    naturalist(
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
    naturalist(
        Dwellings,
        Reptiles,
        "gecko on a wall in town",
        All(&[Species(S::TokayGecko), Substrate(U::Wall)]),
    ),
    naturalist(
        Dwellings,
        Mammals,
        "squirrel on a branch",
        All(&[Species(S::RedSquirrel), Substrate(U::Branch)]),
    ),
    naturalist(
        Dwellings,
        Fungi,
        "saprotrophic mushrooms on dead wood",
        All(&[Group(G::Fungus), Substrate(U::Log)]),
    )
    .scientific(),
    naturalist(
        Dwellings,
        Plants,
        "wildflower growing on a wall",
        All(&[Group(G::Flower), Substrate(U::Wall)]),
    ),
    naturalist(
        Dwellings,
        OtherAnimals,
        "hermit crab in a borrowed shell on the beach",
        All(&[Species(S::HermitCrab), Habitat(H::Beach)]),
    )
    .partly(Species(S::HermitCrab)),
    naturalist(Dwellings, Molluscs, "snail on a log", All(&[Group(G::Mollusc), Substrate(U::Log)])),
    naturalist(
        Dwellings,
        Fishes,
        "clownfish in its anemone",
        All(&[Species(S::Clownfish), Companion(&Species(S::BeadletAnemone))]),
    ),
    naturalist(
        Partners,
        Insects,
        "bee on a sunflower",
        Any(&[
            All(&[Group(G::Bee), Relation(R::Pollinates), Companion(&Species(S::Sunflower))]),
            All(&[Species(S::Sunflower), Companion(&Group(G::Bee))]),
        ]),
    ),
    naturalist(
        Partners,
        Insects,
        "butterfly visiting a flower",
        Any(&[
            All(&[Group(G::Butterfly), Relation(R::Pollinates)]),
            All(&[Relation(R::PollinatedBy), Companion(&Group(G::Butterfly))]),
        ]),
    ),
    naturalist(
        Partners,
        Plants,
        "entomophilous flower with its pollinator",
        All(&[Group(G::Flower), Relation(R::PollinatedBy)]),
    )
    .partly(Relation(R::Pollinates))
    .scientific(),
    naturalist(Partners, Molluscs, "snail on a toadstool", SNAIL_ON_TOADSTOOL).held_out(),
    naturalist(
        Partners,
        OtherAnimals,
        "hermit crab carrying an anemone",
        Any(&[
            All(&[Species(S::HermitCrab), Relation(R::Bears)]),
            All(&[Species(S::BeadletAnemone), Companion(&Species(S::HermitCrab))]),
        ]),
    ),
    naturalist(
        Partners,
        OtherAnimals,
        "epibiotic anemone on a crustacean",
        All(&[Species(S::BeadletAnemone), Relation(R::GrowsOn)]),
    )
    .scientific(),
    naturalist(
        Partners,
        OtherAnimals,
        "small fish keeping to a jellyfish",
        All(&[JELLYFISH, Relation(R::EscortedBy)]),
    ),
    naturalist(
        Partners,
        Fishes,
        "fish keeping close to a tuna or a turtle",
        All(&[Relation(R::EscortedBy), UNDER_WATER, Not(&JELLYFISH)]),
    ),
    naturalist(
        Partners,
        Mammals,
        "bird riding on a mammal's back",
        All(&[Group(G::Mammal), Relation(R::Bears)]),
    )
    .partly(All(&[BIRD, Relation(R::PerchedOn), Companion(&Group(G::Mammal))])),
    naturalist(
        Partners,
        Mammals,
        "badger and fox travelling together",
        All(&[Species(S::Badger), Relation(R::EscortedBy)]),
    ),
    naturalist(
        Partners,
        Fungi,
        "entomopathogenic fungus on a beetle",
        All(&[Group(G::Fungus), Relation(R::GrowsOn)]),
    )
    .scientific(),
    naturalist(
        Partners,
        Reptiles,
        "insect resting on a tortoise",
        All(&[Species(S::Tortoise), Relation(R::Bears)]),
    ),
    naturalist(
        Partners,
        Insects,
        "ladybird on a flower",
        All(&[Species(S::Ladybird), Relation(R::PerchedOn)]),
    ),
    naturalist(
        Partners,
        Several,
        "ectoparasites on any animal",
        All(&[ANIMAL, crate::Predicate::Health(crate::Health::Parasites)]),
    )
    .scientific(),
    naturalist(Circumstances, Birds, "robin in the snow", ROBIN_IN_SNOW).held_out(),
    naturalist(
        Circumstances,
        Birds,
        "heron in fog",
        All(&[Species(S::GreyHeron), Weather(W::Fog)]),
    ),
    naturalist(
        Circumstances,
        Birds,
        "puffin in the rain",
        All(&[Species(S::Puffin), Weather(W::Rain)]),
    ),
    naturalist(Circumstances, Mammals, "urban fox after dark", FOX_IN_TOWN_AT_NIGHT).held_out(),
    naturalist(
        Circumstances,
        Mammals,
        "mammal in winter",
        All(&[Group(G::Mammal), Season(SeasonOf::Winter)]),
    ),
    naturalist(
        Circumstances,
        Mammals,
        "bear at dusk",
        All(&[Species(S::BrownBear), Light(LightOf::Dusk)]),
    ),
    naturalist(Circumstances, Insects, "bumblebee in a city", BUMBLEBEE_IN_TOWN).held_out(),
    naturalist(
        Circumstances,
        Insects,
        "insect against the light",
        All(&[INSECT, Light(LightOf::Backlit)]),
    ),
    naturalist(
        Circumstances,
        Amphibians,
        "common frog in a garden at night",
        FROG_IN_GARDEN_AT_NIGHT,
    )
    .held_out(),
    naturalist(
        Circumstances,
        Amphibians,
        "salamander out in the rain",
        All(&[Species(S::FireSalamander), Weather(W::Rain)]),
    ),
    naturalist(Circumstances, Plants, "poppies in the rain", POPPY_IN_RAIN).held_out(),
    naturalist(Circumstances, Plants, "old oak in the mist", OAK_IN_FOG).held_out(),
    naturalist(
        Circumstances,
        Plants,
        "tree in autumn",
        All(&[Group(G::Tree), Season(SeasonOf::Autumn)]),
    ),
    naturalist(Circumstances, Plants, "tree standing in snow", All(&[Group(G::Tree), SNOWY])),
    naturalist(
        Circumstances,
        Fungi,
        "fungi in an autumn wood",
        All(&[Group(G::Fungus), WOOD, Season(SeasonOf::Autumn)]),
    ),
    naturalist(
        Circumstances,
        Fishes,
        "bathypelagic fish",
        All(&[Group(G::Fish), Habitat(H::DeepSea)]),
    )
    .scientific(),
    naturalist(
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
    naturalist(Circumstances, Several, "anything out in a snowfall", Weather(W::Snowfall)),
    naturalist(Circumstances, Several, "alpine plant or animal", Habitat(H::Mountain)),
    naturalist(
        HumanImpact,
        OtherAnimals,
        "lobster in a net",
        All(&[Species(S::Lobster), Impact(I::Net)]),
    ),
    naturalist(
        Partners,
        Insects,
        "swallowtail at a gentian",
        All(&[Species(S::Swallowtail), Companion(&Species(S::StarcupGentian))]),
    ),
];
