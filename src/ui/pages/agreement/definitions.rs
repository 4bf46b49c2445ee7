//! What the benchmark's definitions of relevance have in common.

use crate::ui::components::table::{Cell, Column, DataTable};
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, Positives, positives, precisions, words};
use std::sync::Arc;

struct Line {
    id: String,
    title: String,
    positives: Positives,
    /// By the index of the definition that it is measured against.
    by: Vec<Option<f64>>,
}

/// `None` for a single definition.
pub(super) fn definitions(dataset: &Arc<Dataset>) -> Option<AnyView> {
    let all = &dataset.manifest.relevance;
    if all.len() < 2 {
        return None;
    }
    let lines = all.iter().zip(precisions(dataset)).enumerate();
    let lines = lines.map(|(index, (definition, by))| Line {
        id: definition.id.clone(),
        title: definition.title.clone(),
        positives: positives(dataset, index),
        by,
    });
    let lines: Vec<Line> = lines.collect();
    let mut columns = vec![
        Column::text("Definition", |line: &Line| line.title.clone()).heads_row(),
        Column::number("Queries", |line: &Line| line.positives.n_queries),
        Column::number("Relevant images", |line: &Line| line.positives.n_positives),
    ];
    for (place, definition) in all.iter().enumerate() {
        let id = definition.id.clone();
        let value = move |line: &Line| line.by.get(place).copied().flatten();
        let column = Column::number(definition.title.clone(), value).view(move |line| {
            Cell::new(words::value(value(line)))
                .data("data-of", line.id.clone())
                .data("data-by", id.clone())
                .exact(value(line))
        });
        columns.push(column);
    }
    let caption = "The share of the relevant images of a row’s definition that are relevant by a column’s too, as a mean over the queries with a relevant image by the row’s. It is the row’s precision measured by the column, and the column’s recall measured by the row.";
    let view = view! {
        <section class="block" data-block="definitions" aria-labelledby="definitions-title">
            <h2 id="definitions-title">"Do the definitions agree on what is relevant?"</h2>
            <p class="prose">
                "Measured by another, a definition has a low precision if it calls relevant what the other does not, and a low recall if it misses what the other has. ECCV Caption measures earlier judgements so in its Table 2."
            </p>
            {DataTable::new("Definitions of relevance compared", columns, lines).caption(caption).view()}
        </section>
    };
    Some(view.into_any())
}
