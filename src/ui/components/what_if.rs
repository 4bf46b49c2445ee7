//! Changing a ranking to see what becomes of its measures: the mode's bar, and each card's
//! handle and label.

use super::mark::Mark;
use crate::ui::state::shown::Shown;
use crate::ui::state::what_if::WhatIf;
use crate::ui::words;
use leptos::html;
use leptos::prelude::*;

/// A result in the what-if mode: what it is now, and what it was.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Changeable {
    /// Which image.
    pub(super) row_in_corpus: u32,
    /// Its rank now, from 1.
    pub(super) rank: usize,
    /// Its rank as the engine gave it.
    pub(super) rank_before: usize,
    /// How it counts now.
    pub(super) mark: Mark,
    /// How the judgements have it.
    pub(super) mark_before: Mark,
    /// How many results are shown.
    pub(super) n_shown: usize,
}

/// The bar above the results; nothing where there are no judgements to see a change by.
pub fn what_if_tools(what_if: WhatIf, shown: &Shown) -> Option<AnyView> {
    shown.judged.as_ref()?;
    let is_on = shown.original.is_some();
    let n_edits = what_if.edits.get().map_or(0, |edits| edits.len());
    let inside = is_on.then(|| {
        view! {
            <p class="prose">
                "Drag a picture to another rank, or focus its handle ↕ and use the arrow keys; flip what counts as relevant with the button beside it. Every measure shows its original value and the change. Scores stay with their ranks, so that equal scores stay tied."
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

/// The handle and the label of a card.
pub(super) fn change_tools(what_if: WhatIf, card: Changeable) -> AnyView {
    let Changeable { row_in_corpus: row, rank, rank_before, mark, mark_before, n_shown } = card;
    let handle = NodeRef::<html::Button>::new();
    // The cards are drawn anew after a move; the focus goes with the one that is held.
    Effect::new(move |_| {
        if let Some(handle) = handle.get()
            && what_if.held.get_untracked() == Some(row)
        {
            // An element that cannot be focused leaves the focus where it is.
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
