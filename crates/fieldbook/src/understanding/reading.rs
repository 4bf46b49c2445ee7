//! What a text states of a scene.

use super::matching::{Found, Meaning};
use crate::{
    LifeStage, Predicate, Question, Scene,
    language::lexicon::{Number, Sense},
    predicate::{
        Reason,
        terms::{FORMED, SEVERAL},
    },
};

/// What a text states: all its clauses hold of a scene that answers it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reading {
    question: Option<&'static Question>,
    clauses: Vec<Clause>,
}

/// A part of a text that can be read in one way or in several; one of them must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// Each reading as statements that must all hold.
    pub(super) readings: Vec<Vec<Predicate>>,
}

impl Clause {
    pub(crate) fn one(claim: Predicate) -> Self {
        Self { readings: vec![vec![claim]] }
    }

    pub fn holds(&self, scene: &Scene) -> bool {
        self.readings.iter().any(|claims| claims.iter().all(|claim| claim.holds(scene)))
    }

    pub fn words(&self) -> String {
        let all = |claims: &Vec<Predicate>| {
            claims.iter().map(Predicate::words).collect::<Vec<_>>().join(" and ")
        };
        self.readings.iter().map(all).collect::<Vec<_>>().join(" or ")
    }

    /// Whether the words can be read in more than one way.
    pub fn is_ambiguous(&self) -> bool {
        self.readings.len() > 1
    }
}

impl Reading {
    pub(super) fn of_question(question: &'static Question) -> Self {
        Self { question: Some(question), clauses: vec![Clause::one(question.fully)] }
    }

    /// Reads phrases as a caption means them: a name is of a grown organism unless a stage of life
    /// is named, and a plural without a count is of more than one.
    pub(super) fn of_phrases(phrases: &[Found]) -> Self {
        let senses =
            || phrases.iter().flat_map(|phrase| &phrase.meanings).map(|meaning| meaning.sense);
        let has_stage = senses().any(|sense| matches!(sense, Sense::Stage(..) | Sense::Young));
        let mut clauses: Vec<Clause> = Vec::new();
        let mut add = |clause: Clause| {
            if !clause.readings.is_empty() && !clauses.contains(&clause) {
                clauses.push(clause);
            }
        };
        let (mut has_article, mut is_counted) = (false, false);
        for (place, phrase) in phrases.iter().enumerate() {
            // "A world of its own: clownfish" and "a picture of clownfish" are of several.
            let is_idle = phrase.meanings.iter().all(|meaning| meaning.sense == Sense::Idle);
            if phrase.is_parted || is_idle {
                (has_article, is_counted) = (false, false);
            }
            has_article |= phrase.has_article && !is_idle;
            let readings: Vec<Vec<Predicate>> =
                phrase.meanings.iter().map(claims).filter(|claims| !claims.is_empty()).collect();
            add(Clause { readings });
            let is_counting = |meaning: &Meaning| matches!(meaning.sense, Sense::Counts(_));
            is_counted |= phrase.meanings.iter().any(is_counting);
            let number = phrase.meanings.iter().find_map(|meaning| match meaning.sense {
                Sense::Names(_, number) | Sense::Stage(_, _, number) => Some((number, meaning)),
                _ => None,
            });
            let Some((number, named)) = number else { continue };
            if !has_stage && matches!(named.sense, Sense::Names(..)) {
                add(Clause::one(FORMED));
            }
            // In "perch eggs" the number is that of the eggs.
            if phrases.get(place + 1).is_some_and(names_stage) {
                continue;
            }
            let is_plural = number == Number::Plural || number == Number::Either && !has_article;
            if is_plural && !is_counted {
                add(Clause::one(SEVERAL));
            }
            (has_article, is_counted) = (false, false);
        }
        Self { question: None, clauses }
    }

    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    /// The clauses; all of them must hold.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The benchmark's question with these words; `None` if the words were read phrase by phrase.
    pub fn question(&self) -> Option<&'static Question> {
        self.question
    }

    /// The reading in English, one clause after the other.
    pub fn words(&self) -> String {
        self.clauses.iter().map(Clause::words).collect::<Vec<_>>().join("; ")
    }

    /// The grade of a scene: 2 if all that the text states holds, 1 if the text is a question of
    /// the benchmark and the scene answers part of it, 0 otherwise.
    pub fn grade(&self, scene: &Scene) -> i32 {
        if let Some(question) = self.question {
            return question.grade(scene);
        }
        let holds = !self.is_empty() && self.clauses.iter().all(|clause| clause.holds(scene));
        if holds { 2 } else { 0 }
    }
}

impl Clause {
    /// The parts of the clause, decided for a scene; where it can be read in several ways, below a line
    /// that says so.
    fn reasons(&self, scene: &Scene) -> Vec<Reason> {
        let of_claims = |claims: &Vec<Predicate>| -> Vec<Reason> {
            let parts = claims.iter().flat_map(Predicate::conjuncts);
            parts.flat_map(|part| part.reasons(scene)).collect()
        };
        if !self.is_ambiguous() {
            return self.readings.iter().flat_map(of_claims).collect();
        }
        let whole = Reason { depth: 0, words: "one of:".into(), holds: self.holds(scene) };
        let parts = self.readings.iter().flat_map(of_claims);
        let parts = parts.map(|part| Reason { depth: part.depth + 1, ..part });
        std::iter::once(whole).chain(parts).collect()
    }
}

impl Reading {
    /// What must hold is at depth 0, each part by itself.
    pub fn reasons(&self, scene: &Scene) -> Vec<Reason> {
        self.clauses.iter().flat_map(|clause| clause.reasons(scene)).collect()
    }
}

fn names_stage(phrase: &Found) -> bool {
    phrase.meanings.iter().any(|meaning| matches!(meaning.sense, Sense::Stage(..)))
}

fn claims(meaning: &Meaning) -> Vec<Predicate> {
    let mut claims = match meaning.sense {
        Sense::Claims(claim) | Sense::Counts(claim) => vec![claim],
        Sense::Names(is, _) => vec![*is],
        Sense::Stage(is, stage, _) => vec![*is, Predicate::LifeStage(stage)],
        Sense::Young => vec![Predicate::LifeStage(LifeStage::Juvenile)],
        Sense::Idle => Vec::new(),
    };
    claims.extend(meaning.companion.map(Predicate::Companion));
    claims
}
