//! Ablations: parts of the guides, one thing varied at a time, as `rankscope guide --eval
//! --ablate`.

use super::plan::DEPTH;
use super::{Guides, Plan};
use crate::ui::engine_client::unexpected;
use crate::ui::guide_scenes::{answer, drawn, scenes};
use crate::ui::task::{Ended, Run, pause};
use rankscope_core::analysis::Dataset;
use rankscope_core::metrics::{JudgedRanking, Measure};
use rankscope_core::ranking::hits_in_order;
use rankscope_fieldbook::{Engine, SceneGuide};
use rankscope_guide::{
    EmbedderLists, GuideLists, N_EMBEDDERS, N_GUIDES, Part, Size, Variation, rank_fused,
    usual_weights,
};
use rankscope_messages::{Failure, Picture, ProgressUnit, Request, Response, SearchQuery};
use std::sync::Arc;

pub(in crate::ui) const MEASURES: [&str; 4] =
    ["inquire:AP@50", "trec:AP@50", "trec:P@10", "trec:RR"];

#[derive(Clone)]
pub(in crate::ui) struct AblationPlan {
    pub(in crate::ui) dataset: Arc<Dataset>,
    pub(in crate::ui) plan: Plan,
    pub(in crate::ui) definition: usize,
    pub(in crate::ui) rows: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) enum Way {
    /// The text under an embedder.
    Text(String),
    /// The texts under all embedders of the plan, fused.
    FusedText,
    /// The guides of the plan, by rank fusion.
    Guides,
    /// Another number, engine or size.
    Varied(Variation),
}

#[derive(Debug, Clone)]
pub(in crate::ui) struct Measured {
    pub(in crate::ui) way: Way,
    /// `[MEASURES][queries]`.
    pub(in crate::ui) values: Vec<Vec<Option<f64>>>,
}

#[derive(Clone)]
pub(in crate::ui) struct Ablation {
    pub(in crate::ui) plan: AblationPlan,
    pub(in crate::ui) rows: Vec<u32>,
    pub(in crate::ui) ways: Vec<Measured>,
    /// Queries without any guide of the plan; they keep the texts' fused list.
    pub(in crate::ui) n_without_guides: usize,
}

impl Way {
    /// As `rankscope guide --eval` names it.
    pub(in crate::ui) fn name(&self) -> String {
        match self {
            Self::Text(embedder) => format!("text, {embedder}"),
            Self::FusedText => "text, fused".into(),
            Self::Guides => "guides, by rank".into(),
            Self::Varied(variation) => variation.to_string(),
        }
    }
}

impl AblationPlan {
    /// The embedders of all ways: the chosen ones, or as many as the paper's Fig. 7 has.
    fn embedders(&self) -> Vec<String> {
        let most = N_EMBEDDERS.into_iter().max().unwrap_or(1).max(self.plan.embedders.len());
        match self.plan.choice.embedders {
            Some(_) => self.plan.embedders.clone(),
            None => self.plan.known.iter().take(most).cloned().collect(),
        }
    }

    /// The engines that are varied: those that read the text, and Oracle if it was chosen.
    fn engines(&self) -> Vec<Engine> {
        let mut engines = Engine::OF_TEXT.to_vec();
        engines.extend(self.plan.engines.iter().filter(|own| **own == Engine::Oracle));
        engines
    }

    fn ways(&self) -> Vec<Way> {
        let names: Vec<String> = Engine::OF_TEXT.map(|own| own.name().to_string()).to_vec();
        let texts = self.plan.embedders.iter().cloned().map(Way::Text);
        let mut ways: Vec<Way> = texts.collect();
        ways.extend([Way::FusedText, Way::Guides]);
        let oracle = self.engines().contains(&Engine::Oracle).then(|| Engine::Oracle.name().into());
        let further: Vec<String> = oracle.into_iter().collect();
        let varied = Variation::all(&names, &further, self.embedders().len());
        ways.extend(varied.into_iter().map(Way::Varied));
        ways
    }
}

impl Guides {
    pub(in crate::ui) fn ablate(&self, plan: AblationPlan) {
        let guides = *self;
        self.ablation
            .start_with(plan, move |run, plan| async move { guides.ablated(plan, &run).await });
    }

    async fn ablated(
        &self,
        plan: AblationPlan,
        run: &Run<Arc<Ablation>>,
    ) -> Result<Arc<Ablation>, Ended> {
        let measures: Vec<Measure> = MEASURES.iter().filter_map(|name| name.parse().ok()).collect();
        let values = vec![Vec::new(); measures.len()];
        let ways = plan.ways().into_iter().map(|way| Measured { way, values: values.clone() });
        let (rows, total) = (plan.rows.clone(), plan.rows.len());
        let mut all =
            Ablation { ways: ways.collect(), plan, rows: Vec::new(), n_without_guides: 0 };
        for (done, row) in rows.into_iter().enumerate() {
            run.count("ablations", done, total, ProgressUnit::Queries);
            self.measure(row, &measures, &mut all).await?;
            all.rows.push(row);
            run.partial(Arc::new(all.clone()));
        }
        Ok(Arc::new(all))
    }

