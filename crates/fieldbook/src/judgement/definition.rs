//! Definitions of relevance that follow from the scenes alone.

use crate::world::vocabulary::vocabulary;
use crate::{
    Framing, Predicate, Scene,
    answered_query::{Answer, AnsweredQuery},
    questions::Family,
};

vocabulary! {
    /// A definition of relevance; its words are its id.
    Definition {
        Exhaustive = "exhaustive",
        Pairs = "pairs",
        Wide = "wide",
        Narrow = "narrow",
    }
}

impl Definition {
    /// What counts as relevant, as the benchmark's manifest and the page say it.
    pub fn counts_as(self) -> &'static str {
        match self {
            Self::Exhaustive => {
                "Exact, from the facts of every scene: grade 2 if a picture answers the query, 1 if \
                 it answers part of it or shows the subject in a minor role."
            }
            Self::Pairs => {
                "Only the picture that the caption was written for, as in COCO. Other queries have \
                 no judgements."
            }
            Self::Wide => {
                "The query read leniently: any species of the group counts, any unusual colour \
                 form, dusk as well as night. Grade 1."
            }
            Self::Narrow => {
                "The query read strictly: only full answers, with the organism close enough to be \
                 seen well. Grade 1."
            }
        }
    }

    /// The grade of a scene for a query; 0 if it is not relevant. `is_own` says whether the query
    /// is a caption that was written for this very scene.
    pub fn grade(self, query: &AnsweredQuery, scene: &Scene, is_own: bool) -> i32 {
        match self {
            Self::Exhaustive => query.grade(scene),
            Self::Pairs => i32::from(is_own),
            Self::Wide => i32::from(query.grade(scene) >= 1 || holds_leniently(query, scene)),
            Self::Narrow => i32::from(query.grade(scene) >= 2 && is_close_enough(query, scene)),
        }
    }
}

fn holds_leniently(query: &AnsweredQuery, scene: &Scene) -> bool {
    match &query.answer {
        // A topic states its lenient reading as grade 1, which the caller has checked.
        Answer::Question(question) if question.family == Family::Topic => false,
        Answer::Question(question) => question.fully.holds_leniently(scene),
        Answer::Caption { claims, .. } => claims.iter().all(|claim| claim.holds_leniently(scene)),
    }
}

/// Whether the organism is close enough, or the query itself is about the distance.
fn is_close_enough(query: &AnsweredQuery, scene: &Scene) -> bool {
    let asks_distance = match &query.answer {
        Answer::Question(question) => asks_distance(&question.fully),
        Answer::Caption { claims, .. } => claims.iter().any(asks_distance),
    };
    asks_distance || scene.framing != Framing::Distant
}

fn asks_distance(predicate: &Predicate) -> bool {
    match *predicate {
        Predicate::Framing(_) => true,
        Predicate::All(parts) | Predicate::Any(parts) => parts.iter().any(asks_distance),
        Predicate::Not(part) | Predicate::Called(_, part) => asks_distance(part),
        _ => false,
    }
}
