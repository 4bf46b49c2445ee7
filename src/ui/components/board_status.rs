//! The status of the computation over all queries, and notes on rankings that are not exhaustive.

use super::failure::{failure_panel, failure_text, notice};
use super::progress::{line_with_button, progress_bar, progress_line, progress_words};
use crate::page_tr;
use crate::ui::engine_client::Module;
use crate::ui::state::board::Board;
use crate::ui::state::remote_recalls::{Recalled, RemoteRecalls};
use crate::ui::task::TaskState;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, words};
use rankscope_core::benchmark::{Remote, System};
use rankscope_core::remote::MAX_DEPTH;
use rankscope_messages::{Failure, Progress, ProgressUnit};
use std::sync::Arc;

/// `wanted` holds the ids of the systems that the page shows.
pub fn board_status(
    module: impl Into<Signal<Module>>,
    board: Board,
    dataset: &Arc<Dataset>,
    wanted: Signal<Vec<String>>,
) -> AnyView {
    view! {
        {differences_note(board, dataset)}
        {progress_of_board(module.into(), board, dataset, wanted)}
        {candidates_note(board, dataset, wanted)}
        {remote_notes(board.recalls, dataset, wanted)}
    }
    .into_any()
}

fn progress_of_board(
    module: Signal<Module>,
    board: Board,
    dataset: &Arc<Dataset>,
    wanted: Signal<Vec<String>>,
) -> AnyView {
    let again = {
        let dataset = dataset.clone();
        move || board.want(&dataset, &wanted.get_untracked())
    };
    let n_queries = board.query_rows(dataset).len();
    // From images to texts, images are the queries.
    let is_reversed = dataset.is_reversed();
    let n_missing = wanted.with(|ids| ids.iter().filter(|id| board.of(id).is_none()).count());
    match board.task.get() {
        _ if n_missing == 0 => {
            let n_systems = wanted.with(Vec::len);
            let has_stored = wanted.with(|ids| ids.iter().any(|id| board.stored.of(id).is_some()));
            let is_confirmed = has_stored && board.differences().is_empty();
            let confirmed =
                is_confirmed.then(|| format!(" {}", page_tr!("The stored values are confirmed.")));
            let words = match is_reversed {
                true => page_tr!(
                    "Computed on this device: {n} {n?image|images} of {n_systems} {n_systems?system|systems}.",
                    n = n_queries,
                    n_systems,
                ),
                false => page_tr!(
                    "Computed on this device: {n} {n?query|queries} of {n_systems} {n_systems?system|systems}.",
                    n = n_queries,
                    n_systems,
                ),
            };
            view! { <p role="status">{words} {confirmed}</p> }.into_any()
        }
        TaskState::Running { progress, .. } => {
            let module = module.get();
            let title = board.working_on.with(|all| {
                let systems = all.iter().filter_map(|(id, _)| dataset.manifest.system(id));
                let titles: Vec<String> = systems.map(|system| system.title.clone()).collect();
                titles.join(", ")
            });
            let n_unranked =
                wanted.with(|ids| ids.iter().filter(|id| board.ranked(id).is_none()).count());
            let is_stored = |id: &String| board.stored.of(id).is_some();
            // The stored columns come first, then all others.
            let (verb, n_left) = match (wanted.with(|ids| ids.iter().all(is_stored)), n_unranked) {
                (true, 0) if board.differences().is_empty() => (
                    page_tr!("The stored values are confirmed. Computing the other columns"),
                    n_missing,
                ),
                (true, n) if n > 0 => {
                    (page_tr!("Stored values are shown. Confirming them on this device"), n)
                }
                _ => (page_tr!("Computing"), n_missing),
            };
            let line = match (module, progress) {
                (Module::Loading { received, total }, _) => {
                    let (what, unit) = ("engine".to_string(), ProgressUnit::Bytes);
                    let progress = Progress { what, done: received, total, unit };
                    progress_line(page_tr!("Loading the engine"), &progress)
                }
                (_, Some(progress)) if progress.unit != ProgressUnit::Queries => {
                    let words = format!("{title} · {}", progress_words(&progress));
                    progress_bar(verb, (progress.done, progress.total), words)
                }
                (_, progress) => {
                    let left = page_tr!("{n} {n?system|systems} left", n = n_left);
                    let (done, total) = progress.map_or((0, 0), |own| (own.done, own.total));
                    let amount = match done {
                        0 if n_queries == 0 => String::new(),
                        _ if is_reversed => {
                            format!(" · {}", page_tr!("{done} of {total} images", done, total))
                        }
                        _ => format!(" · {}", page_tr!("{done} of {total} queries", done, total)),
                    };
                    let words = format!("{title} · {left}{amount}");
                    progress_bar(verb, (done, total), words)
                }
            };
            line_with_button(line, page_tr!("Cancel"), move || board.cancel())
        }
        TaskState::Failed { failure, .. } => failure_panel(&failure, page_tr!("Try again"), again),
        state => {
            let words = match state {
                TaskState::Cancelled { .. } => page_tr!("Cancelled. Results so far are shown."),
                _ => page_tr!("Not computed yet."),
            };
            line_with_button(
                view! { <p role="status">{words}</p> }.into_any(),
                page_tr!("Compute"),
                again,
            )
        }
    }
}

