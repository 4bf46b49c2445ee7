//! What-if mode: move results or flip their relevance, and see how the measures change. The bar
//! above the results, and the controls of each card.

use super::mark::Mark;
use crate::ui::state::shown::Shown;
use crate::ui::state::what_if::WhatIf;
use leptos::html;
use leptos::prelude::*;
use rankscope_core::analysis::words;

/// A result in what-if mode, now and before the changes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Changeable {
    /// The row of the image.
    pub(super) row_in_corpus: u32,
    /// The current rank, from 1.
    pub(super) rank: usize,
    /// The original rank, from 1.
    pub(super) rank_before: usize,
    /// The current mark.
    pub(super) mark: Mark,
    /// The mark by the benchmark's judgements.
    pub(super) mark_before: Mark,
    /// How many results are shown.
    pub(super) n_shown: usize,
}

/// The bar above the results; `None` without judgements, since no measure could change.
pub fn what_if_tools(what_if: WhatIf, shown: &Shown) -> Option<AnyView> {
    shown.judged.as_ref()?;
    let is_on = shown.original.is_some();
    let n_edits = what_if.edits.get().map_or(0, |edits| edits.len());
    let inside = is_on.then(|| {
        view! {
            <p class="prose">
                "Drag a picture to another rank, or focus its ↕ handle and press the arrow keys. “Flip” changes whether it counts as relevant. Each measure shows its original value and the change. Scores stay at their ranks, so tied ranks stay tied."
            </p>
            <div class="buttons">
                <button
                    type="button"
                    class="quiet"
                    disabled=n_edits == 0
                    on:click=move |_| what_if.reset()
                >
                    "Reset"
                </button>
                <span class="duel-place" role="status">
                    {words::counted(n_edits, "change", "changes")}
                </span>
            </div>
        }
    });
    let view = view! {
        <section class="what-if" class:what-if-on=is_on aria-label="What if">
            <button
                type="button"
                class="quiet"
                aria-pressed=if is_on { "true" } else { "false" }
                on:click=move |_| what_if.toggle()
            >
                "What if …?"
            </button>
            {inside}
        </section>
    };
    Some(view.into_any())
}

/// The move handle and the flip button of a card.
pub(super) fn change_tools(what_if: WhatIf, card: Changeable) -> AnyView {
    let Changeable { row_in_corpus: row, rank, rank_before, mark, mark_before, n_shown } = card;
    let handle = NodeRef::<html::Button>::new();
    // A move renders the cards again; the focus follows the card being moved.
    Effect::new(move |_| {
        if let Some(handle) = handle.get()
            && what_if.held.get_untracked() == Some(row)
        {
            // On failure the focus stays where it is.
            let _ = handle.focus();
        }
    });
    let on_key = move |ev: web_sys::KeyboardEvent| {
        let to = match ev.key().as_str() {
            "ArrowUp" | "ArrowLeft" => rank.saturating_sub(1).max(1),
            "ArrowDown" | "ArrowRight" => (rank + 1).min(n_shown),
            "Home" => 1,
            "End" => n_shown,
            _ => return,
        };
        ev.prevent_default();
        if to != rank {
            what_if.held.set(Some(row));
            what_if.move_to(row, to);
        }
    };
    let is_relevant = mark == Mark::Relevant;
    let was_relevant = mark_before == Mark::Relevant;
    let flip = if is_relevant { "Flip to not relevant" } else { "Flip to relevant" };
    let moved = match rank_before {
        before if before == rank => String::new(),
        before => format!("was rank {before}"),
    };
    let relabelled = if is_relevant == was_relevant {
        String::new()
    } else {
        format!("was {}", mark_before.words())
    };
    let changes: Vec<String> = [moved, relabelled].into_iter().filter(|w| !w.is_empty()).collect();
    let changes =
        (!changes.is_empty()).then(|| view! { <span class="changed">{changes.join(", ")}</span> });
    view! {
        <div class="change-tools">
            <button
                type="button"
                class="quiet handle"
                node_ref=handle
                aria-label=format!("Move the image at rank {rank} with the arrow keys")
                on:keydown=on_key
                on:focus=move |_| what_if.held.set(Some(row))
            >
                "↕"
            </button>
            <button
                type="button"
                class="quiet flip"
                aria-label=format!("{flip}: the image at rank {rank}")
                on:click=move |_| {
                    what_if.held.set(None);
                    what_if.judge(row, !is_relevant, was_relevant);
                }
            >
                "Flip"
            </button>
            {changes}
        </div>
    }
    .into_any()
}
