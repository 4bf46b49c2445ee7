//! The figures shown, as `rankscope eval --json` prints them.

use super::view::{Side, View, shown_systems};
use crate::ui::components::report_button;
use leptos::prelude::*;
use rankscope_core::analysis::{Board, Column, SPLIT, SystemValues};
use rankscope_core::report::{EvalReport, RunValues, means_of_both, summarised};
use std::collections::BTreeSet;

pub(super) fn report(view: View) -> AnyView {
    let systems = move || {
        let runs = view.runs.get();
        let dataset = view.dataset.get_value();
        let shown = shown_systems(&dataset, &runs).map(|system| system.id.clone());
        shown.filter(|id| view.is_rankable(id)).collect::<Vec<String>>()
    };
    let is_ready = move || {
        let systems = systems();
        !systems.is_empty() && systems.iter().all(|id| view.is_computed(id))
    };
    let json = move || {
        let reports = untrack(|| reports(view, &systems()));
        match reports.as_slice() {
            [one] => serde_json::to_string_pretty(one).ok(),
            all => serde_json::to_string_pretty(all).ok(),
        }
    };
    view! {
        <div class="save">
            {report_button("eval.json", is_ready, json)}
            <span class="save-said">
                "Every mean, its share of judged pictures and its value by query, as rankscope eval --json prints them."
            </span>
        </div>
    }
    .into_any()
}

/// A report for each definition of relevance that is shown, since a report's measures share one.
fn reports(view: View, systems: &[String]) -> Vec<EvalReport> {
    let columns = view.board.columns.get();
    let shown: Vec<&Column> =
        view.visible.get().into_iter().filter_map(|index| columns.get(index)).collect();
    let definitions: BTreeSet<usize> = shown.iter().map(|column| column.definition).collect();
    let subset = view.subset.get();
    let of_definition = |definition: usize| {
        let columns = shown.iter().filter(|column| column.definition == definition);
        let columns: Vec<Column> = columns.map(|column| (*column).clone()).collect();
        let runs = |side: Side, rows: &[usize]| means(side, systems, &columns, rows);
        let mut sides = view.sides().into_iter();
        let side = sides.next()?;
        let queries = side.dataset.queries.iter().enumerate();
        let rows: Vec<usize> =
            queries.filter(|(_, query)| subset.holds(query)).map(|(row, _)| row).collect();
        let mut report = EvalReport {
            relevance: columns.first().map(|column| column.relevance.clone()),
            condition: view.address.state.with(|state| state.condition.clone()),
            split: subset.value(SPLIT).map(str::to_owned),
            runs: runs(side, &rows),
            ..EvalReport::default()
        };
        if let Some(other) = sides.next() {
            let all: Vec<usize> = (0..other.dataset.queries.len()).collect();
            report.reverse = runs(other, &all);
            report.both = means_of_both(&report.runs, &report.reverse);
        }
        Some(report)
    };
    definitions.into_iter().filter_map(of_definition).collect()
}

fn means(side: Side, systems: &[String], columns: &[Column], rows: &[usize]) -> RunValues {
    let board = Board::new(side.dataset, columns.to_vec());
    let values = |id: &String| side.board.of(id).map(|values| values.under(&board.columns));
    let values: Vec<SystemValues> = systems.iter().filter_map(values).collect();
    summarised(&board, &values, rows)
}
