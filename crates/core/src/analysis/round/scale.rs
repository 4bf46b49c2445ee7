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

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scale| scale.name() == name)
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

    /// The key that gives an answer; no two answers of a scale have the same.
    pub fn key(self, answer: &str) -> Option<&'static str> {
        Some(match (self, answer) {
            (Self::Conqa, "r") => "r",
            (Self::Conqa, "n") | (Self::Eccv, "no") => "n",
            (Self::Conqa, "u") => "u",
            (Self::Eccv, "yes") => "y",
            (Self::Eccv, "partially") => "p",
            (Self::Eccv, "mostly_no") => "m",
            (Self::Grades, "3") => "3",
            (Self::Grades, "2") => "2",
            (Self::Grades, "1") => "1",
            (Self::Grades, "0") => "0",
            _ => return None,
        })
    }

    /// The answer that a key gives, in either case.
    pub fn answer_of_key(self, key: &str) -> Option<&'static str> {
        let key = key.to_lowercase();
        let mut all = self.answers().iter().map(|(answer, _)| *answer);
        all.find(|answer| self.key(answer) == Some(key.as_str()))
    }

    /// An answer for a button, and what it means.
    pub fn words(self, answer: &str) -> Option<(&'static str, &'static str)> {
        Some(match (self, answer) {
            (Self::Conqa, "r") => ("relevant", "the picture shows what the query asks for"),
            (Self::Conqa, "n") => ("not relevant", "it does not"),
            (Self::Conqa, "u") => ("unsure", "you cannot tell, or it could be taken either way"),
            (Self::Eccv, "yes") => ("yes", "the text describes the picture, without exception"),
            (Self::Eccv, "partially") => {
                ("partially yes, but …", "most of it holds, and something small does not: say what")
            }
            (Self::Eccv, "mostly_no") => {
                ("mostly no, because …", "something holds, and most does not: say what is wrong")
            }
            (Self::Eccv, "no") => ("no", "the text describes another picture"),
            (Self::Grades, "3") => ("3 · perfect", "exactly what the query asks for"),
            (Self::Grades, "2") => ("2 · good", "relevant, with a detail missing or different"),
            (Self::Grades, "1") => ("1 · partly", "relevant in part, or only at second sight"),
            (Self::Grades, "0") => ("0 · not relevant", "not what the query asks for"),
            _ => return None,
        })
    }

    /// Whether an answer wants a reason as a note.
    pub fn wants_reason(self, answer: &str) -> bool {
        self == Self::Eccv && matches!(answer, "partially" | "mostly_no")
    }

    /// What it is called, for who makes a round.
    pub fn title(self) -> &'static str {
        match self {
            Self::Conqa => "Relevant, not relevant, unsure (ConQA)",
            Self::Eccv => "Yes, partially, mostly no, no (ECCV Caption)",
            Self::Grades => "Grades from 3 to 0",
        }
    }
}
