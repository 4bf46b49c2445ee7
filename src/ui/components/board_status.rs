//! How far the computation over all queries is, and what can be done about it.

use super::candidates_note::candidates_note;
use super::failure::failure_panel;
use super::progress::progress_line;
use crate::messages::{Progress, ProgressUnit};
use crate::ui::board_state::{Board, BoardPhase};
use crate::ui::dataset::Dataset;
use crate::ui::engine_client::Module;
use crate::ui::session::Session;
use crate::ui::words;
use leptos::prelude::*;
use std::sync::Arc;

/// Progress, the end, or what went wrong, with what can be done. `wanted` names the systems
/// that the page shows.
pub fn board_status(
    session: Session,
    dataset: &Arc<Dataset>,
    wanted: Signal<Vec<String>>,
) -> AnyView {
    status_of_board(session, session.board, dataset, wanted)
}

/// The same of another board.
pub fn status_of_board(
    session: Session,
    board: Board,
    dataset: &Arc<Dataset>,
    wanted: Signal<Vec<String>>,
) -> AnyView {
    view! {
        {progress_of_board(session, board, dataset, wanted)}
        {candidates_note(board, dataset, wanted)}
    }
    .into_any()
}

fn progress_of_board(
    session: Session,
    board: Board,
    dataset: &Arc<Dataset>,
    wanted: Signal<Vec<String>>,
) -> AnyView {
    let again = {
        let dataset = dataset.clone();
        move || board.want(&dataset, &wanted.get_untracked())
    };
    let n_queries = board.query_rows(dataset).len();
    let n_missing = wanted.with(|ids| ids.iter().filter(|id| board.of(id).is_none()).count());
    match board.phase.get() {
        _ if n_missing == 0 => {
            let n_systems = wanted.with(Vec::len);
            let words = format!(
                "Computed on this device: {} of {}.",
                words::counted(n_queries, "query", "queries"),
                words::counted(n_systems, "system", "systems"),
            );
            view! {
                <div class="status-running">
                    <p role="status">{words}</p>
                </div>
            }
            .into_any()
        }
        BoardPhase::Running { id, title, n_done } => {
            let module = session.engine.module.get();
            let download = session.engine.progress.with(|all| all.get(&id).cloned());
            let download = download.filter(|p| p.unit != ProgressUnit::Queries && n_done == 0);
            let line = match (module, download) {
                (Module::Loading { received, total }, _) => {
                    let (what, unit) = ("engine".to_string(), ProgressUnit::Bytes);
                    let progress = Progress { what, done: received, total, unit };
                    progress_line("Loading the engine".to_string(), &progress)
                }
                (_, Some(download)) => progress_line(title, &download),
                _ => {
                    let left = words::counted(n_missing, "system to go", "systems to go");
                    let progress = Progress {
                        what: format!("{title} · {left}"),
                        done: n_done as u64,
                        total: n_queries as u64,
                        unit: ProgressUnit::Queries,
                    };
                    progress_line("Computing".to_string(), &progress)
                }
            };
            view! {
                <div class="status-running">
                    {line}
                    <button type="button" class="quiet" on:click=move |_| board.cancel()>
                        "Cancel"
                    </button>
                </div>
            }
            .into_any()
        }
        BoardPhase::Failed(failure) => failure_panel(&failure, "Compute again", again),
        phase => {
            let words = match phase {
                BoardPhase::Cancelled => "Cancelled. What was done is shown.",
                _ => "Not computed yet.",
            };
            view! {
                <div class="status-running">
                    <p role="status">{words}</p>
                    <button type="button" class="quiet" on:click=move |_| again()>
                        "Compute"
                    </button>
                </div>
            }
            .into_any()
        }
    }
}
