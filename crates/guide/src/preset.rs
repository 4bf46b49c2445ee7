//! The paper's modes (§D.1), and the sizes of guides.

use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// k of eq. 5: how many ranks of a list count where nothing else is said.
pub const DEPTH: usize = 60;

/// The side of a guide before it is scaled to a tower's input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// 32 pixels.
    Small,
    /// 64 pixels.
    Medium,
    /// 96 pixels.
    Large,
}

impl Size {
    /// All sizes, smallest first.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// Whether a list states this size of a picture, by its name or by its pixels.
    pub fn is_stated(self, stated: Option<&str>) -> bool {
        stated.is_some_and(|own| own == self.name() || own == self.pixels().to_string())
    }

    /// The side in pixels.
    pub fn pixels(self) -> u32 {
        match self {
            Self::Small => 32,
            Self::Medium => 64,
            Self::Large => 96,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }
}

/// How much work a query is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Preset {
    /// Two embedders, one engine, one small guide.
    Fast,
    /// Four embedders, two engines, two medium guides each.
    Balanced,
    /// Six embedders, three engines, three medium guides each.
    Accurate,
}

impl Preset {
    /// All presets, fastest first.
    pub const ALL: [Self; 3] = [Self::Fast, Self::Balanced, Self::Accurate];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Balanced => "balanced",
            Self::Accurate => "accurate",
        }
    }

    /// ℓ: how many embedders, the most trusted first.
    pub fn n_embedders(self) -> usize {
        match self {
            Self::Fast => 2,
            Self::Balanced => 4,
            Self::Accurate => 6,
        }
    }

    /// How many engines.
    pub fn n_engines(self) -> usize {
        match self {
            Self::Fast => 1,
            Self::Balanced => 2,
            Self::Accurate => 3,
        }
    }

    /// m: how many guides of each engine.
    pub fn n_guides(self) -> usize {
        match self {
            Self::Fast => 1,
            Self::Balanced => 2,
            Self::Accurate => 3,
        }
    }

    /// The size of guides.
    pub fn size(self) -> Size {
        match self {
            Self::Fast => Size::Small,
            Self::Balanced | Self::Accurate => Size::Medium,
        }
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        named(name, "size", Self::ALL, Self::name)
    }
}

impl FromStr for Preset {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        named(name, "preset", Self::ALL, Self::name)
    }
}

/// The one of this name, or what the names are.
fn named<T: Copy>(
    name: &str,
    what: &str,
    all: [T; 3],
    name_of: fn(T) -> &'static str,
) -> Result<T, String> {
    let found = all.into_iter().find(|one| name_of(*one) == name);
    found.ok_or_else(|| {
        format!("there is no {what} {name}: known are {}", all.map(name_of).join(", "))
    })
}
