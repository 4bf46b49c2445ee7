//! The organism of a scene as a caption names it.

use super::{
    nouns::{LARVA_NOUNS, NOUNS, Noun, PUPA_NOUNS, SEEDLING_NOUNS, Width},
    phrase::{Phrase, article, one_of, pick, say},
    stages::{eggs, named_stage, young},
};
use crate::{
    Companion, Count as C, Group as G, Health, LifeStage as L, Light, Morph as M,
    Predicate::{self, All, Any, Count, Group, LifeStage, Morph, Not, Sex, Species},
    Scene, Sex as X, Species as S,
    predicate::named::{ANIMAL, BIRD, DEAD, FORMED},
    splitmix::SplitMix64,
};

/// How a caption names the organism.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// The full English name: "European robin".
    Full,
    /// As people say: "robin".
    Short,
    /// The full English name, and the scientific one in brackets.
    Both,
    /// The scientific name alone.
    Scientific,
    /// The group: "songbird".
    Group,
    /// "bird", "creature".
    Vague,
}

/// A noun phrase with its article, and what it claims.
#[derive(Debug, Clone)]
pub(super) struct Subject {
    pub(super) text: String,
    pub(super) is_plural: bool,
    pub(super) claims: Vec<Predicate>,
}

const SEXES: &[Phrase] = &[
    say("male", Sex(X::Male)),
    say("female", Sex(X::Female)),
    say("male", Sex(X::Male)),
    say("female", Sex(X::Female)),
    say("cock", All(&[Sex(X::Male), Species(S::Bullfinch)])),
    say("hen", All(&[Sex(X::Female), Species(S::Bullfinch)])),
];

const MORPHS: &[Phrase] = &[
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

const WITHERED: &[Phrase] = &[
    say("withered", All(&[LifeStage(L::Withered), Group(G::Flower)])),
    say("faded", All(&[LifeStage(L::Withered), Group(G::Flower)])),
    say("dead", All(&[LifeStage(L::Withered), Group(G::Tree)])),
    say("bare dead", All(&[LifeStage(L::Withered), Group(G::Tree)])),
    say("decaying", All(&[LifeStage(L::Withered), Group(G::Fungus)])),
    say("rotting", All(&[LifeStage(L::Withered), Group(G::Fungus)])),
];

/// Words before a plural noun; `{n}` stands for it.
const COUNTS: &[Phrase] = &[
    say("two {n}", Count(C::Two)),
    say("a pair of {n}", Count(C::Two)),
    say("a couple of {n}", Count(C::Two)),
    say("a few {n}", Count(C::Few)),
    say("several {n}", Count(C::Few)),
    say("four {n}", Count(C::Few)),
    say("a small group of {n}", All(&[Count(C::Few), ANIMAL])),
    say("a cluster of {n}", All(&[Count(C::Few), Not(&ANIMAL), Not(&Group(G::Tree))])),
    say("many {n}", Count(C::Flock)),
    say("lots of {n}", Count(C::Flock)),
    say("a flock of {n}", All(&[Count(C::Flock), BIRD])),
    say("a shoal of {n}", All(&[Count(C::Flock), Group(G::Fish)])),
    say("a school of {n}", All(&[Count(C::Flock), Group(G::Fish)])),
    say("a swarm of {n}", All(&[Count(C::Flock), SWARMS])),
    say("a herd of {n}", All(&[Count(C::Flock), Species(S::RoeDeer)])),
    say("a stand of {n}", All(&[Count(C::Flock), Group(G::Tree)])),
    say("a patch of {n}", All(&[Count(C::Flock), PATCHES])),
];

const SWARMS: Predicate = Any(&[
    Group(G::Bee),
    Group(G::Butterfly),
    Group(G::Dragonfly),
    Group(G::Cnidarian),
    Group(G::Beetle),
]);
const PATCHES: Predicate = Any(&[Group(G::Flower), Group(G::Fungus)]);

/// Words that this file adds to a name.
pub(super) const WORDS: &[&str] =
    &["a", "an", "the", "young", "baby", "clutch", "of", "dead", "lone", "single", "with", "in"];

/// Every phrase of this file.
pub(super) fn phrases() -> impl Iterator<Item = &'static Phrase> {
    [SEXES, MORPHS, WITHERED, COUNTS].into_iter().flatten()
}

/// The scene's organism, or `None` where no such name fits, as with "songbird" for eggs.
pub(super) fn subject(scene: &Scene, naming: Naming, stream: &mut SplitMix64) -> Option<Subject> {
    match scene.life_stage {
        L::Egg => eggs(scene, naming, stream),
        L::Larva => named_stage(scene, naming, LARVA_NOUNS, Predicate::LifeStage(L::Larva), stream),
        L::Pupa => named_stage(scene, naming, PUPA_NOUNS, Predicate::LifeStage(L::Pupa), stream),
        L::Seedling => {
            let stage = Predicate::LifeStage(L::Seedling);
            named_stage(scene, naming, SEEDLING_NOUNS, stage, stream)
        }
        L::Juvenile if scene.group() != G::Fungus => young(scene, naming, stream),
        _ => grown(scene, naming, stream),
    }
}

/// The companion with its article.
pub(super) fn companion(companion: Companion, stream: &mut SplitMix64) -> Subject {
    let naming = match stream.below(10) {
        0..=3 => Naming::Full,
        4..=7 => Naming::Short,
        _ => Naming::Group,
    };
    let species = companion.species;
    let (text, is) = match name(species, naming, stream) {
        Some(noun) => (noun.singular, Some(noun)),
        None => (species.facts().english, None),
    };
    let claim = match is {
        Some(noun) => Predicate::Companion(&noun.is),
        None => Predicate::Companion(all_species(species)),
    };
    Subject { text: format!("{} {text}", article(text)), is_plural: false, claims: vec![claim] }
}

/// The statement "is of the species" with a life as long as the program's.
fn all_species(species: S) -> &'static Predicate {
    const COUNT: usize = S::ALL.len();
    static ALL_SPECIES: [Predicate; COUNT] = {
        let mut all = [Predicate::Always; COUNT];
        let mut index = 0;
        while index < COUNT {
            all[index] = Predicate::Species(S::ALL[index]);
            index += 1;
        }
        all
    };
    let place = S::ALL.iter().position(|other| *other == species);
    place.and_then(|index| ALL_SPECIES.get(index)).unwrap_or(&Predicate::Always)
}

/// A listed name of the wanted width; `None` for full names, which are not listed.
fn name(species: S, naming: Naming, stream: &mut SplitMix64) -> Option<&'static Noun> {
    let width = match naming {
        Naming::Short => Width::Short,
        Naming::Group => Width::Group,
        Naming::Vague => Width::Vague,
        Naming::Full | Naming::Both | Naming::Scientific => return None,
    };
    let fits = |noun: &&Noun| noun.width == width && noun.is.holds_of(species);
    one_of(NOUNS.iter().filter(fits), stream)
}

/// Singular, plural, what follows, and the claim of a name.
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

fn grown(scene: &Scene, naming: Naming, stream: &mut SplitMix64) -> Option<Subject> {
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

/// Puts an article or a number before a noun that is already in the right number.
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
    // A plural alone is right for any number above one, but says too little of "creatures".
    if !is_vague && stream.in_thousand(250) {
        claims.push(crate::predicate::named::SEVERAL);
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
