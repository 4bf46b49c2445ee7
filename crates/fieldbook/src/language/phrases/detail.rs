//! Details: traces of people, ailments, distance, number.

use super::super::phrase::{Phrase, say};
use crate::{
    Count as C, Framing as F, Group as G, Health as HealthOf, HumanImpact as I, LifeStage as L,
    Predicate::{
        All, Any, CameraTrap, Count, Framing, Group, Health, Impact, LifeStage, Not, Species,
    },
    Species as S,
    predicate::named::{ANIMAL, BIRD, FORMED, TRAPPED},
};

pub(in super::super) const DETAILS: &[Phrase] = &[
    // Traces of people.
    say("beside a road", Impact(I::Road)),
    say("with a road behind {it}", Impact(I::Road)),
    say("by the roadside", Impact(I::Road)),
    say("by a wire fence", Impact(I::Fence)),
    say("near a fence", Impact(I::Fence)),
    say("with a fence in the picture", Impact(I::Fence)),
    say("near a power line", Impact(I::PowerLine)),
    say("with power lines overhead", Impact(I::PowerLine)),
    say("tangled in a net", Impact(I::Net)),
    say("caught in netting", Impact(I::Net)),
    say("next to plastic litter", Impact(I::Litter)),
    say("with rubbish lying about", Impact(I::Litter)),
    say("among plastic waste", Impact(I::Litter)),
    say("with a hook in {its} mouth", Impact(I::FishHook)),
    say("on a fishing line", Impact(I::FishHook)),
    say("with a ring on {its} leg", Impact(I::LegBand)),
    say("wearing a leg ring", Impact(I::LegBand)),
    say("with a radio tag", Impact(I::RadioTag)),
    say("carrying a transmitter", Impact(I::RadioTag)),
    say("with a tag in {its} ear", Impact(I::EarTag)),
    say("with an ear tag", Impact(I::EarTag)),
    say("next to a ruler", Impact(I::Ruler)),
    say("with a ruler for scale", Impact(I::Ruler)),
    say("on a camera trap", CameraTrap),
    say("caught on a trail camera", CameraTrap),
    // Ailments.
    say("with a wound", All(&[Health(HealthOf::Injured), ANIMAL])),
    say("with a bad wound", All(&[Health(HealthOf::Injured), ANIMAL])),
    say("with scars", All(&[Health(HealthOf::Injured), Not(&ANIMAL)])),
    say("missing a leg", All(&[Health(HealthOf::MissingLimb), LEGGED])),
    say("with a torn wing", All(&[Health(HealthOf::MissingLimb), WINGED])),
    say("with a bitten tail fin", All(&[Health(HealthOf::MissingLimb), Group(G::Fish)])),
    say("with one claw gone", All(&[Health(HealthOf::MissingLimb), Group(G::Crustacean)])),
    say("without the tip of {its} tail", All(&[Health(HealthOf::MissingLimb), Group(G::Reptile)])),
    say("missing some petals", All(&[Health(HealthOf::MissingLimb), Group(G::Flower)])),
    say("with a broken limb", All(&[Health(HealthOf::MissingLimb), Group(G::Tree)])),
    say("with a bite out of the cap", All(&[Health(HealthOf::MissingLimb), Group(G::Fungus)])),
    say("infested with mites", All(&[Health(HealthOf::Parasites), MITED])),
    say("with ticks", All(&[Health(HealthOf::Parasites), Group(G::Mammal)])),
    say("with sea lice", All(&[Health(HealthOf::Parasites), Group(G::Fish)])),
    say(
        "with galls",
        All(&[Health(HealthOf::Parasites), Any(&[Group(G::Flower), Group(G::Tree)])]),
    ),
    say("full of parasites", Health(HealthOf::Parasites)),
    say("with mange", All(&[Health(HealthOf::Diseased), Group(G::Mammal)])),
    say(
        "with blighted leaves",
        All(&[Health(HealthOf::Diseased), Any(&[Group(G::Flower), Group(G::Tree)])]),
    ),
    say("covered in white mould", All(&[Health(HealthOf::Diseased), Group(G::Fungus)])),
    say("looking sick", All(&[Health(HealthOf::Diseased), ANIMAL])),
    say("in poor health", Any(&[Health(HealthOf::Diseased), Health(HealthOf::Parasites)])),
    // Distance.
    say("close up", Framing(F::CloseUp)),
    say("filling the frame", Framing(F::CloseUp)),
    say("in close-up", Framing(F::CloseUp)),
    say("in the distance", Framing(F::Distant)),
    say("far away", Framing(F::Distant)),
    say("a long way off", Framing(F::Distant)),
    // Number.
    say("all by {itself}", All(&[Count(C::One), ANIMAL, FORMED, LONE])),
];

const LONE: crate::Predicate =
    All(&[crate::predicate::named::ALONE, Not(&TRAPPED), Not(&LifeStage(L::Juvenile))]);
const WINGED: crate::Predicate = Any(&[Group(G::Butterfly), Group(G::Dragonfly)]);
const LEGGED: crate::Predicate = Any(&[
    BIRD,
    Group(G::Mammal),
    Group(G::Beetle),
    Group(G::Bee),
    Group(G::Spider),
    Group(G::Amphibian),
]);
const MITED: crate::Predicate = All(&[
    ANIMAL,
    Not(&Any(&[Group(G::Mammal), Group(G::Fish)])),
    Not(&Species(S::BeadletAnemone)),
]);
