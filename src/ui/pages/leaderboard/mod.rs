//! The Leaderboard: every system by every measure, over all queries or a subset.

mod charts;
mod cost_chart;
mod cost_choice;
mod depth_curve;
mod facet_test;
mod gain;
mod gain_map;
mod hard_queries;
mod heat_map;
mod hubs;
mod means;
mod pairs;
mod ranking;
mod report;
mod second_stage;
mod stage;
mod sweep;
mod table;
mod view;

use super::choices::{chosen_runs, picture_filter, query_filter, relevance_picker, runs_picker};
use super::combine::choices_with_combining;
use super::direction::{
    chosen_direction, computing, direction_note, direction_picker, with_reversed,
};
use super::measures::{measures_note, measures_picker};
use super::needs::missing;
use super::with_outline;
use crate::ui::components::{all_pictures_note, alone, notice};
use crate::ui::state::Session;
use crate::ui::state::hand_judged::with_stored_judgements;
use crate::ui::state::image_votes::add_named_definitions;
use crate::ui::state::reverse::Direction;
use leptos::prelude::*;
use rankscope_core::analysis::{Column, Dataset, definition_note, ids_with_queries, is_derived};
use rankscope_core::metrics::Measure;
use std::sync::Arc;
use view::{Side, View};

pub(super) fn leaderboard_page(session: Session) -> AnyView {
    add_named_definitions(session);
    let body = with_outline(session, move |dataset| leaderboard(session, &dataset));
    let choices = choices_with_combining(session, "Columns and queries", move |dataset| {
        pickers(session, &dataset)
    });
    view! {
        <h1>"Leaderboard"</h1>
        <p class="prose leaderboard-intro">{move || intro(session)}</p>
        {choices}
        {with_stored_judgements(session)}
        {body}
    }
    .into_any()
}

fn intro(session: Session) -> Option<String> {
    let dataset = session.outline()?;
    let is_chosen = session.measures.with(|chosen| !chosen.measures.is_empty());
    let measures = match (is_chosen, Column::headlines_of(&dataset).is_empty()) {
        (true, _) => "The chosen measures under the chosen definition of relevance",
        (false, false) => "The measures that the benchmark’s authors report",
        (false, true) => "Standard measures under the chosen definition of relevance",
    };
    let stored = match dataset.own.systems.is_empty() && !dataset.own.runs.is_empty() {
        true => "runs",
        false => "vectors",
    };
    Some(format!(
        "{measures}, from the stored {stored}. Values that the benchmark carries show at once and are \
         computed again in this browser."
    ))
}

fn leaderboard(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    if let Some(missing) = missing(session, dataset) {
        return missing;
    }
    let headlines = dataset.manifest.headlines.iter();
    let refused = headlines.filter_map(|headline| headline.measure.parse::<Measure>().err());
    let refused: Vec<String> = refused.map(|e| e.to_string()).collect();
    let refused = (!refused.is_empty()).then(|| {
        notice(format!("Some columns cannot be computed and are left out: {}.", refused.join("; ")))
    });
    let direction = chosen_direction(session);
    let for_body = dataset.clone();
    let body = move || {
        let dataset = for_body.clone();
        let to_images = Side { dataset: dataset.clone(), board: session.board };
        let to_texts = move |dataset| Side { dataset, board: session.reverse.board };
        match direction.get() {
            Direction::ToImages => systems(session, direction.get(), vec![to_images]),
            Direction::ToTexts => with_reversed(session, &dataset, move |reversed| {
                systems(session, Direction::ToTexts, vec![to_texts(reversed)])
            }),
            Direction::Mean => with_reversed(session, &dataset, move |reversed| {
                systems(session, Direction::Mean, vec![to_images.clone(), to_texts(reversed)])
            }),
        }
    };
    view! {
        {measures_note(session)}
        {refused}
        {all_pictures_note(picture_filter(session), session.address)}
        {direction_note(session, dataset)}
        {body}
    }
    .into_any()
}

/// The systems with vectors, and the runs chosen among them or as a first stage. Runs are fetched when
/// chosen.
fn with_runs(session: Session, dataset: &Arc<Dataset>) -> Signal<Vec<String>> {
    let mut systems = ids_with_queries(dataset);
    // First: no benchmark carries their values.
    systems.sort_by_key(|id| !is_derived(id));
    let runs = chosen_runs(session.address, dataset);
    let dataset = dataset.clone();
    let wanted = Memo::new(move |_| {
        let mut wanted = systems.clone();
        wanted.extend(runs.get());
        let first = session.address.state.with(|state| state.first.clone());
        let run = first.filter(|id| dataset.own.run(id).is_some() && !wanted.contains(id));
        wanted.extend(run);
        wanted
    });
    wanted.into()
}

fn systems(session: Session, direction: Direction, sides: Vec<Side>) -> AnyView {
    let status = sides.iter().map(|Side { dataset, board }| {
        computing(session, dataset, *board, with_runs(session, dataset))
    });
    let status = status.collect_view();
    let Some(view) = View::new(session, direction, sides) else { return ().into_any() };
    // Categories and second stages are of the queries.
    let is_of_queries = direction == Direction::ToImages;
    view! {
        <div class="status-area">{status}</div>
        {alone("leaderboard", move || view! {
            {table::table(view)}
            {move || is_of_queries.then(|| definition_words(session, view))}
        })}
        {report::report(view)}
        {charts::charts(view)}
        {is_of_queries.then(|| (heat_map::heat_map(view), facet_test::facet_test(view), second_stage::second_stage(view), sweep::sweep(view), hard_queries::hard_queries(view), hubs::hubs(view), pairs::pairs(view)))}
    }
    .into_any()
}

/// Which columns Compare shows under another definition.
fn definition_words(session: Session, view: View) -> Option<AnyView> {
    let definition = session.search.outline.with(|choice| Some(choice.as_ref()?.definition))?;
    let chosen = session.measures.with(|choice| choice.measures.clone());
    let dataset = view.dataset.get_value();
    let there = Column::under(&Column::all_of(&dataset, &chosen), definition, &chosen);
    let there: Vec<Column> = there.into_iter().map(|(_, column)| column).collect();
    let visible = view.visible.get();
    let here: Vec<Column> = view
        .board
        .columns
        .with(|columns| visible.iter().filter_map(|index| columns.get(*index)).cloned().collect());
    let words = definition_note(&dataset, &here, &there, "Compare")?;
    Some(notice(words))
}

/// The definition of relevance can be chosen unless the benchmark names the columns.
fn pickers(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    if missing(session, dataset).is_some() {
        return ().into_any();
    }
    let has_headlines = !Column::headlines_of(dataset).is_empty();
    let has_relevance = Memo::new(move |_| {
        !has_headlines || session.measures.with(|chosen| !chosen.measures.is_empty())
    });
    let relevance = move || has_relevance.get().then(|| relevance_picker(session));
    let direction = chosen_direction(session);
    // Images have no split and none of the queries' facets.
    let has_subset = Memo::new(move |_| direction.get() != Direction::ToTexts);
    let for_runs = dataset.clone();
    let rank_texts = dataset.own.runs.iter().any(|run| dataset.own.reverse_run(run).is_some());
    let has_runs = Memo::new(move |_| direction.get() == Direction::ToImages || rank_texts);
    let runs = move || has_runs.get().then(|| runs_picker(session.address, &for_runs));
    let dataset = dataset.clone();
    let subset = move || has_subset.get().then(|| query_filter(session, &dataset));
    view! { {direction_picker(session)} {measures_picker(session)} {relevance} {runs} {subset} }
        .into_any()
}
