//! How much the mean distance of the nearest picture depends on which guides were drawn, as
//! `rankscope guide spread`.

use super::Guides;
use crate::ui::engine_client::unexpected;
use crate::ui::guide_scenes::{drawn, scenes};
use crate::ui::task::{Ended, Run, pause};
use rankscope_fieldbook::Engine;
use rankscope_guide::{MeanDistances, N_POOLED, Size, SpreadStudy, distance_from_cosine};
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

/// The spread of a query, with what it is of.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct SpreadOf {
    pub(in crate::ui) plan: SpreadPlan,
    pub(in crate::ui) study: SpreadStudy,
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
        run: &Run<Arc<SpreadOf>>,
    ) -> Result<Arc<SpreadOf>, Ended> {
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
        let study = SpreadStudy::new(&[distances], GAMMA);
        let study = study.map_err(|e| failed(no_spread(&e.to_string())))?;
        Ok(Arc::new(SpreadOf { plan, study }))
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
