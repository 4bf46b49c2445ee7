//! The histogram of relevant images per query, under the shown column's definition.

use super::view::View;
use crate::ui::components::{Relevant, relevant_histogram};
use crate::ui::state::reverse::Direction;
use leptos::prelude::*;

pub(super) fn relevant_chart(view: View) -> AnyView {
    let Some((_, column)) = view.shown_column() else { return ().into_any() };
    let subset = view.subset.get();
    let counts: Vec<usize> = view.dataset.with_value(|dataset| {
        let relevance = dataset.relevance.get(column.definition);
        let of = |row: u32| {
            relevance?.of_query(row).map(rankscope_core::benchmark::Judgements::n_relevant)
        };
        let queries = (0u32..).zip(dataset.queries.iter()).filter(|(_, query)| subset.holds(query));
        queries.map(|(row, _)| of(row).unwrap_or(0)).collect()
    });
    let of = match view.direction {
        Direction::ToTexts => Relevant::Texts,
        _ => Relevant::Images,
    };
    relevant_histogram(of, &counts, format!("Relevance: {}.", column.relevance_title))
}
