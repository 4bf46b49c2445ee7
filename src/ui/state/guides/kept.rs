//! Guides and tags of earlier queries, kept in this browser (Needle, §C.3).

use crate::ui::stored_text::{AsText, Kept, stored};
use leptos::prelude::*;
use rankscope_core::benchmark::Manifest;
use rankscope_core::formats::{FormatError, Place};
use rankscope_fieldbook::{Engine, SceneGuide};
use rankscope_guide::{CachedQuery, GuideCache, TagIndex};
use rankscope_transfer::sha256_hex;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most queries whose guides are kept: the browser has room for some megabytes.
const MOST_QUERIES: usize = 100;

/// A guide as it is kept: it can be drawn again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(in crate::ui) struct KeptGuide {
    engine: String,
    number: usize,
    scene: String,
    n_held: usize,
    n_wanted: usize,
    dropped: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(in crate::ui) struct Earlier {
    pub(in crate::ui) guides: GuideCache<KeptGuide>,
    /// Which pictures they found, by the embedder that compared them with the text.
    pub(in crate::ui) tags: BTreeMap<String, TagIndex>,
}

#[derive(Clone, Copy)]
pub(in crate::ui) struct KeptGuides {
    pub(in crate::ui) earlier: RwSignal<Earlier>,
    pub(in crate::ui) is_stored: RwSignal<bool>,
    kept: Kept<Earlier>,
}

impl KeptGuide {
    fn of(guide: &SceneGuide) -> Self {
        Self {
            engine: guide.engine.name().into(),
            number: guide.number,
            scene: guide.scene.to_string(),
            n_held: guide.n_held,
            n_wanted: guide.n_wanted,
            dropped: guide.dropped.clone(),
        }
    }

    /// The guide to draw; `None` if another version of the page kept it.
    pub(super) fn scene(&self) -> Option<SceneGuide> {
        let engine: Engine = self.engine.parse().ok()?;
        Some(SceneGuide {
            engine,
            number: self.number,
            scene: self.scene.parse().ok()?,
            style: engine.style(),
            n_held: self.n_held,
            n_wanted: self.n_wanted,
            dropped: self.dropped.clone(),
        })
    }
}

impl Earlier {
    fn of(build: String) -> Self {
        Self { guides: GuideCache::new(build), tags: BTreeMap::new() }
    }

    fn is_empty(&self) -> bool {
        self.guides.queries().is_empty() && self.tags.is_empty()
    }
}

impl Default for Earlier {
    fn default() -> Self {
        Self::of(String::new())
    }
}

impl AsText for Earlier {
    fn from_text(key: &str, text: &str) -> Result<Self, FormatError> {
        serde_json::from_str(text).map_err(|e| FormatError::new(key, Place::File, e.to_string()))
    }

    fn to_text(&self) -> Option<String> {
        match self.is_empty() {
            true => Some(String::new()),
            false => serde_json::to_string(self).ok(),
        }
    }
}

impl KeptGuides {
    pub(super) fn new() -> Self {
        let kept = Kept::default();
        Self { earlier: kept.value, is_stored: kept.is_stored, kept }
    }

    /// Reads what this browser has stored of this build of a benchmark.
    pub(in crate::ui) fn open(&self, manifest: &Manifest) {
        let key = format!("rankscope-guides:{}", manifest.id);
        let build = build_of(manifest);
        let is_open = self.earlier.with_untracked(|own| own.guides.build() == build);
        if is_open && self.kept.is_under(&key) {
            return;
        }
        let stored = stored::<Earlier>(&key).ok().filter(|own| own.guides.build() == build);
        self.kept.open(key, stored.unwrap_or_else(|| Earlier::of(build)));
    }

    pub(super) fn keep(&self, text: &str, kind: String, vector: &[f32], guides: &[SceneGuide]) {
        let guides: Vec<KeptGuide> = guides.iter().map(KeptGuide::of).collect();
        let mut query =
            CachedQuery { text: text.to_string(), kind, vector: vector.to_vec(), guides, bytes: 0 };
        query.bytes = serde_json::to_string(&query).map_or(0, |json| json.len() as u64);
        self.kept.change(|own| {
            own.guides.keep(query);
            while own.guides.queries().len() > MOST_QUERIES {
                let oldest = own.guides.queries().first().map(|query| query.text.clone());
                let Some(oldest) = oldest else { break };
                own.guides.remove(&oldest);
            }
        });
    }

    /// The text, the cosine and the guides of the nearest earlier query with this kind of guides.
    pub(super) fn nearest(
        &self,
        text: &str,
        kind: &str,
        vector: &[f32],
        threshold: Option<f64>,
    ) -> Option<(String, f64, Vec<SceneGuide>)> {
        self.earlier.with_untracked(|own| {
            let scenes = |query: &CachedQuery<KeptGuide>| {
                query.guides.iter().map(KeptGuide::scene).collect::<Option<Vec<SceneGuide>>>()
            };
            let queries = own.guides.queries();
            if let Some(same) = queries.iter().find(|own| own.text == text && own.kind == kind) {
                return Some((same.text.clone(), 1.0, scenes(same)?));
            }
            let near = own.guides.nearest(vector, kind, threshold?).ok()??;
            Some((near.query.text.clone(), near.cosine, scenes(near.query)?))
        })
    }

    /// Tags the pictures `(id, cosine to the text)` that a query found.
    pub(in crate::ui) fn tag(
        &self,
        embedder: &str,
        text: &str,
        vector: &[f32],
        found: &[(String, f64)],
        threshold: f64,
    ) -> usize {
        let mut n = 0;
        self.kept.change(|own| {
            let tags = own.tags.entry(embedder.to_string()).or_default();
            let found = found.iter().map(|(id, cosine)| (id.as_str(), *cosine));
            n = tags.tag(text, vector, found, threshold).unwrap_or_default();
        });
        n
    }

    pub(in crate::ui) fn remove(&self, text: &str) {
        self.kept.change(|own| {
            own.guides.remove(text);
        });
    }

    pub(in crate::ui) fn clear(&self) {
        self.kept.change(|own| {
            own.guides.clear();
            own.tags.clear();
        });
    }
}

/// Only the same kind can be taken, and only texts of one encoder can be compared.
pub(super) fn kind_of(wanted: &super::Wanted) -> String {
    let plan = &wanted.plan;
    let names: Vec<&str> = plan.engines.iter().map(|engine| engine.name()).collect();
    format!(
        "{} guides each of {}, seed {}, texts by {}",
        plan.n_guides,
        names.join(", "),
        plan.choice.seed,
        plan.embedders.first().map_or("", String::as_str),
    )
}

/// A benchmark's build: vectors of another are not compared.
fn build_of(manifest: &Manifest) -> String {
    let hashes: Vec<&str> = manifest.files.iter().map(|file| file.sha256.as_str()).collect();
    sha256_hex(hashes.concat().as_bytes())
}

/// Whether guides may be taken for another text: Oracle's answer one query alone.
pub(super) fn may_be_kept(guides: &[SceneGuide]) -> bool {
    !guides.is_empty() && guides.iter().all(|guide| guide.engine != Engine::Oracle)
}
