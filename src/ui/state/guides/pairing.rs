//! Pairing accuracy (the paper's Table 2), as `rankscope guide pairing`: which of four captions
//! that differ in one fact is of which picture?

use super::{Guides, Plan};
use crate::ui::engine_client::unexpected;
use crate::ui::guide_scenes::{Paired, drawn, paired, scenes};
use crate::ui::task::{Ended, Run};
use rankscope_guide::{GuideError, PairedVectors, PairingAccuracy, PairingStudy};
use rankscope_messages::{Failure, Picture, ProgressUnit, Request, Response, SearchQuery};
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct PairingSoFar {
    pub(in crate::ui) n_groups: usize,
    pub(in crate::ui) ways: Vec<PairingAccuracy>,
}

impl Guides {
    /// Measures `n` groups of four.
    pub(in crate::ui) fn study_pairing(&self, plan: Plan, n: usize) {
        let guides = *self;
        self.pairing
            .start_with(plan, move |run, plan| async move { guides.paired(&plan, n, &run).await });
    }

    async fn paired(
        &self,
        plan: &Plan,
        n: usize,
        run: &Run<Arc<PairingSoFar>>,
    ) -> Result<Arc<PairingSoFar>, Ended> {
        let failed = |e: GuideError| Ended::Failed(failure(&e.to_string()));
        let mut study = PairingStudy::new(plan.embedders.clone());
        let mut so_far = Arc::new(PairingSoFar { n_groups: 0, ways: Vec::new() });
        for place in 0..n {
            run.count("groups", place, n, ProgressUnit::Layers);
            let Some(group) = paired(place).await.map_err(Ended::Failed)? else { break };
            let mut guides = Vec::new();
            for Paired { caption, .. } in &group {
                guides.push(self.guides_of(plan, caption).await?);
            }
            let mut vectors = Vec::new();
            for embedder in &plan.embedders {
                vectors.push(self.vectors_of(embedder, &group, &guides).await?);
            }
            study.add(&vectors);
            let ways = study.ways().map_err(failed)?;
            so_far = Arc::new(PairingSoFar { n_groups: study.n_groups(), ways });
            run.partial(so_far.clone());
        }
        Ok(so_far)
    }

    /// What the engines draw of a caption.
    async fn guides_of(&self, plan: &Plan, caption: &str) -> Result<Vec<Picture>, Ended> {
        let mut guides = Vec::new();
        for engine in &plan.engines {
            let chosen = scenes(caption.into(), *engine, plan.n_guides, plan.choice.seed).await;
            for guide in chosen.map_err(Ended::Failed)? {
                let drawn = drawn(guide, plan.size.pixels()).await.map_err(Ended::Failed)?;
                guides.push(drawn.pixels);
            }
        }
        Ok(guides)
    }

    /// A group under an embedder; `guides` are each caption's.
    async fn vectors_of(
        &self,
        embedder: &str,
        group: &[Paired],
        guides: &[Vec<Picture>],
    ) -> Result<PairedVectors, Ended> {
        let (mut pictures, mut captions) = (Vec::new(), Vec::new());
        for Paired { picture, caption } in group {
            pictures.push(self.vector(embedder, SearchQuery::Picture(picture.clone())).await?);
            captions.push(self.vector(embedder, SearchQuery::Text(caption.clone())).await?);
        }
        let mut of_guides = Vec::new();
        for guides in guides {
            let mut of_caption = Vec::new();
            for guide in guides {
                of_caption.push(self.vector(embedder, SearchQuery::Picture(guide.clone())).await?);
            }
            of_guides.push(of_caption);
        }
        Ok(PairedVectors { pictures, captions, guides: of_guides })
    }

    async fn vector(&self, embedder: &str, guide: SearchQuery) -> Result<Vec<f32>, Ended> {
        let request = Request::Guide { system: embedder.to_string(), guide, k: 1 };
        match self.engine.ask(request).await? {
            Response::Guided { vector, .. } => Ok(vector),
            response => Err(unexpected(&response)),
        }
    }
}

fn failure(why: &str) -> Failure {
    Failure {
        title: "Pairs cannot be compared".into(),
        detail: format!("{why}."),
        advice: "Choose other systems.".into(),
    }
}
