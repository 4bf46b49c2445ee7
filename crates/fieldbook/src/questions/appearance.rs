//! Questions about how organisms look.

use super::{
    held_out::WHITE_MAMMAL,
    question::{
        Category::{Ailments, ColourForms, Growth, Sexes, TagsAndRings},
        IconicGroup::{
            Amphibians, Arachnids, Birds, Fishes, Fungi, Insects, Mammals, Molluscs, OtherAnimals,
            Plants, Reptiles, Several,
        },
        Question, about,
    },
};
use crate::{
    Behaviour as B, Group as G, Habitat as H, Health as HealthOf, HumanImpact as I, LifeStage as L,
    Morph as M,
    Predicate::{
        All, Any, Behaviour, Group, Habitat, Health, Impact, LifeStage, Morph, Not, Sex, Species,
        Substrate,
    },
    Sex as X, Species as S, Substrate as U,
    predicate::named::{
        AILING, ANIMAL, BIRD, BUTTERFLY, DEAD, FROG, INSECT, INVERTEBRATE, MOTH, SNAKE,
    },
};

pub(super) const APPEARANCE: &[Question] = &[
    about(Sexes, Birds, "mallard drake", All(&[Species(S::Mallard), Sex(X::Male)])),
    about(
        Sexes,
        Birds,
        "female mallard swimming",
        All(&[Species(S::Mallard), Sex(X::Female), Behaviour(B::Swimming)]),
    ),
    about(
        Sexes,
        Birds,
        "hen blackbird in brown plumage",
        All(&[Species(S::Blackbird), Sex(X::Female)]),
    ),
    about(
        Sexes,
        Birds,
        "rosy-breasted male bullfinch",
        All(&[Species(S::Bullfinch), Sex(X::Male)]),
    ),
    about(
        Sexes,
        Birds,
        "female kestrel on the wing",
        All(&[Species(S::Kestrel), Sex(X::Female), Behaviour(B::Flying)]),
    ),
    about(Sexes, Birds, "male snowy owl", All(&[Species(S::SnowyOwl), Sex(X::Male)])),
    about(
        Sexes,
        Birds,
        "cock sunbill showing off his crest",
        All(&[Species(S::RuffedSunbill), Sex(X::Male), Behaviour(B::Displaying)]),
    )
    .partly(All(&[Species(S::RuffedSunbill), Sex(X::Male)])),
    about(
        Sexes,
        Insects,
        "male stag beetle with great jaws",
        All(&[Species(S::StagBeetle), Sex(X::Male)]),
    ),
    about(Sexes, Insects, "female stag beetle", All(&[Species(S::StagBeetle), Sex(X::Female)])),
    about(
        Sexes,
        Insects,
        "female common blue, brown rather than blue",
        All(&[Species(S::CommonBlue), Sex(X::Female)]),
    ),
    about(
        Sexes,
        Insects,
        "male Calopteryx splendens",
        All(&[Species(S::BandedDemoiselle), Sex(X::Male)]),
    )
    .scientific(),
    about(Sexes, Mammals, "roebuck with antlers", All(&[Species(S::RoeDeer), Sex(X::Male)])),
    about(
        Sexes,
        Mammals,
        "roe doe with her fawn",
        All(&[Species(S::RoeDeer), Sex(X::Female), Behaviour(B::TendingYoung)]),
    )
    .partly(All(&[Species(S::RoeDeer), Behaviour(B::TendingYoung)])),
    about(Sexes, Reptiles, "male adder", All(&[Species(S::Adder), Sex(X::Male)])),
    about(
        Sexes,
        OtherAnimals,
        "fiddler crab male with one oversized claw",
        All(&[Species(S::FiddlerCrab), Sex(X::Male)]),
    ),
    about(Sexes, Several, "sexually dimorphic species, adult female", Sex(X::Female)).scientific(),
    about(Growth, Insects, "monarch caterpillar", All(&[Species(S::Monarch), LifeStage(L::Larva)])),
    about(
        Growth,
        Insects,
        "lepidopteran larva on foliage",
        All(&[Group(G::Butterfly), LifeStage(L::Larva), Substrate(U::Leaf)]),
    )
    .scientific(),
    about(Growth, Insects, "butterfly chrysalis", All(&[BUTTERFLY, LifeStage(L::Pupa)])),
    about(
        Growth,
        Insects,
        "moth cocoon in a rainforest",
        All(&[MOTH, LifeStage(L::Pupa), Habitat(H::Rainforest)]),
    )
    .partly(All(&[MOTH, LifeStage(L::Pupa)])),
    about(
        Growth,
        Insects,
        "beetle grub in rotting wood",
        All(&[Group(G::Beetle), LifeStage(L::Larva), Substrate(U::Log)]),
    ),
    about(Growth, Insects, "dragonfly nymph", All(&[Group(G::Dragonfly), LifeStage(L::Larva)])),
    about(
        Growth,
        Insects,
        "adult butterfly leaving its pupal skin",
        All(&[Group(G::Butterfly), Behaviour(B::Hatching)]),
    )
    .scientific(),
    about(
        Growth,
        Birds,
        "clutch of songbird eggs",
        All(&[Group(G::PerchingBird), LifeStage(L::Egg)]),
    )
    .partly(All(&[BIRD, LifeStage(L::Egg)])),
    about(
        Growth,
        Birds,
        "altricial nestlings begging",
        All(&[Group(G::PerchingBird), LifeStage(L::Juvenile), Behaviour(B::Calling)]),
    )
    .scientific(),
    about(Growth, Birds, "owl chick", All(&[Group(G::Owl), LifeStage(L::Juvenile)])),
    about(Growth, Birds, "cygnet hatching", All(&[Species(S::MuteSwan), Behaviour(B::Hatching)])),
    about(Growth, Amphibians, "frogspawn", All(&[FROG, LifeStage(L::Egg)])),
    about(Growth, Amphibians, "tadpoles", All(&[FROG, LifeStage(L::Larva)]))
        .partly(All(&[Group(G::Amphibian), LifeStage(L::Larva)])),
    about(
        Growth,
        Mammals,
        "fox cub asleep",
        All(&[Species(S::RedFox), LifeStage(L::Juvenile), Behaviour(B::Sleeping)]),
    ),
    about(Growth, Mammals, "leveret", All(&[Species(S::BrownHare), LifeStage(L::Juvenile)])),
    about(
        Growth,
        Reptiles,
        "hatchling turtle or tortoise",
        All(&[Any(&[Species(S::SeaTurtle), Species(S::Tortoise)]), LifeStage(L::Juvenile)]),
    ),
    about(Growth, Plants, "dandelion clock", All(&[Species(S::Dandelion), LifeStage(L::Fruiting)])),
    about(Growth, Plants, "oak sapling", All(&[Species(S::Oak), LifeStage(L::Seedling)])),
    about(
        Growth,
        Plants,
        "sunflower past its best",
        All(&[Species(S::Sunflower), LifeStage(L::Withered)]),
    ),
    about(
        Growth,
        Fungi,
        "fly agaric button breaking through",
        All(&[Species(S::FlyAgaric), LifeStage(L::Juvenile)]),
    ),
    about(
        Growth,
        Fungi,
        "basidiocarp in decay",
        All(&[Group(G::Fungus), LifeStage(L::Withered), Not(&Species(S::Morel))]),
    )
    .scientific(),
    about(Growth, Arachnids, "spider's egg sac", All(&[Group(G::Spider), LifeStage(L::Egg)])),
    about(
        Growth,
        Fishes,
        "shoals of fish fry",
        All(&[Group(G::Fish), LifeStage(L::Juvenile), crate::predicate::named::SEVERAL]),
    )
    .partly(All(&[Group(G::Fish), LifeStage(L::Juvenile)])),
    about(ColourForms, Birds, "bird with leucistic plumage", All(&[BIRD, Morph(M::Leucistic)]))
        .scientific(),
    about(
        ColourForms,
        Birds,
        "all-black bird of a species that should be coloured",
        All(&[BIRD, Morph(M::Melanistic)]),
    ),
    about(
        ColourForms,
        Birds,
        "white blackbird or robin",
        All(&[Any(&[Species(S::Blackbird), Species(S::Robin)]), Morph(M::Leucistic)]),
    ),
    about(ColourForms, Mammals, "mammal with white fur that it should not have", WHITE_MAMMAL)
        .held_out(),
    about(
        ColourForms,
        Mammals,
        "black squirrel",
        All(&[Species(S::RedSquirrel), Morph(M::Melanistic)]),
    ),
    about(
        ColourForms,
        Mammals,
        "melanistic red fox",
        All(&[Species(S::RedFox), Morph(M::Melanistic)]),
    )
    .scientific(),
    about(ColourForms, Reptiles, "black adder or grass snake", All(&[SNAKE, Morph(M::Melanistic)])),
    about(
        ColourForms,
        Reptiles,
        "pale reptile lacking pigment",
        All(&[Group(G::Reptile), Morph(M::Leucistic)]),
    ),
    about(
        ColourForms,
        Amphibians,
        "yellow frog of a normally green or brown kind",
        All(&[FROG, Morph(M::Xanthic)]),
    ),
    about(
        ColourForms,
        OtherAnimals,
        "xanthic lobster or crab",
        All(&[Group(G::Crustacean), Morph(M::Xanthic)]),
    )
    .scientific(),
    about(
        ColourForms,
        Fishes,
        "fish in an unusual colour",
        All(&[Group(G::Fish), Not(&Morph(M::Typical))]),
    ),
    about(
        ColourForms,
        Insects,
        "dark form of a butterfly or moth",
        All(&[Group(G::Butterfly), Morph(M::Melanistic)]),
    ),
    about(
        Ailments,
        Birds,
        "bird standing on its only leg left",
        All(&[BIRD, Health(HealthOf::MissingLimb)]),
    ),
    about(Ailments, Birds, "dead bird", All(&[BIRD, DEAD])),
    about(
        Ailments,
        Birds,
        "wounded bird of prey or owl",
        All(&[Any(&[Group(G::Raptor), Group(G::Owl)]), Health(HealthOf::Injured)]),
    ),
    about(
        Ailments,
        Mammals,
        "sarcoptic mange",
        All(&[Group(G::Mammal), Health(HealthOf::Diseased)]),
    )
    .scientific(),
    about(
        Ailments,
        Mammals,
        "mammal carrying ticks",
        All(&[Group(G::Mammal), Health(HealthOf::Parasites)]),
    ),
    about(
        Ailments,
        Mammals,
        "three-legged fox",
        All(&[Species(S::RedFox), Health(HealthOf::MissingLimb)]),
    ),
    about(
        Ailments,
        Insects,
        "butterfly with a torn wing",
        All(&[Group(G::Butterfly), Health(HealthOf::MissingLimb)]),
    ),
    about(
        Ailments,
        Insects,
        "phoretic mites on an insect",
        All(&[INSECT, Health(HealthOf::Parasites)]),
    )
    .scientific(),
    about(
        Ailments,
        Amphibians,
        "chytrid infection in amphibians",
        All(&[Group(G::Amphibian), Health(HealthOf::Diseased)]),
    )
    .scientific(),
    about(
        Ailments,
        Reptiles,
        "lizard that shed its tail",
        All(&[Group(G::Reptile), Health(HealthOf::MissingLimb)]),
    ),
    about(
        Ailments,
        Fishes,
        "sea lice on a fish",
        All(&[Group(G::Fish), Health(HealthOf::Parasites)]),
    ),
    about(
        Ailments,
        Molluscs,
        "octopus with an arm bitten off",
        All(&[Species(S::Octopus), Health(HealthOf::MissingLimb)]),
    ),
    about(
        Ailments,
        Plants,
        "galls on a plant",
        All(&[Any(&[Group(G::Tree), Group(G::Flower)]), Health(HealthOf::Parasites)]),
    ),
    about(
        Ailments,
        Plants,
        "tree with blighted leaves",
        All(&[Group(G::Tree), Health(HealthOf::Diseased)]),
    ),
    about(
        Ailments,
        Fungi,
        "mushroom overgrown with mould",
        All(&[Group(G::Fungus), Health(HealthOf::Diseased)]),
    ),
    about(
        Ailments,
        OtherAnimals,
        "crab with a claw gone",
        All(&[Group(G::Crustacean), Health(HealthOf::MissingLimb)]),
    ),
    about(Ailments, Several, "invertebrate that is hurt or sick", All(&[INVERTEBRATE, AILING])),
    about(Ailments, Several, "carcass of an animal", DEAD),
    about(TagsAndRings, Birds, "ringed bird", All(&[BIRD, Impact(I::LegBand)])),
    about(
        TagsAndRings,
        Birds,
        "gull wearing a leg ring",
        All(&[Species(S::HerringGull), Impact(I::LegBand)]),
    ),
    about(
        TagsAndRings,
        Birds,
        "singing songbird with a ring on its leg",
        All(&[Group(G::PerchingBird), Impact(I::LegBand), Behaviour(B::Calling)]),
    )
    .partly(All(&[Group(G::PerchingBird), Impact(I::LegBand)])),
    about(
        TagsAndRings,
        Birds,
        "raptor fitted with a transmitter",
        All(&[Group(G::Raptor), Impact(I::RadioTag)]),
    ),
    about(
        TagsAndRings,
        Birds,
        "telemetry backpack on an owl",
        All(&[Group(G::Owl), Impact(I::RadioTag)]),
    )
    .scientific(),
    about(
        TagsAndRings,
        Mammals,
        "mammal wearing a radio collar",
        All(&[Group(G::Mammal), Impact(I::RadioTag)]),
    ),
    about(
        TagsAndRings,
        Mammals,
        "deer with an ear tag",
        All(&[Species(S::RoeDeer), Impact(I::EarTag)]),
    ),
    about(
        TagsAndRings,
        Mammals,
        "bear with an ear tag or a collar",
        All(&[Species(S::BrownBear), Any(&[Impact(I::EarTag), Impact(I::RadioTag)])]),
    ),
    about(
        TagsAndRings,
        Several,
        "animal fitted with any marker",
        All(&[ANIMAL, Any(&[Impact(I::EarTag), Impact(I::RadioTag), Impact(I::LegBand)])]),
    ),
    about(
        ColourForms,
        Fishes,
        "melanistic tuna",
        All(&[Species(S::BluefinTuna), Morph(M::Melanistic)]),
    )
    .scientific(),
    about(
        ColourForms,
        OtherAnimals,
        "xanthic fiddler crab",
        All(&[Species(S::FiddlerCrab), Morph(M::Xanthic)]),
    )
    .scientific(),
    about(
        TagsAndRings,
        Birds,
        "puffin with a ring on its leg",
        All(&[Species(S::Puffin), Impact(I::LegBand)]),
    ),
];
