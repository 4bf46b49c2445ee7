//! The Leaderboard: every system by every measure, over all queries or a subset.

mod charts;
mod cost_chart;
mod heat_map;
mod relevant_chart;
mod second_stage;
mod table;
mod view;

use super::choices::{picture_filter, relevance_picker, subset_pickers};
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
        <h1>"Leaderboard"</h1>
        {body}
    }
    .into_any()
}

fn leaderboard(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let board = session.board;
    let wanted = ids_with_queries(dataset);
    let wanted = Signal::derive(move || wanted.clone());
    // Starts without a click. In an effect, since a view must not write to signals.
    let for_start = dataset.clone();
    Effect::new(move |_| untrack(|| board.want(&for_start, &wanted.get())));

    let n_headlines = Column::headlines_of(dataset).len();
    let has_headlines = n_headlines > 0;
    let view = View::new(session, dataset, n_headlines);
    let intro = if has_headlines {
        "The measures that the benchmark’s authors report, computed in this browser from the stored vectors."
    } else {
        "Standard measures under the chosen definition of relevance, computed in this browser from the stored vectors."
    };
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
        {pickers(session, dataset, has_headlines)}
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

/// Pickers for the split and the facets of queries, and for the definition of relevance if the
/// benchmark names no columns.
fn pickers(session: Session, dataset: &Dataset, has_headlines: bool) -> AnyView {
    let relevance = (!has_headlines).then(|| relevance_picker(session));
    let subset = subset_pickers(session.address, dataset);
    view! {
        <section class="pickers" aria-label="Filter queries">
            {relevance} {subset}
        </section>
    }
    .into_any()
}
