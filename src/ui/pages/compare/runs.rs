//! Exports the report of a comparison, and its rankings and judgements for other programs.

use super::view::View;
use crate::ui::components::{report_button, text_button};
use crate::ui::save::file_name;
use leptos::prelude::*;
use rankscope_core::analysis::{Comparison, OnQuery};
use rankscope_core::formats::{Qrel, RunEntry, trec_from_qrels, trec_from_run};
use rankscope_core::report::CompareReport;

pub(super) fn runs(view: View) -> AnyView {
    let Some(comparison) = view.comparison.get_untracked() else { return ().into_any() };
    let run_of = move |is_a: bool| {
        let (comparison, (a, b)) = (view.comparison.get_untracked()?, view.both.get_untracked()?);
        let values = if is_a { a } else { b };
        let mut run = Vec::new();
        for (query_row, query) in (0u32..).zip(comparison.dataset.queries.iter()) {
            for hit in values.head(comparison.definition, query_row) {
                let image = comparison.dataset.image(hit.row_in_corpus)?;
                run.push(RunEntry {
                    query: query.id.clone(),
                    document: image.id.clone(),
                    score: f64::from(hit.score),
                    tag: values.system.clone(),
                });
            }
        }
        trec_from_run(&values.system, &run).ok()
    };
    let qrels = move || {
        let comparison = view.comparison.get_untracked()?;
        let relevance = comparison.dataset.relevance.get(comparison.definition)?;
        let mut qrels = Vec::new();
        for (query_row, query) in (0u32..).zip(comparison.dataset.queries.iter()) {
            let judged = relevance.of_query(query_row).map_or(&[][..], |judged| judged.as_slice());
            for (row, grade) in judged {
                let document = comparison.dataset.image(*row)?.id.clone();
                qrels.push(Qrel { query: query.id.clone(), document, grade: *grade });
            }
        }
        Some(trec_from_qrels(&qrels))
    };
    let is_tested = move || {
        let (Some(comparison), Some((a, b))) = (view.comparison.get(), view.both.get()) else {
            return false;
        };
        let outcomes = view.outcomes.get();
        // A column without values on both sides has no test.
        let is_tested = |(place, (column, _)): (usize, &(usize, _))| {
            outcomes.get(place).is_some_and(Option::is_some)
                || comparison.pairs(&a, &b, *column).is_empty()
        };
        comparison.columns.iter().enumerate().all(is_tested)
    };
    // What `rankscope compare --json` prints.
    let report = move || {
        let (comparison, (a, b)) = (view.comparison.get_untracked()?, view.both.get_untracked()?);
        let outcomes = view.outcomes.get_untracked();
        let tested = |place: usize, _: &[OnQuery]| outcomes.get(place).copied().flatten();
        let Comparison { dataset, columns, .. } = &*comparison;
        let report = CompareReport::new(dataset, columns, [&a, &b], tested).ok()?;
        serde_json::to_string_pretty(&report).ok()
    };
    let definition = comparison.dataset.manifest.relevance.get(comparison.definition);
    let definition = definition.map(|definition| definition.id.clone()).unwrap_or_default();
    let run_name = |id: &str| format!("{}.run", file_name(id));
    view! {
        <p class="filter-line">
            "The report has every value and test, as rankscope compare --json prints them. For other programs: the first 100 images of every query as TREC runs, and the judgements as qrels."
        </p>
        <div class="save">
            {report_button("compare.json", is_tested, report)}
            {text_button("Export TREC run of A".into(), run_name(&comparison.a.id), move || run_of(true))}
            {text_button("Export TREC run of B".into(), run_name(&comparison.b.id), move || run_of(false))}
            {text_button("Export TREC qrels".into(), format!("{}.qrels", file_name(&definition)), qrels)}
        </div>
    }
    .into_any()
}
