//! The definitions of relevance that follow from the scenes alone.

use crate::world::vocabulary::vocabulary;
use crate::{
    Framing, Predicate, Scene,
    asked::{Answer, Asked},
    questions::Family,
};

vocabulary! {
    /// What counts as relevant. The words are the definition's id.
    Definition {
        Exhaustive = "exhaustive",
        Pairs = "pairs",
        Wide = "wide",
        Narrow = "narrow",
    }
}

impl Definition {
    /// The definition in one sentence.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Exhaustive => {
                "The truth, from the facts of every scene: grade 2 where a picture answers the \
                 query, 1 where it does so in part or in a lesser role."
            }
            Self::Pairs => {
                "Of a caption the picture that it was written for and no other, as in COCO; other \
                 queries have no judgements."
            }
            Self::Wide => {
                "The query read generously: the group will do for a species, any odd colour for a \
                 named one, dusk for night; grade 1."
            }
            Self::Narrow => {
                "The query read strictly: it is answered in full by an organism that is near \
                 enough to be seen well; grade 1."
            }
        }
    }

    /// The grade of a scene for a query; 0 where it is not relevant. `is_own` says whether the
    /// query is a caption that was written for this very scene.
    #[must_use]
    pub fn grade(self, asked: &Asked, scene: &Scene, is_own: bool) -> i32 {
        match self {
            Self::Exhaustive => asked.grade(scene),
            Self::Pairs => i32::from(is_own),
            Self::Wide => i32::from(asked.grade(scene) >= 1 || holds_widely(asked, scene)),
            Self::Narrow => i32::from(asked.grade(scene) >= 2 && is_plain_to_see(asked, scene)),
        }
    }
}

fn holds_widely(asked: &Asked, scene: &Scene) -> bool {
    match &asked.answer {
        // A topic has its own wide reading, which the grades hold already.
        Answer::Question(question) if question.family == Family::Topic => false,
        Answer::Question(question) => question.fully.holds_widely(scene),
        Answer::Caption { claims, .. } => claims.iter().all(|claim| claim.holds_widely(scene)),
    }
}

/// Near enough, unless the query itself asks how near the organism is.
fn is_plain_to_see(asked: &Asked, scene: &Scene) -> bool {
    let asks_distance = match &asked.answer {
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