/// Stored values that differ from the computed ones, or cannot be read.
fn differences_note(board: Board, dataset: &Dataset) -> Option<AnyView> {
    let differences = board.differences();
    let refused = board.stored.refused.get();
    let refused = refused.into_iter().map(|reason| {
        notice(format!("Stored values were ignored and are computed here instead: {reason}"))
    });
    let refused = refused.collect_view();
    let Some(first) = differences.first() else { return Some(refused.into_any()) };
    let title = dataset.manifest.system(&first.system).map(|system| system.title.clone());
    let query = dataset.queries.get(first.query_row as usize).map(|query| query.id.clone());
    let value = |value: Option<f64>| value.map_or_else(|| "none".into(), |value| value.to_string());
    let n_values: usize = differences.iter().map(|one| one.n_queries).sum();
    let failure = Failure {
        title: "The benchmark’s stored values differ from those computed on this device.".into(),
        detail: format!(
            "{} in {}. The first: {}, {}, query {}: stored {}, computed {}.",
            words::counted(n_values, "value differs", "values differ"),
            words::counted(differences.len(), "column of a system", "columns of systems"),
            title.unwrap_or_else(|| first.system.clone()),
            first.column,
            query.unwrap_or_default(),
            value(first.stored),
            value(first.computed),
        ),
        advice:
            "The computed values are shown. The benchmark’s publisher should store them again: \
                 rankscope eval DIR --store."
                .into(),
    };
    // The status is drawn again at every step: an alert would be read out each time.
    let role = if board.task.is_running() { "note" } else { "alert" };
    let words = failure_text(&failure);
    Some(view! { <p class="notice failure" role=role>{words}</p> {refused} }.into_any())
}

/// Names the `wanted` systems whose galleries stay on disk; `None` if every ranking is exhaustive.
fn candidates_note(
    board: Board,
    dataset: &Arc<Dataset>,
    wanted: Signal<Vec<String>>,
) -> Option<AnyView> {
    let title = |id: &String| dataset.manifest.system(id).map(|system| system.title.clone());
    let chosen = |id: &String| Some((title(id)?, board.of(id)?.n_candidates(dataset)?));
    let chosen: Vec<(String, (usize, usize))> =
        wanted.with(|ids| ids.iter().filter_map(chosen).collect());
    let fewest = chosen.iter().map(|(_, (fewest, _))| *fewest).min()?;
    let most = chosen.iter().map(|(_, (_, most))| *most).max()?;
    let titles: Vec<String> = chosen.iter().map(|(title, _)| format!("“{title}”")).collect();
    let galleries = match titles.len() {
        1 => "The gallery does",
        _ => "The galleries do",
    };
    let words = format!(
        "Ranked from candidates: {}. {galleries} not fit in memory. For each query, 1-bit codes \
         choose {} out of {}, and only those are scored exactly. All other pictures are missing \
         from the ranking, so values may differ from those of an exhaustive search.",
        words::listed(&titles),
        candidates_words((fewest, most)),
        words::counted(dataset.own.counts.images as usize, "picture", "pictures"),
    );
    Some(view! { <p class="notice candidates-note">{words}</p> }.into_any())
}

/// `4,000 candidates`, or a range from the fewest to the most.
pub fn candidates_words((fewest, most): (usize, usize)) -> String {
    let most = words::counted(most, "candidate", "candidates");
    match words::count(fewest) {
        fewest if most.starts_with(&format!("{fewest} ")) => most,
        fewest => format!("{fewest} to {most}"),
    }
}

/// Nothing without systems that ask a search engine. Tracked.
fn remote_notes(
    recalls: RemoteRecalls,
    dataset: &Arc<Dataset>,
    wanted: Signal<Vec<String>>,
) -> AnyView {
    let manifest = &dataset.manifest;
    let notes = wanted.with(|ids| {
        let systems = ids.iter().filter_map(|id| manifest.system(id));
        let words = systems.filter_map(|system| {
            let words = remote_words(recalls, system)?;
            Some(format!("“{}”: {words}", system.title))
        });
        words.collect::<Vec<String>>()
    });
    let note = |words: String| view! { <p class="notice remote-note">{words}</p> };
    notes.into_iter().map(note).collect_view().into_any()
}

/// What ranks a system, if that is an approximate index, with its recall; tracked.
pub fn remote_words(recalls: RemoteRecalls, system: &System) -> Option<String> {
    let Remote { kind, collection, .. } = system.remote.as_ref()?;
    let origin = system.remote.as_ref()?.origin();
    let recall = match recalls.of(&system.id) {
        Some(Recalled::Done(Some(recall))) => format!("{}.", recall.words()),
        Some(Recalled::Done(None)) => {
            "its recall cannot be measured here: the collection is too large to read back, and the \
             benchmark has no gallery for it."
                .into()
        }
        Some(Recalled::Measuring) => "its recall is being measured …".into(),
        Some(Recalled::Failed(failure)) => {
            format!("its recall could not be measured ({}).", failure.title)
        }
        None => {
            "its recall was not measured. Measure it on the Benchmark page, under “Remote search”."
                .into()
        }
    };
    Some(format!(
        "ranked by an approximate index ({} at {origin}, collection {collection}), at most the first {} \
         images of a query; {recall} Values may differ from those of an exact search.",
        kind.title(),
        words::count(MAX_DEPTH),
    ))
}