    async fn measure(
        &self,
        row: u32,
        measures: &[Measure],
        all: &mut Ablation,
    ) -> Result<(), Ended> {
        let AblationPlan { dataset, plan, definition, .. } = all.plan.clone();
        let Some(query) = dataset.queries.get(row as usize) else { return Ok(()) };
        let (embedders, engines) = (all.plan.embedders(), all.plan.engines());
        let mut texts = Vec::new();
        for embedder in &embedders {
            texts.push(self.rows_of(embedder, SearchQuery::Stored(row), DEPTH).await?);
        }
        let weights = usual_weights(&dataset.own, plan.embedders.iter().map(String::as_str));
        let text_of = |(weight, list): (&f64, &Vec<u32>)| EmbedderLists {
            embedder: String::new(),
            weight: *weight,
            lists: vec![list.clone()],
        };
        let of_texts: Vec<EmbedderLists<u32>> = weights.iter().zip(&texts).map(text_of).collect();
        let fused_text: Vec<u32> =
            rank_fused(&of_texts, DEPTH).into_iter().map(|hit| hit.item).collect();
        let most = N_GUIDES.into_iter().max().unwrap_or(1).max(plan.n_guides);
        let n_images = dataset.n_images();
        let chosen = self.chosen(&query.text, &engines, most, plan.choice.seed, n_images).await?;
        let own = self.compared(&chosen, plan.size, &embedders).await?;
        let is_planned = |guide: &&SceneGuide| {
            plan.engines.contains(&guide.engine) && guide.number < plan.n_guides
        };
        let planned: Vec<SceneGuide> = chosen.iter().filter(is_planned).cloned().collect();
        let mut other_sizes = Vec::new();
        for size in Size::ALL.into_iter().filter(|size| *size != plan.size) {
            other_sizes.push((size, self.compared(&planned, size, &plan.embedders).await?));
        }
        let of_all = usual_weights(&dataset.own, embedders.iter().map(String::as_str));
        let whole = Part {
            engines: &plan.engines,
            n_guides: plan.n_guides,
            n_embedders: plan.embedders.len(),
            weights: &of_all,
            depth: DEPTH,
        };
        all.n_without_guides += usize::from(planned.is_empty());
        for Measured { way, values } in &mut all.ways {
            let rows = match way {
                Way::Text(embedder) => {
                    let place = embedders.iter().position(|own| own == embedder);
                    place.and_then(|place| texts.get(place)).cloned().unwrap_or_default()
                }
                Way::FusedText => fused_text.clone(),
                Way::Guides => own.fused(&whole, &[]),
                Way::Varied(variation) => {
                    let other = other_sizes
                        .iter()
                        .find(|(size, _)| matches!(variation, Variation::Size(of) if of == size));
                    let lists = other.map_or(&own, |(_, lists)| lists);
                    lists.varied(&whole, variation, |name| name.parse().ok())
                }
            };
            // A query without guides keeps the texts' list.
            let rows = if rows.is_empty() { &fused_text } else { &rows };
            let Some(relevance) = dataset.relevance.get(definition) else { continue };
            let hits = hits_in_order(rows);
            let ranking = JudgedRanking::of_query(row, &hits, relevance, dataset.image_ids());
            for (measure, values) in measures.iter().zip(values) {
                values.push(measure.value(ranking.list(measure.protocol())));
            }
        }
        Ok(())
    }

    async fn chosen(
        &self,
        text: &str,
        engines: &[Engine],
        n: usize,
        seed: u64,
        n_images: usize,
    ) -> Result<Vec<SceneGuide>, Ended> {
        let mut chosen = Vec::new();
        for engine in engines {
            pause().await;
            let failed = |failure: Failure| Ended::Failed(failure);
            let is_oracle = *engine == Engine::Oracle;
            if is_oracle && !answer(text.to_string(), n_images).await.map_err(failed)? {
                continue;
            }
            chosen.extend(scenes(text.to_string(), *engine, n, seed).await.map_err(failed)?);
        }
        Ok(chosen)
    }

    async fn compared(
        &self,
        chosen: &[SceneGuide],
        size: Size,
        embedders: &[String],
    ) -> Result<GuideLists<Engine>, Ended> {
        let mut pictures: Vec<Picture> = Vec::new();
        for guide in chosen {
            pause().await;
            let drawn = drawn(guide.clone(), size.pixels()).await.map_err(Ended::Failed)?;
            pictures.push(drawn.pixels);
        }
        let mut lists = Vec::new();
        for embedder in embedders {
            let mut of_embedder = Vec::new();
            for picture in &pictures {
                let guide = SearchQuery::Picture(picture.clone());
                of_embedder.push(self.rows_of(embedder, guide, DEPTH).await?);
            }
            lists.push(of_embedder);
        }
        let guides = chosen.iter().map(|guide| (guide.engine, guide.number)).collect();
        Ok(GuideLists { guides, lists })
    }

    async fn rows_of(
        &self,
        embedder: &str,
        guide: SearchQuery,
        k: usize,
    ) -> Result<Vec<u32>, Ended> {
        match self.engine.ask(Request::Guide { system: embedder.to_string(), guide, k }).await? {
            Response::Guided { hits, .. } => Ok(hits.iter().map(|hit| hit.row_in_corpus).collect()),
            response => Err(unexpected(&response)),
        }
    }
}
