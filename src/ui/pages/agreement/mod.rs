//! Do measures agree about the systems? The matrix, the details of any cell, the annotator lab, people's
//! votes, a table of models and measures, and what a printed mean allows.

mod alike;
mod cell_plot;
mod definitions;
mod detail;
mod fold;
mod lab;
mod matrix;
mod published;
mod split;
mod swap;
mod swaps;
mod view;
mod votes;

use super::audit::{audit, open_audit};
use super::choices::{picture_filter, query_filter};
use super::combine::choices_with_combining;
use super::contents::{Section, bring_named, contents};
use super::direction::{
    chosen_direction, computing, direction_note, direction_picker, with_reversed,
};
use super::measures::{measures_note, measures_picker};
use super::needs::missing;
use super::with_outline;
use crate::ui::components::{all_pictures_note, notice, options, picker};
use crate::ui::state::Session;
use crate::ui::state::agreement::{agreement_memo, intervals};
use crate::ui::state::board::Board;
use crate::ui::state::hand_judged::with_stored_judgements;
use crate::ui::state::image_votes::add_named_definitions;
use crate::ui::state::reverse::Direction;
use alike::Asking;
use fold::{ALIKE, AUDIT, DEFINITIONS, Kept, LAB, PUBLISHED, VOTES, folded};
use leptos::prelude::*;
use rankscope_core::analysis::{
    ALL, Column, Dataset, SystemValues, ids_measured, is_derived, names_all, values_of_both,
};
use std::sync::Arc;
use view::View;

pub(super) fn agreement_page(session: Session) -> AnyView {
    add_named_definitions(session);
    let body = with_outline(session, move |dataset| agreement(session, &dataset));
    let choices = choices_with_combining(session, "Columns and coefficient", move |dataset| {
        let is_shown = missing(session, &dataset).is_none() && wanted_of(&dataset).len() > 1;
        if is_shown { pickers(session, &dataset) } else { ().into_any() }
    });
    let sections = Memo::new(move |_| sections(session));
    let audit_kept = Kept { is_there: |state| state.audit.is_some(), open: Some(open_audit) };
    bring_named();
    view! {
        <h1>"Agreement"</h1>
        <p class="prose">
            "Would another measure, or another definition of relevance, rank the systems differently?"
        </p>
        {choices}
        {contents(sections.into())}
        {with_stored_judgements(session)}
        {body}
        {published::published(session)}
        {folded("audit", session, AUDIT, audit_kept, move || audit(session))}
    }
    .into_any()
}

/// What follows the matrix and the pair beside it.
fn sections(session: Session) -> Vec<Section> {
    let of_systems = session.outline().is_some_and(|dataset| {
        missing(session, &dataset).is_none() && wanted_of(&dataset).len() > 1
    });
    let has_definitions =
        session.dataset().is_some_and(|dataset| dataset.manifest.relevance.len() > 1);
    let all = [
        (of_systems, LAB),
        (of_systems, VOTES),
        (of_systems, ALIKE),
        (of_systems && has_definitions, DEFINITIONS),
        (true, PUBLISHED),
        (true, AUDIT),
    ];
    all.into_iter().filter_map(|(is_there, section)| is_there.then_some(section)).collect()
}

/// Fused systems first: no benchmark carries their values.
fn wanted_of(dataset: &Dataset) -> Vec<String> {
    let mut wanted = ids_measured(dataset);
    wanted.sort_by_key(|id| !is_derived(id));
    wanted
}

