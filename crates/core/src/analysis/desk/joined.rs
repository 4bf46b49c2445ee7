//! Judgements from another browser, added to those of this one.

use super::controls::Control;
use super::kept::{Desk, HandJudged};

/// What became of the judgements of another desk.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DeskJoined {
    /// Pictures that were not judged here, and now are.
    pub n_added: usize,
    /// Pictures with the same answer here.
    pub n_same: usize,
    /// Pictures with another answer here, which stays.
    pub n_other: usize,
}

impl Desk {
    /// Adds the judgements and controls of another desk. What is judged here stays as it is; own words
    /// are the same query where their text is the same.
    pub fn join(&mut self, other: &Desk) -> DeskJoined {
        let mut joined = DeskJoined::default();
        for HandJudged { id, text, judgements, seeds } in &other.queries {
            let id = (!id.starts_with("own-")).then_some(id.as_str());
            for judged in judgements {
                match self.of(id, text).and_then(|own| own.answer(&judged.image)) {
                    None => {
                        self.judge(id, text, &judged.image, judged.answer);
                        joined.n_added += 1;
                    }
                    Some(answer) if answer == judged.answer => joined.n_same += 1,
                    Some(_) => joined.n_other += 1,
                }
            }
            seeds.iter().for_each(|seed| self.add_seed(id, text, seed));
        }
        // The same control may have been answered twice, in one desk alone.
        let here = self.controls.clone();
        let is_here = |own: &Control| {
            here.iter().any(|here| here.query == own.query && here.image == own.image)
        };
        self.controls.extend(other.controls.iter().filter(|own| !is_here(own)).cloned());
        joined
    }
}
