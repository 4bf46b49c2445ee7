//! The vocabulary of captions.

use std::collections::BTreeSet;

use super::{
    frames::Voice,
    noisy::{REMARKS, TAG_WORDS},
    nouns::{EGG_NOUNS, LARVA_NOUNS, NOUNS, PUPA_NOUNS, SEEDLING_NOUNS, YOUNG_NOUNS},
    phrases::{CONCEPTS, DETAILS, DOING, ON, PLACES, WHEN},
    subject,
};
use crate::{Behaviour, Group, Habitat, Species};

/// The words of a text in lower case: letters, with hyphens and apostrophes inside. Numbers do
/// not count as words.
pub fn words_of(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !(c.is_alphabetic() || c == '-' || c == '\''))
        .map(|word| word.trim_matches(['-', '\'']).to_lowercase())
        .filter(|word| !word.is_empty())
}

/// Every word, as found by [`words_of`], that a clean or noisy caption can contain, in alphabetical
/// order.
pub fn vocabulary() -> BTreeSet<String> {
    let mut words: BTreeSet<String> = BTreeSet::new();
    let mut add = |text: &str| words.extend(words_of(text));
    for species in Species::ALL {
        let facts = species.facts();
        for text in [facts.english, facts.plural, facts.scientific, facts.mark] {
            add(text);
        }
        facts.colours.iter().for_each(|colour| add(colour));
    }
    let nouns = [NOUNS, YOUNG_NOUNS, LARVA_NOUNS, PUPA_NOUNS, EGG_NOUNS, SEEDLING_NOUNS];
    for noun in nouns.into_iter().flatten() {
        add(noun.singular);
        add(noun.plural);
    }
    let phrases = [DOING, ON, PLACES, WHEN, DETAILS, CONCEPTS];
    for phrase in phrases.into_iter().flatten().chain(subject::phrases()) {
        add(&without_gaps(phrase.text));
    }
    for voice in Voice::ALL {
        voice.frames().iter().for_each(|frame| add(&without_gaps(frame)));
    }
    for group in Group::ALL {
        add(group.plural());
        Behaviour::ALL.iter().for_each(|behaviour| add(behaviour.words_in(*group)));
    }
    Habitat::ALL.iter().for_each(|habitat| add(habitat.words()));
    for word in subject::WORDS.iter().chain(REMARKS).chain(TAG_WORDS).chain(INFLECTED) {
        add(word);
    }
    words
}

/// Words that fill gaps of frames and phrases, other than names and phrases.
const INFLECTED: &[&str] = &[
    "is are was were its their it them itself themselves with a an bird eggs juvenile male female dead",
    "img dsc scan jpg tif final",
];

fn without_gaps(text: &str) -> String {
    let mut kept = String::new();
    let mut depth = 0u32;
    for letter in text.chars() {
        match letter {
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                kept.push(' ');
            }
            other if depth == 0 => kept.push(other),
            _ => {}
        }
    }
    kept
}
