//! Compare: two systems on all queries.

mod facets;
mod figures;
mod forest;
mod lists;
mod place;
mod queries;
mod row;
mod runs;
mod strips;
mod summary;
mod verdict;
mod view;
mod wins;

use super::audit::audit;
use super::choices::{length_picker, picture_filter, query_filter, relevance_picker};
use super::combine::choices_with_combining;
use super::loading::judgements_status;
use super::measures::{measures_note, measures_picker};
use super::needs::missing;
use super::with_outline;
use crate::ui::components::{
    WhyCard, all_pictures_note, alone, block, board_status, notice, picker, plain_options,
};
use crate::ui::state::Session;
use crate::ui::state::compare::{comparison_memo, tests};
use crate::ui::state::explanations::explanations;
use crate::ui::state::hand_judged::with_stored_judgements;
use crate::ui::state::image_votes::votes_behind;
use leptos::prelude::*;
use rankscope_core::analysis::{Column, Comparison, Dataset, ids_with_rankings};
use std::sync::Arc;
use view::{Both, View};

/// `value_card` shows the value that is open.
pub(super) fn compare_page(
    session: Session,
    value_card: fn(Session, Signal<bool>) -> AnyView,
) -> AnyView {
    let comparison = comparison_memo(session);
    let body =
        with_outline(session, move |dataset| compare(session, &dataset, comparison, value_card));
    let choices = choices_with_combining(session, "What to compare", move |dataset| {
        let is_shown =
            missing(session, &dataset).is_none() && ids_with_rankings(&dataset).len() > 1;
        if is_shown { pickers(session, &dataset, comparison) } else { ().into_any() }
    });
    view! {
        <h1>"Compare"</h1>
        <p class="prose">
            "Two systems on the same queries: how large the difference is, whether it could be chance, and which queries it comes from."
        </p>
        {choices}
        {with_stored_judgements(session)}
        {body}
        {block("audit", "audit-title", "Audit a number", audit(session))}
    }
    .into_any()
}

fn compare(
    session: Session,
    dataset: &Arc<Dataset>,
    comparison: Memo<Option<Arc<Comparison>>>,
    value_card: fn(Session, Signal<bool>) -> AnyView,
) -> AnyView {
    if let Some(missing) = missing(session, dataset) {
        return missing;
    }
    let systems = ids_with_rankings(dataset);
    if systems.len() < 2 {
        return notice(
            "This benchmark has fewer than two systems with stored query vectors, so there is \
             nothing to compare. Import a run on the Benchmark page to compare it.",
        );
    }
    let wanted = Memo::new(move |_| {
        comparison
            .with(|c| c.as_ref().map(|c| vec![c.a.id.clone(), c.b.id.clone()]).unwrap_or_default())
    });
    let for_start = dataset.clone();
    Effect::new(move |_| {
        let wanted = wanted.get();
        session.measures.track();
        // Once the judgements are there, it computes what it shows.
        let _ = session.dataset();
        untrack(|| session.board.want(&for_start, &wanted));
        session.queries.want(&for_start, session.board);
    });
    let for_chosen = StoredValue::new(dataset.clone());
    let of_chosen = move |both: Both| {
        let (a, b) = both?;
        let of = |values| for_chosen.with_value(|dataset| session.queries.of(dataset, values));
        Some((of(a), of(b)))
    };
    let computed = move || {
        let wanted = wanted.get();
        let [a, b] = wanted.as_slice() else { return None };
        session.board.of(a).zip(session.board.of(b))
    };
    let stored = move || {
        let wanted = wanted.get();
        let [a, b] = wanted.as_slice() else { return None };
        let (chosen, _) = comparison.with(|c| c.as_ref()?.column().cloned())?;
        let stored = |id: &str| session.board.stored_columns(id, &[chosen]);
        stored(a).zip(stored(b))
    };
    let both = Memo::new(move |_| of_chosen(computed()));
    let shown = Memo::new(move |_| both.get().or_else(|| of_chosen(stored())));
    let whole = Memo::new(move |_| computed().or_else(stored));
    let subset = session.queries.subset;
    let listed = queries::listed(session, comparison, both);
    let outcomes = tests(comparison, both);
    let is_all_judged = Signal::derive(move || session.dataset().is_some());
    let why = WhyCard::new(votes_behind(session).loaded, explanations(session), is_all_judged);
    let address = session.address;
    let view = View { address, comparison, both, shown, whole, subset, listed, why, outcomes };

    let for_status = dataset.clone();
    let status = move || {
        judgements_status(session).unwrap_or_else(|| {
            board_status(session.engine.module, session.board, &for_status, wanted.into())
        })
    };
    let unknown = move || {
        let names = comparison.with(|c| c.as_ref().map(|c| c.unknown.join(", ")))?;
        (!names.is_empty()).then(|| {
            notice(format!(
                "The address names {names}, which cannot be compared here. The default is shown \
                 instead."
            ))
        })
    };
    let figures = move || match (comparison.get(), shown.get()) {
        (Some(comparison), Some(shown)) => figures::figures(session.address, &comparison, &shown),
        _ => skeleton(),
    };
    let is_ready = Signal::derive(move || both.with(Option::is_some));
    view! {
        {measures_note(session)}
        {value_card(session, is_ready)}
        {unknown}
        {all_pictures_note(picture_filter(session), session.address)}
        <div class="status-area">{status}</div>
        {alone("measures", move || summary::summary(view))}
        {wins::wins(view)}
        {figures}
        {lists::lists(view)}
        {facets::facets(view, dataset)}
        {queries::table(view)}
    }
    .into_any()
}

