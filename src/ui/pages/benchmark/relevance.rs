use crate::ui::components::block;
use crate::ui::components::table::{Cell, Column, DataTable, Saving};
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::analysis::{Positives, positives, words};
use rankscope_core::benchmark::{Manifest, RelevanceDefinition};
use std::collections::HashMap;

/// `None` for a benchmark without judgements.
pub(super) fn relevance(session: Session, manifest: &Manifest) -> Option<AnyView> {
    if manifest.relevance.is_empty() {
        return None;
    }
    // By definition; there once the judgements are.
    let counts = Memo::new(move |_| {
        let dataset = session.dataset()?;
        let all = dataset.own.relevance.iter().map(|definition| {
            let index = dataset.definition_index(&definition.id)?;
            Some((definition.id.clone(), positives(&dataset, index)))
        });
        Some(all.flatten().collect::<HashMap<String, Positives>>())
    });
    let of = move |id: &str| counts.with(|all| all.as_ref()?.get(id).copied());
    let count = move |title: &'static str, read: fn(Positives) -> usize| {
        Column::number(title, move |d: &RelevanceDefinition| of(&d.id).map(read)).view(move |d| {
            let id = d.id.clone();
            Cell::new(move || of(&id).map_or_else(|| "…".into(), |n| words::count(read(n))))
        })
    };
    let mean = move |id: &str| of(id).filter(|n| n.n_queries > 0).map(a_query);
    let columns = vec![
        Column::saved("id", |d: &RelevanceDefinition| d.id.clone()),
        Column::text("Definition", |d: &RelevanceDefinition| d.title.clone())
            .view(|d| {
                let default = d.default.then(|| view! { " " <span class="tag">"default"</span> });
                Cell::new(view! {
                    {d.title.clone()} {default}
                    <span class="describe">{d.counts_as.clone()}</span>
                })
            })
            .heads_row(),
        Column::saved("Counts as relevant", |d: &RelevanceDefinition| d.counts_as.clone()),
        count("Queries", |n| n.n_queries),
        count("Relevant images", |n| n.n_positives),
        Column::number("Per query", move |d: &RelevanceDefinition| mean(&d.id)).view(move |d| {
            let id = d.id.clone();
            Cell::new(move || mean(&id).map_or_else(|| "…".into(), |mean| format!("{mean:.1}")))
        }),
        Column::text("Judged", |d: &RelevanceDefinition| match (d.complete, d.only_judged) {
            (true, _) => "every image",
            (_, true) => "its candidates",
            _ => "some images",
        }),
    ];
    let table = DataTable::new("Definitions of relevance", columns, manifest.relevance.clone())
        .class("relevance-table")
        .saving(Saving::Above);
    Some(block("relevance", "relevance-title", "Definitions of relevance", table.view()))
}

/// Relevant images per query that has any.
fn a_query(n: Positives) -> f64 {
    n.n_positives as f64 / n.n_queries as f64
}
