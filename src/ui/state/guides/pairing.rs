//! Pairing accuracy (the paper's Table 2), as `rankscope guide pairing`: which of four captions
//! that differ in one fact is of which picture?

use super::{Guides, Plan};
use crate::ui::engine_client::unexpected;
use crate::ui::guide_scenes::{Paired, drawn, paired, scenes};
use crate::ui::task::{Ended, Run};
use rankscope_guide::{cosine, pairing_accuracy};
use rankscope_messages::{Failure, Picture, ProgressUnit, Request, Response, SearchQuery};
use std::sync::Arc;

type Scores = Vec<Vec<Vec<f64>>>;

#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct PairingStudy {
    pub(in crate::ui) n_groups: usize,
    /// By the texts of each embedder, of all, and by guides.
    pub(in crate::ui) ways: Vec<(String, Option<f64>)>,
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
        run: &Run<Arc<PairingStudy>>,
    ) -> Result<Arc<PairingStudy>, Ended> {
        let mut by_text: Vec<Scores> = vec![Vec::new(); plan.embedders.len()];
        let (mut by_all_texts, mut by_guides) = (Scores::new(), Scores::new());
        let mut study = PairingStudy { n_groups: 0, ways: Vec::new() };
        for place in 0..n {
            run.count("groups", place, n, ProgressUnit::Layers);
            let Some(group) = paired(place).await.map_err(Ended::Failed)? else { break };
            let n_pictures = group.len();
            let mut all = vec![vec![0.0; n_pictures]; n_pictures];
            let mut pictures = Vec::new();
            for (embedder, of_embedder) in plan.embedders.iter().zip(&mut by_text) {
                let mut vectors = Vec::new();
                for Paired { picture, .. } in &group {
                    let query = SearchQuery::Picture(picture.clone());
                    vectors.push(self.vector(embedder, query).await?);
                }
                let mut scores = Vec::new();
                for (Paired { caption, .. }, sums) in group.iter().zip(&mut all) {
                    let text = self.vector(embedder, SearchQuery::Text(caption.clone())).await?;
                    let own: Vec<f64> =
                        vectors.iter().map(|own| cosine(own, &text).unwrap_or(0.0)).collect();
                    sums.iter_mut().zip(&own).for_each(|(sum, score)| *sum += score);
                    scores.push(own);
                }
                of_embedder.push(scores);
                pictures.push(vectors);
            }
            by_all_texts.push(all);
            by_guides.push(self.guided_scores(plan, &group, &pictures).await?);
            study = summed(plan, place + 1, &by_text, &by_all_texts, &by_guides)
                .map_err(|e| Ended::Failed(failure(&e.to_string())))?;
            run.partial(Arc::new(study.clone()));
        }
        Ok(Arc::new(study))
    }

    /// The summed cosines of each picture to the guides of each caption, `[captions][pictures]`.
    async fn guided_scores(
        &self,
        plan: &Plan,
        group: &[Paired],
        pictures: &[Vec<Vec<f32>>],
    ) -> Result<Vec<Vec<f64>>, Ended> {
        let mut all = Vec::new();
        for Paired { caption, .. } in group {
            let mut guides: Vec<Picture> = Vec::new();
            for engine in &plan.engines {
                let chosen =
                    scenes(caption.clone(), *engine, plan.n_guides, plan.choice.seed).await;
                for guide in chosen.map_err(Ended::Failed)? {
                    let drawn = drawn(guide, plan.size.pixels()).await.map_err(Ended::Failed)?;
                    guides.push(drawn.pixels);
                }
            }
            let mut sums = vec![0.0; group.len()];
            for (embedder, pictures) in plan.embedders.iter().zip(pictures) {
                for guide in &guides {
                    let guide = self.vector(embedder, SearchQuery::Picture(guide.clone())).await?;
                    for (sum, picture) in sums.iter_mut().zip(pictures) {
                        *sum += cosine(picture, &guide).unwrap_or(0.0);
                    }
                }
            }
            all.push(sums);
        }
        Ok(all)
    }

    async fn vector(&self, embedder: &str, guide: SearchQuery) -> Result<Vec<f32>, Ended> {
        let request = Request::Guide { system: embedder.to_string(), guide, k: 1 };
        match self.engine.ask(request).await? {
            Response::Guided { vector, .. } => Ok(vector),
            response => Err(unexpected(&response)),
        }
    }
}

fn summed(
    plan: &Plan,
    n_groups: usize,
    by_text: &[Scores],
    by_all_texts: &Scores,
    by_guides: &Scores,
) -> Result<PairingStudy, rankscope_guide::GuideError> {
    let mut ways = Vec::new();
    for (embedder, scores) in plan.embedders.iter().zip(by_text) {
        ways.push((format!("text, {embedder}"), pairing_accuracy(scores)?));
    }
    ways.push(("text, mean of all".into(), pairing_accuracy(by_all_texts)?));
    ways.push(("guides, mean of all".into(), pairing_accuracy(by_guides)?));
    Ok(PairingStudy { n_groups, ways })
}

fn failure(why: &str) -> Failure {
    Failure {
        title: "Pairs cannot be compared".into(),
        detail: format!("{why}."),
        advice: "Choose other systems.".into(),
    }
}
