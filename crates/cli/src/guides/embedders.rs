//! The systems whose vision towers compare guides with the gallery.

use super::{engines::GuideEngine, plan::Plan};
use crate::{
    benchmark::{exact, open::Benchmark, selection::check_distinct},
    terminal::reporter,
};
use anyhow::{Context, Result, bail};
use rankscope_core::analysis::Column;
use rankscope_core::benchmark::{EncoderEntry, System};
use rankscope_core::report::Measured;
use rankscope_core::search::CpuGallery;
use rankscope_encode::{EncodeError, FeatureEncoder, PictureEncoder, Rgba};

/// The split by which embedders are put in order.
const VALIDATION: &str = "val";

/// What encodes pictures.
pub(crate) enum PictureSide {
    /// A vision tower.
    Tower(Box<PictureEncoder>),
    /// Fixed features of the pixels.
    Features(FeatureEncoder),
}

impl PictureSide {
    /// Width and height of the images that it takes.
    pub(crate) fn image_size(&self) -> usize {
        match self {
            Self::Tower(tower) => tower.config().image_size,
            Self::Features(features) => features.image_size(),
        }
    }

    /// The vector `[dim]` of an image `[size, size, 3]`.
    pub(crate) fn encode_image(&self, pixels: &[u8]) -> Result<Vec<f32>, EncodeError> {
        match self {
            Self::Tower(tower) => tower.encode_image(pixels),
            Self::Features(features) => features.encode_image(pixels),
        }
    }

    /// The vector `[dim]` of a picture of any size.
    pub(crate) fn encode_picture(&self, picture: Rgba<'_>) -> Result<Vec<f32>, EncodeError> {
        match self {
            Self::Tower(tower) => tower.encode_picture(picture),
            Self::Features(features) => features.encode_picture(picture),
        }
    }
}

/// A system with what encodes its pictures, and its gallery.
pub(crate) struct Embedder<'a> {
    pub(crate) system: &'a System,
    /// `None` for one that compares with images of the gallery only.
    pictures: Option<PictureSide>,
    pub(crate) gallery: CpuGallery,
}

impl<'a> Embedder<'a> {
    fn open(benchmark: &Benchmark, system: &'a System) -> Result<Self> {
        let entries = &benchmark.manifest.encoders;
        let entry = entries.iter().find(|entry| Some(&entry.id) == system.encoder.as_ref());
        let pictures = match entry {
            Some(entry) => pictures_of(benchmark, entry, system)?,
            None => None,
        };
        let gallery = CpuGallery::new(benchmark.gallery(system)?);
        Ok(Self { system, pictures, gallery })
    }

    /// What encodes its pictures.
    pub(crate) fn pictures(&self) -> Result<&PictureSide> {
        self.pictures.as_ref().with_context(|| {
            format!(
                "system {} has no vision tower and no picture features, so it cannot encode guides",
                self.system.id
            )
        })
    }

    /// The system's id.
    pub(crate) fn id(&self) -> &str {
        &self.system.id
    }
}

fn pictures_of(
    benchmark: &Benchmark,
    entry: &EncoderEntry,
    system: &System,
) -> Result<Option<PictureSide>> {
    if let Some(tower) = benchmark.picture_encoder(entry)? {
        return Ok(Some(PictureSide::Tower(Box::new(tower))));
    }
    let Some(features) = benchmark.feature_encoder(entry)? else { return Ok(None) };
    if features.dim() != system.dim as usize {
        bail!(
            "system {} has vectors of dim {}, and its picture features dim {}",
            system.id,
            system.dim,
            features.dim()
        );
    }
    Ok(Some(PictureSide::Features(features)))
}

/// What embedders need. Guides that are images of the gallery need nothing.
#[derive(Default)]
pub(crate) struct Needs {
    /// Vision towers, to encode pictures.
    pub(crate) towers: bool,
    /// Vectors of the guides of these engines.
    pub(crate) guides_of: Vec<String>,
}

impl Needs {
    /// Of guides that are drawn, or brought as files.
    pub(crate) fn towers() -> Self {
        Self { towers: true, guides_of: Vec::new() }
    }

