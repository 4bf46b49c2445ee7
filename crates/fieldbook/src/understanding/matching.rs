//! Finds the phrases of a text, longest first.

use crate::{
    Predicate,
    language::lexicon::{COMPANION, Number, Sense, Token, lexicon},
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    /// Its meanings, each different.
    pub(super) meanings: Vec<Meaning>,
    /// Whether an article stands before it.
    pub(super) has_article: bool,
    /// Whether punctuation parts it from the phrase before.
    pub(super) is_parted: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Meaning {
    pub(super) sense: Sense,
    pub(super) companion: Option<&'static Predicate>,
}

/// The phrases of a text in their order, and the words that are in none.
pub(super) fn matched(tokens: &[Token]) -> (Vec<Found>, Vec<String>) {
    let (mut found, mut unknown) = (Vec::new(), Vec::new());
    let mut rest = tokens;
    while let Some((first, after)) = rest.split_first() {
        let (length, meanings) = longest(rest);
        if length == 0 {
            unknown.push(first.typed.clone());
            rest = after;
            continue;
        }
        let Token { has_article, is_parted, .. } = *first;
        found.push(Found { meanings, has_article, is_parted });
        rest = rest.get(length..).unwrap_or_default();
    }
    (found, unknown)
}

/// The number of words of the longest phrase at the start of a text, and its meanings.
fn longest(text: &[Token]) -> (usize, Vec<Meaning>) {
    let mut longest = (0, Vec::new());
    for entry in lexicon() {
        let Some((length, companion)) = fits(&entry.pattern, text) else { continue };
        if length > longest.0 {
            longest = (length, Vec::new());
        }
        let meaning = Meaning { sense: entry.sense, companion };
        if length == longest.0 && !longest.1.contains(&meaning) {
            longest.1.push(meaning);
        }
    }
    longest
}

/// Whether a pattern fits the start of a text: how many words it takes, and its companion. A phrase
/// never goes across punctuation.
fn fits(pattern: &[String], text: &[Token]) -> Option<(usize, Option<&'static Predicate>)> {
    let (mut length, mut companion) = (0, None);
    for word in pattern {
        let rest = text.get(length..)?;
        let first = rest.first()?;
        if length > 0 && first.is_parted {
            return None;
        }
        if word != COMPANION {
            if first.word != *word {
                return None;
            }
            length += 1;
            continue;
        }
        let (n_words, is) = name(rest)?;
        companion = Some(is);
        length += n_words;
    }
    Some((length, companion))
}

/// The longest name of one organism at the start of a text.
fn name(text: &[Token]) -> Option<(usize, &'static Predicate)> {
    let names = lexicon().iter().filter_map(|entry| match entry.sense {
        Sense::Names(is, number) if number != Number::Plural => {
            Some((fits(&entry.pattern, text)?.0, is))
        }
        _ => None,
    });
    names.max_by_key(|(length, _)| *length)
}
