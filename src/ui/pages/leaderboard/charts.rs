use super::cost_chart::cost_chart;
use super::cost_choice::cost_controls;
use super::view::View;
use crate::ui::components::{
    Relevant, alone, picker, relevant_histogram, skeleton_chart, titled_section,
};
use crate::ui::state::reverse::Direction;
use leptos::prelude::*;
use rankscope_core::analysis::{Column, usual_counts};
use rankscope_core::benchmark::Judgements;

pub(super) fn charts(view: View) -> AnyView {
    let address = view.address;
    let columns = Memo::new(move |_| {
        let visible = view.visible.get();
        view.board.columns.with(|columns| {
            let columns = visible.iter().filter_map(|index| columns.get(*index));
            columns.map(column_option).collect::<Vec<_>>()
        })
    });
    let current = Memo::new(move |_| {
        view.shown_column().map(|(_, column)| column.name()).unwrap_or_default()
    });
    let relevant = move || match view.is_judged.get() {
        true => relevant_chart(view),
        false => skeleton_chart(),
    };
    let body = view! {
        <div class="pickers pickers-tight">
            {picker("Quality measure", columns, current, move |name| {
                address.change(|state| state.measure = Some(name));
            })}
        </div>
        {(view.direction == Direction::ToImages).then(|| cost_controls(address))}
        <div class="pair">
            {alone("cost", move || cost_chart(view))} {alone("relevant", relevant)}
        </div>
    };
    titled_section("charts-title", "Cost, quality and relevant images", body)
}

fn relevant_chart(view: View) -> AnyView {
    let Some((_, column)) = view.shown_column() else { return ().into_any() };
    let subset = view.subset.get();
    let counts: Vec<usize> = view.dataset.with_value(|dataset| {
        let relevance = dataset.relevance.get(column.definition);
        let of = |row: u32| relevance?.of_query(row).map(Judgements::n_relevant);
        let queries = (0u32..).zip(dataset.queries.iter()).filter(|(_, query)| subset.holds(query));
        queries.map(|(row, _)| of(row).unwrap_or(0)).collect()
    });
    let of = match view.direction {
        Direction::ToTexts => Relevant::Texts,
        _ => Relevant::Images,
    };
    let usual = view.dataset.with_value(|dataset| usual_counts(dataset, column.definition));
    relevant_histogram(of, &counts, usual, format!("Relevance: {}.", column.relevance_title))
}

/// A column as the option of a picker.
pub(super) fn column_option(column: &Column) -> (String, String) {
    (column.name(), format!("{}, {}", column.measure, column.relevance_title))
}