    /// Of the guides of a plan.
    pub(crate) fn of(plan: &Plan) -> Self {
        let stored = |engine: &GuideEngine| match engine {
            GuideEngine::Drawn(_) => None,
            GuideEngine::Stored(id) => Some(id.clone()),
        };
        Self {
            towers: plan.engines.iter().any(GuideEngine::draws),
            guides_of: plan.engines.iter().filter_map(stored).collect(),
        }
    }

    /// The systems that have what is needed. Those with towers alone, if there are any and nothing is
    /// needed: they can be compared with other guides.
    pub(crate) fn candidates<'a>(&self, benchmark: &'a Benchmark) -> Vec<&'a System> {
        benchmark.manifest.guide_embedders(self.towers, &self.guides_of)
    }
}

/// The embedders of these ids; without any, the first `n` of [`in_order`].
pub(crate) fn chosen<'a>(
    benchmark: &'a Benchmark,
    ids: &[String],
    n: usize,
    needs: &Needs,
) -> Result<Vec<Embedder<'a>>> {
    check_distinct(ids)?;
    let systems: Vec<&System> = if ids.is_empty() {
        in_order(benchmark, needs)?.into_iter().take(n).collect()
    } else {
        ids.iter().map(|id| benchmark.system(id)).collect::<Result<_>>()?
    };
    if systems.is_empty() {
        bail!("no system of the benchmark can compare guides with the gallery");
    }
    if systems.len() < n {
        let n_found = systems.len();
        reporter::note(format_args!("{n} embedders are meant, and there are {n_found}"));
    }
    systems.into_iter().map(|system| Embedder::open(benchmark, system)).collect()
}

/// The weights of embedders where none are given: those that the benchmark states of them, or equal ones;
/// 1 in sum.
pub(crate) fn usual_weights(benchmark: &Benchmark, embedders: &[Embedder<'_>]) -> Vec<f64> {
    rankscope_guide::usual_weights(&benchmark.manifest, embedders.iter().map(Embedder::id))
}

/// The systems that have what is needed, in the order of the weights that the benchmark states; without
/// any, those first that answer the validation split's texts best by
/// the benchmark's first column. The paper orders its embedders by a public leaderboard.
pub(crate) fn in_order<'a>(benchmark: &'a Benchmark, needs: &Needs) -> Result<Vec<&'a System>> {
    let systems = needs.candidates(benchmark);
    if !benchmark.manifest.guide_weights.is_empty() {
        return Ok(benchmark.manifest.by_guide_weight(systems));
    }
    let rows: Vec<usize> = (0..benchmark.queries.len())
        .filter(|row| benchmark.queries.get(*row).is_some_and(|query| query.split == VALIDATION))
        .collect();
    let is_asked = |system: &&System| system.queries.is_some();
    if rows.is_empty() || !systems.iter().all(is_asked) || benchmark.manifest.relevance.is_empty() {
        return Ok(systems);
    }
    let first = Column::first_of(&benchmark.dataset).context("there is no measure")?;
    let board = benchmark.board(&[first.measure], &first.relevance)?;
    let depth = board.depths(0);
    let mut means = Vec::new();
    for system in systems {
        let stored = benchmark.query_vectors(system)?;
        let queries: Vec<Vec<f32>> = rows.iter().map(|row| stored.row(*row).collect()).collect();
        let depths: Vec<usize> = rows.iter().filter_map(|row| depth.get(*row).copied()).collect();
        let found = exact::ranked(system, benchmark.gallery(system)?, &queries, &depths)?;
        let mut rankings = vec![Vec::new(); benchmark.queries.len()];
        for (row, hits) in rows.iter().zip(found) {
            if let Some(place) = rankings.get_mut(*row) {
                *place = hits;
            }
        }
        let values = board.values(&system.id, &rankings);
        let mean = Measured::over(&board, &values, 0, &rows).summary.mean;
        means.push((mean.unwrap_or(0.0), system));
    }
    // Stable: equal means keep the manifest's order.
    means.sort_by(|a, b| b.0.total_cmp(&a.0));
    Ok(means.into_iter().map(|(_, system)| system).collect())
}
