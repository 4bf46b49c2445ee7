//! A recipe: where the parts of a benchmark are, in TOML.

use crate::formats::CaptionKeys;
use crate::metrics::Measure;
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::{
    collections::HashSet,
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
    pub(super) relevance: Vec<RelevanceSource>,
    #[serde(default)]
    pub(super) encoders: Vec<EncoderSource>,
    pub(super) systems: Vec<SystemSource>,
    #[serde(default)]
    pub(super) headlines: Vec<HeadlineSource>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Images {
    /// One id a line, in corpus order.
    pub(super) ids: PathBuf,
    /// A URL or path with `{id}`, or `{id:012}` for an id with zeros before it.
    pub(super) uri: Option<String>,
    #[serde(default)]
    pub(super) attribution: String,
    #[serde(default)]
    pub(super) license: String,
    /// Which of its captions is shown with a picture.
    pub(super) caption: Option<WhichCaption>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum WhichCaption {
    /// The first in the captions file.
    First,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Captions {
    /// JSON lines.
    pub(super) path: PathBuf,
    /// The keys of a line.
    pub(super) id: String,
    pub(super) image: String,
    pub(super) text: String,
}

impl Captions {
    pub(super) fn keys(&self) -> CaptionKeys {
        CaptionKeys { id: self.id.clone(), image: self.image.clone(), text: self.text.clone() }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Queries {
    /// One id a line, in the order of the systems' query vectors.
    pub(super) ids: PathBuf,
    /// JSON lines `{"id", "text"}`; without it a query is the caption of its id.
    pub(super) texts: Option<PathBuf>,
    #[serde(default)]
    pub(super) split: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RelevanceSource {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) counts_as: String,
    #[serde(default)]
    pub(super) default: bool,
    /// `{query: [image, …]}`.
    pub(super) json: Option<PathBuf>,
    /// TREC qrels.
    pub(super) qrels: Option<PathBuf>,
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
pub(super) struct SystemSource {
    pub(super) id: String,
    pub(super) title: String,
    #[serde(default)]
    pub(super) description: String,
    pub(super) encoder: Option<String>,
    /// `[images, dim]` as `.npy`.
    pub(super) gallery: PathBuf,
    /// `[queries, dim]` as `.npy`.
    pub(super) queries: PathBuf,
    pub(super) parameters: Option<u64>,
    pub(super) flops_per_query: Option<f64>,
    #[serde(default)]
    pub(super) source: String,
    #[serde(default)]
    pub(super) license: String,
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

    fn check(&self) -> Result<()> {
        usable_ids("benchmark", std::iter::once(&self.id))?;
        usable_ids("relevance", self.relevance.iter().map(|r| &r.id))?;
        usable_ids("encoder", self.encoders.iter().map(|e| &e.id))?;
        usable_ids("system", self.systems.iter().map(|s| &s.id))?;
        if self.systems.is_empty() {
            bail!("it has no [[systems]]: at least one is needed");
        }
        let defaults: Vec<&str> =
            self.relevance.iter().filter(|r| r.default).map(|r| r.id.as_str()).collect();
        if defaults.len() != 1 {
            bail!(
                "exactly one [[relevance]] must have default = true, and {} have: {defaults:?}",
                defaults.len()
            );
        }
        for relevance in &self.relevance {
            if relevance.json.is_some() == relevance.qrels.is_some() {
                bail!("relevance {}: give one of json = \"…\" and qrels = \"…\"", relevance.id);
            }
        }
        for system in &self.systems {
            if let Some(encoder) = &system.encoder
                && !self.encoders.iter().any(|entry| &entry.id == encoder)
            {
                bail!(
                    "system {} names an unknown encoder {encoder}: add it as [[encoders]]",
                    system.id
                );
            }
        }
        for HeadlineSource { measure, relevance } in &self.headlines {
            measure.parse::<Measure>().context("a headline")?;
            if !self.relevance.iter().any(|entry| &entry.id == relevance) {
                bail!("headline {measure} names an unknown relevance {relevance}");
            }
        }
        if self.images.caption.is_some() && self.captions.is_none() {
            bail!("images.caption needs [captions]");
        }
        if self.queries.texts.is_none() && self.captions.is_none() {
            bail!("the queries have no text: give queries.texts or [captions]");
        }
        if self.shard_rows == Some(0) {
            bail!("shard_rows is 0");
        }
        Ok(())
    }
}

/// Ids become folders and parts of links: they must be plain, and differ.
fn usable_ids<'a>(what: &str, ids: impl Iterator<Item = &'a String>) -> Result<()> {
    let mut seen = HashSet::new();
    for id in ids {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if !id.starts_with(|c: char| c.is_ascii_alphanumeric()) || !id.chars().all(plain) {
            bail!(
                "the {what} id {id:?} cannot be a file name: use letters, digits, '-', '_' and \
                 '.', a letter or digit first"
            );
        }
        // Some file systems do not tell cases apart.
        if !seen.insert(id.to_ascii_lowercase()) {
            bail!("the {what} id {id:?} is there twice");
        }
    }
    Ok(())
}
