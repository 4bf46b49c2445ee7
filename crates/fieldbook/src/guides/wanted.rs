//! What a guide is to show: statements, of which a scene holds more or fewer.

use crate::{Answer, Predicate, Reading, Scene, understanding::Clause};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted(Vec<Clause>);

impl Wanted {
    #[must_use]
    pub fn of_reading(reading: &Reading) -> Self {
        Self(reading.clauses().to_vec())
    }

    /// What decides the relevance of a stored query: for Oracle alone.
    #[must_use]
    pub fn of_answer(answer: &Answer) -> Self {
        let claims: Vec<Predicate> = match answer {
            Answer::Question(question) => question.fully.conjuncts(),
            Answer::Caption { claims, .. } => claims.clone(),
        };
        Self(claims.into_iter().map(Clause::one).collect())
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none, so that no scene is a guide.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[must_use]
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
