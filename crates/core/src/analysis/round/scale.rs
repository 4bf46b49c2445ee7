//! The answers that a round asks for.

use serde::{Deserialize, Serialize};

/// The answers to "is this picture relevant?".
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// ConQA's three, by the keys of the judging desk: r, n and u (unsure).
    #[default]
    Conqa,
    /// ECCV Caption's four: yes, partially, mostly_no and no. The two in the middle want a reason as a note.
    Eccv,
    /// Grades from 3 to 0.
    Grades,
}

impl Scale {
    pub const ALL: [Self; 3] = [Self::Conqa, Self::Eccv, Self::Grades];

    pub fn name(self) -> &'static str {
        match self {
            Self::Conqa => "conqa",
            Self::Eccv => "eccv",
            Self::Grades => "grades",
        }
    }

    /// The best first, each with its place among votes for relevant, not relevant and unsure: ECCV Caption
    /// takes *partially* for relevant, and every grade from 1 is.
    pub fn answers(self) -> &'static [(&'static str, u8)] {
        match self {
            Self::Conqa => &[("r", 0), ("n", 1), ("u", 2)],
            Self::Eccv => &[("yes", 0), ("partially", 0), ("mostly_no", 1), ("no", 1)],
            Self::Grades => &[("3", 0), ("2", 0), ("1", 0), ("0", 1)],
        }
    }

    /// The place of an answer among votes; `None` if it is none of this scale.
    pub fn vote(self, answer: &str) -> Option<u8> {
        self.answers().iter().find(|(known, _)| *known == answer).map(|(_, vote)| *vote)
    }
}
