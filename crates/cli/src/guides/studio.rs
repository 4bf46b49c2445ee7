//! Makes guides of texts and compares them with the gallery, stage by stage.

use super::{
    embedders::Embedder,
    engines::{Guide, GuideEngine},
    plan::Plan,
    stored::StoredEngine,
};
use crate::benchmark::open::Benchmark;
use anyhow::{Context, Result, bail};
use rankscope_core::{search::RowMask, vectors::scored};
use rankscope_encode::{Rgba, pixels_from_rgba};
use rankscope_fieldbook::{
    Engine, Fieldbook, GALLERY_SEED, GuideMaker, Scene, SceneGuide, Understanding, Wanted,
    drawing::{Style, draw, pixels_from_display_list},
};
use rankscope_guide::{
    DistanceHit, EmbeddedGuides, MeanDistances, Outliers, Reduction, outlier_scores,
};
use serde::Serialize;
use std::{
    collections::{HashMap, hash_map::Entry},
    time::Instant,
};

/// Milliseconds of each stage.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(crate) struct Timings {
    pub(crate) understand_ms: f64,
    pub(crate) draw_ms: f64,
    pub(crate) encode_ms: f64,
    pub(crate) search_ms: f64,
    pub(crate) fuse_ms: f64,
}

impl Timings {
    /// All stages together.
    pub(crate) fn total_ms(&self) -> f64 {
        self.understand_ms + self.draw_ms + self.encode_ms + self.search_ms + self.fuse_ms
    }

    /// Adds another query's.
    pub(crate) fn add(&mut self, other: &Self) {
        self.understand_ms += other.understand_ms;
        self.draw_ms += other.draw_ms;
        self.encode_ms += other.encode_ms;
        self.search_ms += other.search_ms;
        self.fuse_ms += other.fuse_ms;
    }

    /// The mean of `n` queries.
    pub(crate) fn divided_by(self, n: usize) -> Self {
        let n = n.max(1) as f64;
        Self {
            understand_ms: self.understand_ms / n,
            draw_ms: self.draw_ms / n,
            encode_ms: self.encode_ms / n,
            search_ms: self.search_ms / n,
            fuse_ms: self.fuse_ms / n,
        }
    }
}

/// Milliseconds since a moment.
pub(crate) fn ms_since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

/// A text that is searched for.
pub(crate) struct Asked<'a> {
    pub(crate) text: &'a str,
    /// The id of a stored query, which Oracle needs.
    pub(crate) query_id: Option<&'a str>,
}

/// The guides of a text under all embedders.
pub(crate) struct Guides {
    /// What was read, phrase by phrase.
    pub(crate) understanding: Understanding,
    pub(crate) guides: Vec<Guide>,
    /// `[embedders][guides][dim]`.
    pub(crate) vectors: Vec<Vec<Vec<f32>>>,
    pub(crate) timings: Timings,
}

impl Guides {
    /// How far each guide lies apart, under embedders of these weights.
    pub(crate) fn outliers(&self, weights: &[f64], reduction: Reduction) -> Result<Outliers> {
        let embedded: Vec<EmbeddedGuides> = weights
            .iter()
            .zip(&self.vectors)
            .map(|(weight, vectors)| EmbeddedGuides { weight: *weight, vectors: vectors.clone() })
            .collect();
        Ok(outlier_scores(&embedded, reduction)?)
    }

    /// Drops all but the guides at these places.
    pub(crate) fn keep(&mut self, places: &[usize]) {
        let at_kept = |place: usize| places.contains(&place);
        let mut place = 0..;
        self.guides.retain(|_| place.next().is_some_and(at_kept));
        for vectors in &mut self.vectors {
            let mut place = 0..;
            vectors.retain(|_| place.next().is_some_and(at_kept));
        }
    }
}

/// Everything that guides need.
pub(crate) struct Studio<'a> {
    pub(crate) embedders: Vec<Embedder<'a>>,
    maker: GuideMaker,
    /// What decides the relevance of the stored queries, if Oracle takes part.
    answers: HashMap<String, Wanted>,
    /// The engines whose guides the benchmark carries.
    stored: HashMap<String, StoredEngine>,
}

impl<'a> Studio<'a> {
    /// With these embedders, for a plan.
    pub(crate) fn new(
        benchmark: &Benchmark,
        embedders: Vec<Embedder<'a>>,
        plan: &Plan,
    ) -> Result<Self> {
        let mut answers = HashMap::new();
        if plan.engines.contains(&GuideEngine::Drawn(Engine::Oracle)) {
            let book = Fieldbook::new(GALLERY_SEED, benchmark.image_ids().len());
            for answered in book.answered_queries() {
                answers.insert(answered.query.id.clone(), Wanted::of_answer(&answered.answer));
            }
        }
        let mut stored = HashMap::new();
        for engine in &plan.engines {
            if let GuideEngine::Stored(id) = engine {
                let engine = StoredEngine::open(benchmark, id, &embedders, plan.stored_size)?;
                stored.insert(id.clone(), engine);
            }
        }
        Ok(Self { embedders, maker: GuideMaker::new(plan.seed), answers, stored })
    }

