//! What a text's guides found, as it is printed.

use crate::guides::studio::Timings;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a text's guides found.
#[derive(Serialize)]
pub(super) struct Found {
    /// The text, if there is one.
    pub(super) query: Option<String>,
    /// What was read of it, statement by statement.
    pub(super) understood: Vec<String>,
    /// The words that were not.
    pub(super) unknown: Vec<String>,
    /// The weight of each embedder.
    pub(super) weights: BTreeMap<String, f64>,
    pub(super) guides: Vec<GuideEntry>,
    /// Why no guide was judged an outlier, if so.
    pub(super) outliers: Option<String>,
    /// The first images for each guide, by embedder.
    pub(super) lists: BTreeMap<String, Vec<Vec<String>>>,
    pub(super) hits: Vec<FoundHit>,
    pub(super) timings: Timings,
}

/// A guide and where it is from.
#[derive(Serialize)]
pub(super) struct GuideEntry {
    /// The engine's name; `image` for one of the gallery, `file` for a picture.
    pub(super) engine: String,
    /// The scene, the picture's address, the image's id or the file's name.
    pub(super) source: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) style: Option<&'static str>,
    /// How many of the statements hold of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) held: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) wanted: Option<usize>,
    /// What Hasty left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) left_out: Option<String>,
    /// S(g) of §C.2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) outlier_score: Option<f64>,
    /// Whether it was dropped for that.
    pub(super) dropped: bool,
}

impl GuideEntry {
    /// One that was not drawn.
    pub(super) fn new(engine: &str, source: String) -> Self {
        Self {
            engine: engine.to_owned(),
            source,
            style: None,
            held: None,
            wanted: None,
            left_out: None,
            outlier_score: None,
            dropped: false,
        }
    }
}

#[derive(Serialize)]
pub(super) struct FoundHit {
    pub(super) rank: usize,
    pub(super) id: String,
    /// The fused score, or the mean distance, where less is nearer.
    pub(super) score: f64,
    pub(super) terms: Vec<FoundTerm>,
}

#[derive(Serialize)]
pub(super) struct FoundTerm {
    pub(super) embedder: String,
    /// The guide's place among all guides, from 1.
    pub(super) guide: usize,
    /// The rank in that list; `None` where distances are averaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rank: Option<usize>,
    /// What it adds to the score.
    pub(super) adds: f64,
}
