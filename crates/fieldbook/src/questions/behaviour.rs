//! Questions about what organisms do.

use super::held_out::*;
use super::question::{Question, questions};
use crate::predicate::terms::*;

const HAS_PREY: Predicate = Any(&[Behaviour(B::CarryingPrey), Relation(R::Eats)]);

pub(super) const BEHAVIOUR: &[Question] = questions! {
    Food, Birds, "kingfisher carrying its catch", [KINGFISHER_WITH_CATCH], held_out;
    Food, Birds, "heron swallowing a frog", [Species(S::GreyHeron), Relation(R::Eats), Companion(&FROG)]
        partly [Species(S::GreyHeron), Relation(R::Eats)];
    Food, Birds, "gull making a meal of a crab", [Species(S::HerringGull), Relation(R::Eats), Companion(&CRAB)];
    Food, Birds, "puffin with fish in its bill", [Species(S::Puffin), HAS_PREY];
    Food, Birds, "owl with its prey", [Group(G::Owl), HAS_PREY];
    Food, Birds, "osprey that has caught a fish", [Species(S::Osprey), HAS_PREY, Companion(&Group(G::Fish))];
    Food, Birds, "songbird taking an insect", [Group(G::PerchingBird), Relation(R::Eats), Companion(&INSECT)];
    Food, Birds, "water bird feeding at dusk", [Group(G::Waterbird), Behaviour(B::Feeding), Light(LightOf::Dusk)];
    Food, Mammals, "bear eating trout", [Species(S::BrownBear), Relation(R::Eats)];
    Food, Mammals, "fox with a hare", [Species(S::RedFox), Relation(R::Eats), Companion(&Species(S::BrownHare))]
        partly [Species(S::RedFox), HAS_PREY];
    Food, Mammals, "hedgehog eating a snail at night", [Species(S::Hedgehog), Relation(R::Eats), DARK]
        partly [Species(S::Hedgehog), Relation(R::Eats)];
    Food, Mammals, "mammal grazing or foraging", [Group(G::Mammal), Behaviour(B::Feeding)];
    Food, Reptiles, "snake with a frog", [SNAKE, Relation(R::Eats), Companion(&FROG)];
    Food, Reptiles, "turtle preying on jellyfish", [Species(S::SeaTurtle), Relation(R::Eats)]
        partly [Species(S::SeaTurtle), Behaviour(B::Feeding)];
    Food, Amphibians, "anuran taking insect prey", [Any(&[FROG, Species(S::MarbledToad)]), Relation(R::Eats)], scientific;
    Food, Arachnids, "spider with an insect caught in its web", [Group(G::Spider), Relation(R::Eats), Substrate(U::Web)];
    Food, Arachnids, "jumping spider with a ladybird", [Species(S::ZebraJumper), Relation(R::Eats)]
        partly [Species(S::ZebraJumper), Behaviour(B::Feeding)];
    Food, Insects, "bees gathering nectar or pollen", [Group(G::Bee), Behaviour(B::Feeding)]
        partly [Relation(R::PollinatedBy), Companion(&Group(G::Bee))];
    Food, Insects, "dragonfly holding an insect", [Group(G::Dragonfly), HAS_PREY];
    Food, Insects, "caterpillar chewing a leaf", [Group(G::Butterfly), LifeStage(L::Larva), Behaviour(B::Feeding)];
    Food, Molluscs, "cephalopod feeding on a crustacean", [Species(S::Octopus), Relation(R::Eats)], scientific;
    Food, Fishes, "reef fish feeding", [Group(G::Fish), Behaviour(B::Feeding), Habitat(H::Reef)];
    Food, OtherAnimals, "crustacean feeding on the sea bed", [Group(G::Crustacean), Behaviour(B::Feeding), Habitat(H::Reef)];
    Courtship, Birds, "courtship display of a water bird", [Group(G::Waterbird), Behaviour(B::Displaying)];
    Courtship, Birds, "swans mating", [Species(S::MuteSwan), Behaviour(B::Mating)] partly [Group(G::Waterbird), Behaviour(B::Mating)];
    Courtship, Birds, "songbird singing in spring", [Group(G::PerchingBird), Behaviour(B::Calling), LifeStage(L::Adult), Season(SeasonOf::Spring)];
    Courtship, Birds, "raptors or owls copulating", [Any(&[Group(G::Raptor), Group(G::Owl)]), Behaviour(B::Mating)], scientific;
    Courtship, Insects, "mating damselflies or dragonflies", [Group(G::Dragonfly), Behaviour(B::Mating)];
    Courtship, Insects, "ladybirds mating", [Species(S::Ladybird), Behaviour(B::Mating)];
    Courtship, Insects, "pair of butterflies mating", [Group(G::Butterfly), Behaviour(B::Mating)];
    Courtship, Amphibians, "frogs in amplexus", [FROG, Behaviour(B::Mating)], scientific;
    Courtship, Amphibians, "frog croaking after dark", [FROG, Behaviour(B::Calling), DARK] partly [FROG, Behaviour(B::Calling)];
    Courtship, Molluscs, "snails mating", [Group(G::Mollusc), Behaviour(B::Mating)];
    Courtship, Arachnids, "courting or mating spiders", [Group(G::Spider), Any(&[Behaviour(B::Mating), Behaviour(B::Displaying)])];
    Courtship, Fishes, "fish in display", [Group(G::Fish), Behaviour(B::Displaying)];
    Courtship, Fungi, "mushroom releasing spores", [Group(G::Fungus), Behaviour(B::Dispersing)];
    Courtship, Plants, "anemochory: seeds given to the wind", [Group(G::Flower), Behaviour(B::Dispersing)], scientific;
    Courtship, Several, "copulation in any animal", [ANIMAL, Behaviour(B::Mating)], scientific;
    Strife, Birds, "robins fighting over a territory", [Species(S::Robin), Behaviour(B::Fighting)]
        partly [Group(G::PerchingBird), Behaviour(B::Fighting)];
    Strife, Birds, "gulls squabbling", [Species(S::HerringGull), Behaviour(B::Fighting)];
    Strife, Mammals, "hares boxing", [Species(S::BrownHare), Behaviour(B::Fighting)];
    Strife, Mammals, "brown bears fighting", [Species(S::BrownBear), Behaviour(B::Fighting)];
    Strife, Mammals, "intraspecific aggression in mammals", [Group(G::Mammal), Behaviour(B::Fighting)], scientific;
    Strife, Insects, "stag beetles wrestling", [Species(S::StagBeetle), Behaviour(B::Fighting)]
        partly [Group(G::Beetle), Behaviour(B::Fighting)];
    Strife, Reptiles, "lizard or gecko in a threat posture", [Group(G::Reptile), Behaviour(B::Displaying)];
    Strife, Arachnids, "spider in a warning posture", [Group(G::Spider), Behaviour(B::Displaying)];
    Strife, OtherAnimals, "crab waving its claws", [CRAB, Behaviour(B::Displaying)];
    Strife, OtherAnimals, "crustaceans in combat", [Group(G::Crustacean), Behaviour(B::Fighting)];
    Strife, Fishes, "fish chasing off a rival", [Group(G::Fish), Behaviour(B::Fighting)];
    Strife, Several, "rivals in combat, whatever their kind", [Behaviour(B::Fighting)];
    Company, Birds, "flock of birds on the wing", [BIRD, Count(C::Flock), Behaviour(B::Flying)]
        partly [BIRD, Count(C::Few), Behaviour(B::Flying)];
    Company, Birds, "crowd of flamingos", [Species(S::Flamingo), Count(C::Flock)] partly [Species(S::Flamingo), Count(C::Few)];
    Company, Birds, "bird bringing food to its chicks", [BIRD, Behaviour(B::TendingYoung)];
    Company, Birds, "swan with cygnets", [Species(S::MuteSwan), Behaviour(B::TendingYoung)];
    Company, Birds, "birds of prey at their eyrie with young", [Group(G::Raptor), Behaviour(B::TendingYoung)];
    Company, Mammals, "fox tending its cubs", [Species(S::RedFox), Behaviour(B::TendingYoung)];
    Company, Mammals, "bear looking after its cub", [Species(S::BrownBear), Behaviour(B::TendingYoung)];
    Company, Mammals, "maternal care in mammals", [Group(G::Mammal), Behaviour(B::TendingYoung)], scientific;
    Company, Mammals, "herd of deer", [Species(S::RoeDeer), Any(&[Count(C::Flock), Count(C::Few)])];
    Company, Fishes, "big shoal of fish", [Group(G::Fish), Count(C::Flock)];
    Company, Fishes, "school of tuna in the open sea", [Species(S::BluefinTuna), Any(&[Count(C::Flock), Count(C::Few)])];
    Company, Insects, "swarm of bees", [Group(G::Bee), Count(C::Flock)] partly [Group(G::Bee), Count(C::Few)];
    Company, Insects, "aggregation of ladybirds", [Species(S::Ladybird), Any(&[Count(C::Flock), Count(C::Few)])], scientific;
    Company, OtherAnimals, "bloom of jellyfish", [Group(G::Cnidarian), Count(C::Flock)];
    Movement, Birds, "owl flying through falling snow", [OWL_FLYING_IN_SNOW], held_out;
    Movement, Birds, "eagle soaring over mountains", [Species(S::GoldenEagle), Behaviour(B::Flying), Habitat(H::Mountain)];
    Movement, Birds, "swallow in flight", [Species(S::BarnSwallow), Behaviour(B::Flying)];
    Movement, Birds, "duck paddling on the water", [Species(S::Mallard), Behaviour(B::Swimming)];
    Movement, Birds, "sleeping bird", [BIRD, Behaviour(B::Sleeping)];
    Movement, Mammals, "deer in mid-leap", [DEER_LEAPING], held_out;
    Movement, Mammals, "squirrel jumping", [Species(S::RedSquirrel), Behaviour(B::Leaping)];
    Movement, Mammals, "sleeping badger", [Species(S::Badger), Behaviour(B::Sleeping)];
    Movement, Mammals, "fox walking through snow", [Species(S::RedFox), Behaviour(B::Moving), WINTRY];
    Movement, Reptiles, "reptile basking on a rock", [Group(G::Reptile), Behaviour(B::Basking), Substrate(U::Rock)]
        partly [Group(G::Reptile), Behaviour(B::Basking)];
    Movement, Reptiles, "snake swimming", [SNAKE, Behaviour(B::Swimming)];
    Movement, Reptiles, "thermoregulating lizard", [Species(S::GreenLizard), Behaviour(B::Basking)], scientific;
    Movement, Insects, "butterfly basking in the sun", [BUTTERFLY, Behaviour(B::Basking)];
    Movement, Insects, "beetle on the wing", [Group(G::Beetle), Behaviour(B::Flying)];
    Movement, Amphibians, "frog in mid-jump", [FROG, Behaviour(B::Leaping)];
    Movement, Molluscs, "snail crawling up a wall", [Group(G::Mollusc), Behaviour(B::Moving), Substrate(U::Wall)]
        partly [Group(G::Mollusc), Substrate(U::Wall)];
    Movement, Arachnids, "spider jumping", [Group(G::Spider), Behaviour(B::Leaping)];
    Movement, OtherAnimals, "free-swimming medusa", [Group(G::Cnidarian), Behaviour(B::Swimming), Not(&Species(S::BeadletAnemone))], scientific;
    // Answered by a handful of pictures or a single one.
    Food, Birds, "golden eagle that has killed a fox", [Any(&[All(&[Species(S::GoldenEagle), Companion(&Species(S::RedFox))]), All(&[Species(S::RedFox), Companion(&Species(S::GoldenEagle))])])];
    Food, Molluscs, "octopus eating a lobster", [Species(S::Octopus), Relation(R::Eats), Companion(&Species(S::Lobster))];
    Food, Arachnids, "wasp spider with a bumblebee", [Species(S::WaspSpider), Companion(&Species(S::Bumblebee))];
    Food, Fishes, "anglerfish swallowing a jelly", [Species(S::Anglerfish), Relation(R::Eats)];
    Company, Birds, "moonveil owl feeding its chicks", [Species(S::MoonveilOwl), Behaviour(B::TendingYoung)];
    Strife, Birds, "snowy owls fighting", [Species(S::SnowyOwl), Behaviour(B::Fighting)];
};
