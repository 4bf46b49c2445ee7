//! Agreement of annotators: Cohen's κ of every pair, if votes say who cast them.

use super::view::View;
use crate::ui::components::{kappa_table, notice, quiet_button, said, task_failed};
use crate::ui::dataset::text_of;
use crate::ui::task::{Ended, Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::{AnnotatorAgreement, Dataset};
use rankscope_core::formats::votes_from_jsonl;
use rankscope_messages::Failure;
use std::sync::Arc;

/// `None` for a benchmark without votes. The votes are fetched on request.
pub(super) fn annotators(view: View) -> Option<AnyView> {
    let votes_of = |dataset: &Arc<Dataset>| {
        dataset.own.relevance.iter().find_map(|definition| definition.votes.clone())
    };
    let path = view.dataset.with_value(votes_of)?;
    let task: Task<Option<Arc<AnnotatorAgreement>>> = Task::new();
    let start = move || {
        let (dataset, path) = (view.dataset.get_value(), path.clone());
        task.start(move |_| {
            let (dataset, path) = (dataset.clone(), path.clone());
            async move { read(&dataset, &path).await.map_err(Ended::Failed) }
        });
    };
    let body = move || match task.get() {
        TaskState::Done(Some(agreement)) => kappa_table(&agreement),
        TaskState::Done(None) => {
            notice("The votes say how many people found a picture relevant, but not who did.")
        }
        TaskState::Running { .. } => said("Reading the votes …"),
        TaskState::Failed { failure, .. } => task_failed(task, &failure),
        TaskState::Idle | TaskState::Cancelled { .. } => {
            quiet_button("Compare the annotators", start.clone())
        }
    };
    let section = view! {
        <section data-block="annotators" aria-label="Agreement of annotators">
            <h2>"Agreement of annotators"</h2>
            <p class="prose">
                "Cohen’s κ of every two, over the pictures that both voted on: 1 for full agreement, 0 for what chance explains."
            </p>
            {body}
        </section>
    };
    Some(section.into_any())
}

async fn read(dataset: &Dataset, path: &str) -> Result<Option<Arc<AnnotatorAgreement>>, Failure> {
    let unreadable = |detail: String| Failure {
        title: "The votes cannot be read".into(),
        detail,
        advice: "Rebuild the benchmark, or tell its publisher.".into(),
    };
    let text = text_of(dataset, path, unreadable).await?;
    let voted = votes_from_jsonl(path, &text).map_err(|e| unreadable(e.to_string()))?;
    Ok(AnnotatorAgreement::new(&voted).map(Arc::new))
}
