//! Which systems were ranked by candidates, and what that means for their values.

use crate::ui::dataset::Dataset;
use crate::ui::state::board::Board;
use crate::ui::words;
use leptos::prelude::*;
use std::sync::Arc;

/// A sentence on the systems whose galleries stay in files, out of those that are shown; nothing
/// where every ranking is whole.
pub(super) fn candidates_note(
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
    let (stay, galleries) = match titles.len() {
        1 => ("does not fit in memory and stays", "gallery"),
        _ => ("do not fit in memory and stay", "galleries"),
    };
    let words = format!(
        "Ranked by candidates: {}. The {galleries} {stay} in files, so that for each query {} out \
         of {} are scored exactly, those whose signs look most like the query. A picture that \
         is not one of them is missing, and values may differ from those of a whole search.",
        words::listed(&titles),
        candidates_words((fewest, most)),
        words::counted(dataset.own.counts.images as usize, "picture", "pictures"),
    );
    Some(view! { <p class="notice candidates-note">{words}</p> }.into_any())
}

/// How many rows were scored for a query, from the fewest to the most.
#[must_use]
pub fn candidates_words((fewest, most): (usize, usize)) -> String {
    let most = words::counted(most, "candidate", "candidates");
    match words::count(fewest) {
        fewest if most.starts_with(&format!("{fewest} ")) => most,
        fewest => format!("{fewest} to {most}"),
    }
}
