//! Names the systems that were ranked from candidates only, and what that means for their values.

use crate::ui::state::board::Board;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, words};
use std::sync::Arc;

/// Names the `wanted` systems whose galleries stay on disk; `None` if every ranking is exhaustive.
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
#[must_use]
pub fn candidates_words((fewest, most): (usize, usize)) -> String {
    let most = words::counted(most, "candidate", "candidates");
    match words::count(fewest) {
        fewest if most.starts_with(&format!("{fewest} ")) => most,
        fewest => format!("{fewest} to {most}"),
    }
}
