//! What a guide is to show: statements, of which a scene holds more or fewer.

use crate::{
    Answer, Predicate, Reading, Scene, answered_query::question_queries, claimed_captions,
    understanding::Clause,
};
use std::ops::Range;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted(Vec<Clause>);

impl Wanted {
    pub fn of_reading(reading: &Reading) -> Self {
        Self(reading.clauses().to_vec())
    }

    /// What decides the relevance of a stored query: for Oracle alone.
    pub fn of_answer(answer: &Answer) -> Self {
        let claims: Vec<Predicate> = match answer {
            Answer::Question(question) => question.fully.conjuncts(),
            Answer::Caption { claims, .. } => claims.clone(),
        };
        Self(claims.into_iter().map(Clause::one).collect())
    }

    /// Of the stored question with this text.
    pub fn of_question(text: &str) -> Option<Self> {
        let stored = question_queries().into_iter().find(|stored| stored.query.text == text)?;
        Some(Self::of_answer(&stored.answer))
    }

    /// Of the caption with this text in some rows of a gallery.
    pub fn of_caption(text: &str, seed: u64, rows: Range<u64>) -> Option<Self> {
        rows.into_iter().find_map(|row| {
            let captions = claimed_captions(&Scene::generate(seed, row), seed).into_iter();
            let mut of_text = captions.filter(|caption| caption.text == text);
            let claims = of_text.next()?.claims;
            let row = usize::try_from(row).ok()?;
            Some(Self::of_answer(&Answer::Caption { row, claims }))
        })
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// If so, no scene is a guide.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn n_held(&self, scene: &Scene) -> usize {
        self.0.iter().filter(|clause| clause.holds(scene)).count()
    }

    /// Without the statement at a place, and that one in English.
    pub(super) fn without(&self, place: usize) -> (Self, Option<String>) {
        let mut rest = self.0.clone();
        let dropped = (place < rest.len()).then(|| rest.remove(place).words());
        (Self(rest), dropped)
    }
}
