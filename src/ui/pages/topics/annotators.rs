//! Agreement of annotators: Cohen's κ of every pair, if votes say who cast them.

use super::view::View;
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::components::{notice, quiet_button, said, task_failed};
use crate::ui::task::{Ended, Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::{AnnotatorAgreement, Dataset, words};
use rankscope_core::formats::{text_from_bytes, votes_from_jsonl};
use rankscope_messages::Failure;
use rankscope_transfer::fetch_file;
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
        TaskState::Done(Some(agreement)) => table(&agreement),
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
    let file = dataset.own.file(path).map_err(|e| unreadable(e.to_string()))?;
    let bytes = fetch_file(&dataset.base_url, file, &|| false, &mut |_, _| {}).await;
    let bytes = bytes.map_err(|e| Failure::from(&e))?;
    let text = text_from_bytes(path, &bytes).map_err(|e| unreadable(e.to_string()))?;
    let voted = votes_from_jsonl(path, &text).map_err(|e| unreadable(e.to_string()))?;
    Ok(AnnotatorAgreement::new(&voted).map(Arc::new))
}

/// An annotator's place and name.
type Line = (usize, String);

fn table(agreement: &Arc<AnnotatorAgreement>) -> AnyView {
    let lines: Vec<Line> = agreement.names.iter().cloned().enumerate().collect();
    let mut columns = vec![Column::text("Annotator", |line: &Line| line.1.clone()).heads_row()];
    for (column, name) in agreement.names.iter().enumerate() {
        let of = move |agreement: &AnnotatorAgreement, row: usize| {
            agreement.pairs.get(row).and_then(|pairs| pairs.get(column)).copied()
        };
        let (for_value, for_cell, other) = (agreement.clone(), agreement.clone(), name.clone());
        let value = move |line: &Line| of(&for_value, line.0)?.kappa;
        let of_cell = move |line: &Line| {
            if line.0 == column {
                return Cell::new("–");
            }
            let pair = of(&for_cell, line.0).unwrap_or_default();
            let same = format!(
                "{:.0}% the same of {}",
                100.0 * pair.same,
                words::counted(pair.n, "picture", "pictures")
            );
            let cell = Cell::new(words::value(pair.kappa)).exact(pair.kappa);
            let pair = format!("{} {other}", line.1);
            cell.data("data-pair", pair).with(leptos::attr::title(same))
        };
        columns.push(Column::number(name.clone(), value).view(of_cell));
    }
    DataTable::new("Cohen’s κ of annotators", columns, lines).view()
}
