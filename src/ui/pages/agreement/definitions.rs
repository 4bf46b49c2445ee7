//! What the benchmark's definitions of relevance have in common.

use crate::ui::components::table::{Cell, Column, DataTable};
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, Positives, positives, precisions, words};
use rankscope_core::benchmark::RelevanceDefinition;
use std::sync::Arc;

struct Line {
    id: String,
    title: String,
    positives: Positives,
    /// By the index of the definition that it is measured against.
    by: Vec<Option<f64>>,
}

pub(super) fn definitions(dataset: &Arc<Dataset>) -> AnyView {
    let all = &dataset.manifest.relevance;
    let line = |(index, (definition, by)): (usize, (&RelevanceDefinition, _))| Line {
        id: definition.id.clone(),
        title: definition.title.clone(),
        positives: positives(dataset, index),
        by,
    };
    let lines: Vec<Line> = all.iter().zip(precisions(dataset)).enumerate().map(line).collect();
    let mut columns = vec![
        Column::text("Definition", |line: &Line| line.title.clone()).heads_row(),
        Column::number("Queries", |line: &Line| line.positives.n_queries),
        Column::number("Relevant images", |line: &Line| line.positives.n_positives),
    ];
    for (place, definition) in all.iter().enumerate() {
        let id = definition.id.clone();
        let value = move |line: &Line| line.by.get(place).copied().flatten();
        columns.push(Column::number(definition.title.clone(), value).view(move |line| {
            Cell::new(words::value(value(line)))
                .data("data-of", line.id.clone())
                .data("data-by", id.clone())
                .exact(value(line))
        }));
    }
    let caption = "The share of the images relevant under the row’s definition that are also relevant under the column’s, as a mean over the queries with a relevant image under the row’s. This is the precision of the row measured against the column, and the recall of the column measured against the row.";
    view! {
        <p class="prose">
            "Measured against another definition, one has low precision if it calls images relevant that the other does not, and low recall if it misses relevant images of the other. Table 2 of ECCV Caption measures earlier judgements this way."
        </p>
        {DataTable::new("Definitions of relevance compared", columns, lines).caption(caption).view()}
    }
    .into_any()
}
