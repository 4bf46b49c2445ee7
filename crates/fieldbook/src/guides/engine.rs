//! The engines that make guides.

use crate::drawing::Style;
use std::str::FromStr;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Engine {
    /// Scenes that hold the most of what the text states.
    Careful,
    /// The same, but one statement is dropped at random, as text-to-image models lose parts of a text.
    Hasty,
    /// As Careful, in pen and wash.
    Ink,
    /// The training scenes whose captions have the text's words (BM25).
    Memory,
    /// Scenes that answer the query by what decides its relevance: a bound, not an engine to search with.
    Oracle,
}

impl Engine {
    /// All engines; Oracle last.
    pub const ALL: [Self; 5] = [Self::Careful, Self::Hasty, Self::Ink, Self::Memory, Self::Oracle];

    /// The engines that see the text alone.
    pub const OF_TEXT: [Self; 4] = [Self::Careful, Self::Hasty, Self::Ink, Self::Memory];

    /// Those of presets, in the order in which presets take them: what did best on the validation split.
    pub const OF_PRESETS: [Self; 3] = [Self::Careful, Self::Hasty, Self::Memory];

    /// Its name in commands, addresses and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Careful => "careful",
            Self::Hasty => "hasty",
            Self::Ink => "ink",
            Self::Memory => "memory",
            Self::Oracle => "oracle",
        }
    }

    /// Its name on the page.
    pub fn title(self) -> &'static str {
        match self {
            Self::Careful => "Complete",
            Self::Hasty => "Incomplete",
            Self::Ink => "Ink",
            Self::Memory => "Memory",
            Self::Oracle => "Oracle",
        }
    }

    pub fn style(self) -> Style {
        if self == Self::Ink { Style::Ink } else { Style::Plate }
    }
}

impl FromStr for Engine {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|engine| engine.name() == name);
        found.ok_or_else(|| {
            let known: Vec<&str> = Self::ALL.into_iter().map(Self::name).collect();
            format!("there is no engine {name}: known are {}", known.join(", "))
        })
    }
}
