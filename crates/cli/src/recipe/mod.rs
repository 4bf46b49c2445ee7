//! A recipe: where the parts of a benchmark are, in TOML.
//!
//! A section that can be filled from several kinds of files has a key for each; exactly one
//! is given, and `source()` says which. `check` holds the sections against each other.

mod check;
mod parts;

pub(super) use parts::{
    Captions, FoldSource, GalleryIds, ImageSource, Images, ImagesBy, JudgementSource, Metadata,
    Queries, QuerySource, RelevanceSource, Sense, SplitFile, SystemSource, WhichCaption,
};

use anyhow::{Context, Result};
use serde::Deserialize;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A recipe. Paths are relative to `source`, and that is relative to the recipe.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Recipe {
    pub(super) id: String,
    pub(super) title: String,
    #[serde(default)]
    pub(super) description: String,
    #[serde(default)]
    pub(super) version: String,
    #[serde(default)]
    pub(super) license: String,
    #[serde(default)]
    pub(super) citation: String,
    #[serde(default)]
    pub(super) homepage: String,
    #[serde(default)]
    pub(super) source: PathBuf,
    /// Rows in a shard, where it is to be smaller than 128 MiB allow.
    pub(super) shard_rows: Option<usize>,
    pub(super) images: Images,
    pub(super) captions: Option<Captions>,
    pub(super) queries: Queries,
    pub(super) folds: Option<FoldSource>,
    pub(super) relevance: Vec<RelevanceSource>,
    #[serde(default)]
    pub(super) encoders: Vec<EncoderSource>,
    pub(super) systems: Vec<SystemSource>,
    #[serde(default)]
    pub(super) headlines: Vec<HeadlineSource>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EncoderSource {
    pub(super) id: String,
    pub(super) title: String,
    /// The folder of the pack.
    pub(super) path: Option<PathBuf>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeadlineSource {
    pub(super) measure: String,
    pub(super) relevance: String,
}

impl Recipe {
    /// Reads a recipe and checks that it holds together.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let file = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {file}"))?;
        let recipe: Self =
            toml::from_str(&text).with_context(|| format!("{file} is not a recipe"))?;
        recipe.check().with_context(|| file.to_string())?;
        Ok(recipe)
    }
}
