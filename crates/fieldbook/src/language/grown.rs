//! Grown organisms as captions name them: "a female mallard", "withered poppies".

use super::{
    naming::{Naming, Subject, counted, named},
    phrase::{Phrase, pick, say},
};
use crate::{
    Count as C, Group as G, Health, LifeStage as L, Light, Morph as M,
    Predicate::{self, All, Group, LifeStage, Morph, Sex, Species},
    Scene, Sex as X, Species as S,
    predicate::named::{DEAD, FORMED},
    splitmix::SplitMix64,
};

pub(super) const SEXES: &[Phrase] = &[
    say("male", Sex(X::Male)),
    say("female", Sex(X::Female)),
    say("male", Sex(X::Male)),
    say("female", Sex(X::Female)),
    say("cock", All(&[Sex(X::Male), Species(S::Bullfinch)])),
    say("hen", All(&[Sex(X::Female), Species(S::Bullfinch)])),
];

pub(super) const MORPHS: &[Phrase] = &[
    say("leucistic", Morph(M::Leucistic)),
    say("white", Morph(M::Leucistic)),
    say("unusually white", Morph(M::Leucistic)),
    say("ghostly pale", Morph(M::Leucistic)),
    say("melanistic", Morph(M::Melanistic)),
    say("all-black", Morph(M::Melanistic)),
    say("unusually dark", Morph(M::Melanistic)),
    say("xanthic", Morph(M::Xanthic)),
    say("bright yellow", Morph(M::Xanthic)),
    say("unusually yellow", Morph(M::Xanthic)),
];

pub(super) const WITHERED: &[Phrase] = &[
    say("withered", All(&[LifeStage(L::Withered), Group(G::Flower)])),
    say("faded", All(&[LifeStage(L::Withered), Group(G::Flower)])),
    say("dead", All(&[LifeStage(L::Withered), Group(G::Tree)])),
    say("bare dead", All(&[LifeStage(L::Withered), Group(G::Tree)])),
    say("decaying", All(&[LifeStage(L::Withered), Group(G::Fungus)])),
    say("rotting", All(&[LifeStage(L::Withered), Group(G::Fungus)])),
];

pub(super) fn grown(scene: &Scene, naming: Naming, stream: &mut SplitMix64) -> Option<Subject> {
    let (singular, plural, claim) = named(scene, naming, stream);
    let mut claims = vec![claim, FORMED];
    if naming == Naming::Scientific {
        return Some(scientific(scene, singular, claims));
    }
    let mut adjectives: Vec<&'static str> = Vec::new();
    let mut add = |phrase: Option<&'static Phrase>, claims: &mut Vec<Predicate>| {
        if let Some(phrase) = phrase {
            adjectives.push(phrase.text);
            claims.push(phrase.claims);
        }
    };
    if scene.health == Health::Dead && scene.group().is_animal() {
        add(Some(&DEAD_ADJECTIVE), &mut claims);
    }
    if scene.life_stage == L::Withered {
        add(pick(WITHERED, scene, stream), &mut claims);
    }
    if scene.morph != M::Typical && stream.in_thousand(700) {
        add(pick(MORPHS, scene, stream), &mut claims);
    } else if matches!(naming, Naming::Group | Naming::Vague) && stream.in_thousand(450) {
        add_colour(scene, &mut adjectives, &mut claims);
    }
    if scene.sex.is_some()
        && scene.count == C::One
        && naming != Naming::Vague
        && stream.in_thousand(450)
    {
        let phrase = pick(SEXES, scene, stream);
        if let Some(phrase) = phrase {
            adjectives.push(phrase.text);
            claims.push(phrase.claims);
        }
    }
    let is_singular = scene.count == C::One;
    let noun = if is_singular { singular } else { plural };
    let words = with_adjectives(&adjectives, &noun);
    Some(counted(scene, naming == Naming::Vague, words, claims, stream))
}

const DEAD_ADJECTIVE: Phrase = say("dead", DEAD);

fn add_colour(scene: &Scene, adjectives: &mut Vec<&'static str>, claims: &mut Vec<Predicate>) {
    if scene.group() == G::Tree || scene.light == Light::Dusk {
        return;
    }
    let Some(colour) = scene.species.facts().colours.first() else { return };
    let claim = Predicate::Coloured(colour);
    if claim.holds(scene) {
        adjectives.push(colour);
        claims.push(claim);
    }
}

fn with_adjectives(adjectives: &[&str], noun: &str) -> String {
    let mut words = adjectives.join(" ");
    if !words.is_empty() {
        words.push(' ');
    }
    words + noun
}

fn scientific(scene: &Scene, name: String, mut claims: Vec<Predicate>) -> Subject {
    let mut text = name;
    if let Some(sex) = scene.sex.filter(|_| scene.count == C::One) {
        text = format!("{text}, {},", sex.words());
        claims.push(Predicate::Sex(sex));
    } else if scene.health == Health::Dead && scene.group().is_animal() {
        text.push_str(", dead,");
        claims.push(DEAD);
    }
    Subject { text, is_plural: scene.count != C::One, claims }
}