fn skeleton() -> AnyView {
    view! {
        <div class="pair figures-awaited" aria-hidden="true">
            <div class="skeleton skeleton-chart"></div>
            <div class="skeleton skeleton-chart"></div>
        </div>
    }
    .into_any()
}

fn pickers(
    session: Session,
    dataset: &Arc<Dataset>,
    comparison: Memo<Option<Arc<Comparison>>>,
) -> AnyView {
    let systems = Memo::new(move |_| {
        let Some(dataset) = session.outline() else { return Vec::new() };
        let with_title = |id: String| {
            let title = dataset.manifest.system(&id).map(|system| system.title.clone());
            title.map(|title| (id, title))
        };
        ids_with_rankings(&dataset).into_iter().filter_map(with_title).collect::<Vec<_>>()
    });
    let current = move |of: fn(&Comparison) -> String| {
        Memo::new(move |_| comparison.with(|c| c.as_ref().map(|c| of(c)).unwrap_or_default()))
    };
    let measures = Memo::new(move |_| {
        comparison.with(|c| {
            let columns = c.iter().flat_map(|c| &c.columns);
            plain_options(columns.map(|(_, Column { measure, .. })| measure))
        })
    });
    let measure = |c: &Comparison| {
        c.column().map(|(_, column)| column.measure.to_string()).unwrap_or_default()
    };
    let swap = move |_| {
        if let Some(c) = comparison.get_untracked() {
            session.address.change(|state| {
                (state.a, state.b) = (Some(c.b.id.clone()), Some(c.a.id.clone()));
                state.at = None;
            });
        }
    };
    view! {
            {picker("System A", systems, current(|c| c.a.id.clone()), move |id| {
                session.address.change(|state| (state.a, state.at) = (Some(id), None));
            })}
            <button type="button" class="quiet swap" on:click=swap>
                "⇄"
                <span class="visually-hidden">" Swap A and B"</span>
            </button>
            {picker("System B", systems, current(|c| c.b.id.clone()), move |id| {
                session.address.change(|state| (state.b, state.at) = (Some(id), None));
            })}
            {picker("Measure", measures, current(measure), move |name| {
                session.address.change(|state| (state.measure, state.at) = (Some(name), None));
            })}
            {measures_picker(session)}
            {relevance_picker(session)}
            {length_picker(session.address)}
            {query_filter(session, dataset)}
    }
    .into_any()
}
