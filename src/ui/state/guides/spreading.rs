//! How much the mean distance of the nearest picture depends on which guides were drawn, as
//! `rankscope guide spread`.

use super::Guides;
use crate::ui::engine_client::unexpected;
use crate::ui::guide_scenes::{drawn, scenes};
use crate::ui::task::{Ended, Run, pause};
use rankscope_fieldbook::Engine;
use rankscope_guide::{
    MeanDistances, N_BOOTSTRAPS, N_DRAWN, N_EMBEDDERS, N_POOLED, Size, deviation_bound,
    distance_from_cosine, log_log_slope, share_beyond, spread,
};
use rankscope_messages::{Failure, Picture, ProgressUnit, Request, Response, SearchQuery};
use std::sync::Arc;

/// The relative error of Theorem 1.
pub(in crate::ui) const GAMMA: f64 = 0.5;

#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct SpreadPlan {
    pub(in crate::ui) text: String,
    pub(in crate::ui) engine: Engine,
    pub(in crate::ui) embedders: Vec<String>,
    pub(in crate::ui) size: Size,
    pub(in crate::ui) seed: u64,
    pub(in crate::ui) n_images: usize,
}

/// The spread with m guides and ℓ embedders.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct SpreadCell {
    pub(in crate::ui) n_guides: usize,
    pub(in crate::ui) n_embedders: usize,
    /// The standard deviation of δ̄ over the resamples.
    pub(in crate::ui) deviation: f64,
    /// The share of resamples that err by γ or more.
    pub(in crate::ui) share_beyond: f64,
    /// What Theorem 1 allows.
    pub(in crate::ui) bound: f64,
}

#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct SpreadStudy {
    pub(in crate::ui) plan: SpreadPlan,
    pub(in crate::ui) cells: Vec<SpreadCell>,
    /// Numbers of embedders, each with the slope of log deviation in log m.
    pub(in crate::ui) slopes_in_guides: Vec<(usize, Option<f64>)>,
    /// Numbers of guides, each with the slope in log ℓ.
    pub(in crate::ui) slopes_in_embedders: Vec<(usize, Option<f64>)>,
}

impl Guides {
    pub(in crate::ui) fn study_spread(&self, plan: SpreadPlan) {
        let guides = *self;
        self.spread
            .start_with(plan, move |run, plan| async move { guides.spread_of(plan, &run).await });
    }

    async fn spread_of(
        &self,
        plan: SpreadPlan,
        run: &Run<Arc<SpreadStudy>>,
    ) -> Result<Arc<SpreadStudy>, Ended> {
        let failed = |failure: Failure| Ended::Failed(failure);
        let chosen = scenes(plan.text.clone(), plan.engine, N_POOLED, plan.seed).await;
        let chosen = chosen.map_err(failed)?;
        if chosen.len() < N_POOLED {
            return Err(Ended::Failed(too_few(chosen.len())));
        }
        let mut pictures: Vec<Picture> = Vec::new();
        for guide in chosen {
            pause().await;
            let drawn = drawn(guide, plan.size.pixels()).await.map_err(failed)?;
            pictures.push(drawn.pixels);
        }
        let mut all = MeanDistances::new(plan.n_images);
        // [embedders][pool][images]
        let mut cosines: Vec<Vec<Vec<f32>>> = Vec::new();
        let total = plan.embedders.len() * pictures.len();
        for (place, embedder) in plan.embedders.iter().enumerate() {
            let mut of_embedder = Vec::new();
            for (guide, picture) in pictures.iter().enumerate() {
                let done = place * pictures.len() + guide;
                run.count("guides", done, total, ProgressUnit::Layers);
                let own = self.all_cosines(embedder, picture, plan.n_images).await?;
                all.add(&own).map_err(|e| failed(no_spread(&e.to_string())))?;
                of_embedder.push(own);
            }
            cosines.push(of_embedder);
        }
        let Some(nearest) = all.nearest(1).first().map(|hit| hit.row) else {
            return Err(failed(no_spread("the benchmark has no images")));
        };
        let distance = |own: &Vec<f32>| {
            distance_from_cosine(own.get(nearest).map_or(f64::NAN, |own| f64::from(*own)))
        };
        let distances: Vec<Vec<f64>> =
            cosines.iter().map(|of| of.iter().map(distance).collect()).collect();
        study(plan, &distances).map(Arc::new).map_err(|e| failed(no_spread(&e.to_string())))
    }

    /// The cosine of every image to a picture, under an embedder.
    async fn all_cosines(
        &self,
        embedder: &str,
        picture: &Picture,
        n_images: usize,
    ) -> Result<Vec<f32>, Ended> {
        let guide = SearchQuery::Picture(picture.clone());
        let request = Request::Guide { system: embedder.to_string(), guide, k: n_images };
        let response = self.engine.ask(request).await?;
        let Response::Guided { hits, .. } = response else { return Err(unexpected(&response)) };
        let mut cosines = vec![f32::NAN; n_images];
        for hit in hits {
            if let Some(place) = cosines.get_mut(hit.row_in_corpus as usize) {
                *place = hit.score;
            }
        }
        Ok(cosines)
    }
}

/// The resamples of distances `[embedders][pool]`.
fn study(
    plan: SpreadPlan,
    distances: &[Vec<f64>],
) -> Result<SpreadStudy, rankscope_guide::GuideError> {
    let numbers: Vec<usize> = N_EMBEDDERS.into_iter().filter(|n| *n <= distances.len()).collect();
    let mut cells = Vec::new();
    for n_embedders in &numbers {
        for n_guides in N_DRAWN {
            let own = spread(distances, n_guides, *n_embedders, N_BOOTSTRAPS, 0)?;
            cells.push(SpreadCell {
                n_guides,
                n_embedders: *n_embedders,
                deviation: own.deviation,
                share_beyond: share_beyond(&own.means, own.pool_mean, GAMMA),
                bound: deviation_bound(n_guides, *n_embedders, GAMMA, own.pool_mean),
            });
        }
    }
    let slope = |of: &dyn Fn(&SpreadCell) -> Option<usize>| {
        let point = |cell: &SpreadCell| of(cell).map(|n| (n as f64, cell.deviation));
        log_log_slope(&cells.iter().filter_map(point).collect::<Vec<(f64, f64)>>())
    };
    let in_guides = numbers
        .iter()
        .map(|l| (*l, slope(&|cell| (cell.n_embedders == *l).then_some(cell.n_guides))));
    let in_embedders = N_DRAWN
        .iter()
        .map(|m| (*m, slope(&|cell| (cell.n_guides == *m).then_some(cell.n_embedders))));
    let (slopes_in_guides, slopes_in_embedders) = (in_guides.collect(), in_embedders.collect());
    Ok(SpreadStudy { plan, slopes_in_guides, slopes_in_embedders, cells })
}

fn too_few(n: usize) -> Failure {
    Failure {
        title: "The spread cannot be measured".into(),
        detail: format!("It takes {N_POOLED} guides of one engine, and this query has {n}."),
        advice: "Ask another query, or choose another engine.".into(),
    }
}

fn no_spread(why: &str) -> Failure {
    Failure {
        title: "The spread cannot be measured".into(),
        detail: format!("{why}."),
        advice: "Ask another query, or choose other systems.".into(),
    }
}