    /// Makes, draws and encodes the guides of a text, and takes those that the benchmark carries.
    pub(crate) fn guides(&self, asked: &Asked<'_>, plan: &Plan) -> Result<Guides> {
        let mut timings = Timings::default();
        let start = Instant::now();
        // Words matter to engines that draw, and no others.
        let draws = plan.engines.iter().any(GuideEngine::draws);
        let understanding = Understanding::of_phrases(if draws { asked.text } else { "" });
        let read = Wanted::of_reading(&understanding.reading);
        let mut guides: Vec<Guide> = Vec::new();
        for engine in &plan.engines {
            match engine {
                GuideEngine::Stored(id) => {
                    let stored = self.stored_engine(id)?.guides(asked.query_id, plan.n_guides);
                    guides.extend(stored.iter().cloned().map(Guide::Stored));
                }
                GuideEngine::Drawn(engine) => {
                    let wanted = match engine {
                        Engine::Oracle => self.answer(asked)?,
                        _ => &read,
                    };
                    let scenes = self.maker.guides(*engine, asked.text, wanted, plan.n_guides);
                    guides.extend(scenes.into_iter().map(Guide::Drawn));
                }
            }
        }
        timings.understand_ms = ms_since(start);
        let start = Instant::now();
        let side = plan.size.pixels();
        let mut pictures = Vec::with_capacity(guides.len());
        for guide in &guides {
            pictures.push(match guide {
                Guide::Drawn(guide) => Some(Drawn::of(guide, side, &self.embedders)?),
                Guide::Stored(_) => None,
            });
        }
        timings.draw_ms = ms_since(start);
        let start = Instant::now();
        let mut vectors = Vec::with_capacity(self.embedders.len());
        for (place, embedder) in self.embedders.iter().enumerate() {
            let mut of_embedder = Vec::with_capacity(guides.len());
            for (guide, picture) in guides.iter().zip(&pictures) {
                of_embedder.push(match (guide, picture) {
                    (Guide::Stored(guide), _) => {
                        self.stored_engine(&guide.engine)?.vector(place, guide)?
                    }
                    (Guide::Drawn(_), picture) => {
                        let side = embedder.pictures()?.image_size();
                        let pixels = picture.as_ref().and_then(|drawn| drawn.scaled.get(&side));
                        embedder
                            .pictures()?
                            .encode_image(pixels.context("a guide has no pixels")?)?
                    }
                });
            }
            vectors.push(of_embedder);
        }
        timings.encode_ms = ms_since(start);
        Ok(Guides { understanding, guides, vectors, timings })
    }

    fn stored_engine(&self, id: &str) -> Result<&StoredEngine> {
        self.stored.get(id).with_context(|| format!("the guides of engine {id} are not loaded"))
    }

    fn answer(&self, asked: &Asked<'_>) -> Result<&Wanted> {
        let Some(id) = asked.query_id else {
            bail!("oracle knows stored queries only: give --query-id, or leave it out");
        };
        self.answers.get(id).with_context(|| {
            format!("oracle does not know query {id}: is this the shipped Fieldbook?")
        })
    }

    /// The first rows for each guide, of all or among these, `[embedders][guides][ranks]`.
    pub(crate) fn lists(
        &self,
        vectors: &[Vec<Vec<f32>>],
        depth: usize,
        among: Option<&[u32]>,
    ) -> Vec<Vec<Vec<u32>>> {
        let mask = among.map(|rows| RowMask::new(rows.iter().copied()));
        let list = |hits: Vec<rankscope_core::ranking::Hit>| {
            hits.into_iter().map(|hit| hit.row_in_corpus).collect()
        };
        let of = |(embedder, vectors): (&Embedder<'_>, &Vec<Vec<f32>>)| {
            embedder.gallery.top_k(vectors, depth, mask.as_ref()).into_iter().map(list).collect()
        };
        self.embedders.iter().zip(vectors).map(of).collect()
    }

    /// The rows by mean distance.
    pub(crate) fn nearest(&self, vectors: &[Vec<Vec<f32>>], k: usize) -> Result<Vec<DistanceHit>> {
        let Some(first) = self.embedders.first() else { return Ok(Vec::new()) };
        let n_rows = first.gallery.vectors().n_rows();
        let rows: Vec<u32> = (0..u32::try_from(n_rows)?).collect();
        let mut distances = MeanDistances::new(n_rows);
        for (embedder, vectors) in self.embedders.iter().zip(vectors) {
            for vector in vectors {
                let hits = scored(vector, embedder.gallery.vectors(), &rows);
                let cosines: Vec<f32> = hits.iter().map(|hit| hit.score).collect();
                distances.add(&cosines)?;
            }
        }
        Ok(distances.nearest(k))
    }
}

/// A guide's pixels in the sizes of the towers.
struct Drawn {
    scaled: HashMap<usize, Vec<u8>>,
}

impl Drawn {
    fn of(guide: &SceneGuide, side: u32, embedders: &[Embedder<'_>]) -> Result<Self> {
        let scene = guide.scene.scene();
        let mut scaled = HashMap::new();
        for embedder in embedders {
            let size = embedder.pictures()?.image_size();
            if let Entry::Vacant(entry) = scaled.entry(size) {
                entry.insert(picture_of(&scene, guide.style, side, size)?);
            }
        }
        Ok(Self { scaled })
    }
}

/// A scene drawn with this many pixels a side, scaled to the size of a tower's input.
pub(crate) fn picture_of(scene: &Scene, style: Style, side: u32, size: usize) -> Result<Vec<u8>> {
    let pixels = pixels_from_display_list(&draw(scene, style), side);
    let side = side as usize;
    if side == size {
        return Ok(pixels);
    }
    let bytes: Vec<u8> =
        pixels.chunks_exact(3).flat_map(|rgb| rgb.iter().copied().chain([255])).collect();
    Ok(pixels_from_rgba(Rgba { width: side, height: side, bytes: &bytes }, size)?)
}
