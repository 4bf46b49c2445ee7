//! Reads a visitor's words as statements about scenes, so that they can be judged from the facts.
//!
//! Words are read from left to right, each time by the longest phrase of the captions' language or
//! everyday speech that fits. A text that is one of the benchmark's questions gets that question's
//! predicates. Words that are in no phrase are reported, never guessed.

mod matching;
mod reading;
mod told;

pub use reading::{Clause, Reading};
pub use told::Told;

use crate::language::lexicon::{Token, tokens};
use crate::questions::questions;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Understanding {
    /// What the words that were understood state.
    pub reading: Reading,
    /// The words that were not understood, as typed, in their order.
    pub unknown: Vec<String>,
}

impl Understanding {
    pub fn of(text: &str) -> Self {
        let tokens = tokens(text);
        let same = |other: &str| words(&tokens).eq(words(&crate::language::lexicon::tokens(other)));
        if let Some(question) = questions().find(|question| same(question.text)) {
            return Self { reading: Reading::of_question(question), unknown: Vec::new() };
        }
        Self::of_tokens(&tokens)
    }

    /// Reads a text phrase by phrase even if it is one of the benchmark's questions, so that nothing of
    /// what decides its relevance is known.
    pub fn of_phrases(text: &str) -> Self {
        Self::of_tokens(&tokens(text))
    }

    fn of_tokens(tokens: &[Token]) -> Self {
        let (found, mut unknown) = matching::matched(tokens);
        // "Zebra on Mars" lacks two words, not three.
        if unknown.iter().any(|word| !is_preposition(word)) {
            unknown.retain(|word| !is_preposition(word));
        }
        Self { reading: Reading::of_phrases(&found), unknown }
    }

    /// The reading, if every word was understood and the text states something.
    pub fn whole(&self) -> Option<&Reading> {
        (self.unknown.is_empty() && !self.reading.is_empty()).then_some(&self.reading)
    }
}

fn is_preposition(word: &str) -> bool {
    let all = ["at", "by", "from", "in", "into", "of", "on", "over", "to", "under", "with"];
    all.contains(&word.to_lowercase().as_str())
}

fn words(tokens: &[Token]) -> impl Iterator<Item = &str> {
    tokens.iter().map(|token| token.word.as_str())
}
