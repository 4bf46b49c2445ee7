//! Grown organisms as captions name them: "a female mallard", "withered poppies".

use super::{
    naming::{Naming, Subject, counted, named},
    phrase::{Phrase, phrases, pick, say},
};
use crate::predicate::terms::*;
use crate::{Scene, splitmix::SplitMix64};

pub(super) const SEXES: &[Phrase] = phrases! {
    "male": [Sex(X::Male)];
    "female": [Sex(X::Female)];
    "male": [Sex(X::Male)];
    "female": [Sex(X::Female)];
    "cock": [Sex(X::Male), Species(S::Bullfinch)];
    "hen": [Sex(X::Female), Species(S::Bullfinch)];
};

pub(super) const MORPHS: &[Phrase] = phrases! {
    "leucistic", "white", "unusually white", "ghostly pale": [Morph(M::Leucistic)];
    "melanistic", "all-black", "unusually dark": [Morph(M::Melanistic)];
    "xanthic", "bright yellow", "unusually yellow": [Morph(M::Xanthic)];
};

pub(super) const WITHERED: &[Phrase] = phrases! {
    "withered", "faded": [LifeStage(L::Withered), Group(G::Flower)];
    "dead", "bare dead": [LifeStage(L::Withered), Group(G::Tree)];
    "decaying", "rotting": [LifeStage(L::Withered), Group(G::Fungus)];
};

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
    if scene.health == HealthOf::Dead && scene.group().is_animal() {
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
    if scene.group() == G::Tree || scene.light == LightOf::Dusk {
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
    } else if scene.health == HealthOf::Dead && scene.group().is_animal() {
        text.push_str(", dead,");
        claims.push(DEAD);
    }
    Subject { text, is_plural: scene.count != C::One, claims }
}
