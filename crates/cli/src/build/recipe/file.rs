use super::{
    images::Images,
    sources::{Captions, ExplanationsSource, FoldSource, Queries, RelevanceSource, exactly_one},
    systems::{MadeFrom, SystemSource},
};
use anyhow::{Result, bail};
use rankscope_core::benchmark::{ContentTag, RunKind};
use serde::Deserialize;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

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
    /// Rows of a shard, if fewer than fit into 128 MiB.
    pub(crate) shard_rows: Option<usize>,
    pub(crate) images: Images,
    pub(crate) captions: Option<Captions>,
    pub(crate) queries: Option<Queries>,
    pub(crate) folds: Option<FoldSource>,
    pub(crate) explanations: Option<ExplanationsSource>,
    #[serde(default)]
    pub(crate) relevance: Vec<RelevanceSource>,
    #[serde(default)]
    pub(crate) encoders: Vec<EncoderSource>,
    #[serde(default)]
    pub(crate) systems: Vec<SystemSource>,
    #[serde(default)]
    pub(crate) runs: Vec<RunSource>,
    #[serde(default)]
    pub(crate) guides: Vec<GuideSource>,
    /// How much each system counts in search by guides, by its id.
    #[serde(default)]
    pub(crate) guide_weights: BTreeMap<String, f64>,
    #[serde(default)]
    pub(crate) headlines: Vec<HeadlineSource>,
    pub(crate) welcome: Option<WelcomeSource>,
    #[serde(default)]
    pub(crate) topics: Vec<TopicSource>,
    /// Tags that describe the content of pictures, synonyms in a list.
    #[serde(default)]
    pub(crate) content_tags: Vec<ContentTag>,
}

impl BuildRecipe {
    /// The path of ConQA's `seed.json`.
    pub(crate) fn conqa(&self) -> Option<&Path> {
        self.queries.as_ref().and_then(Queries::conqa)
    }

    /// Whether queries have the ids of captions.
    pub(crate) fn queries_are_captions(&self) -> bool {
        self.captions.is_some() && self.queries.as_ref().is_some_and(Queries::are_captions)
    }

    pub(crate) fn makes_from(&self, what: MadeFrom) -> bool {
        self.systems.iter().any(|system| system.is_made_from(what))
    }
}

/// The query that the page opens with.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WelcomeSource {
    #[serde(default)]
    pub(crate) title: String,
    pub(crate) query: String,
    /// Ids of systems, the main one first.
    #[serde(default)]
    pub(crate) systems: Vec<String>,
    pub(crate) relevance: Option<String>,
}

/// A query that is a topic of pictures.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TopicSource {
    pub(crate) query: String,
    #[serde(default)]
    pub(crate) tags: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EncoderSource {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) path: Option<PathBuf>,
}

/// Rankings or scores from elsewhere, such as those of a vision-language model.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunSource {
    pub(crate) id: String,
    pub(crate) title: String,
    /// `run` for a TREC run, `logits` for a table with the columns query, image, yes, no.
    #[serde(default)]
    pub(crate) kind: RunKind,
    file: Option<PathBuf>,
    /// Scores `[queries, images]` in place of a file of rankings.
    sims: Option<PathBuf>,
    /// Lists of the ids of the rows and the columns, if they are not in the benchmark's order.
    pub(crate) query_ids: Option<PathBuf>,
    pub(crate) image_ids: Option<PathBuf>,
    /// The system whose first images were scored.
    pub(crate) of: Option<String>,
    /// The most images of a query; by default those of the longest list.
    pub(crate) depth: Option<u32>,
    #[serde(default)]
    pub(crate) prompt: String,
    #[serde(default)]
    pub(crate) source: String,
}

pub(crate) enum RunRanked<'a> {
    Listed(&'a Path),
    Scored(&'a Path),
}

impl RunSource {
    pub(crate) fn ranked_by(&self) -> Result<RunRanked<'_>> {
        let keys = [
            ("file", self.file.as_deref().map(RunRanked::Listed)),
            ("sims", self.sims.as_deref().map(RunRanked::Scored)),
        ];
        let ranked_by = exactly_one(&format!("run {}", self.id), keys)?;
        let is_of_matrix = self.query_ids.is_some() || self.image_ids.is_some();
        match ranked_by {
            RunRanked::Listed(_) if is_of_matrix => {
                bail!("run {}: query_ids and image_ids are of sims, and file has its own", self.id)
            }
            RunRanked::Scored(_) if self.kind == RunKind::Logits => {
                bail!("run {}: sims has scores, and kind = \"logits\" is of a file", self.id)
            }
            ranked_by => Ok(ranked_by),
        }
    }
}

/// What an engine made for the queries, with the vectors of each system.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GuideSource {
    pub(crate) id: String,
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) about: String,
    #[serde(default)]
    pub(crate) source: String,
    #[serde(default)]
    pub(crate) license: String,
    /// JSON lines, one guide a line.
    pub(crate) images: PathBuf,
    /// `[guides, dim]` as `.npy` by the system's id; several files with `*` for their number.
    pub(crate) vectors: BTreeMap<String, PathBuf>,
}

/// A column of the leaderboard: a measure by its full name, and a relevance definition.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeadlineSource {
    pub(crate) measure: String,
    pub(crate) relevance: String,
}
