//! The rankings of a run: a dropped file, or one of the benchmark, fetched when first needed.

use crate::ui::task::{Ended, pause};
use rankscope_core::analysis::{Dataset, Rankings};
use rankscope_core::imported::rankings_from_stored_run;
use rankscope_messages::Failure;
use rankscope_transfer::{TransferError, fetch_file};
use std::sync::Arc;

pub struct RunSource {
    dataset: Arc<Dataset>,
    id: String,
}

impl RunSource {
    pub fn new(dataset: Arc<Dataset>, id: &str) -> Self {
        Self { dataset, id: id.to_string() }
    }

    /// Fetched and checked once; `on_progress` gets the file, the bytes done and the total.
    pub async fn rankings(
        &self,
        is_cancelled: &dyn Fn() -> bool,
        on_progress: &mut dyn FnMut(&str, u64, u64),
    ) -> Result<Rankings, Ended> {
        if let Some(rankings) = self.dataset.run_rankings(&self.id) {
            return Ok(rankings);
        }
        let run = self.dataset.own.run(&self.id).ok_or(Ended::Cancelled)?;
        let path = run.path();
        let failed = |detail: String| {
            Ended::Failed(Failure {
                title: format!("The run {} cannot be read", run.title),
                detail,
                advice: "The benchmark’s publisher should rebuild it.".into(),
            })
        };
        let file = self.dataset.own.file(&path).map_err(|e| failed(e.to_string()))?;
        let mut on_progress = |done, total| on_progress(&path, done, total);
        let fetched = fetch_file(&self.dataset.base_url, file, is_cancelled, &mut on_progress);
        let bytes = fetched.await.map_err(|error| match error {
            TransferError::Cancelled => Ended::Cancelled,
            error => Ended::Failed(Failure::from(&error)),
        })?;
        let mut ids = self.dataset.ids();
        let rankings = rankings_from_stored_run(run, &bytes, &mut ids, &pause).await;
        let rankings = rankings.map(Arc::new).map_err(|e| failed(e.to_string()))?;
        Ok(self.dataset.keep_run(&self.id, rankings))
    }
}
