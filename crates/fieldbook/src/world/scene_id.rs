//! Ids of generated scenes.

use std::{fmt, str::FromStr};

use crate::{FieldbookError, Scene};

/// Seed and index of a scene; prints as `fb7-1234` and parses back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SceneId {
    /// The seed.
    pub seed: u64,
    /// The index of the scene, from 0.
    pub index: u64,
}

impl SceneId {
    /// Generates the scene.
    #[must_use]
    pub fn scene(self) -> Scene {
        Scene::generate(self.seed, self.index)
    }
}

impl fmt::Display for SceneId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "fb{}-{}", self.seed, self.index)
    }
}

impl FromStr for SceneId {
    type Err = FieldbookError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = || {
            let (seed, index) = text.strip_prefix("fb")?.split_once('-')?;
            let is_plain = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
            if !is_plain(seed) || !is_plain(index) {
                return None;
            }
            Some(Self { seed: seed.parse().ok()?, index: index.parse().ok()? })
        };
        parsed().ok_or_else(|| FieldbookError::SceneId { text: text.to_owned() })
    }
}