fn agreement(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    if let Some(missing) = missing(session, dataset) {
        return missing;
    }
    let wanted = wanted_of(dataset);
    if wanted.len() < 2 {
        return notice(
            "There is nothing to compare: this benchmark has fewer than two systems with stored \
             query vectors.",
        );
    }
    let direction = chosen_direction(session);
    let agreement = agreement_memo(session);
    let for_alike = (dataset.clone(), wanted.clone());
    let for_chosen = StoredValue::new(dataset.clone());
    // The systems in the chosen direction, or in both.
    let sides = Memo::new(move |_| {
        let columns: Vec<usize> = agreement.with(|agreement| {
            let columns = agreement.iter().flat_map(|agreement| &agreement.columns);
            columns.map(|(index, _)| *index).collect()
        });
        // All computed or all stored, so that the intervals are not drawn again for each system.
        let of = |board: Board, wanted: &[String]| {
            let computed: Option<Vec<_>> = wanted.iter().map(|id| board.of(id)).collect();
            let stored = |id| board.stored_columns(id, &columns);
            computed.or_else(|| wanted.iter().map(|id| stored(id)).collect())
        };
        // Images have no split, and none of the queries' facets.
        let of_chosen = |all: Vec<Arc<SystemValues>>| {
            let of = |values| for_chosen.with_value(|dataset| session.queries.of(dataset, values));
            all.into_iter().map(of).collect::<Vec<_>>()
        };
        let direction = direction.get();
        if direction == Direction::ToImages {
            return Some(vec![of_chosen(of(session.board, &wanted)?)]);
        }
        let to_texts = session.reverse.lists.value().map(|dataset| ids_measured(&dataset))?;
        let of_images = of(session.reverse.board, &to_texts)?;
        if direction == Direction::ToTexts {
            return Some(vec![of_images]);
        }
        Some(vec![of_chosen(of(session.board, &to_texts)?), of_images])
    });
    let systems = Memo::new(move |_| {
        sides.with(|sides| match sides.as_deref()? {
            [to_images, to_texts] => {
                let both = to_images.iter().zip(to_texts);
                Some(both.map(|(one, other)| Arc::new(values_of_both(one, other))).collect())
            }
            sides => sides.first().cloned(),
        })
    });
    // Resamples are drawn from the queries that are left.
    let drawn_from = Memo::new(move |_| {
        let mut sides = sides.get()?;
        let rows = for_chosen.with_value(|dataset| session.queries.rows(dataset));
        if let (Some(rows), Some(to_images)) = (rows, sides.first_mut())
            && direction.get() != Direction::ToTexts
        {
            to_images.iter_mut().for_each(|of| *of = Arc::new(of.at(&rows)));
        }
        Some(sides)
    });
    let intervals = intervals(agreement, drawn_from);
    let view = View::new(session.address, direction, agreement, systems, intervals);
    let for_status = dataset.clone();
    let status = move || {
        let wanted = |dataset: &Dataset| Signal::stored(wanted_of(dataset));
        let to_images = || computing(session, &for_status, session.board, wanted(&for_status));
        let board = session.reverse.board;
        let to_texts = || {
            with_reversed(session, &for_status, move |dataset| {
                computing(session, &dataset, board, wanted(&dataset))
            })
        };
        match direction.get() {
            Direction::ToImages => to_images(),
            Direction::ToTexts => to_texts(),
            Direction::Mean => (to_images(), to_texts()).into_any(),
        }
    };
    // The mean of both directions has no lists between them: those of pictures are shown.
    let alike = move |for_alike: &(Arc<Dataset>, Vec<String>)| {
        if direction.get() == Direction::ToTexts {
            let dataset = session.reverse.lists.value()?;
            let ids = ids_measured(&dataset);
            let of = Asking { query: "image", queries: "images", found: "texts" };
            return Some(alike::alike(session.reverse.board, &dataset, ids, of));
        }
        let (dataset, ids) = for_alike.clone();
        let of = Asking { query: "query", queries: "queries", found: "pictures" };
        Some(alike::alike(session.board, &dataset, ids, of))
    };
    let alike = move || {
        let for_alike = for_alike.clone();
        (move || alike(&for_alike)).into_any()
    };
    // Not made anew, and folded, when further lists arrive.
    let has_definitions = Memo::new(move |_| {
        session.dataset().is_some_and(|dataset| dataset.manifest.relevance.len() > 1)
    });
    let nothing_kept = Kept { is_there: |_| false, open: None };
    view! {
        {measures_note(session)}
        {all_pictures_note(picture_filter(session), session.address)}
        {direction_note(session, dataset)}
        <div class="status-area">{status}</div>
        <div class="matrix-and-cell">{matrix::matrix(view)} {detail::detail(view)}</div>
        {lab::lab(session, dataset)}
        {votes::votes(session, dataset)}
        {folded("alike", session, ALIKE, nothing_kept, alike)}
        {move || {
            let body = move || {
                (move || session.dataset().map(|own| definitions::definitions(&own))).into_any()
            };
            has_definitions
                .get()
                .then(|| folded("definitions", session, DEFINITIONS, nothing_kept, body))
        }}
    }
    .into_any()
}

fn pickers(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let address = session.address;
    let has_headlines = !Column::headlines_of(dataset).is_empty();
    // No definition has an empty id.
    let first = if has_headlines { "" } else { ALL };
    let (for_sets, for_current) = (dataset.clone(), dataset.clone());
    let sets = Memo::new(move |_| {
        let is_chosen = session.measures.with(|chosen| !chosen.measures.is_empty());
        let (which, headlines) = match is_chosen {
            true => ("Chosen", "Chosen measures under the headlines’ definitions"),
            false => ("All", "Headline measures"),
        };
        let headlines = has_headlines.then(|| (String::new(), headlines.to_string()));
        let definitions = for_sets.manifest.relevance.iter().map(|definition| {
            (definition.id.clone(), format!("{which} under {}", definition.title))
        });
        let all = (ALL.to_string(), format!("{which} under all definitions"));
        headlines.into_iter().chain(definitions).chain([all]).collect::<Vec<_>>()
    });
    let current = Memo::new(move |_| {
        let wanted = address.state.with(|state| state.columns.clone());
        let definitions = &for_current.manifest.relevance;
        let wanted = wanted.map(|named| {
            let is_all = names_all(&named, definitions.iter().map(|d| d.id.as_str()));
            let place = for_current.definition_index(&named).filter(|_| !is_all);
            let id = place.and_then(|place| Some(definitions.get(place)?.id.clone()));
            id.unwrap_or_else(|| if is_all { ALL } else { first }.to_string())
        });
        wanted.unwrap_or_else(|| first.to_string())
    });
    let (direction, for_filter) = (chosen_direction(session), dataset.clone());
    let has_queries = Memo::new(move |_| direction.get() != Direction::ToTexts);
    let coefficients = options([("tau", "Kendall’s τ-b"), ("rho", "Spearman’s ρ")]);
    let by = Memo::new(move |_| {
        let is_rho = address.state.with(|state| state.by.as_deref() == Some("rho"));
        if is_rho { "rho" } else { "tau" }.to_string()
    });
    view! {
            {direction_picker(session)}
            {measures_picker(session)}
            {picker("Columns", sets, current, move |id| {
                address.change(|state| {
                    state.columns = (id != first).then_some(id);
                    state.cell = None;
                });
            })}
            {picker("Coefficient", coefficients, by, move |id| {
                address.change(|state| state.by = (id == "rho").then_some(id));
            })}
            {move || has_queries.get().then(|| query_filter(session, &for_filter))}
    }
    .into_any()
}
