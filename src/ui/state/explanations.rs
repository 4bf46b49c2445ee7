//! What experts say of the benchmark's queries and pictures, where it has their explanations.

use super::session::Session;
use crate::ui::dataset::text_of;
use crate::ui::task::{Ended, Task};
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, Explanations};
use rankscope_core::benchmark::EXPLANATIONS_FILE;
use rankscope_messages::Failure;
use std::sync::Arc;

/// Reads them once the lists are there; idle for a benchmark without any.
pub(in crate::ui) fn explanations(session: Session) -> Task<Arc<Explanations>> {
    // The address of a benchmark that has any.
    let of = Memo::new(move |_| {
        let dataset = session.dataset()?;
        dataset.own.file(EXPLANATIONS_FILE).is_ok().then(|| dataset.base_url.clone())
    });
    let task: Task<Arc<Explanations>> = Task::new();
    Effect::new(move |_| {
        let Some(dataset) = of.get().and_then(|_| untrack(|| session.dataset())) else {
            return task.reset();
        };
        task.start_with(dataset, |_, dataset| async move {
            read(&dataset).await.map(Arc::new).map_err(Ended::Failed)
        });
    });
    task
}

async fn read(dataset: &Dataset) -> Result<Explanations, Failure> {
    let unreadable = |detail: String| Failure {
        title: "The experts’ explanations cannot be read".into(),
        detail,
        advice:
            "Results and measures are not affected. Rebuild the benchmark, or tell its publisher."
                .into(),
    };
    let text = text_of(dataset, EXPLANATIONS_FILE, unreadable).await?;
    Explanations::read(EXPLANATIONS_FILE, &text, &dataset.queries, dataset.image_ids())
        .map_err(|e| unreadable(e.to_string()))
}
