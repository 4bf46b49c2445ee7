//! Behaviour. Every phrase can follow both "a robin" and "a robin is".

use super::super::phrase::{Phrase, phrases};
use crate::predicate::terms::*;

pub(in super::super) const DOING: &[Phrase] = phrases! {
    // Rest.
    "resting", "keeping still": [AT_REST];
    "sitting still": [AT_REST, Any(&[BIRD, FROG, Group(G::Spider), INSECT])];
    "perched": [AT_REST, Any(&[BIRD, Group(G::Butterfly), Group(G::Dragonfly)])];
    "perching quietly": [AT_REST, Any(&[Group(G::PerchingBird), Group(G::Owl)])];
    "settled": [AT_REST, INSECT];
    "lying still": [AT_REST, Any(&[SNAKE, Group(G::Amphibian)])];
    "standing still": [AT_REST, Species(S::GreyHeron)];
    "asleep", "sleeping", "fast asleep": [Behaviour(B::Sleeping)];
    "roosting": [Behaviour(B::Sleeping), BIRD];
    "curled up asleep": [Behaviour(B::Sleeping), Group(G::Mammal)];
    "basking", "basking in the sun", "sunning {itself}", "warming up": [Behaviour(B::Basking)];
    // Movement.
    "walking": [Behaviour(B::Moving), Any(&[Group(G::Mammal), Group(G::Waterbird)])];
    "strolling along": [Behaviour(B::Moving), Group(G::Mammal)];
    "on the prowl": [Behaviour(B::Moving), Any(&[Species(S::RedFox), Species(S::BrownBear)])];
    "hopping about", "hopping along": [Behaviour(B::Moving), Group(G::PerchingBird)];
    "wading": [Behaviour(B::Moving), Group(G::Waterbird), Habitat(H::Wetland)];
    "crawling along", "creeping along": [Behaviour(B::Moving), CRAWLS];
    "on the move": [Behaviour(B::Moving)];
    "slithering along": [Behaviour(B::Moving), SNAKE];
    "scuttling along": [Behaviour(B::Moving), Any(&[Group(G::Crustacean), Group(G::Beetle)])];
    "leaping", "in mid-leap", "jumping": [Behaviour(B::Leaping)];
    "flying", "in flight", "on the wing", "flying past": [Behaviour(B::Flying)];
    "fluttering by": [Behaviour(B::Flying), Group(G::Butterfly)];
    "buzzing about": [Behaviour(B::Flying), Group(G::Bee)];
    "soaring": [Behaviour(B::Flying), Group(G::Raptor)];
    "swimming": [Behaviour(B::Swimming)];
    "afloat", "paddling about": [Behaviour(B::Swimming), Substrate(U::Water), BIRD];
    "swimming along": [Behaviour(B::Swimming)];
    "drifting along", "pulsing along": [Behaviour(B::Swimming), Group(G::Cnidarian)];
    "gliding along": [Behaviour(B::Swimming), UNDER_WATER, Any(&[Group(G::Fish), Group(G::Reptile)])];
    // Food.
    "feeding": [Behaviour(B::Feeding), ALIVE];
    "busy feeding": [Behaviour(B::Feeding)];
    "eating": [Behaviour(B::Feeding), Not(&Any(&[Group(G::Bee), Group(G::Butterfly)]))];
    "looking for food", "foraging": [Behaviour(B::Feeding), Not(&WITH_ANOTHER)];
    "munching away": [Behaviour(B::Feeding), LifeStage(L::Larva)];
    "eating {c}", "feeding on {c}", "making a meal of {c}",
        "with {c} for dinner": [Relation(R::Eats), Behaviour(B::Feeding)];
    "carrying {c}": [Relation(R::Eats), Behaviour(B::CarryingPrey)];
    "carrying prey", "with a fresh catch": [Behaviour(B::CarryingPrey)];
    "making off with {c}", "carrying off {c}": [Relation(R::Eats), Behaviour(B::CarryingPrey)];
    "with {c} in {its} bill": [Relation(R::Eats), Behaviour(B::CarryingPrey), Any(&[Group(G::PerchingBird), Group(G::Waterbird)])];
    "caught by {c}", "taken by {c}", "being eaten by {c}", "in the grip of {c}": [Relation(R::EatenBy)];
    "feeding on the nectar of {c}", "visiting {c}": [Relation(R::Pollinates)];
    "collecting pollen from {c}": [Relation(R::Pollinates), Group(G::Bee)];
    "pollinating {c}": [Relation(R::Pollinates)];
    "visited by {c}": [Relation(R::PollinatedBy)];
    "with {c} at work": [Relation(R::PollinatedBy), Companion(&Group(G::Bee))];
    "with {c} feeding": [Relation(R::PollinatedBy)];
    // Companions.
    "with {c} on {its} back": [Relation(R::Bears), Not(&SHELLED)];
    "carrying {c}": [Relation(R::Bears), SHELLED];
    "giving {c} a ride": [Relation(R::Bears)];
    "with {c} beside {it}", "together with {c}", "in the company of {c}": [Relation(R::EscortedBy)];
    "growing on {c}": [Relation(R::GrowsOn)];
    // Family.
    "building a nest", "gathering nest material", "at work on {its} nest": [Behaviour(B::NestBuilding), BIRD];
    "spinning a web", "at work on {its} web": [Behaviour(B::NestBuilding), Group(G::Spider)];
    "feeding {its} chicks": [Behaviour(B::TendingYoung), BIRD];
    "tending {its} young", "looking after {its} young", "with {its} young": [Behaviour(B::TendingYoung)];
    "hatching", "breaking out of the egg": [Behaviour(B::Hatching), Not(&Group(G::Butterfly))];
    "emerging from the chrysalis", "fresh out of the chrysalis": [Behaviour(B::Hatching), Group(G::Butterfly)];
    // Calls, displays, fights, mating.
    "calling", "calling loudly": [Behaviour(B::Calling)];
    "singing", "in full song": [Behaviour(B::Calling), Group(G::PerchingBird), LifeStage(L::Adult)];
    "croaking": [Behaviour(B::Calling), Group(G::Amphibian)];
    "hooting": [Behaviour(B::Calling), Species(S::EagleOwl), LifeStage(L::Adult)];
    "begging for food": [Behaviour(B::Calling), BIRD, LifeStage(L::Juvenile)];
    "displaying": [Behaviour(B::Displaying)];
    "showing off": [Behaviour(B::Displaying), Not(&THREATENS)];
    "in full display": [Behaviour(B::Displaying)];
    "in a threat display": [Behaviour(B::Displaying), THREATENS];
    "fighting", "having a fight", "locked in combat": [Behaviour(B::Fighting)];
    "squabbling": [Behaviour(B::Fighting), BIRD];
    "mating", "pairing": [Behaviour(B::Mating)];
    // Plants and fungi.
    "growing wild": [Behaviour(B::Growing), Group(G::Flower), Not(&CULTIVATED)];
    "in bloom", "in full flower": [LifeStage(L::Flowering), Group(G::Flower)];
    "in flower": [LifeStage(L::Flowering)];
    "in blossom": [LifeStage(L::Flowering), Species(S::WildCherry)];
    "gone to seed": [LifeStage(L::Fruiting), Group(G::Flower)];
    "shedding seeds", "losing seeds to the wind": [Behaviour(B::Dispersing), Group(G::Flower)];
    "in fruit": [LifeStage(L::Fruiting), Group(G::Tree), Not(&Species(S::ScotsPine))];
    "full of cherries": [LifeStage(L::Fruiting), Species(S::WildCherry)];
    "heavy with acorns": [LifeStage(L::Fruiting), Species(S::Oak)];
    "with cones": [LifeStage(L::Fruiting), Species(S::ScotsPine)];
    "full of coconuts": [LifeStage(L::Fruiting), Species(S::CoconutPalm)];
    "shedding leaves", "dropping {its} leaves": [Behaviour(B::Dispersing), Group(G::Tree)];
    "shedding spores", "releasing a cloud of spores": [Behaviour(B::Dispersing), Group(G::Fungus)];
    "just pushing up": [LifeStage(L::Juvenile), Group(G::Fungus)];
    "still a button": [LifeStage(L::Juvenile), Group(G::Fungus), Count(C::One)];
    "growing": [Behaviour(B::Growing), Not(&ANIMAL), Not(&LifeStage(L::Withered))];
};

const CRAWLS: Predicate = Any(&[
    Group(G::Beetle),
    Group(G::Butterfly),
    Group(G::Mollusc),
    Group(G::Spider),
    Group(G::Crustacean),
    Group(G::Amphibian),
]);
const THREATENS: Predicate = Any(&[Group(G::Reptile), Group(G::Spider), Group(G::Crustacean)]);
const SHELLED: Predicate = Any(&[Species(S::HermitCrab), Species(S::Nautilus)]);
const CULTIVATED: Predicate = Any(&[Habitat(H::Garden), Habitat(H::City)]);
