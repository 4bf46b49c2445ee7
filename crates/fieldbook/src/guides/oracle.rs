//! What decides the relevance of a stored query, by its text, without the whole benchmark.

use super::Wanted;
use crate::{Answer, Scene, answered_query::question_queries, claimed_captions};
use std::ops::Range;

impl Wanted {
    /// Of a stored question; `None` if the text is no question's.
    #[must_use]
    pub fn of_question(text: &str) -> Option<Self> {
        let questions = question_queries().into_iter();
        questions
            .filter(|own| own.query.text == text)
            .map(|own| Self::of_answer(&own.answer))
            .next()
    }

    /// Of a caption of a gallery's scenes, looked for in some of its rows; `None` if it is in none of
    /// them.
    #[must_use]
    pub fn of_caption(text: &str, seed: u64, rows: Range<u64>) -> Option<Self> {
        rows.into_iter().find_map(|row| {
            let captions = claimed_captions(&Scene::generate(seed, row), seed).into_iter();
            let mut of_text = captions.filter(|caption| caption.text == text);
            let claims = of_text.next()?.claims;
            let row = usize::try_from(row).ok()?;
            Some(Self::of_answer(&Answer::Caption { row, claims }))
        })
    }
}
