//! The organism of a scene, and its companion, as a caption names them.

use super::{
    grown::{MORPHS, SEXES, WITHERED, grown},
    naming::{COUNTS, Naming, Subject, name},
    nouns::{LARVA_NOUNS, PUPA_NOUNS, SEEDLING_NOUNS},
    phrase::{Phrase, article},
    stages::{eggs, named_stage, young},
};
use crate::{
    Companion, Group as G, LifeStage as L, Predicate, Scene, Species as S, splitmix::SplitMix64,
};

/// Words that are added to a name.
pub(super) const WORDS: &[&str] =
    &["a", "an", "the", "young", "baby", "clutch", "of", "dead", "lone", "single", "with", "in"];

/// Every phrase that can stand in a subject.
pub(super) fn phrases() -> impl Iterator<Item = &'static Phrase> {
    [SEXES, MORPHS, WITHERED, COUNTS].into_iter().flatten()
}

/// The scene's organism, or `None` if no such name fits, as with "songbird" for eggs.
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

/// The predicate "is of the species" with a static lifetime.
pub(super) fn all_species(species: S) -> &'static Predicate {
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
