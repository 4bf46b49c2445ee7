//! Every phrase of the captions and of [`everyday`](super::everyday) speech with its meaning: the
//! inverse of writing a caption.

use std::{collections::BTreeSet, sync::OnceLock};

use super::{
    everyday::{EVERYDAY, IDLE},
    frames::Voice,
    grown::{MORPHS, SEXES, WITHERED},
    marks::mark,
    naming::COUNTS,
    nouns::{EGG_NOUNS, LARVA_NOUNS, NOUNS, Noun, PUPA_NOUNS, SEEDLING_NOUNS, YOUNG_NOUNS},
    phrase::Phrase,
    phrases::{CONCEPTS, DETAILS, DOING, ON, PLACES, WHEN},
    subject::all_species,
};
use crate::{LifeStage, Predicate, Species};

/// Stands for a companion's name in a pattern.
pub(crate) const COMPANION: &str = "{c}";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Number {
    /// "fox", "a fish".
    Singular,
    /// "foxes".
    Plural,
    /// "fish" without an article.
    Either,
    /// A form that says nothing of the number: "Vulpes vulpes", "frogspawn".
    Unsaid,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sense {
    Claims(Predicate),
    Counts(Predicate),
    /// It names a kind of organism; a statement about species alone.
    Names(&'static Predicate, Number),
    /// It names a kind of organism in a stage of its life: "caterpillar".
    Stage(&'static Predicate, LifeStage, Number),
    /// "young", before a name.
    Young,
    /// Nothing: "there is", "we saw".
    Idle,
}

#[derive(Debug, Clone)]
pub(crate) struct Entry {
    /// Its words as [`normalised`] has them, [`COMPANION`] among them at most once.
    pub(crate) pattern: Vec<String>,
    pub(crate) sense: Sense,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    /// The word, in lower case and without inflection by number: "its" for "their".
    pub(crate) word: String,
    pub(crate) typed: String,
    /// Whether an article stands before it.
    pub(crate) has_article: bool,
    /// Whether punctuation parts it from the word before.
    pub(crate) is_parted: bool,
}

/// The words of a text without its articles. Punctuation and articles are kept as properties of
/// the word that follows.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let (mut has_article, mut is_parted) = (false, false);
    let is_inside = |c: char| c.is_alphanumeric() || c == '-' || c == '\'' || c == '’';
    for part in text.split_inclusive(|c: char| !is_inside(c)) {
        let typed = part.trim_end_matches(|c: char| !is_inside(c));
        let parting = part.get(typed.len()..).unwrap_or_default();
        let typed = typed.trim_matches(['-', '\'', '’']);
        if !typed.is_empty() {
            let word = normalised(&typed.to_lowercase());
            if ["a", "an", "the"].contains(&word.as_str()) {
                has_article = true;
            } else {
                found.push(Token { word, typed: typed.to_owned(), has_article, is_parted });
                (has_article, is_parted) = (false, false);
            }
        }
        is_parted |= parting.chars().any(|c| !c.is_whitespace());
    }
    found
}

/// A lower-case word as patterns have it.
fn normalised(word: &str) -> String {
    let same = match word {
        "their" | "his" | "her" => "its",
        "them" | "him" => "it",
        "themselves" | "himself" | "herself" => "itself",
        "are" => "is",
        "were" => "was",
        "2" => "two",
        "4" => "four",
        "photos" => "photo",
        "pictures" => "picture",
        other => other,
    };
    same.replace('’', "'")
}

pub(crate) fn lexicon() -> &'static [Entry] {
    static LEXICON: OnceLock<Vec<Entry>> = OnceLock::new();
    LEXICON.get_or_init(|| {
        let mut entries = Vec::new();
        names(&mut entries);
        stages(&mut entries);
        phrases(&mut entries);
        idle(&mut entries);
        entries
    })
}

fn names(entries: &mut Vec<Entry>) {
    for species in Species::ALL {
        let facts = species.facts();
        let is = all_species(*species);
        add_forms(entries, facts.english, facts.plural, |number| Sense::Names(is, number));
        add(entries, facts.scientific, Sense::Names(is, Number::Unsaid));
        let mark = mark(*species);
        for before in ["with", "its"] {
            let claim = Predicate::Marked(*species);
            add(entries, &format!("{before} {}", mark.text), Sense::Claims(claim));
        }
    }
    for noun in NOUNS {
        add_forms(entries, noun.singular, noun.plural, |number| Sense::Names(&noun.is, number));
    }
}

fn stages(entries: &mut Vec<Entry>) {
    let nouns: [(&'static [Noun], LifeStage); 4] = [
        (YOUNG_NOUNS, LifeStage::Juvenile),
        (LARVA_NOUNS, LifeStage::Larva),
        (PUPA_NOUNS, LifeStage::Pupa),
        (SEEDLING_NOUNS, LifeStage::Seedling),
    ];
    for (nouns, stage) in nouns {
        for noun in nouns {
            let sense = |number| Sense::Stage(&noun.is, stage, number);
            add_forms(entries, noun.singular, noun.plural, sense);
        }
    }
    for noun in EGG_NOUNS {
        let sense = Sense::Stage(&noun.is, LifeStage::Egg, Number::Unsaid);
        BTreeSet::from([noun.singular, noun.plural])
            .iter()
            .for_each(|text| add(entries, text, sense));
    }
    add(entries, "clutch of", Sense::Claims(Predicate::LifeStage(LifeStage::Egg)));
    ["young", "baby", "juvenile"].into_iter().for_each(|text| add(entries, text, Sense::Young));
}

fn phrases(entries: &mut Vec<Entry>) {
    let lists = [DOING, ON, PLACES, WHEN, DETAILS, CONCEPTS, SEXES, MORPHS, WITHERED, EVERYDAY];
    for Phrase { text, claims } in lists.into_iter().flatten() {
        add(entries, text, Sense::Claims(*claims));
    }
    for Phrase { text, claims } in COUNTS {
        add(entries, &text.replace("{n}", ""), Sense::Counts(*claims));
    }
    let colours: BTreeSet<&'static str> =
        Species::ALL.iter().flat_map(|species| species.facts().colours).copied().collect();
    for colour in colours {
        add(entries, colour, Sense::Claims(Predicate::Coloured(colour)));
    }
}

/// What frames say around their gaps.
fn idle(entries: &mut Vec<Entry>) {
    let frames = Voice::ALL.into_iter().flat_map(Voice::frames);
    let mut texts: BTreeSet<&str> = IDLE.iter().copied().collect();
    for frame in frames {
        let outside = frame.split(['{', '}']).step_by(2);
        texts.extend(outside.flat_map(|text| text.split([',', '.', ':', '!', '"'])));
    }
    texts.extend(["is", "was", "there", "here", "i", "we"]);
    texts.iter().for_each(|text| add(entries, text, Sense::Idle));
}

fn add_forms(
    entries: &mut Vec<Entry>,
    singular: &str,
    plural: &str,
    sense: impl Fn(Number) -> Sense,
) {
    if singular == plural {
        return add(entries, singular, sense(Number::Either));
    }
    add(entries, singular, sense(Number::Singular));
    add(entries, plural, sense(Number::Plural));
}

fn add(entries: &mut Vec<Entry>, text: &str, sense: Sense) {
    let text = text.replace("{its}", "its").replace("{itself}", "itself").replace("{it}", "it");
    let words = |text: &str| tokens(text).into_iter().map(|token| token.word).collect::<Vec<_>>();
    let mut pattern = Vec::new();
    for (place, part) in text.split(COMPANION).enumerate() {
        if place > 0 {
            pattern.push(COMPANION.to_owned());
        }
        pattern.extend(words(part));
    }
    if !pattern.is_empty() {
        entries.push(Entry { pattern, sense });
    }
}
