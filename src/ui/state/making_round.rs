//! A round of judging made on the page: systems ranked, their first images pooled and dealt to sheets.

use super::second_stage::rankings_in_turns;
use crate::ui::engine_client::Engine;
use crate::ui::task::{Ended, Run, pause};
use rankscope_core::analysis::{Dataset, Round, RoundPlan, pooled};
use rankscope_messages::{Failure, ProgressUnit, Request};
use std::sync::Arc;

#[derive(Debug, Clone)]
pub(in crate::ui) struct AskedRound {
    pub(in crate::ui) dataset: Arc<Dataset>,
    pub(in crate::ui) plan: RoundPlan,
    pub(in crate::ui) query_rows: Vec<usize>,
    /// The definition that knows the answers to controls.
    pub(in crate::ui) definition: usize,
    pub(in crate::ui) guidelines: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::ui) struct MadeRound {
    pub(in crate::ui) id: String,
    pub(in crate::ui) n_queries: usize,
    /// Pooled, each once.
    pub(in crate::ui) n_pictures: usize,
    /// The names of the sheets, and the pictures of the longest.
    pub(in crate::ui) sheets: Vec<String>,
    pub(in crate::ui) longest: usize,
    pub(in crate::ui) zip: Vec<u8>,
}

pub(in crate::ui) async fn made_round(
    engine: Engine,
    asked: AskedRound,
    run: Run<Arc<MadeRound>>,
) -> Result<Arc<MadeRound>, Ended> {
    let AskedRound { dataset, plan, query_rows, definition, guidelines } = asked;
    let mut depths = vec![0u32; dataset.queries.len()];
    for row in &query_rows {
        if let Some(depth) = depths.get_mut(*row) {
            *depth = u32::try_from(plan.depth).unwrap_or(u32::MAX);
        }
    }
    let mut rankings = Vec::new();
    for (place, system) in plan.systems.iter().enumerate() {
        let title = dataset.manifest.system(system).map_or(system, |own| &own.title);
        let what = format!("{title} · {} left", plan.systems.len() - place);
        let request = Request::RankQueries { system: system.clone(), depths: depths.clone() };
        let count = |done: usize| run.count(&*what, done, depths.len(), ProgressUnit::Queries);
        count(0);
        let of_system = rankings_in_turns(engine, request, |own| run.progress(own), count).await?;
        rankings.push(of_system);
    }
    pause().await;
    let not_made = |detail: String| Failure {
        title: "The round was not made".into(),
        detail,
        advice: "Change the choices above and try again.".into(),
    };
    let pool = pooled(&rankings, &query_rows, plan.depth);
    let round = Round::new(&dataset, definition, &pool, plan.choice)
        .and_then(|round| round.with_guidelines(&guidelines))
        .map_err(|e| not_made(e.to_string()))?;
    pause().await;
    let files = round.files().into_iter().map(|(name, _)| name);
    Ok(Arc::new(MadeRound {
        n_queries: query_rows.len(),
        n_pictures: pool.len(),
        // The key comes last.
        sheets: files.take(round.sheets.len()).collect(),
        longest: round.sheets.iter().map(|sheet| sheet.items.len()).max().unwrap_or(0),
        zip: round.zip().map_err(|e| not_made(e.to_string()))?,
        id: round.key.round,
    }))
}
