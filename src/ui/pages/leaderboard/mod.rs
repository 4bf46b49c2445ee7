//! The Leaderboard: every system by every measure, over all queries or a subset.

mod charts;
mod cost_chart;
mod gain_map;
mod heat_map;
mod relevant_chart;
mod second_stage;
mod stage;
mod table;
mod view;

use super::choices::{chosen_runs, picture_filter, relevance_picker, runs_picker, subset_pickers};
use super::fuse::fuse_picker;
use super::measures::{measures_note, measures_picker};
use super::with_dataset;
use crate::ui::components::{all_pictures_note, board_status, notice};
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::analysis::{Column, Dataset, ids_with_queries};
use std::sync::Arc;
use view::View;

/// The page.
pub(super) fn leaderboard_page(session: Session) -> AnyView {
    let body = with_dataset(session, move |dataset| leaderboard(session, &dataset));
    view! {
        <div class="page-head">
            <h1>"Leaderboard"</h1>
            {fuse_picker(session)}
        </div>
        {body}
    }
    .into_any()
}

fn leaderboard(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let board = session.board;
    let systems = ids_with_queries(dataset);
    let runs = chosen_runs(session.address, dataset);
    let for_first = dataset.clone();
    // Runs are fetched when they are chosen, among the systems or as a first stage.
    let wanted = Memo::new(move |_| {
        let mut wanted = systems.clone();
        wanted.extend(runs.get());
        let first = session.address.state.with(|state| state.first.clone());
        let run = first.filter(|id| for_first.own.run(id).is_some() && !wanted.contains(id));
        wanted.extend(run);
        wanted
    });
    let wanted: Signal<Vec<String>> = wanted.into();
    // Starts without a click. In an effect, since a view must not write to signals.
    let for_start = dataset.clone();
    // And again for other measures.
    Effect::new(move |_| {
        session.measures.track();
        let wanted = wanted.get();
        untrack(|| board.want(&for_start, &wanted));
    });

    let n_headlines = Column::headlines_of(dataset).len();
    let has_headlines = n_headlines > 0;
    let view = View::new(session, dataset, n_headlines);
    let is_chosen = Memo::new(move |_| session.measures.with(|own| !own.measures.is_empty()));
    let intro = move || match (is_chosen.get(), has_headlines) {
        (true, _) => {
            "The chosen measures under the chosen definition of relevance, computed in this browser from the stored vectors."
        }
        (false, true) => {
            "The measures that the benchmark’s authors report, computed in this browser from the stored vectors."
        }
        (false, false) => {
            "Standard measures under the chosen definition of relevance, computed in this browser from the stored vectors."
        }
    };
    let has_relevance = Signal::derive(move || is_chosen.get() || !has_headlines);
    let refused: Vec<String> = dataset
        .manifest
        .headlines
        .iter()
        .filter_map(|headline| headline.measure.parse::<rankscope_core::metrics::Measure>().err())
        .map(|e| e.to_string())
        .collect();
    let refused = (!refused.is_empty()).then(|| {
        notice(format!("Some columns cannot be computed and are left out: {}.", refused.join("; ")))
    });
    let for_status = dataset.clone();
    view! {
        <p class="prose">{intro}</p>
        {pickers(session, dataset, has_relevance)}
        {measures_note(session)}
        {refused}
        {all_pictures_note(picture_filter(session), session.address)}
        <div class="status-area">{move || board_status(session.engine.module, session.board, &for_status, wanted)}</div>
        {move || table::table(view)}
        {charts::charts(view)}
        {heat_map::heat_map(view)}
        {second_stage::second_stage(view)}
    }
    .into_any()
}

/// Pickers for the measures, for the split and the facets of queries, and for the definition of
/// relevance unless the columns are those that the benchmark names.
fn pickers(session: Session, dataset: &Dataset, has_relevance: Signal<bool>) -> AnyView {
    let relevance = move || has_relevance.get().then(|| relevance_picker(session));
    let subset = subset_pickers(session.address, dataset);
    view! {
        <section class="pickers" aria-label="Columns and queries">
            {measures_picker(session)} {relevance} {subset} {runs_picker(session.address, dataset)}
        </section>
    }
    .into_any()
}
