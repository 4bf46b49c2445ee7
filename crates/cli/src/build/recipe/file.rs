//! A build recipe and its sections.

use super::sources::{Captions, FoldSource, Images, Queries, RelevanceSource, SystemSource};
use serde::Deserialize;
use std::path::PathBuf;

/// A build recipe. Its paths are relative to `source`, which is relative to the recipe.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BuildRecipe {
    pub(crate) id: String,
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) description: String,
    #[serde(default)]
    pub(crate) version: String,
    #[serde(default)]
    pub(crate) license: String,
    #[serde(default)]
    pub(crate) citation: String,
    #[serde(default)]
    pub(crate) homepage: String,
    #[serde(default)]
    pub(crate) source: PathBuf,
    /// Rows of a shard, if fewer than fill 128 MiB.
    pub(crate) shard_rows: Option<usize>,
    pub(crate) images: Images,
    pub(crate) captions: Option<Captions>,
    pub(crate) queries: Queries,
    pub(crate) folds: Option<FoldSource>,
    pub(crate) relevance: Vec<RelevanceSource>,
    #[serde(default)]
    pub(crate) encoders: Vec<EncoderSource>,
    pub(crate) systems: Vec<SystemSource>,
    #[serde(default)]
    pub(crate) headlines: Vec<HeadlineSource>,
}

/// A text encoder of the benchmark.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EncoderSource {
    pub(crate) id: String,
    pub(crate) title: String,
    /// The folder of the pack.
    pub(crate) path: Option<PathBuf>,
}

/// A column of the leaderboard.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeadlineSource {
    /// A measure by its full name.
    pub(crate) measure: String,
    /// The id of a relevance definition.
    pub(crate) relevance: String,
}
