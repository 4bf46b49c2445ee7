//! Tells build recipes from training recipes: both are TOML files, read by different commands.

use anyhow::{Result, bail};
use std::path::Path;

/// The two kinds of recipes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecipeKind {
    /// Where the parts of a benchmark are; read by `rankscope build`.
    Build,
    /// Which systems to train, and how; read by `rankscope-train`.
    Training,
}

impl RecipeKind {
    /// Refuses a recipe of the other kind. A file that is neither passes: its reader names the
    /// first line that is wrong.
    pub fn expect(self, path: &Path, text: &str) -> Result<()> {
        let Ok(table) = text.parse::<toml::Table>() else { return Ok(()) };
        // Each is required in its kind of recipe and unknown in the other.
        let (is_build, is_training) =
            (table.contains_key("images"), table.contains_key("vocabulary"));
        let path = path.display();
        match self {
            Self::Build if is_training && !is_build => {
                bail!("{path} is a training recipe: `rankscope-train systems` reads it")
            }
            Self::Training if is_build && !is_training => {
                bail!("{path} is a build recipe: `rankscope build` reads it")
            }
            _ => Ok(()),
        }
    }
}
