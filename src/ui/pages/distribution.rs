//! Queries and relevant images by facet, on the Benchmark page, as INQUIRE describes its queries.

use super::choices::{query_filter, relevance_picker};
use crate::ui::components::table::{Cell, Column, DataTable, Saving};
use crate::ui::components::{
    Relevant, block, notice, options, picker, plain_options, relevant_histogram,
};
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::analysis::{
    Dataset, RelevantCounts, RelevantRange, Subset, properties, relevant_counts, usual_counts,
    value_of, words,
};
use std::sync::Arc;

/// INQUIRE-Rerank's filter, in the address.
const RERANK: &str = "1-50";

/// Nothing before the lists are loaded.
pub(super) fn distribution(session: Session) -> AnyView {
    let dataset = Memo::new(move |_| session.dataset());
    let view = move || {
        let dataset = dataset.get()?;
        let is_judged = !dataset.queries.is_empty() && !dataset.manifest.relevance.is_empty();
        is_judged.then(|| of_dataset(session, &dataset))
    };
    view.into_any()
}

fn of_dataset(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let address = session.address;
    let names: Vec<String> = properties(dataset).into_iter().map(|p| p.name).collect();
    let usual = ["category", "supercategory", "family", "kind"];
    let first = usual.iter().find(|name| names.iter().any(|other| other == *name));
    let first = first.map(ToString::to_string).or_else(|| names.first().cloned());
    let facets = names.clone();
    let facet = Memo::new(move |_| {
        let wanted = address.state.with(|state| state.facet.clone());
        wanted.filter(|wanted| facets.contains(wanted)).or_else(|| first.clone())
    });
    let range = Memo::new(move |_| {
        let is_rerank = address.state.with(|state| state.positives);
        if is_rerank { RelevantRange::RERANK } else { RelevantRange::ANY }
    });
    let subset = session.queries.subset;
    let definition = Memo::new(move |_| {
        session.search.choice.with(|choice| choice.as_ref().map(|c| c.definition))
    });
    let for_figures = dataset.clone();
    let figures = move || {
        let chosen = Chosen {
            dataset: for_figures.clone(),
            definition: definition.get().unwrap_or(0),
            facet: facet.get(),
            subset: subset.get(),
            range: range.get(),
        };
        chosen.figures()
    };
    let facet_picker = (!names.is_empty()).then(|| {
        let current = Signal::derive(move || facet.get().unwrap_or_default());
        picker("Group by", plain_options(names), current, move |name| {
            address.change(|state| state.facet = Some(name));
        })
    });
    let ranges = options([("", "1 or more"), (RERANK, "1 to 50, as in INQUIRE-Rerank")]);
    let current = Signal::derive(move || match range.get() {
        RelevantRange::ANY => String::new(),
        range => range.to_string(),
    });
    let range_picker = picker("Relevant images per query", ranges, current, move |range| {
        address.change(|state| state.positives = !range.is_empty());
    });
    let body = view! {
        <div class="pickers pickers-tight">
            {facet_picker} {relevance_picker(session)} {range_picker}
            {query_filter(session, dataset)}
        </div>
        {figures}
    };
    block("distribution", "distribution-title", "Queries and their relevant images", body)
}

struct Chosen {
    dataset: Arc<Dataset>,
    definition: usize,
    facet: Option<String>,
    subset: Subset,
    range: RelevantRange,
}

impl Chosen {
    fn figures(&self) -> AnyView {
        let Some(all) = self.counts(None).into_iter().next() else {
            return notice(
                "No query has that many relevant images under this definition. Remove a filter, or \
                 choose another definition.",
            );
        };
        let title = self.dataset.manifest.relevance.get(self.definition);
        let title = title.map(|d| d.title.clone()).unwrap_or_default();
        let filter = self.subset.words().map(|words| format!(" Queries: {words}."));
        let description = format!("Relevance: {title}.{}", filter.unwrap_or_default());
        let chart = relevant_histogram(
            Relevant::Images,
            &all.counts,
            usual_counts(&self.dataset, self.definition),
            description,
        );
        let groups = self.facet.as_deref().map(|facet| self.counts(Some(facet)));
        let groups = groups.unwrap_or_default();
        let n_grouped: usize = groups.iter().map(|group| group.n_queries).sum();
        let n_without = all.n_queries - n_grouped.min(all.n_queries);
        let without = self.facet.as_ref().filter(|_| n_without > 0).map(|facet| {
            let words = words::counted(n_without, "query has", "queries have");
            view! { <p class="prose">{format!("{words} no {facet} and are in the last line only.")}</p> }
        });
        let lines = groups.into_iter().chain([RelevantCounts { value: "(all)".into(), ..all }]);
        view! {
            {table(lines.collect(), self.facet.clone().unwrap_or_else(|| "queries".into()))}
            {without}
            {chart}
        }
        .into_any()
    }

    /// Of the chosen queries, by `facet` or together.
    fn counts(&self, facet: Option<&str>) -> Vec<RelevantCounts> {
        let relevance = self.dataset.relevance.get(self.definition);
        let queries = (0u32..).zip(self.dataset.queries.iter());
        let queries = queries.filter(|(_, query)| self.subset.holds(query));
        let grouped = queries.filter_map(|(row, query)| {
            let value = facet.map_or(Some(""), |facet| value_of(query, facet))?;
            Some((value, relevance?.of_query(row)))
        });
        relevant_counts(grouped, &self.range)
    }
}

/// Table A1's layout: a row per group, the last for all queries.
fn table(lines: Vec<RelevantCounts>, facet: String) -> AnyView {
    let most = lines.iter().rev().skip(1).map(|group| group.n_queries).max();
    let most = most.or_else(|| lines.first().map(|group| group.n_queries)).unwrap_or(1).max(1);
    let share = move |n: usize| format!("{:.4}", (n as f64 / most as f64).min(1.0));
    let count = |title: &'static str, of: fn(&RelevantCounts) -> usize| {
        Column::number(title, of).view(move |group| Cell::new(words::count(of(group))))
    };
    let last = lines.last().map(|group| group.value.clone()).unwrap_or_default();
    let columns = vec![
        Column::text(facet, |group: &RelevantCounts| group.value.clone()).heads_row(),
        Column::number("Queries", |group: &RelevantCounts| group.n_queries).view(move |group| {
            let bar = (group.value != last).then(|| {
                let share = share(group.n_queries);
                view! { <span class="count-bar" aria-hidden="true" style=("--share", share)></span> }
            });
            Cell::new((words::count(group.n_queries), bar))
        }),
        count("Judged", |group| group.n_judged),
        count("Relevant", |group| group.n_relevant),
        count("Different images", |group| group.n_images),
        Column::number("Mean", RelevantCounts::mean)
            .view(|group: &RelevantCounts| Cell::new(format!("{:.1}", group.mean()))),
        count("Least", |group| group.min),
        Column::number("Median", |group: &RelevantCounts| group.median)
            .view(|group| Cell::new(group.median.to_string())),
        count("Most", |group| group.max),
    ];
    let table = DataTable::new("Queries and relevant images by group", columns, lines)
        .class("distribution")
        .saving(Saving::Above);
    view! {
        {table.view()}
        <p class="prose">
            "Judged, relevant: judgements of all queries of the group. Different images: relevant to at least one of them. Mean, least, median and most: relevant images per query. After INQUIRE’s Table A1."
        </p>
    }
    .into_any()
}
