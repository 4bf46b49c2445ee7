//! Questions about what organisms do.

use super::{
    held_out::{DEER_LEAPING, KINGFISHER_WITH_CATCH, OWL_FLYING_IN_SNOW},
    question::{
        Category::{Company, Courtship, Food, Movement, Strife},
        IconicGroup::{
            Amphibians, Arachnids, Birds, Fishes, Fungi, Insects, Mammals, Molluscs, OtherAnimals,
            Plants, Reptiles, Several,
        },
        Question, ask,
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
    ask(Food, Birds, "kingfisher carrying its catch", KINGFISHER_WITH_CATCH).held_out(),
    ask(
        Food,
        Birds,
        "heron swallowing a frog",
        All(&[Species(S::GreyHeron), Relation(R::Eats), Companion(&FROG)]),
    )
    .partly(All(&[Species(S::GreyHeron), Relation(R::Eats)])),
    ask(
        Food,
        Birds,
        "gull making a meal of a crab",
        All(&[Species(S::HerringGull), Relation(R::Eats), Companion(&CRAB)]),
    ),
    ask(Food, Birds, "puffin with fish in its bill", All(&[Species(S::Puffin), HAS_PREY])),
    ask(Food, Birds, "owl with its prey", All(&[Group(G::Owl), HAS_PREY])),
    ask(
        Food,
        Birds,
        "osprey that has caught a fish",
        All(&[Species(S::Osprey), HAS_PREY, Companion(&Group(G::Fish))]),
    ),
    ask(
        Food,
        Birds,
        "songbird taking an insect",
        All(&[Group(G::PerchingBird), Relation(R::Eats), Companion(&INSECT)]),
    ),
    ask(
        Food,
        Birds,
        "water bird feeding at dusk",
        All(&[Group(G::Waterbird), Behaviour(B::Feeding), Light(LightOf::Dusk)]),
    ),
    ask(Food, Mammals, "bear eating trout", All(&[Species(S::BrownBear), Relation(R::Eats)])),
    ask(
        Food,
        Mammals,
        "fox with a hare",
        All(&[Species(S::RedFox), Relation(R::Eats), Companion(&Species(S::BrownHare))]),
    )
    .partly(All(&[Species(S::RedFox), HAS_PREY])),
    ask(
        Food,
        Mammals,
        "hedgehog eating a snail at night",
        All(&[Species(S::Hedgehog), Relation(R::Eats), DARK]),
    )
    .partly(All(&[Species(S::Hedgehog), Relation(R::Eats)])),
    ask(
        Food,
        Mammals,
        "mammal grazing or foraging",
        All(&[Group(G::Mammal), Behaviour(B::Feeding)]),
    ),
    ask(Food, Reptiles, "snake with a frog", All(&[SNAKE, Relation(R::Eats), Companion(&FROG)])),
    ask(
        Food,
        Reptiles,
        "turtle preying on jellyfish",
        All(&[Species(S::SeaTurtle), Relation(R::Eats)]),
    )
    .partly(All(&[Species(S::SeaTurtle), Behaviour(B::Feeding)])),
    ask(
        Food,
        Amphibians,
        "anuran taking insect prey",
        All(&[Any(&[FROG, Species(S::MarbledToad)]), Relation(R::Eats)]),
    )
    .scientific(),
    ask(
        Food,
        Arachnids,
        "spider with an insect caught in its web",
        All(&[Group(G::Spider), Relation(R::Eats), Substrate(U::Web)]),
    ),
    ask(
        Food,
        Arachnids,
        "jumping spider with a ladybird",
        All(&[Species(S::ZebraJumper), Relation(R::Eats)]),
    )
    .partly(All(&[Species(S::ZebraJumper), Behaviour(B::Feeding)])),
    ask(
        Food,
        Insects,
        "bees gathering nectar or pollen",
        All(&[Group(G::Bee), Behaviour(B::Feeding)]),
    )
    .partly(All(&[Relation(R::PollinatedBy), Companion(&Group(G::Bee))])),
    ask(Food, Insects, "dragonfly holding an insect", All(&[Group(G::Dragonfly), HAS_PREY])),
    ask(
        Food,
        Insects,
        "caterpillar chewing a leaf",
        All(&[Group(G::Butterfly), LifeStage(L::Larva), Behaviour(B::Feeding)]),
    ),
    ask(
        Food,
        Molluscs,
        "cephalopod feeding on a crustacean",
        All(&[Species(S::Octopus), Relation(R::Eats)]),
    )
    .scientific(),
    ask(
        Food,
        Fishes,
        "reef fish feeding",
        All(&[Group(G::Fish), Behaviour(B::Feeding), Habitat(H::Reef)]),
    ),
    ask(
        Food,
        OtherAnimals,
        "crustacean feeding on the sea bed",
        All(&[Group(G::Crustacean), Behaviour(B::Feeding), Habitat(H::Reef)]),
    ),
    ask(
        Courtship,
        Birds,
        "courtship display of a water bird",
        All(&[Group(G::Waterbird), Behaviour(B::Displaying)]),
    ),
    ask(Courtship, Birds, "swans mating", All(&[Species(S::MuteSwan), Behaviour(B::Mating)]))
        .partly(All(&[Group(G::Waterbird), Behaviour(B::Mating)])),
    ask(
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
    ask(
        Courtship,
        Birds,
        "raptors or owls copulating",
        All(&[Any(&[Group(G::Raptor), Group(G::Owl)]), Behaviour(B::Mating)]),
    )
    .scientific(),
    ask(
        Courtship,
        Insects,
        "mating damselflies or dragonflies",
        All(&[Group(G::Dragonfly), Behaviour(B::Mating)]),
    ),
    ask(Courtship, Insects, "ladybirds mating", All(&[Species(S::Ladybird), Behaviour(B::Mating)])),
    ask(
        Courtship,
        Insects,
        "pair of butterflies mating",
        All(&[Group(G::Butterfly), Behaviour(B::Mating)]),
    ),
    ask(Courtship, Amphibians, "frogs in amplexus", All(&[FROG, Behaviour(B::Mating)]))
        .scientific(),
    ask(
        Courtship,
        Amphibians,
        "frog croaking after dark",
        All(&[FROG, Behaviour(B::Calling), DARK]),
    )
    .partly(All(&[FROG, Behaviour(B::Calling)])),
    ask(Courtship, Molluscs, "snails mating", All(&[Group(G::Mollusc), Behaviour(B::Mating)])),
    ask(
        Courtship,
        Arachnids,
        "courting or mating spiders",
        All(&[Group(G::Spider), Any(&[Behaviour(B::Mating), Behaviour(B::Displaying)])]),
    ),
    ask(Courtship, Fishes, "fish in display", All(&[Group(G::Fish), Behaviour(B::Displaying)])),
    ask(
        Courtship,
        Fungi,
        "mushroom releasing spores",
        All(&[Group(G::Fungus), Behaviour(B::Dispersing)]),
    ),
    ask(
        Courtship,
        Plants,
        "anemochory: seeds given to the wind",
        All(&[Group(G::Flower), Behaviour(B::Dispersing)]),
    )
    .scientific(),
    ask(Courtship, Several, "copulation in any animal", All(&[ANIMAL, Behaviour(B::Mating)]))
        .scientific(),
    ask(
        Strife,
        Birds,
        "robins fighting over a territory",
        All(&[Species(S::Robin), Behaviour(B::Fighting)]),
    )
    .partly(All(&[Group(G::PerchingBird), Behaviour(B::Fighting)])),
    ask(Strife, Birds, "gulls squabbling", All(&[Species(S::HerringGull), Behaviour(B::Fighting)])),
    ask(Strife, Mammals, "hares boxing", All(&[Species(S::BrownHare), Behaviour(B::Fighting)])),
    ask(
        Strife,
        Mammals,
        "brown bears fighting",
        All(&[Species(S::BrownBear), Behaviour(B::Fighting)]),
    ),
    ask(
        Strife,
        Mammals,
        "intraspecific aggression in mammals",
        All(&[Group(G::Mammal), Behaviour(B::Fighting)]),
    )
    .scientific(),
    ask(
        Strife,
        Insects,
        "stag beetles wrestling",
        All(&[Species(S::StagBeetle), Behaviour(B::Fighting)]),
    )
    .partly(All(&[Group(G::Beetle), Behaviour(B::Fighting)])),
    ask(
        Strife,
        Reptiles,
        "lizard or gecko in a threat posture",
        All(&[Group(G::Reptile), Behaviour(B::Displaying)]),
    ),
    ask(
        Strife,
        Arachnids,
        "spider in a warning posture",
        All(&[Group(G::Spider), Behaviour(B::Displaying)]),
    ),
    ask(Strife, OtherAnimals, "crab waving its claws", All(&[CRAB, Behaviour(B::Displaying)])),
    ask(
        Strife,
        OtherAnimals,
        "crustaceans in combat",
        All(&[Group(G::Crustacean), Behaviour(B::Fighting)]),
    ),
    ask(Strife, Fishes, "fish chasing off a rival", All(&[Group(G::Fish), Behaviour(B::Fighting)])),
    ask(Strife, Several, "rivals in combat, whatever their kind", Behaviour(B::Fighting)),
    ask(
        Company,
        Birds,
        "flock of birds on the wing",
        All(&[BIRD, Count(C::Flock), Behaviour(B::Flying)]),
    )
    .partly(All(&[BIRD, Count(C::Few), Behaviour(B::Flying)])),
    ask(Company, Birds, "crowd of flamingos", All(&[Species(S::Flamingo), Count(C::Flock)]))
        .partly(All(&[Species(S::Flamingo), Count(C::Few)])),
    ask(
        Company,
        Birds,
        "bird bringing food to its chicks",
        All(&[BIRD, Behaviour(B::TendingYoung)]),
    ),
    ask(
        Company,
        Birds,
        "swan with cygnets",
        All(&[Species(S::MuteSwan), Behaviour(B::TendingYoung)]),
    ),
    ask(
        Company,
        Birds,
        "birds of prey at their eyrie with young",
        All(&[Group(G::Raptor), Behaviour(B::TendingYoung)]),
    ),
    ask(
        Company,
        Mammals,
        "fox tending its cubs",
        All(&[Species(S::RedFox), Behaviour(B::TendingYoung)]),
    ),
    ask(
        Company,
        Mammals,
        "bear looking after its cub",
        All(&[Species(S::BrownBear), Behaviour(B::TendingYoung)]),
    ),
    ask(
        Company,
        Mammals,
        "maternal care in mammals",
        All(&[Group(G::Mammal), Behaviour(B::TendingYoung)]),
    )
    .scientific(),
    ask(
        Company,
        Mammals,
        "herd of deer",
        All(&[Species(S::RoeDeer), Any(&[Count(C::Flock), Count(C::Few)])]),
    ),
    ask(Company, Fishes, "big shoal of fish", All(&[Group(G::Fish), Count(C::Flock)])),
    ask(
        Company,
        Fishes,
        "school of tuna in the open sea",
        All(&[Species(S::BluefinTuna), Any(&[Count(C::Flock), Count(C::Few)])]),
    ),
    ask(Company, Insects, "swarm of bees", All(&[Group(G::Bee), Count(C::Flock)]))
        .partly(All(&[Group(G::Bee), Count(C::Few)])),
    ask(
        Company,
        Insects,
        "aggregation of ladybirds",
        All(&[Species(S::Ladybird), Any(&[Count(C::Flock), Count(C::Few)])]),
    )
    .scientific(),
    ask(Company, OtherAnimals, "bloom of jellyfish", All(&[Group(G::Cnidarian), Count(C::Flock)])),
    ask(Movement, Birds, "owl flying through falling snow", OWL_FLYING_IN_SNOW).held_out(),
    ask(
        Movement,
        Birds,
        "eagle soaring over mountains",
        All(&[Species(S::GoldenEagle), Behaviour(B::Flying), Habitat(H::Mountain)]),
    ),
    ask(
        Movement,
        Birds,
        "swallow in flight",
        All(&[Species(S::BarnSwallow), Behaviour(B::Flying)]),
    ),
    ask(
        Movement,
        Birds,
        "duck paddling on the water",
        All(&[Species(S::Mallard), Behaviour(B::Swimming)]),
    ),
    ask(Movement, Birds, "sleeping bird", All(&[BIRD, Behaviour(B::Sleeping)])),
    ask(Movement, Mammals, "deer in mid-leap", DEER_LEAPING).held_out(),
    ask(
        Movement,
        Mammals,
        "squirrel jumping",
        All(&[Species(S::RedSquirrel), Behaviour(B::Leaping)]),
    ),
    ask(Movement, Mammals, "sleeping badger", All(&[Species(S::Badger), Behaviour(B::Sleeping)])),
    ask(
        Movement,
        Mammals,
        "fox walking through snow",
        All(&[Species(S::RedFox), Behaviour(B::Moving), crate::predicate::named::WINTRY]),
    ),
    ask(
        Movement,
        Reptiles,
        "reptile basking on a rock",
        All(&[Group(G::Reptile), Behaviour(B::Basking), Substrate(U::Rock)]),
    )
    .partly(All(&[Group(G::Reptile), Behaviour(B::Basking)])),
    ask(Movement, Reptiles, "snake swimming", All(&[SNAKE, Behaviour(B::Swimming)])),
    ask(
        Movement,
        Reptiles,
        "thermoregulating lizard",
        All(&[Species(S::GreenLizard), Behaviour(B::Basking)]),
    )
    .scientific(),
    ask(
        Movement,
        Insects,
        "butterfly basking in the sun",
        All(&[BUTTERFLY, Behaviour(B::Basking)]),
    ),
    ask(Movement, Insects, "beetle on the wing", All(&[Group(G::Beetle), Behaviour(B::Flying)])),
    ask(Movement, Amphibians, "frog in mid-jump", All(&[FROG, Behaviour(B::Leaping)])),
    ask(
        Movement,
        Molluscs,
        "snail crawling up a wall",
        All(&[Group(G::Mollusc), Behaviour(B::Moving), Substrate(U::Wall)]),
    )
    .partly(All(&[Group(G::Mollusc), Substrate(U::Wall)])),
    ask(Movement, Arachnids, "spider jumping", All(&[Group(G::Spider), Behaviour(B::Leaping)])),
    ask(
        Movement,
        OtherAnimals,
        "free-swimming medusa",
        All(&[Group(G::Cnidarian), Behaviour(B::Swimming), Not(&Species(S::BeadletAnemone))]),
    )
    .scientific(),
];
