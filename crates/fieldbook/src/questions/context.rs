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
        Question, ask,
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
    ask(HumanImpact, Birds, "water bird among plastic rubbish", WATER_BIRD_AND_LITTER).held_out(),
    ask(
        HumanImpact,
        Birds,
        "small bird caught in a net",
        All(&[Group(G::PerchingBird), Impact(I::Net)]),
    ),
    ask(HumanImpact, Birds, "bird by a power line", All(&[BIRD, Impact(I::PowerLine)])),
    ask(HumanImpact, Mammals, "hedgehog beside a road", HEDGEHOG_BY_ROAD).held_out(),
    ask(HumanImpact, Mammals, "mammal at the roadside", All(&[Group(G::Mammal), Impact(I::Road)])),
    ask(HumanImpact, Mammals, "dead animal by a road", All(&[DEAD, Impact(I::Road)]))
        .partly(All(&[DEAD, PEOPLE])),
    ask(
        HumanImpact,
        Mammals,
        "deer at a wire fence",
        All(&[Species(S::RoeDeer), Impact(I::Fence)]),
    ),
    ask(HumanImpact, Reptiles, "sea turtle entangled in netting", TURTLE_IN_NET).held_out(),
    ask(HumanImpact, Fishes, "fish on a hook", All(&[Group(G::Fish), Impact(I::FishHook)])),
    ask(HumanImpact, Fishes, "bycatch: fish in a net", All(&[Group(G::Fish), Impact(I::Net)]))
        .scientific(),
    ask(HumanImpact, Several, "litter under water", All(&[UNDER_WATER, Impact(I::Litter)]))
        .partly(All(&[SEA, Impact(I::Litter)])),
    ask(HumanImpact, Several, "anthropogenic debris in a wild place", Impact(I::Litter))
        .scientific(),
    ask(
        HumanImpact,
        Amphibians,
        "frog or toad near a road",
        All(&[Group(G::Amphibian), Impact(I::Road)]),
    ),
    ask(HumanImpact, Plants, "wildflower by a roadside", All(&[Group(G::Flower), Impact(I::Road)])),
    ask(HumanImpact, Several, "power lines in the landscape", Impact(I::PowerLine)),
    ask(Handled, Insects, "butterfly sitting on somebody's hand", BUTTERFLY_ON_HAND).held_out(),
    ask(Handled, Insects, "beetle held in the hand", All(&[Group(G::Beetle), Substrate(U::Hand)])),
    ask(Handled, Amphibians, "frog in somebody's palm", All(&[FROG, Substrate(U::Hand)])),
    ask(Handled, Reptiles, "snake being handled", All(&[SNAKE, Substrate(U::Hand)])),
    ask(Handled, Birds, "bird in the hand", All(&[BIRD, Substrate(U::Hand)])),
    ask(
        Handled,
        Fungi,
        "mushroom held in somebody's hand",
        All(&[Group(G::Fungus), Substrate(U::Hand)]),
    ),
    ask(Handled, Fungi, "mushroom with a scale bar", All(&[Group(G::Fungus), Impact(I::Ruler)])),
    ask(Handled, Several, "specimen measured with a ruler", Impact(I::Ruler)),
    ask(Handled, Molluscs, "snail beside a ruler", All(&[Group(G::Mollusc), Impact(I::Ruler)])),
    ask(
        Handled,
        Mammals,
        "camera-trap picture of a badger",
        All(&[Species(S::Badger), CameraTrap]),
    ),
    ask(Handled, Mammals, "night picture from a trail camera", All(&[CameraTrap, DARK]))
        .partly(CameraTrap),
    ask(
        Handled,
        Several,
        "camera-trap picture in the snow",
        All(&[CameraTrap, crate::predicate::named::WINTRY]),
    ),
    ask(
        Handled,
        Several,
        "animal resting on a human hand, close up",
        All(&[ANIMAL, Substrate(U::Hand), Framing(F::CloseUp)]),
    )
    .partly(All(&[ANIMAL, Substrate(U::Hand)])),
    ask(Dwellings, Birds, "blue tit on a brick wall", BLUE_TIT_ON_WALL).held_out(),
    ask(
        Dwellings,
        Birds,
        "songbird building its nest",
        All(&[Group(G::PerchingBird), Behaviour(B::NestBuilding)]),
    ),
    ask(
        Dwellings,
        Birds,
        "nest with eggs and nobody at home",
        All(&[LifeStage(L::Egg), Substrate(U::Nest)]),
    ),
    ask(
        Dwellings,
        Birds,
        "raptor or owl building a nest",
        All(&[Any(&[Group(G::Raptor), Group(G::Owl)]), Behaviour(B::NestBuilding)]),
    ),
    ask(
        Dwellings,
        Birds,
        "barn owl on a fence post",
        All(&[Species(S::BarnOwl), Substrate(U::FencePost)]),
    ),
    ask(
        Dwellings,
        Arachnids,
        "spider spinning a web",
        All(&[Group(G::Spider), Behaviour(B::NestBuilding)]),
    ),
    ask(
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
    ask(
        Dwellings,
        Reptiles,
        "gecko on a wall in town",
        All(&[Species(S::TokayGecko), Substrate(U::Wall)]),
    ),
    ask(
        Dwellings,
        Mammals,
        "squirrel on a branch",
        All(&[Species(S::RedSquirrel), Substrate(U::Branch)]),
    ),
    ask(
        Dwellings,
        Fungi,
        "saprotrophic mushrooms on dead wood",
        All(&[Group(G::Fungus), Substrate(U::Log)]),
    )
    .scientific(),
    ask(
        Dwellings,
        Plants,
        "wildflower growing on a wall",
        All(&[Group(G::Flower), Substrate(U::Wall)]),
    ),
    ask(
        Dwellings,
        OtherAnimals,
        "hermit crab in a borrowed shell on the beach",
        All(&[Species(S::HermitCrab), Habitat(H::Beach)]),
    )
    .partly(Species(S::HermitCrab)),
    ask(Dwellings, Molluscs, "snail on a log", All(&[Group(G::Mollusc), Substrate(U::Log)])),
    ask(
        Dwellings,
        Fishes,
        "clownfish in its anemone",
        All(&[Species(S::Clownfish), Companion(&Species(S::BeadletAnemone))]),
    ),
    ask(
        Partners,
        Insects,
        "bee on a sunflower",
        Any(&[
            All(&[Group(G::Bee), Relation(R::Pollinates), Companion(&Species(S::Sunflower))]),
            All(&[Species(S::Sunflower), Companion(&Group(G::Bee))]),
        ]),
    ),
    ask(
        Partners,
        Insects,
        "butterfly visiting a flower",
        Any(&[
            All(&[Group(G::Butterfly), Relation(R::Pollinates)]),
            All(&[Relation(R::PollinatedBy), Companion(&Group(G::Butterfly))]),
        ]),
    ),
    ask(
        Partners,
        Plants,
        "entomophilous flower with its pollinator",
        All(&[Group(G::Flower), Relation(R::PollinatedBy)]),
    )
    .partly(Relation(R::Pollinates))
    .scientific(),
    ask(Partners, Molluscs, "snail on a toadstool", SNAIL_ON_TOADSTOOL).held_out(),
    ask(
        Partners,
        OtherAnimals,
        "hermit crab carrying an anemone",
        Any(&[
            All(&[Species(S::HermitCrab), Relation(R::Bears)]),
            All(&[Species(S::BeadletAnemone), Companion(&Species(S::HermitCrab))]),
        ]),
    ),
    ask(
        Partners,
        OtherAnimals,
        "epibiotic anemone on a crustacean",
        All(&[Species(S::BeadletAnemone), Relation(R::GrowsOn)]),
    )
    .scientific(),
    ask(
        Partners,
        OtherAnimals,
        "small fish keeping to a jellyfish",
        All(&[JELLYFISH, Relation(R::EscortedBy)]),
    ),
    ask(
        Partners,
        Fishes,
        "fish keeping close to a tuna or a turtle",
        All(&[Relation(R::EscortedBy), UNDER_WATER, Not(&JELLYFISH)]),
    ),
    ask(
        Partners,
        Mammals,
        "bird riding on a mammal's back",
        All(&[Group(G::Mammal), Relation(R::Bears)]),
    )
    .partly(All(&[BIRD, Relation(R::PerchedOn), Companion(&Group(G::Mammal))])),
    ask(
        Partners,
        Mammals,
        "badger and fox travelling together",
        All(&[Species(S::Badger), Relation(R::EscortedBy)]),
    ),
    ask(
        Partners,
        Fungi,
        "entomopathogenic fungus on a beetle",
        All(&[Group(G::Fungus), Relation(R::GrowsOn)]),
    )
    .scientific(),
    ask(
        Partners,
        Reptiles,
        "insect resting on a tortoise",
        All(&[Species(S::Tortoise), Relation(R::Bears)]),
    ),
    ask(
        Partners,
        Insects,
        "ladybird on a flower",
        All(&[Species(S::Ladybird), Relation(R::PerchedOn)]),
    ),
    ask(
        Partners,
        Several,
        "ectoparasites on any animal",
        All(&[ANIMAL, crate::Predicate::Health(crate::Health::Parasites)]),
    )
    .scientific(),
    ask(Circumstances, Birds, "robin in the snow", ROBIN_IN_SNOW).held_out(),
    ask(Circumstances, Birds, "heron in fog", All(&[Species(S::GreyHeron), Weather(W::Fog)])),
    ask(Circumstances, Birds, "puffin in the rain", All(&[Species(S::Puffin), Weather(W::Rain)])),
    ask(Circumstances, Mammals, "urban fox after dark", FOX_IN_TOWN_AT_NIGHT).held_out(),
    ask(
        Circumstances,
        Mammals,
        "mammal in winter",
        All(&[Group(G::Mammal), Season(SeasonOf::Winter)]),
    ),
    ask(
        Circumstances,
        Mammals,
        "bear at dusk",
        All(&[Species(S::BrownBear), Light(LightOf::Dusk)]),
    ),
    ask(Circumstances, Insects, "bumblebee in a city", BUMBLEBEE_IN_TOWN).held_out(),
    ask(
        Circumstances,
        Insects,
        "insect against the light",
        All(&[INSECT, Light(LightOf::Backlit)]),
    ),
    ask(Circumstances, Amphibians, "common frog in a garden at night", FROG_IN_GARDEN_AT_NIGHT)
        .held_out(),
    ask(
        Circumstances,
        Amphibians,
        "salamander out in the rain",
        All(&[Species(S::FireSalamander), Weather(W::Rain)]),
    ),
    ask(Circumstances, Plants, "poppies in the rain", POPPY_IN_RAIN).held_out(),
    ask(Circumstances, Plants, "old oak in the mist", OAK_IN_FOG).held_out(),
    ask(Circumstances, Plants, "tree in autumn", All(&[Group(G::Tree), Season(SeasonOf::Autumn)])),
    ask(Circumstances, Plants, "tree standing in snow", All(&[Group(G::Tree), SNOWY])),
    ask(
        Circumstances,
        Fungi,
        "fungi in an autumn wood",
        All(&[Group(G::Fungus), WOOD, Season(SeasonOf::Autumn)]),
    ),
    ask(Circumstances, Fishes, "bathypelagic fish", All(&[Group(G::Fish), Habitat(H::DeepSea)]))
        .scientific(),
    ask(
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
    ask(Circumstances, Several, "anything out in a snowfall", Weather(W::Snowfall)),
    ask(Circumstances, Several, "alpine plant or animal", Habitat(H::Mountain)),
    ask(HumanImpact, OtherAnimals, "lobster in a net", All(&[Species(S::Lobster), Impact(I::Net)])),
    ask(
        Partners,
        Insects,
        "swallowtail at a gentian",
        All(&[Species(S::Swallowtail), Companion(&Species(S::StarcupGentian))]),
    ),
];
