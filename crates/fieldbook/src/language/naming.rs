//! How captions name an organism: names from the full to the vague, numbers and articles.

use super::{
    nouns::{NOUNS, Noun, Specificity},
    phrase::{Phrase, article, one_of, phrases, pick},
};
use crate::predicate::terms::*;
use crate::{Scene, splitmix::SplitMix64};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// The full English name: "European robin".
    Full,
    /// The short name: "robin".
    Short,
    /// The full English name with the scientific one in brackets.
    Both,
    Scientific,
    /// The group: "songbird".
    Group,
    /// "bird", "creature".
    Vague,
}

/// A noun phrase with its article, and its claims.
#[derive(Debug, Clone)]
pub(super) struct Subject {
    pub(super) text: String,
    pub(super) is_plural: bool,
    pub(super) claims: Vec<Predicate>,
}

/// Counts before a plural noun, which replaces `{n}`.
pub(super) const COUNTS: &[Phrase] = phrases! {
    "two {n}", "a pair of {n}", "a couple of {n}": [Count(C::Two)];
    "a few {n}", "several {n}", "four {n}": [Count(C::Few)];
    "a small group of {n}": [Count(C::Few), ANIMAL];
    "a cluster of {n}": [Count(C::Few), Not(&ANIMAL), Not(&Group(G::Tree))];
    "many {n}", "lots of {n}": [Count(C::Flock)];
    "a flock of {n}": [Count(C::Flock), BIRD];
    "a shoal of {n}", "a school of {n}": [Count(C::Flock), Group(G::Fish)];
    "a swarm of {n}": [Count(C::Flock), SWARMS];
    "a herd of {n}": [Count(C::Flock), Species(S::RoeDeer)];
    "a stand of {n}": [Count(C::Flock), Group(G::Tree)];
    "a patch of {n}": [Count(C::Flock), PATCHES];
};

const SWARMS: Predicate = Any(&[
    Group(G::Bee),
    Group(G::Butterfly),
    Group(G::Dragonfly),
    Group(G::Cnidarian),
    Group(G::Beetle),
]);
const PATCHES: Predicate = Any(&[Group(G::Flower), Group(G::Fungus)]);

/// A random common name of the wanted kind; `None` for full names, which are not listed.
pub(super) fn name(species: S, naming: Naming, stream: &mut SplitMix64) -> Option<&'static Noun> {
    let wanted = match naming {
        Naming::Short => Specificity::Short,
        Naming::Group => Specificity::Group,
        Naming::Vague => Specificity::Vague,
        Naming::Full | Naming::Both | Naming::Scientific => return None,
    };
    let fits = |noun: &&Noun| noun.specificity == wanted && noun.is.holds_of(species);
    one_of(NOUNS.iter().filter(fits), stream)
}

/// Singular, plural and claim of a name.
pub(super) fn named(
    scene: &Scene,
    naming: Naming,
    stream: &mut SplitMix64,
) -> (String, String, Predicate) {
    let facts = scene.species.facts();
    let claim = Predicate::Species(scene.species);
    match (naming, name(scene.species, naming, stream)) {
        (Naming::Scientific, _) => {
            (facts.scientific.to_owned(), facts.scientific.to_owned(), claim)
        }
        (Naming::Both, _) => (
            format!("{} ({})", facts.english, facts.scientific),
            format!("{} ({})", facts.plural, facts.scientific),
            claim,
        ),
        (_, Some(noun)) => (noun.singular.to_owned(), noun.plural.to_owned(), noun.is),
        (Naming::Vague, None) => named(scene, Naming::Group, stream),
        (_, None) => (facts.english.to_owned(), facts.plural.to_owned(), claim),
    }
}

/// In compounds, the name without the scientific one.
pub(super) fn short_or_full(naming: Naming) -> Naming {
    if naming == Naming::Short { Naming::Short } else { Naming::Full }
}

/// Puts an article or a count before a noun that is singular or plural already.
pub(super) fn counted(
    scene: &Scene,
    is_vague: bool,
    words: String,
    mut claims: Vec<Predicate>,
    stream: &mut SplitMix64,
) -> Subject {
    if scene.count == C::One {
        let article = article(&words);
        return Subject { text: format!("{article} {words}"), is_plural: false, claims };
    }
    // A bare plural is right for any count above one, but too vague for "creatures".
    if !is_vague && stream.in_thousand(250) {
        claims.push(SEVERAL);
        return Subject { text: words, is_plural: true, claims };
    }
    let text = match pick(COUNTS, scene, stream) {
        Some(phrase) => {
            claims.push(phrase.claims);
            phrase.text.replace("{n}", &words)
        }
        None => words,
    };
    Subject { text, is_plural: true, claims }
}
