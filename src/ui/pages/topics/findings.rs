//! The finding for the chosen challenge and system: means, curves, every topic.

use super::curves::curves;
use super::view::View;
use crate::ui::components::table::{Cell, Column, DataTable, RowView};
use crate::ui::state::challenges::{Finding, N_TAGS};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::topics::{
    ACCURACY_CUTOFF, LEAST_PICTURES, SuggestionOutcome, TopicResult, TopicResults, TopicsReport,
};

/// Tracked.
pub(super) fn findings(view: View) -> Option<AnyView> {
    let attempt = view.attempt.get();
    let finding = view.session.challenges.finding(&attempt)?;
    let title = view.title(&attempt.system);
    let body = match &*finding {
        Finding::Topics(senses) => topics(view, &title, senses),
        Finding::Tags { all, few } => tags(view, &title, all, few),
    };
    let view = view! {
        <section data-block="finding" aria-label="Finding">
            <h2>{title}</h2>
            {body}
        </section>
    };
    Some(view.into_any())
}

fn topics(view: View, title: &str, senses: &[TopicResults]) -> AnyView {
    /// The id of a sense, its title and its report.
    type Row = (String, String, TopicsReport);
    let row = |sense: &TopicResults| {
        (sense.relevance.clone(), view.sense(&sense.relevance), sense.report())
    };
    let means: Vec<Row> = senses.iter().map(row).collect();
    let mean = |title: String, key: &'static str, of: fn(&TopicsReport) -> Option<f64>| {
        Column::number(title, move |row: &Row| of(&row.2)).view(move |row| {
            let value = of(&row.2);
            let cell = Cell::new(words::value(value)).data("data-relevance", row.0.clone());
            cell.data("data-measure", key).exact(value)
        })
    };
    let columns = vec![
        Column::text("Relevance", |row: &Row| row.1.clone()).heads_row(),
        mean("MAP".into(), "map", |report| report.map),
        mean(format!("Acc@{ACCURACY_CUTOFF}"), "acc@50", |report| report.accuracy),
        mean("Prevalence".into(), "prevalence", |report| report.prevalence),
        Column::number("Topics", |row: &Row| row.2.topics.len()),
    ];
    let caption = "Means over topics: average precision, the share that is right among the first 50, and the share expected of a random order.";
    view! {
        <div class="slide-part">
            {DataTable::new("Means over topics", columns, means).caption(caption).view()}
        </div>
        {curves(view, senses)}
        <h3>"Every topic"</h3>
        {every_topic(view, title, senses)}
    }
    .into_any()
}

const INSIDE: &str = "AP inside: of a topic that is part of another, among the pictures that show that other alone, as MIRFLICKR’s subtopics were annotated. Below is the tree of topics.";

/// A topic's id, title, and result under each sense.
type Line = (String, String, Vec<Option<TopicResult>>);

fn every_topic(view: View, title: &str, senses: &[TopicResults]) -> AnyView {
    let mut ids: Vec<String> = Vec::new();
    for topic in senses.iter().flat_map(|sense| &sense.topics) {
        if !ids.contains(&topic.id) {
            ids.push(topic.id.clone());
        }
    }
    let of = |id: &String, sense: &TopicResults| sense.topics.iter().find(|t| t.id == *id).cloned();
    let lines: Vec<Line> = ids
        .iter()
        .map(|id| (id.clone(), view.topic(id), senses.iter().map(|s| of(id, s)).collect()))
        .collect();
    let mut columns = vec![Column::text("Topic", |line: &Line| line.1.clone()).heads_row()];
    for (place, sense) in senses.iter().enumerate() {
        let relevance = view.sense(&sense.relevance);
        let id = sense.relevance.clone();
        let number = |name: String, key: &'static str, of: fn(&TopicResult) -> Option<f64>| {
            let value = move |line: &Line| of(line.2.get(place)?.as_ref()?);
            let (id, note) = (id.clone(), relevance.clone());
            let note = view! { <span class="head-relevance">{note}</span> };
            Column::number(format!("{name} {relevance}"), value).head(name).note(note).view(
                move |line| {
                    let value = value(line);
                    let cell = Cell::new(words::value(value)).data("data-relevance", id.clone());
                    cell.data("data-topic", line.0.clone()).data("data-measure", key).exact(value)
                },
            )
        };
        columns.push(number("AP".into(), "ap", |topic| topic.ap));
        columns.push(number(format!("Acc@{ACCURACY_CUTOFF}"), "acc@50", TopicResult::accuracy));
        columns.push(number("Prevalence".into(), "prevalence", |topic| Some(topic.prevalence)));
        if sense.topics.iter().any(|topic| topic.inside.is_some()) {
            let inside = |topic: &TopicResult| topic.inside.as_ref()?.ap;
            columns.push(number("AP inside".into(), "inside", inside));
        }
    }
    let name = format!("Topics of {title}");
    let table = DataTable::new(name, columns, lines)
        .row(|line: &Line| RowView::default().data("data-topic", line.0.clone()));
    let has_parts = senses.iter().flat_map(|sense| &sense.topics).any(|own| own.inside.is_some());
    match has_parts {
        true => table.caption(INSIDE).view(),
        false => table.view(),
    }
}

/// The tags that may be suggested: key, title and outcome.
type Variant = (&'static str, String, SuggestionOutcome);

fn tags(view: View, title: &str, all: &SuggestionOutcome, few: &SuggestionOutcome) -> AnyView {
    let is_sorted = view.lists.with_value(|lists| {
        lists.topics.as_ref().is_some_and(|topics| !topics.content_tags.is_empty())
    });
    let kind = if is_sorted { "content tags" } else { "tags" };
    let variants: Vec<Variant> = vec![
        ("all", format!("All {kind} on at least {LEAST_PICTURES} pictures"), all.clone()),
        ("few", format!("The {N_TAGS} most frequent {kind}"), few.clone()),
    ];
    let share = |name: &'static str, key: &'static str, of: fn(&SuggestionOutcome) -> f64| {
        Column::number(name, move |row: &Variant| of(&row.2)).view(move |row| {
            let value = Some(of(&row.2));
            let cell = Cell::new(words::value(value)).data("data-variant", row.0);
            cell.data("data-measure", key).exact(value)
        })
    };
    let columns = vec![
        Column::text("May be suggested", |row: &Variant| row.1.clone()).heads_row(),
        share("Right by neighbours", "share", |outcome| outcome.share),
        share("Right by popularity", "popularity", |outcome| outcome.popularity),
        Column::number("Pictures", |row: &Variant| row.2.n),
        Column::number("Tags", |row: &Variant| row.2.tags),
    ];
    let name = format!("Suggestions of {title}");
    let caption = "Share of the tested pictures with at least one of their own tags among the five suggested. By popularity, everybody gets the five tags most frequent among the others: anything above that comes from the content of the pictures.";
    DataTable::new(name, columns, variants).caption(caption).view()
}
