//! Details: traces of people, ailments, distance, number.

use super::super::phrase::{Phrase, phrases};
use crate::predicate::terms::*;

pub(in super::super) const DETAILS: &[Phrase] = phrases! {
    // Traces of people.
    "beside a road", "with a road behind {it}", "by the roadside": [Impact(I::Road)];
    "by a wire fence", "near a fence", "with a fence in the picture": [Impact(I::Fence)];
    "near a power line", "with power lines overhead": [Impact(I::PowerLine)];
    "tangled in a net", "caught in netting": [Impact(I::Net)];
    "next to plastic litter", "with rubbish lying about", "among plastic waste": [Impact(I::Litter)];
    "with a hook in {its} mouth", "on a fishing line": [Impact(I::FishHook)];
    "with a ring on {its} leg", "wearing a leg ring": [Impact(I::LegBand)];
    "with a radio tag", "carrying a transmitter": [Impact(I::RadioTag)];
    "with a tag in {its} ear", "with an ear tag": [Impact(I::EarTag)];
    "next to a ruler", "with a ruler for scale": [Impact(I::Ruler)];
    "on a camera trap", "caught on a trail camera": [CameraTrap];
    // Ailments.
    "with a wound", "with a bad wound": [Health(HealthOf::Injured), ANIMAL];
    "with scars": [Health(HealthOf::Injured), Not(&ANIMAL)];
    "missing a leg": [Health(HealthOf::MissingLimb), LEGGED];
    "with a torn wing": [Health(HealthOf::MissingLimb), WINGED];
    "with a bitten tail fin": [Health(HealthOf::MissingLimb), Group(G::Fish)];
    "with one claw gone": [Health(HealthOf::MissingLimb), Group(G::Crustacean)];
    "without the tip of {its} tail": [Health(HealthOf::MissingLimb), Group(G::Reptile)];
    "missing some petals": [Health(HealthOf::MissingLimb), Group(G::Flower)];
    "with a broken limb": [Health(HealthOf::MissingLimb), Group(G::Tree)];
    "with a bite out of the cap": [Health(HealthOf::MissingLimb), Group(G::Fungus)];
    "infested with mites": [Health(HealthOf::Parasites), MITED];
    "with ticks": [Health(HealthOf::Parasites), Group(G::Mammal)];
    "with sea lice": [Health(HealthOf::Parasites), Group(G::Fish)];
    "with galls": [Health(HealthOf::Parasites), Any(&[Group(G::Flower), Group(G::Tree)])];
    "full of parasites": [Health(HealthOf::Parasites)];
    "with mange": [Health(HealthOf::Diseased), Group(G::Mammal)];
    "with blighted leaves": [Health(HealthOf::Diseased), Any(&[Group(G::Flower), Group(G::Tree)])];
    "covered in white mould": [Health(HealthOf::Diseased), Group(G::Fungus)];
    "looking sick": [Health(HealthOf::Diseased), ANIMAL];
    "in poor health": [Any(&[Health(HealthOf::Diseased), Health(HealthOf::Parasites)])];
    // Distance.
    "close up", "filling the frame", "in close-up": [Framing(F::CloseUp)];
    "in the distance", "far away", "a long way off": [Framing(F::Distant)];
    // Number.
    "all by {itself}": [Count(C::One), ANIMAL, FORMED, LONE];
};

const LONE: Predicate = All(&[ALONE, Not(&TRAPPED), Not(&LifeStage(L::Juvenile))]);
const WINGED: Predicate = Any(&[Group(G::Butterfly), Group(G::Dragonfly)]);
const LEGGED: Predicate = Any(&[
    BIRD,
    Group(G::Mammal),
    Group(G::Beetle),
    Group(G::Bee),
    Group(G::Spider),
    Group(G::Amphibian),
]);
const MITED: Predicate = All(&[
    ANIMAL,
    Not(&Any(&[Group(G::Mammal), Group(G::Fish)])),
    Not(&Species(S::BeadletAnemone)),
]);
