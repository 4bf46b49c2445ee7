//! From a text to the scenes of an engine's guides.

use super::{Engine, Wanted, memory::Memory};
use crate::{Scene, SceneId, drawing::Style, splitmix::SplitMix64};
use rankscope_core::random::fnv1a;
use std::{cmp::Reverse, sync::OnceLock};

/// Seed of the scenes that guides are chosen from: neither the gallery's nor training's.
pub const GUIDE_SEED: u64 = 18;
/// Scenes to choose from.
pub const N_SAMPLED: u64 = 100_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SceneGuide {
    pub engine: Engine,
    /// Its place among the engine's guides, from 0.
    pub number: usize,
    pub scene: SceneId,
    pub style: Style,
    /// How many of the wanted statements hold of it.
    pub n_held: usize,
    pub n_wanted: usize,
    /// The statement that Hasty dropped, in English.
    pub dropped: Option<String>,
}

/// Chooses the scenes of guides. The same text, engine and seed give the same guides on every machine.
pub struct GuideMaker {
    seed: u64,
    sample: Vec<Scene>,
    memory: OnceLock<Memory>,
}

impl GuideMaker {
    /// Each seed has different scenes, so that guides made again differ.
    pub fn new(seed: u64) -> Self {
        let mut maker = Self::growing(seed);
        maker.grow(N_SAMPLED);
        maker
    }

    /// A maker without scenes yet, for a page that must not block: ready once [`Self::grow`] is true.
    pub fn growing(seed: u64) -> Self {
        Self { seed, sample: Vec::new(), memory: OnceLock::new() }
    }

    /// Generates up to `n` further scenes; true once all are generated.
    pub fn grow(&mut self, n: u64) -> bool {
        let first = self.seed.wrapping_mul(N_SAMPLED);
        let n_there = self.sample.len() as u64;
        let places = n_there..N_SAMPLED.min(n_there.saturating_add(n));
        let scenes = places.map(|place| Scene::generate(GUIDE_SEED, first.wrapping_add(place)));
        self.sample.extend(scenes);
        self.sample.len() as u64 == N_SAMPLED
    }

    /// Up to `n` guides of an engine for a text; none where nothing is wanted, or where no caption has a
    /// word of the text.
    ///
    /// `wanted` is what the text states ([`Wanted::of_reading`]), or for Oracle what decides the query's
    /// relevance ([`Wanted::of_answer`]).
    pub fn guides(&self, engine: Engine, text: &str, wanted: &Wanted, n: usize) -> Vec<SceneGuide> {
        match engine {
            Engine::Careful | Engine::Ink | Engine::Oracle => {
                let guide = |(number, row)| self.guide(engine, number, row, wanted, None);
                let rows = self.best(wanted, n, self.stream(engine, text, 0).next());
                rows.into_iter().enumerate().filter_map(guide).collect()
            }
            Engine::Hasty => (0..n).filter_map(|number| self.hasty(text, wanted, number)).collect(),
            Engine::Memory => self.remembered(text, wanted, n),
        }
    }

    /// A guide that lacks a statement, unless there is only one.
    fn hasty(&self, text: &str, wanted: &Wanted, number: usize) -> Option<SceneGuide> {
        let mut stream = self.stream(Engine::Hasty, text, number as u64);
        let n_wanted = u32::try_from(wanted.len()).ok()?;
        let (rest, dropped) = if n_wanted > 1 {
            wanted.without(stream.below(n_wanted) as usize)
        } else {
            (wanted.clone(), None)
        };
        let row = self.best(&rest, 1, stream.next()).first().copied()?;
        self.guide(Engine::Hasty, number, row, wanted, dropped)
    }

    fn remembered(&self, text: &str, wanted: &Wanted, n: usize) -> Vec<SceneGuide> {
        let memory = self.memory.get_or_init(Memory::new);
        // Made again, the next best.
        let skipped = usize::try_from(self.seed).unwrap_or(usize::MAX).saturating_mul(n);
        let best = memory.best(text, skipped.saturating_add(n));
        let scenes = best.into_iter().skip(skipped).enumerate();
        let guide = |(number, scene): (usize, SceneId)| SceneGuide {
            engine: Engine::Memory,
            number,
            scene,
            style: Engine::Memory.style(),
            n_held: wanted.n_held(&scene.scene()),
            n_wanted: wanted.len(),
            dropped: None,
        };
        scenes.map(guide).collect()
    }

    /// The places of the scenes that hold the most; which of equally good ones, `shuffle` decides.
    fn best(&self, wanted: &Wanted, n: usize, shuffle: u64) -> Vec<usize> {
        if wanted.is_empty() || n == 0 {
            return Vec::new();
        }
        let n_held: Vec<usize> = self.sample.iter().map(|scene| wanted.n_held(scene)).collect();
        // Chance is drawn only for scenes that can be among the first.
        let n_with = |held: usize| n_held.iter().filter(|other| **other == held).count();
        let (mut least, mut n_found) = (wanted.len(), n_with(wanted.len()));
        while least > 0 && n_found < n {
            least -= 1;
            n_found += n_with(least);
        }
        let can_be_first = n_held.iter().enumerate().filter(|(_, held)| **held >= least);
        let rank = |(place, held): (usize, &usize)| {
            (Reverse(*held), SplitMix64::of_pair(shuffle, place as u64).next(), place)
        };
        let mut ranked: Vec<_> = can_be_first.map(rank).collect();
        ranked.sort_unstable();
        ranked.into_iter().take(n).map(|(_, _, place)| place).collect()
    }

    fn guide(
        &self,
        engine: Engine,
        number: usize,
        place: usize,
        wanted: &Wanted,
        dropped: Option<String>,
    ) -> Option<SceneGuide> {
        let n_held = wanted.n_held(self.sample.get(place)?);
        let index = self.seed.wrapping_mul(N_SAMPLED).wrapping_add(place as u64);
        let scene = SceneId { seed: GUIDE_SEED, index };
        let (style, n_wanted) = (engine.style(), wanted.len());
        Some(SceneGuide { engine, number, scene, style, n_held, n_wanted, dropped })
    }

    /// Chance that depends on seed, engine, text and number alone.
    fn stream(&self, engine: Engine, text: &str, number: u64) -> SplitMix64 {
        let text = fnv1a(text.bytes().chain(engine.name().bytes()));
        SplitMix64::of_pair(text, self.seed.rotate_left(32) ^ number)
    }
}
