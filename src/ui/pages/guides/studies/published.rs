//! Needle's published figures, and ours.

use super::super::view::View;
use super::intervals::mean_of;
use crate::ui::components::table::{Column, DataTable};
use crate::ui::components::{failure_panel, skeleton_block};
use crate::ui::pages::tables::{Shown, figures, known_by, read};
use crate::ui::state::guides::{MEASURES, Measured, Way};
use crate::ui::task::{Ended, Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use std::sync::Arc;

/// Headings of the paper's tables, each with its id.
const TABLES: [(&str, &str); 3] = [
    ("needle-1", "Theirs: retrieval"),
    ("needle-2", "Theirs: which caption is of which picture"),
    ("needle-3", "Theirs: embedders"),
];

pub(super) fn published(view: View) -> AnyView {
    let task: Task<Arc<Vec<Shown>>> = Task::new();
    task.start(move |_| async move {
        let mut tables = Vec::new();
        for known in TABLES.iter().filter_map(|(id, _)| known_by(id)) {
            tables.push(read(view.session.address, known).await.map_err(Ended::Failed)?);
        }
        Ok(Arc::new(tables))
    });
    let table = |((_, heading), shown): (&(&'static str, &'static str), &Shown)| {
        view! {
            <h3>{*heading}</h3>
            <p class="prose">{shown.about.clone()}</p>
            {figures(shown, &[])}
        }
    };
    let body = move || match task.get() {
        TaskState::Failed { failure, .. } => {
            failure_panel(&failure, "Try again", move || task.retry())
        }
        TaskState::Done(tables) => view! {
            <h3>"Ours, as measured in this visit"</h3>
            {move || ours(view)}
            {TABLES.iter().zip(&*tables).map(table).collect_view()}
        }
        .into_any(),
        _ => skeleton_block(),
    };
    view! {
        <p class="prose">
            "Erfanian, Dehghankar and Asudeh, Needle, 2024. Its guides come from text-to-image models and its pictures are photographs, so its figures and ours cannot be compared, only the direction in which they point."
        </p>
        {body}
    }
    .into_any()
}

struct Line {
    texts: Vec<String>,
    values: Vec<Option<f64>>,
}

fn ours(view: View) -> AnyView {
    let Some(ablation) = view.guides.ablation.value().filter(|ablation| !ablation.rows.is_empty())
    else {
        let words = "Nothing was measured in this visit. Open Ablations and measure some queries; \
                     docs/guides.md has the figures of the whole test split.";
        return view! { <p class="guide-note">{words}</p> }.into_any();
    };
    let title = |way: &Way| match way {
        Way::Text(id) => Some(format!("Text alone, {}", view.title(id))),
        Way::FusedText => Some("Texts of all systems, fused".into()),
        Way::Guides => Some("Guides as chosen".into()),
        Way::Varied(_) => None,
    };
    let mean = |values: &Vec<Option<f64>>| mean_of(values.iter().copied()).map(|mean| mean.mean);
    let line = |measured: &Measured| {
        let values = measured.values.iter().map(mean).collect();
        Some(Line { texts: vec![title(&measured.way)?], values })
    };
    let lines: Vec<Line> = ablation.ways.iter().filter_map(line).collect();
    let mut columns = vec![Column::text("Way", |line: &Line| line.texts.concat()).heads_row()];
    columns.extend(MEASURES.into_iter().enumerate().map(|(place, name)| {
        Column::number(name, move |line: &Line| line.values.get(place).copied().flatten())
    }));
    let caption = words::counted(ablation.rows.len(), "query", "queries");
    DataTable::new("Ours", columns, lines).caption(format!("{caption} of this benchmark.")).view()
}
