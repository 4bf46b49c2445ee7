//! Organisms that are not grown as captions name them: eggs, larvae, pupae, seedlings, young.

use super::{
    naming::{Naming, Subject, counted, named, short_or_full},
    nouns::{EGG_NOUNS, Noun, Specificity, YOUNG_NOUNS},
    phrase::{article, one_of},
};
use crate::{
    Behaviour, Count as C, Group as G, LifeStage as L, Predicate, Scene, predicate::terms::BIRD,
    splitmix::SplitMix64,
};

pub(super) fn young(scene: &Scene, naming: Naming, stream: &mut SplitMix64) -> Option<Subject> {
    let juvenile = Predicate::LifeStage(L::Juvenile);
    if naming == Naming::Scientific {
        let name = scene.species.facts().scientific.to_owned();
        let claims = vec![Predicate::Species(scene.species), juvenile];
        let text = format!("{name}, juvenile,");
        return Some(Subject { text, is_plural: scene.count != C::One, claims });
    }
    // "A hatchling hatching" would say the same thing twice.
    let hatches = scene.behaviour == Behaviour::Hatching;
    let fits = |noun: &&Noun| {
        noun.is.holds_of(scene.species) && !(hatches && noun.singular == "hatchling")
    };
    let special = one_of(YOUNG_NOUNS.iter().filter(fits), stream);
    let is_singular = scene.count == C::One;
    if let Some(noun) = special.filter(|_| stream.in_thousand(600)) {
        let mut claims = vec![noun.is, juvenile];
        let mut words = if is_singular { noun.singular } else { noun.plural }.to_owned();
        let is_full = matches!(naming, Naming::Full | Naming::Both | Naming::Short);
        if is_full && noun.specificity == Specificity::Group {
            let (singular, _, claim) = named(scene, short_or_full(naming), stream);
            claims.push(claim);
            words = format!("{singular} {words}");
        }
        return Some(counted(scene, naming == Naming::Vague, words, claims, stream));
    }
    let (singular, plural, claim) = named(scene, naming, stream);
    let adjective = if stream.in_thousand(750) { "young" } else { "baby" };
    let words = format!("{adjective} {}", if is_singular { singular } else { plural });
    Some(counted(scene, naming == Naming::Vague, words, vec![claim, juvenile], stream))
}

pub(super) fn named_stage(
    scene: &Scene,
    naming: Naming,
    nouns: &'static [Noun],
    stage: Predicate,
    stream: &mut SplitMix64,
) -> Option<Subject> {
    let is_named = !matches!(naming, Naming::Group | Naming::Vague);
    // "An oak young plant" is not English: with the name it is "oak sapling".
    let fits = |noun: &&Noun| {
        noun.is.holds_of(scene.species) && !(is_named && noun.singular.starts_with("young "))
    };
    let noun = one_of(nouns.iter().filter(fits), stream)?;
    let mut claims = vec![noun.is, stage];
    if naming == Naming::Scientific {
        claims.push(Predicate::Species(scene.species));
        let text = format!("{}, {},", scene.species.facts().scientific, noun.singular);
        return Some(Subject { text, is_plural: false, claims });
    }
    let mut words = if scene.count == C::One { noun.singular } else { noun.plural }.to_owned();
    if is_named {
        let (singular, _, claim) = named(scene, short_or_full(naming), stream);
        claims.push(claim);
        words = format!("{} {words}", singular);
    }
    Some(counted(scene, naming == Naming::Vague, words, claims, stream))
}

pub(super) fn eggs(scene: &Scene, naming: Naming, stream: &mut SplitMix64) -> Option<Subject> {
    let noun = one_of(EGG_NOUNS.iter().filter(|noun| noun.is.holds_of(scene.species)), stream)?;
    let mut claims = vec![noun.is, Predicate::LifeStage(L::Egg)];
    let mut words = noun.plural.to_owned();
    let is_sac = scene.group() == G::Spider;
    if is_sac {
        words = noun.singular.to_owned();
    }
    match naming {
        Naming::Scientific => {
            claims.push(Predicate::Species(scene.species));
            let text = format!("{}, {words},", scene.species.facts().scientific);
            return Some(Subject { text, is_plural: !is_sac, claims });
        }
        Naming::Group | Naming::Vague => {
            if scene.group().is_bird() && stream.in_thousand(500) {
                claims.push(BIRD);
                words = format!("bird {words}");
            }
        }
        _ if words == "frogspawn" => {}
        _ => {
            let (singular, _, claim) = named(scene, short_or_full(naming), stream);
            claims.push(claim);
            words = format!("{singular} {words}");
        }
    }
    if is_sac {
        return Some(Subject {
            text: format!("{} {words}", article(&words)),
            is_plural: false,
            claims,
        });
    }
    let is_clutch = scene.group().is_bird() || scene.group() == G::Reptile;
    if is_clutch && stream.in_thousand(500) {
        return Some(Subject { text: format!("a clutch of {words}"), is_plural: false, claims });
    }
    let is_plural = words.ends_with("eggs");
    Some(Subject { text: words, is_plural, claims })
}
