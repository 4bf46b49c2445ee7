//! Questions about what organisms do.

use super::{
    held_out::{DEER_LEAPING, KINGFISHER_WITH_CATCH, OWL_FLYING_IN_SNOW},
    question::{
        Category::{Company, Courtship, Food, Movement, Strife},
        IconicGroup::{
            Amphibians, Arachnids, Birds, Fishes, Fungi, Insects, Mammals, Molluscs, OtherAnimals,
            Plants, Reptiles, Several,
        },
        Question, about,
    },
};
use crate::{
    Behaviour as B, Count as C, Group as G, Habitat as H, LifeStage as L, Light as LightOf,
    Predicate::{
        All, Any, Behaviour, Companion, Count, Group, Habitat, LifeStage, Light, Not, Relation,
        Species, Substrate,
    },
    Relation as R, Species as S, Substrate as U,
    predicate::named::{ANIMAL, BIRD, BUTTERFLY, CRAB, DARK, FROG, INSECT, SNAKE},
};

const HAS_PREY: crate::Predicate = Any(&[Behaviour(B::CarryingPrey), Relation(R::Eats)]);

pub(super) const BEHAVIOUR: &[Question] = &[
    about(Food, Birds, "kingfisher carrying its catch", KINGFISHER_WITH_CATCH).held_out(),
    about(
        Food,
        Birds,
        "heron swallowing a frog",
        All(&[Species(S::GreyHeron), Relation(R::Eats), Companion(&FROG)]),
    )
    .partly(All(&[Species(S::GreyHeron), Relation(R::Eats)])),
    about(
        Food,
        Birds,
        "gull making a meal of a crab",
        All(&[Species(S::HerringGull), Relation(R::Eats), Companion(&CRAB)]),
    ),
    about(Food, Birds, "puffin with fish in its bill", All(&[Species(S::Puffin), HAS_PREY])),
    about(Food, Birds, "owl with its prey", All(&[Group(G::Owl), HAS_PREY])),
    about(
        Food,
        Birds,
        "osprey that has caught a fish",
        All(&[Species(S::Osprey), HAS_PREY, Companion(&Group(G::Fish))]),
    ),
    about(
        Food,
        Birds,
        "songbird taking an insect",
        All(&[Group(G::PerchingBird), Relation(R::Eats), Companion(&INSECT)]),
    ),
    about(
        Food,
        Birds,
        "water bird feeding at dusk",
        All(&[Group(G::Waterbird), Behaviour(B::Feeding), Light(LightOf::Dusk)]),
    ),
    about(Food, Mammals, "bear eating trout", All(&[Species(S::BrownBear), Relation(R::Eats)])),
    about(
        Food,
        Mammals,
        "fox with a hare",
        All(&[Species(S::RedFox), Relation(R::Eats), Companion(&Species(S::BrownHare))]),
    )
    .partly(All(&[Species(S::RedFox), HAS_PREY])),
    about(
        Food,
        Mammals,
        "hedgehog eating a snail at night",
        All(&[Species(S::Hedgehog), Relation(R::Eats), DARK]),
    )
    .partly(All(&[Species(S::Hedgehog), Relation(R::Eats)])),
    about(
        Food,
        Mammals,
        "mammal grazing or foraging",
        All(&[Group(G::Mammal), Behaviour(B::Feeding)]),
    ),
    about(Food, Reptiles, "snake with a frog", All(&[SNAKE, Relation(R::Eats), Companion(&FROG)])),
    about(
        Food,
        Reptiles,
        "turtle preying on jellyfish",
        All(&[Species(S::SeaTurtle), Relation(R::Eats)]),
    )
    .partly(All(&[Species(S::SeaTurtle), Behaviour(B::Feeding)])),
    about(
        Food,
        Amphibians,
        "anuran taking insect prey",
        All(&[Any(&[FROG, Species(S::MarbledToad)]), Relation(R::Eats)]),
    )
    .scientific(),
    about(
        Food,
        Arachnids,
        "spider with an insect caught in its web",
        All(&[Group(G::Spider), Relation(R::Eats), Substrate(U::Web)]),
    ),
    about(
        Food,
        Arachnids,
        "jumping spider with a ladybird",
        All(&[Species(S::ZebraJumper), Relation(R::Eats)]),
    )
    .partly(All(&[Species(S::ZebraJumper), Behaviour(B::Feeding)])),
    about(
        Food,
        Insects,
        "bees gathering nectar or pollen",
        All(&[Group(G::Bee), Behaviour(B::Feeding)]),
    )
    .partly(All(&[Relation(R::PollinatedBy), Companion(&Group(G::Bee))])),
    about(Food, Insects, "dragonfly holding an insect", All(&[Group(G::Dragonfly), HAS_PREY])),
    about(
        Food,
        Insects,
        "caterpillar chewing a leaf",
        All(&[Group(G::Butterfly), LifeStage(L::Larva), Behaviour(B::Feeding)]),
    ),
    about(
        Food,
        Molluscs,
        "cephalopod feeding on a crustacean",
        All(&[Species(S::Octopus), Relation(R::Eats)]),
    )
    .scientific(),
    about(
        Food,
        Fishes,
        "reef fish feeding",
        All(&[Group(G::Fish), Behaviour(B::Feeding), Habitat(H::Reef)]),
    ),
    about(
        Food,
        OtherAnimals,
        "crustacean feeding on the sea bed",
        All(&[Group(G::Crustacean), Behaviour(B::Feeding), Habitat(H::Reef)]),
    ),
    about(
        Courtship,
        Birds,
        "courtship display of a water bird",
        All(&[Group(G::Waterbird), Behaviour(B::Displaying)]),
    ),
    about(Courtship, Birds, "swans mating", All(&[Species(S::MuteSwan), Behaviour(B::Mating)]))
        .partly(All(&[Group(G::Waterbird), Behaviour(B::Mating)])),
    about(
        Courtship,
        Birds,
        "songbird singing in spring",
        All(&[
            Group(G::PerchingBird),
            Behaviour(B::Calling),
            LifeStage(L::Adult),
            crate::Predicate::Season(crate::Season::Spring),
        ]),
    ),
    about(
        Courtship,
        Birds,
        "raptors or owls copulating",
        All(&[Any(&[Group(G::Raptor), Group(G::Owl)]), Behaviour(B::Mating)]),
    )
    .scientific(),
    about(
        Courtship,
        Insects,
        "mating damselflies or dragonflies",
        All(&[Group(G::Dragonfly), Behaviour(B::Mating)]),
    ),
    about(
        Courtship,
        Insects,
        "ladybirds mating",
        All(&[Species(S::Ladybird), Behaviour(B::Mating)]),
    ),
    about(
        Courtship,
        Insects,
        "pair of butterflies mating",
        All(&[Group(G::Butterfly), Behaviour(B::Mating)]),
    ),
    about(Courtship, Amphibians, "frogs in amplexus", All(&[FROG, Behaviour(B::Mating)]))
        .scientific(),
    about(
        Courtship,
        Amphibians,
        "frog croaking after dark",
        All(&[FROG, Behaviour(B::Calling), DARK]),
    )
    .partly(All(&[FROG, Behaviour(B::Calling)])),
    about(Courtship, Molluscs, "snails mating", All(&[Group(G::Mollusc), Behaviour(B::Mating)])),
    about(
        Courtship,
        Arachnids,
        "courting or mating spiders",
        All(&[Group(G::Spider), Any(&[Behaviour(B::Mating), Behaviour(B::Displaying)])]),
    ),
    about(Courtship, Fishes, "fish in display", All(&[Group(G::Fish), Behaviour(B::Displaying)])),
    about(
        Courtship,
        Fungi,
        "mushroom releasing spores",
        All(&[Group(G::Fungus), Behaviour(B::Dispersing)]),
    ),
    about(
        Courtship,
        Plants,
        "anemochory: seeds given to the wind",
        All(&[Group(G::Flower), Behaviour(B::Dispersing)]),
    )
    .scientific(),
    about(Courtship, Several, "copulation in any animal", All(&[ANIMAL, Behaviour(B::Mating)]))
        .scientific(),
    about(
        Strife,
        Birds,
        "robins fighting over a territory",
        All(&[Species(S::Robin), Behaviour(B::Fighting)]),
    )
    .partly(All(&[Group(G::PerchingBird), Behaviour(B::Fighting)])),
    about(
        Strife,
        Birds,
        "gulls squabbling",
        All(&[Species(S::HerringGull), Behaviour(B::Fighting)]),
    ),
    about(Strife, Mammals, "hares boxing", All(&[Species(S::BrownHare), Behaviour(B::Fighting)])),
    about(
        Strife,
        Mammals,
        "brown bears fighting",
        All(&[Species(S::BrownBear), Behaviour(B::Fighting)]),
    ),
    about(
        Strife,
        Mammals,
        "intraspecific aggression in mammals",
        All(&[Group(G::Mammal), Behaviour(B::Fighting)]),
    )
    .scientific(),
    about(
        Strife,
        Insects,
        "stag beetles wrestling",
        All(&[Species(S::StagBeetle), Behaviour(B::Fighting)]),
    )
    .partly(All(&[Group(G::Beetle), Behaviour(B::Fighting)])),
    about(
        Strife,
        Reptiles,
        "lizard or gecko in a threat posture",
        All(&[Group(G::Reptile), Behaviour(B::Displaying)]),
    ),
    about(
        Strife,
        Arachnids,
        "spider in a warning posture",
        All(&[Group(G::Spider), Behaviour(B::Displaying)]),
    ),
    about(Strife, OtherAnimals, "crab waving its claws", All(&[CRAB, Behaviour(B::Displaying)])),
    about(
        Strife,
        OtherAnimals,
        "crustaceans in combat",
        All(&[Group(G::Crustacean), Behaviour(B::Fighting)]),
    ),
    about(
        Strife,
        Fishes,
        "fish chasing off a rival",
        All(&[Group(G::Fish), Behaviour(B::Fighting)]),
    ),
    about(Strife, Several, "rivals in combat, whatever their kind", Behaviour(B::Fighting)),
    about(
        Company,
        Birds,
        "flock of birds on the wing",
        All(&[BIRD, Count(C::Flock), Behaviour(B::Flying)]),
    )
    .partly(All(&[BIRD, Count(C::Few), Behaviour(B::Flying)])),
    about(Company, Birds, "crowd of flamingos", All(&[Species(S::Flamingo), Count(C::Flock)]))
        .partly(All(&[Species(S::Flamingo), Count(C::Few)])),
    about(
        Company,
        Birds,
        "bird bringing food to its chicks",
        All(&[BIRD, Behaviour(B::TendingYoung)]),
    ),
    about(
        Company,
        Birds,
        "swan with cygnets",
        All(&[Species(S::MuteSwan), Behaviour(B::TendingYoung)]),
    ),
    about(
        Company,
        Birds,
        "birds of prey at their eyrie with young",
        All(&[Group(G::Raptor), Behaviour(B::TendingYoung)]),
    ),
    about(
        Company,
        Mammals,
        "fox tending its cubs",
        All(&[Species(S::RedFox), Behaviour(B::TendingYoung)]),
    ),
    about(
        Company,
        Mammals,
        "bear looking after its cub",
        All(&[Species(S::BrownBear), Behaviour(B::TendingYoung)]),
    ),
    about(
        Company,
        Mammals,
        "maternal care in mammals",
        All(&[Group(G::Mammal), Behaviour(B::TendingYoung)]),
    )
    .scientific(),
    about(
        Company,
        Mammals,
        "herd of deer",
        All(&[Species(S::RoeDeer), Any(&[Count(C::Flock), Count(C::Few)])]),
    ),
    about(Company, Fishes, "big shoal of fish", All(&[Group(G::Fish), Count(C::Flock)])),
    about(
        Company,
        Fishes,
        "school of tuna in the open sea",
        All(&[Species(S::BluefinTuna), Any(&[Count(C::Flock), Count(C::Few)])]),
    ),
    about(Company, Insects, "swarm of bees", All(&[Group(G::Bee), Count(C::Flock)]))
        .partly(All(&[Group(G::Bee), Count(C::Few)])),
    about(
        Company,
        Insects,
        "aggregation of ladybirds",
        All(&[Species(S::Ladybird), Any(&[Count(C::Flock), Count(C::Few)])]),
    )
    .scientific(),
    about(
        Company,
        OtherAnimals,
        "bloom of jellyfish",
        All(&[Group(G::Cnidarian), Count(C::Flock)]),
    ),
    about(Movement, Birds, "owl flying through falling snow", OWL_FLYING_IN_SNOW).held_out(),
    about(
        Movement,
        Birds,
        "eagle soaring over mountains",
        All(&[Species(S::GoldenEagle), Behaviour(B::Flying), Habitat(H::Mountain)]),
    ),
    about(
        Movement,
        Birds,
        "swallow in flight",
        All(&[Species(S::BarnSwallow), Behaviour(B::Flying)]),
    ),
    about(
        Movement,
        Birds,
        "duck paddling on the water",
        All(&[Species(S::Mallard), Behaviour(B::Swimming)]),
    ),
    about(Movement, Birds, "sleeping bird", All(&[BIRD, Behaviour(B::Sleeping)])),
    about(Movement, Mammals, "deer in mid-leap", DEER_LEAPING).held_out(),
    about(
        Movement,
        Mammals,
        "squirrel jumping",
        All(&[Species(S::RedSquirrel), Behaviour(B::Leaping)]),
    ),
    about(Movement, Mammals, "sleeping badger", All(&[Species(S::Badger), Behaviour(B::Sleeping)])),
    about(
        Movement,
        Mammals,
        "fox walking through snow",
        All(&[Species(S::RedFox), Behaviour(B::Moving), crate::predicate::named::WINTRY]),
    ),
    about(
        Movement,
        Reptiles,
        "reptile basking on a rock",
        All(&[Group(G::Reptile), Behaviour(B::Basking), Substrate(U::Rock)]),
    )
    .partly(All(&[Group(G::Reptile), Behaviour(B::Basking)])),
    about(Movement, Reptiles, "snake swimming", All(&[SNAKE, Behaviour(B::Swimming)])),
    about(
        Movement,
        Reptiles,
        "thermoregulating lizard",
        All(&[Species(S::GreenLizard), Behaviour(B::Basking)]),
    )
    .scientific(),
    about(
        Movement,
        Insects,
        "butterfly basking in the sun",
        All(&[BUTTERFLY, Behaviour(B::Basking)]),
    ),
    about(Movement, Insects, "beetle on the wing", All(&[Group(G::Beetle), Behaviour(B::Flying)])),
    about(Movement, Amphibians, "frog in mid-jump", All(&[FROG, Behaviour(B::Leaping)])),
    about(
        Movement,
        Molluscs,
        "snail crawling up a wall",
        All(&[Group(G::Mollusc), Behaviour(B::Moving), Substrate(U::Wall)]),
    )
    .partly(All(&[Group(G::Mollusc), Substrate(U::Wall)])),
    about(Movement, Arachnids, "spider jumping", All(&[Group(G::Spider), Behaviour(B::Leaping)])),
    about(
        Movement,
        OtherAnimals,
        "free-swimming medusa",
        All(&[Group(G::Cnidarian), Behaviour(B::Swimming), Not(&Species(S::BeadletAnemone))]),
    )
    .scientific(),
];
