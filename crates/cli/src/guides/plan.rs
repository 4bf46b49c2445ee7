//! How guides are made and compared: a preset, and what is asked for otherwise.

use super::engines::GuideEngine;
use crate::benchmark::open::Benchmark;
use anyhow::{Result, bail};
use rankscope_fieldbook::Engine;
use rankscope_guide::{Preset, Size};

/// How many ranks of a list count where nothing else is said.
const DEPTH: u32 = 60;

/// What guides are made from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Given {
    /// A text, for engines.
    pub(crate) text: bool,
    /// Guides that the arguments bring.
    pub(crate) guides: bool,
}

impl Given {
    /// A text alone.
    pub(crate) const TEXT: Self = Self { text: true, guides: false };
}

/// How many guides of which engines, in which size, under which embedders.
#[derive(Debug, clap::Args)]
pub(crate) struct PlanArgs {
    /// How much work a query is worth: fast (2 embedders, 1 engine, 1 small guide), balanced (4, 2, 2
    /// medium) or accurate (6, 3, 3 medium).
    #[arg(long, value_name = "NAME", default_value = "balanced", value_parser = str::parse::<Preset>)]
    pub(crate) preset: Preset,
    /// The systems whose vision towers compare guides with the gallery [default: the best of the
    /// validation split].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) embedders: Vec<String>,
    /// What makes guides: careful, hasty, ink, memory; oracle is a bound for stored queries; or engines
    /// whose guides the benchmark carries [default: the first of careful, hasty, memory, or of the
    /// benchmark's own].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) engines: Vec<String>,
    /// Guides of each engine, 1 to 20.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) m: Option<u32>,
    /// The size of guides: small (32 pixels), medium (64) or large (96). Of guides that the benchmark
    /// carries, those of this size [default: all].
    #[arg(long, value_name = "NAME", value_parser = str::parse::<Size>)]
    pub(crate) size: Option<Size>,
    /// Another seed makes other guides.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// How many ranks of a list count.
    #[arg(long, value_name = "K", default_value_t = DEPTH, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: u32,
}

/// What a preset and arguments come to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Plan {
    pub(crate) engines: Vec<GuideEngine>,
    /// Of each engine.
    pub(crate) n_guides: usize,
    pub(crate) n_embedders: usize,
    /// Of guides that are drawn.
    pub(crate) size: Size,
    /// Of guides that the benchmark carries; `None` for any.
    pub(crate) stored_size: Option<Size>,
    pub(crate) seed: u64,
    /// k of eq. 5.
    pub(crate) depth: usize,
}

impl PlanArgs {
    /// A preset and nothing else.
    pub(crate) fn of_preset(preset: Preset) -> Self {
        let (embedders, engines) = (Vec::new(), Vec::new());
        Self { preset, embedders, engines, m: None, size: None, seed: 0, depth: DEPTH }
    }

    /// The plan for a text, or for guides that are brought, or for both; refuses to draw guides for a
    /// benchmark of other pictures.
    pub(crate) fn plan(&self, benchmark: &Benchmark, given: Given) -> Result<Plan> {
        let mut engines: Vec<GuideEngine> = Vec::new();
        for name in &self.engines {
            let engine = GuideEngine::named(name, benchmark)?;
            if engines.contains(&engine) {
                bail!("--engines names {name} twice");
            }
            engines.push(engine);
        }
        let id = &benchmark.manifest.id;
        let can_draw = benchmark.manifest.draws_guides();
        if engines.is_empty() {
            let own = GuideEngine::stored_in(benchmark);
            engines = if can_draw || own.is_empty() {
                Engine::OF_PRESETS.map(GuideEngine::Drawn).into()
            } else {
                own
            };
            engines.truncate(self.preset.n_engines());
        }
        let Given { text, guides } = given;
        if !text || (guides && !can_draw && self.engines.is_empty()) {
            // Nothing can be drawn: those that are brought are all there are.
            engines.retain(|engine| text && !engine.draws());
        }
        if !can_draw && engines.iter().any(GuideEngine::draws) {
            bail!(
                "guides are drawn as Fieldbook's scenes, and {id} is another benchmark: bring guides \
                 (--guide-image, --guide-file) without --engines, or build it with guides ([[guides]] \
                 of a recipe)"
            );
        }
        let n_embedders = match self.embedders.len() {
            0 => self.preset.n_embedders(),
            n => n,
        };
        Ok(Plan {
            engines,
            n_guides: self.m.map_or(self.preset.n_guides(), |m| m as usize),
            n_embedders,
            size: self.size.unwrap_or(self.preset.size()),
            stored_size: self.size,
            seed: self.seed,
            depth: self.depth as usize,
        })
    }
}

impl Plan {
    /// The size of the guides, in words.
    pub(crate) fn size_name(&self) -> &'static str {
        match self.stored_size {
            None if !self.engines.iter().any(GuideEngine::draws) => "any size",
            _ => self.size.name(),
        }
    }
}
