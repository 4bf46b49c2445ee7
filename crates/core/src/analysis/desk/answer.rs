//! The answers to a picture, and how many pictures are asked about at a time.

use serde::{Deserialize, Serialize};

/// The number of pictures in a task, as in ConQA.
pub const N_IN_A_TASK: usize = 5;

/// An answer to "is this picture relevant?".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// It is.
    #[serde(rename = "r")]
    Relevant,
    /// It is not.
    #[serde(rename = "n")]
    NotRelevant,
    /// The visitor cannot say.
    #[serde(rename = "u")]
    Unsure,
}

impl Answer {
    /// The three answers.
    pub const ALL: [Self; 3] = [Self::Relevant, Self::NotRelevant, Self::Unsure];

    /// The key that gives the answer.
    pub fn key(self) -> &'static str {
        match self {
            Self::Relevant => "r",
            Self::NotRelevant => "n",
            Self::Unsure => "u",
        }
    }

    /// The answer in English.
    pub fn words(self) -> &'static str {
        match self {
            Self::Relevant => "relevant",
            Self::NotRelevant => "not relevant",
            Self::Unsure => "unsure",
        }
    }

    /// The grade that it gives a picture; `None` leaves it unjudged.
    pub fn grade(self) -> Option<i32> {
        match self {
            Self::Relevant => Some(1),
            Self::NotRelevant => Some(0),
            Self::Unsure => None,
        }
    }
}
