//! Concepts: what a picture means rather than what it shows.

use super::super::phrase::{Phrase, phrases};
use crate::predicate::terms::*;

pub(in super::super) const CONCEPTS: &[Phrase] = phrases! {
    "parental care", "family life": [Behaviour(B::TendingYoung)];
    "hungry mouths to feed": [Behaviour(B::TendingYoung), BIRD];
    "a new life": [Any(&[Behaviour(B::Hatching), LifeStage(L::Egg)])];
    "the very beginning": [Any(&[Behaviour(B::Hatching), LifeStage(L::Egg), LifeStage(L::Seedling)])];
    "transformation": [Any(&[LifeStage(L::Pupa), All(&[Behaviour(B::Hatching), Group(G::Butterfly)])])];
    "growing up": [Any(&[LifeStage(L::Juvenile), LifeStage(L::Larva), LifeStage(L::Seedling)])];
    "eat or be eaten", "the hunter and the hunted": [PREDATION];
    "nature can be cruel": [Any(&[PREDATION, DEAD])];
    "a successful hunt": [Any(&[Behaviour(B::CarryingPrey), Relation(R::Eats)])];
    "bad luck for some": [Relation(R::EatenBy)];
    "give and take": [LIVING_TOGETHER];
    "unlikely friends": [Any(&[Relation(R::Bears), Relation(R::EscortedBy)])];
    "a free ride": [Relation(R::Bears)];
    "busy as a bee": [Group(G::Bee), Behaviour(B::Feeding)];
    "a good match": [POLLINATION];
    "summer on the wing": [Behaviour(B::Flying), Season(SeasonOf::Summer)];
    "freedom": [Behaviour(B::Flying), BIRD];
    "rivals", "a matter of honour": [Behaviour(B::Fighting)];
    "love is in the air": [Any(&[Behaviour(B::Mating), All(&[Behaviour(B::Displaying), BIRD])])];
    "the next generation": [Any(&[Behaviour(B::Mating), LifeStage(L::Egg), LifeStage(L::Juvenile), LifeStage(L::Seedling)])];
    "peace and quiet", "sweet dreams": [Behaviour(B::Sleeping)];
    "a moment of rest": [Any(&[Behaviour(B::Sleeping), Behaviour(B::Basking)])];
    "enjoying the sun": [Behaviour(B::Basking)];
    "a voice in the night": [Behaviour(B::Calling), Light(LightOf::Night)];
    "music": [Behaviour(B::Calling), Group(G::PerchingBird)];
    "strength in numbers": [Count(C::Flock), ANIMAL];
    "plenty": [Count(C::Flock)];
    "lonely": [ALONE, ANIMAL, Any(&[Framing(F::Distant), WINTRY])];
    "hard times": [Any(&[All(&[SNOWY, ANIMAL]), All(&[AILING, ANIMAL])])];
    "a hard winter": [SNOWY, Season(SeasonOf::Winter)];
    "the end of the road": [DEAD];
    "everything passes": [Any(&[DEAD, LifeStage(L::Withered)])];
    "ageing with grace": [LifeStage(L::Withered), Group(G::Flower)];
    "still going in spite of it all": [Health(HealthOf::MissingLimb), ANIMAL];
    "our rubbish gets everywhere": [Impact(I::Litter)];
    "this makes me angry": [Any(&[Impact(I::Litter), TRAPPED])];
    "wild neighbours": [TOWN, ANIMAL];
    "city life": [Habitat(H::City), ANIMAL];
    "science at work": [STUDIED];
    "trust": [Substrate(U::Hand)];
    "one of a kind", "a freak of nature": [Not(&Morph(M::Typical))];
    "spooky": [Any(&[Light(LightOf::Night), Weather(W::Fog)]), Any(&[Group(G::Owl), Group(G::Spider), Group(G::Fungus), Habitat(H::DeepSea)])];
    "night life": [Light(LightOf::Night), ANIMAL, Not(&Behaviour(B::Sleeping))];
    "golden hour": [Light(LightOf::Dusk), Weather(W::Clear)];
    "a gloomy day": [Light(LightOf::Day), Any(&[Weather(W::Cloudy), Weather(W::Rain), Weather(W::Fog)])];
    "miserable weather": [Any(&[Weather(W::Rain), Weather(W::Snowfall)])];
    "lost in the mist": [Weather(W::Fog), ANIMAL];
    "first signs of spring": [Season(SeasonOf::Spring), Any(&[LifeStage(L::Flowering), LifeStage(L::Seedling), LifeStage(L::Egg)])];
    "autumn has come": [Season(SeasonOf::Autumn)];
    "a world of its own": [UNDER_WATER, Any(&[Habitat(H::Reef), Habitat(H::DeepSea)])];
    "weightless": [UNDER_WATER, Group(G::Cnidarian)];
    "home sweet home": [Substrate(U::Nest)];
    "a master builder", "under construction": [Behaviour(B::NestBuilding)];
    "carried by the wind": [Behaviour(B::Dispersing)];
    "straight out of a fairy tale": [Any(&[Species(S::FlyAgaric), Invented])];
    "always in a hurry": [Behaviour(B::Moving), Any(&[Group(G::Beetle), Group(G::Crustacean), Group(G::PerchingBird)])];
    "taking it slowly": [Behaviour(B::Moving), Any(&[Group(G::Mollusc), Species(S::Tortoise)])];
};

/// Whether a concept can follow "about".
pub(in super::super) fn is_noun(concept: &str) -> bool {
    !NO_NOUNS.contains(&concept)
}

/// Concepts that are sentences or adjectives.
#[rustfmt::skip] // They share lines.
const NO_NOUNS: &[&str] = &[
    "nature can be cruel", "bad luck for some", "lonely", "still going in spite of it all",
    "our rubbish gets everywhere", "this makes me angry", "spooky", "everything passes",
    "love is in the air", "lost in the mist", "autumn has come", "weightless", "home sweet home",
    "under construction", "carried by the wind", "straight out of a fairy tale",
    "always in a hurry", "eat or be eaten", "golden hour", "hungry mouths to feed", "plenty",
    "one of a kind", "a freak of nature", "busy as a bee", "sweet dreams",
];
