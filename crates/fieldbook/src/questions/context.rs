//! Questions about circumstances.

use super::held_out::*;
use super::question::{Question, questions};
use crate::predicate::terms::*;

pub(super) const CONTEXT: &[Question] = questions! {
    HumanImpact, Birds, "water bird among plastic rubbish", [WATER_BIRD_AND_LITTER], held_out;
    HumanImpact, Birds, "small bird caught in a net", [Group(G::PerchingBird), Impact(I::Net)];
    HumanImpact, Birds, "bird by a power line", [BIRD, Impact(I::PowerLine)];
    HumanImpact, Mammals, "hedgehog beside a road", [HEDGEHOG_BY_ROAD], held_out;
    HumanImpact, Mammals, "mammal at the roadside", [Group(G::Mammal), Impact(I::Road)];
    HumanImpact, Mammals, "dead animal by a road", [DEAD, Impact(I::Road)] partly [DEAD, PEOPLE];
    HumanImpact, Mammals, "deer at a wire fence", [Species(S::RoeDeer), Impact(I::Fence)];
    HumanImpact, Reptiles, "sea turtle entangled in netting", [TURTLE_IN_NET], held_out;
    HumanImpact, Fishes, "fish on a hook", [Group(G::Fish), Impact(I::FishHook)];
    HumanImpact, Fishes, "bycatch: fish in a net", [Group(G::Fish), Impact(I::Net)], scientific;
    HumanImpact, Several, "litter under water", [UNDER_WATER, Impact(I::Litter)] partly [SEA, Impact(I::Litter)];
    HumanImpact, Several, "anthropogenic debris in a wild place", [Impact(I::Litter)], scientific;
    HumanImpact, Amphibians, "frog or toad near a road", [Group(G::Amphibian), Impact(I::Road)];
    HumanImpact, Plants, "wildflower by a roadside", [Group(G::Flower), Impact(I::Road)];
    HumanImpact, Several, "power lines in the landscape", [Impact(I::PowerLine)];
    Handled, Insects, "butterfly sitting on somebody's hand", [BUTTERFLY_ON_HAND], held_out;
    Handled, Insects, "beetle held in the hand", [Group(G::Beetle), Substrate(U::Hand)];
    Handled, Amphibians, "frog in somebody's palm", [FROG, Substrate(U::Hand)];
    Handled, Reptiles, "snake being handled", [SNAKE, Substrate(U::Hand)];
    Handled, Birds, "bird in the hand", [BIRD, Substrate(U::Hand)];
    Handled, Fungi, "mushroom held in somebody's hand", [Group(G::Fungus), Substrate(U::Hand)];
    Handled, Fungi, "mushroom with a scale bar", [Group(G::Fungus), Impact(I::Ruler)];
    Handled, Several, "specimen measured with a ruler", [Impact(I::Ruler)];
    Handled, Molluscs, "snail beside a ruler", [Group(G::Mollusc), Impact(I::Ruler)];
    Handled, Mammals, "camera-trap picture of a badger", [Species(S::Badger), CameraTrap];
    Handled, Mammals, "night picture from a trail camera", [CameraTrap, DARK] partly [CameraTrap];
    Handled, Several, "camera-trap picture in the snow", [CameraTrap, WINTRY];
    Handled, Several, "animal resting on a human hand, close up", [ANIMAL, Substrate(U::Hand), Framing(F::CloseUp)]
        partly [ANIMAL, Substrate(U::Hand)];
    Dwellings, Birds, "blue tit on a brick wall", [BLUE_TIT_ON_WALL], held_out;
    Dwellings, Birds, "songbird building its nest", [Group(G::PerchingBird), Behaviour(B::NestBuilding)];
    Dwellings, Birds, "nest with eggs and nobody at home", [LifeStage(L::Egg), Substrate(U::Nest)];
    Dwellings, Birds, "raptor or owl building a nest", [Any(&[Group(G::Raptor), Group(G::Owl)]), Behaviour(B::NestBuilding)];
    Dwellings, Birds, "barn owl on a fence post", [Species(S::BarnOwl), Substrate(U::FencePost)];
    Dwellings, Arachnids, "spider spinning a web", [Group(G::Spider), Behaviour(B::NestBuilding)];
    Dwellings, Arachnids, "orb-weaver at rest in its web", [Any(&[Species(S::GardenSpider), Species(S::WaspSpider)]), Behaviour(B::Resting), Substrate(U::Web)], scientific;
    Dwellings, Reptiles, "gecko on a wall in town", [Species(S::TokayGecko), Substrate(U::Wall)];
    Dwellings, Mammals, "squirrel on a branch", [Species(S::RedSquirrel), Substrate(U::Branch)];
    Dwellings, Fungi, "saprotrophic mushrooms on dead wood", [Group(G::Fungus), Substrate(U::Log)], scientific;
    Dwellings, Plants, "wildflower growing on a wall", [Group(G::Flower), Substrate(U::Wall)];
    Dwellings, OtherAnimals, "hermit crab in a borrowed shell on the beach", [Species(S::HermitCrab), Habitat(H::Beach)]
        partly [Species(S::HermitCrab)];
    Dwellings, Molluscs, "snail on a log", [Group(G::Mollusc), Substrate(U::Log)];
    Dwellings, Fishes, "clownfish in its anemone", [Species(S::Clownfish), Companion(&Species(S::BeadletAnemone))];
    Partners, Insects, "bee on a sunflower", [Any(&[All(&[Group(G::Bee), Relation(R::Pollinates), Companion(&Species(S::Sunflower))]), All(&[Species(S::Sunflower), Companion(&Group(G::Bee))])])];
    Partners, Insects, "butterfly visiting a flower", [Any(&[All(&[Group(G::Butterfly), Relation(R::Pollinates)]), All(&[Relation(R::PollinatedBy), Companion(&Group(G::Butterfly))])])];
    Partners, Plants, "entomophilous flower with its pollinator", [Group(G::Flower), Relation(R::PollinatedBy)]
        partly [Relation(R::Pollinates)], scientific;
    Partners, Molluscs, "snail on a toadstool", [SNAIL_ON_TOADSTOOL], held_out;
    Partners, OtherAnimals, "hermit crab carrying an anemone", [Any(&[All(&[Species(S::HermitCrab), Relation(R::Bears)]), All(&[Species(S::BeadletAnemone), Companion(&Species(S::HermitCrab))])])];
    Partners, OtherAnimals, "epibiotic anemone on a crustacean", [Species(S::BeadletAnemone), Relation(R::GrowsOn)], scientific;
    Partners, OtherAnimals, "small fish keeping to a jellyfish", [JELLYFISH, Relation(R::EscortedBy)];
    Partners, Fishes, "fish keeping close to a tuna or a turtle", [Relation(R::EscortedBy), UNDER_WATER, Not(&JELLYFISH)];
    Partners, Mammals, "bird riding on a mammal's back", [Group(G::Mammal), Relation(R::Bears)]
        partly [BIRD, Relation(R::PerchedOn), Companion(&Group(G::Mammal))];
    Partners, Mammals, "badger and fox travelling together", [Species(S::Badger), Relation(R::EscortedBy)];
    Partners, Fungi, "entomopathogenic fungus on a beetle", [Group(G::Fungus), Relation(R::GrowsOn)], scientific;
    Partners, Reptiles, "insect resting on a tortoise", [Species(S::Tortoise), Relation(R::Bears)];
    Partners, Insects, "ladybird on a flower", [Species(S::Ladybird), Relation(R::PerchedOn)];
    Partners, Several, "ectoparasites on any animal", [ANIMAL, Health(HealthOf::Parasites)], scientific;
    Circumstances, Birds, "robin in the snow", [ROBIN_IN_SNOW], held_out;
    Circumstances, Birds, "heron in fog", [Species(S::GreyHeron), Weather(W::Fog)];
    Circumstances, Birds, "puffin in the rain", [Species(S::Puffin), Weather(W::Rain)];
    Circumstances, Mammals, "urban fox after dark", [FOX_IN_TOWN_AT_NIGHT], held_out;
    Circumstances, Mammals, "mammal in winter", [Group(G::Mammal), Season(SeasonOf::Winter)];
    Circumstances, Mammals, "bear at dusk", [Species(S::BrownBear), Light(LightOf::Dusk)];
    Circumstances, Insects, "bumblebee in a city", [BUMBLEBEE_IN_TOWN], held_out;
    Circumstances, Insects, "insect against the light", [INSECT, Light(LightOf::Backlit)];
    Circumstances, Amphibians, "common frog in a garden at night", [FROG_IN_GARDEN_AT_NIGHT], held_out;
    Circumstances, Amphibians, "salamander out in the rain", [Species(S::FireSalamander), Weather(W::Rain)];
    Circumstances, Plants, "poppies in the rain", [POPPY_IN_RAIN], held_out;
    Circumstances, Plants, "old oak in the mist", [OAK_IN_FOG], held_out;
    Circumstances, Plants, "tree in autumn", [Group(G::Tree), Season(SeasonOf::Autumn)];
    Circumstances, Plants, "tree standing in snow", [Group(G::Tree), SNOWY];
    Circumstances, Fungi, "fungi in an autumn wood", [Group(G::Fungus), WOOD, Season(SeasonOf::Autumn)];
    Circumstances, Fishes, "bathypelagic fish", [Group(G::Fish), Habitat(H::DeepSea)], scientific;
    Circumstances, Several, "crepuscular animal on the move", [ANIMAL, Light(LightOf::Dusk), Any(&[Behaviour(B::Moving), Behaviour(B::Flying), Behaviour(B::Leaping)])], scientific;
    Circumstances, Several, "anything out in a snowfall", [Weather(W::Snowfall)];
    Circumstances, Several, "alpine plant or animal", [Habitat(H::Mountain)];
    HumanImpact, OtherAnimals, "lobster in a net", [Species(S::Lobster), Impact(I::Net)];
    Partners, Insects, "swallowtail at a gentian", [Species(S::Swallowtail), Companion(&Species(S::StarcupGentian))];
};
