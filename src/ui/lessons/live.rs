//! Paragraphs of lessons, with numbers taken from what the page shows.

use super::lesson::{EditsOf, Part};
use crate::tr;
use crate::ui::language::{Message, number};
use crate::ui::pages::system_title;
use crate::ui::state::Session;
use crate::ui::state::shown::{Explained, Judged, Shown};
use leptos::prelude::*;
use rankscope_core::analysis::{SystemValues, ids_with_queries};
use rankscope_core::metrics::{Edit, Edits};
use rankscope_core::ranking::Hit;
use std::sync::Arc;

/// A part of a step's text.
pub(super) fn part(session: Session, part: &'static Part) -> AnyView {
    match *part {
        Part::Says(words) => view! { <p>{words.said()}</p> }.into_any(),
        Part::Live(words) => live(move || words(session)),
        Part::Explored(words) => live(move || explored(session, words)),
        Part::Computed(words) => view! { <p role="status">{words()}</p> }.into_any(),
        Part::Edits(_) => edit_buttons(session, part).into_any(),
    }
}

/// A part's words now, `Some(None)` while they wait for their numbers; `None` for buttons.
pub(super) fn words_of(session: Session, part: &'static Part) -> Option<Option<String>> {
    Some(match *part {
        Part::Says(words) => Some(words.said()),
        Part::Live(words) => words(session),
        Part::Explored(words) => explored(session, words),
        Part::Computed(words) => Some(words()),
        Part::Edits(_) => return None,
    })
}

pub(super) fn edit_buttons(session: Session, part: &'static Part) -> Option<AnyView> {
    let Part::Edits(buttons) = *part else { return None };
    let buttons = buttons.iter().map(|(label, edits)| edit_button(session, *label, *edits));
    Some(view! { <div class="buttons">{buttons.collect_view()}</div> }.into_any())
}

/// A paragraph with the page's current numbers, or a placeholder for `None`.
fn live(words: impl Fn() -> Option<String> + Send + Sync + 'static) -> AnyView {
    let words = Memo::new(move |_| words());
    let is_busy = move || if words.with(Option::is_none) { "true" } else { "false" };
    let text = move || words.get().unwrap_or_else(|| tr!("Waiting for results …"));
    view! { <p class="live" role="status" aria-busy=is_busy>{text}</p> }.into_any()
}

/// Reads what Explore shows; `None` until its search is done and judged.
fn explored<T>(session: Session, read: fn(&Shown, &Judged) -> Option<T>) -> Option<T> {
    // Sentences name other definitions than the chosen one, whose judgements may come later.
    let _ = session.dataset();
    session.shown.with(|shown| {
        let shown = shown.as_deref()?;
        read(shown, shown.judged.as_ref()?)
    })
}

pub(super) fn value(judged: &Judged, measure: &str) -> Option<f64> {
    explained(judged, measure)?.explained.as_ref().map(|explained| explained.value)
}

pub(super) fn explained<'a>(judged: &'a Judged, measure: &str) -> Option<&'a Explained> {
    judged.measures.iter().find(|explained| explained.measure.to_string() == measure)
}

pub(super) fn shown_system(shown: &Shown) -> String {
    shown.choice.system.as_ref().map(|system| system.title.clone()).unwrap_or_default()
}

pub(super) fn query_text(shown: &Shown) -> String {
    shown.choice.words().unwrap_or_default().to_string()
}

pub(super) fn two(value: f64) -> String {
    number(&format!("{value:.2}"))
}

/// At most three decimals, without trailing zeros.
pub(super) fn short(value: f64) -> String {
    let words = format!("{value:.3}");
    number(words.trim_end_matches('0').trim_end_matches('.'))
}

/// A button that applies `edits` to the original ranking.
fn edit_button(session: Session, label: Message, edits: EditsOf) -> AnyView {
    let change = move |_| {
        let edits = session.shown.with_untracked(|shown| {
            let shown = shown.as_deref()?;
            // Start from the engine's ranking, whatever was changed before.
            Some(match &shown.original {
                Some(original) => {
                    edits(&Shown { hits: original.hits.clone(), ..shown.clone() }, &original.judged)
                }
                None => edits(shown, shown.judged.as_ref()?),
            })
        });
        if let Some(edits) = edits.filter(|edits| !edits.is_empty()) {
            session.address.change(|state| state.edit = Some(edits.to_string()));
        }
    };
    view! { <button type="button" class="quiet" on:click=change>{label.said()}</button> }.into_any()
}

/// Moves the relevant hits among the first `depth` to `rank`, keeping their order.
pub(super) fn moved_to(shown: &Shown, judged: &Judged, depth: usize, rank: usize) -> Edits {
    let is_relevant = |hit: &&Hit| {
        judged.list.relevant_in_top(depth).iter().any(|r| r.row_in_corpus == hit.row_in_corpus)
    };
    let mut rows: Vec<u32> =
        shown.hits.iter().filter(is_relevant).map(|hit| hit.row_in_corpus).collect();
    if rank == 1 {
        rows.reverse();
    }
    let mut edits = Edits::default();
    rows.into_iter().for_each(|row_in_corpus| edits.push(Edit::Move { row_in_corpus, rank }));
    edits
}

pub(super) fn column(session: Session, measure: &str, relevance: &str) -> Option<usize> {
    let name = format!("{measure} {relevance}");
    session.board.columns.with(|columns| columns.iter().position(|column| column.name() == name))
}

/// Every system's mean of a measure; `None` until all are computed.
pub(super) fn means(session: Session, measure: &str, relevance: &str) -> Option<Vec<f64>> {
    let (systems, index) = (all_systems(session)?, column(session, measure, relevance)?);
    systems.iter().map(|system| Some(system.mean(index)?.mean)).collect()
}

/// The systems with rankings of all queries; `None` until all are computed.
pub(super) fn all_systems(session: Session) -> Option<Vec<Arc<SystemValues>>> {
    let dataset = session.dataset()?;
    let ids = ids_with_queries(&dataset);
    ids.iter().map(|id| session.board.ranked(id)).collect()
}

pub(super) fn title_of(session: Session, id: &str) -> String {
    session.dataset().map_or_else(|| id.to_string(), |dataset| system_title(&dataset, id))
}
