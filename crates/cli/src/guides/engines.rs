//! What makes guides: programs that draw scenes, and engines whose pictures a benchmark carries.

use crate::benchmark::open::Benchmark;
use anyhow::{Result, bail};
use rankscope_core::benchmark::GuideImage;
use rankscope_fieldbook::{Engine, SceneGuide};

/// What makes guides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum GuideEngine {
    /// Draws scenes of Fieldbook.
    Drawn(Engine),
    /// Made the pictures of stored queries that the benchmark carries.
    Stored(String),
}

impl GuideEngine {
    /// The engine of this name; one of the benchmark's own comes first.
    pub(crate) fn named(name: &str, benchmark: &Benchmark) -> Result<Self> {
        let manifest = &benchmark.manifest;
        if manifest.stored_guides(name).is_some() {
            return Ok(Self::Stored(name.to_owned()));
        }
        if let Ok(engine) = name.parse() {
            return Ok(Self::Drawn(engine));
        }
        let stored = manifest.guides.iter().map(|guides| guides.id.as_str());
        let drawn = Engine::OF_TEXT.into_iter().chain([Engine::Oracle]);
        let known: Vec<&str> = stored.chain(drawn.map(|engine| engine.name())).collect();
        bail!("--engines: there is no engine {name}: known are {}", known.join(", "))
    }

    /// The engines of the guides that the benchmark carries.
    pub(crate) fn stored_in(benchmark: &Benchmark) -> Vec<Self> {
        benchmark.manifest.guides.iter().map(|guides| Self::Stored(guides.id.clone())).collect()
    }

    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Drawn(engine) => engine.name(),
            Self::Stored(id) => id,
        }
    }

    /// Whether it draws.
    pub(crate) fn draws(&self) -> bool {
        matches!(self, Self::Drawn(_))
    }
}

/// A guide of a text.
pub(crate) enum Guide {
    /// A scene to draw.
    Drawn(SceneGuide),
    /// A picture that the benchmark has a vector of.
    Stored(StoredGuide),
}

/// A guide that the benchmark carries.
#[derive(Clone)]
pub(crate) struct StoredGuide {
    pub(crate) engine: String,
    /// Its place among the engine's guides of the query.
    pub(crate) number: usize,
    /// Its row in the engine's vectors.
    pub(crate) row: usize,
    pub(crate) image: GuideImage,
}

impl Guide {
    /// Its engine, and its place among the engine's guides of the query.
    pub(crate) fn place(&self) -> (GuideEngine, usize) {
        match self {
            Self::Drawn(guide) => (GuideEngine::Drawn(guide.engine), guide.number),
            Self::Stored(guide) => (GuideEngine::Stored(guide.engine.clone()), guide.number),
        }
    }
}
