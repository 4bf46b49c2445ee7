//! Which parts of a predicate hold of a scene.

use crate::{Predicate, Scene};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// Nesting depth; 0 for the whole predicate.
    pub depth: usize,
    /// The part in English; for a compound, how its parts are joined.
    pub words: String,
    pub holds: bool,
}

impl Predicate {
    /// Decides every part of the predicate for the scene, parents before children.
    pub fn reasons(&self, scene: &Scene) -> Vec<Reason> {
        let mut found = Vec::new();
        self.add_reasons(scene, 0, &mut found);
        found
    }

    fn add_reasons(&self, scene: &Scene, depth: usize, found: &mut Vec<Reason>) {
        let (words, parts): (String, &[Self]) = match *self {
            Self::All([part]) | Self::Any([part]) => return part.add_reasons(scene, depth, found),
            Self::All(parts) => ("all of:".to_owned(), parts),
            Self::Any(parts) => ("one of:".to_owned(), parts),
            Self::Not(part) => ("not:".to_owned(), std::slice::from_ref(part)),
            Self::Called(name, part) => (name.to_owned(), std::slice::from_ref(part)),
            // As it is said of such an organism: "spinning a web".
            Self::Behaviour(behaviour) => (behaviour.words_in(scene.group()).to_owned(), &[]),
            other => (other.words(), &[]),
        };
        found.push(Reason { depth, words, holds: self.holds(scene) });
        for part in parts {
            part.add_reasons(scene, depth + 1, found);
        }
    }
}
