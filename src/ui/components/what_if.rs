//! What-if mode: move results or flip their relevance, and see how the measures change.

use super::mark::Mark;
use crate::ui::state::shown::{Explained, Shown};
use crate::ui::state::what_if::WhatIf;
use leptos::html;
use leptos::prelude::*;
use rankscope_core::analysis::words;

pub(super) const LEAST_CHANGE: f64 = 1e-12;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Changeable {
    pub(super) row_in_corpus: u32,
    /// From 1.
    pub(super) rank: usize,
    /// From 1.
    pub(super) rank_before: usize,
    pub(super) mark: Mark,
    /// The mark by the benchmark's judgements.
    pub(super) mark_before: Mark,
    pub(super) n_shown: usize,
}

/// `None` without judgements, since no measure could change.
pub fn what_if_tools(what_if: WhatIf, shown: &Shown) -> Option<AnyView> {
    shown.judged.as_ref()?;
    let is_on = shown.original.is_some();
    let n_edits = what_if.edits.get().map_or(0, |edits| edits.len());
    let inside = is_on.then(|| {
        view! {
            {large_value(what_if, shown)}
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
            <p class="prose">
                "Drag a picture to another rank, type its rank, or focus its ↕ handle and press the arrow keys. “Flip” changes whether it counts as relevant. Scores stay at their ranks, so tied ranks stay tied."
            </p>
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

fn large_value(what_if: WhatIf, shown: &Shown) -> Option<AnyView> {
    let now = shown.judged.as_ref()?.measures.clone();
    let before = shown.original.as_ref()?.judged.measures.clone();
    let names: Vec<String> = now.iter().map(|own| own.measure.to_string()).collect();
    let first = names.first()?.clone();
    let known = names.clone();
    let chosen = Memo::new(move |_| {
        what_if.measure.get().filter(|name| known.contains(name)).unwrap_or_else(|| first.clone())
    });
    let options = names
        .into_iter()
        .map(|name| {
            let own = name.clone();
            let is_chosen = move || chosen.with(|chosen| *chosen == own);
            view! { <option value=name.clone() selected=is_chosen>{name.clone()}</option> }
        })
        .collect_view();
    let value = |all: &[Explained], name: &str| {
        let own = all.iter().find(|own| own.measure.to_string() == name)?;
        own.explained.as_ref().map(|own| own.value)
    };
    let values = move || {
        let name = chosen.get();
        let (old, new) = (value(&before, &name), value(&now, &name));
        let change = old.zip(new).map(|(old, new)| new - old);
        let side = match change {
            Some(by) if by > LEAST_CHANGE => "what-if-change for-a",
            Some(by) if by < -LEAST_CHANGE => "what-if-change for-b",
            _ => "what-if-change",
        };
        view! {
            <span class="what-if-old">
                <span class="visually-hidden">"before "</span>
                {words::value(old)}
            </span>
            <span aria-hidden="true">"→"</span>
            <span class="what-if-new" data-value-of=name>
                <span class="visually-hidden">"now "</span>
                {words::value(new)}
            </span>
            <span class=side>{change.map(words::signed)}</span>
        }
    };
    let view = view! {
        <p class="what-if-value">
            <select
                aria-label="Measure"
                on:change=move |ev| what_if.show(event_target_value(&ev))
            >
                {options}
            </select>
            <span class="what-if-values" role="status">{values}</span>
        </p>
    };
    Some(view.into_any())
}

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
    let to_rank = move |ev: web_sys::Event| {
        let input = event_target::<web_sys::HtmlInputElement>(&ev);
        match input.value().trim().parse::<usize>() {
            Ok(to) if (1..=n_shown).contains(&to) => {
                // The field is then that of another picture, and keeps the focus.
                input.set_value(&rank.to_string());
                what_if.held.set(None);
                if to != rank {
                    what_if.move_to(row, to);
                }
            }
            _ => input.set_value(&rank.to_string()),
        }
    };
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
            <input
                type="number"
                class="to-rank"
                min="1"
                max=n_shown.to_string()
                value=rank.to_string()
                prop:value=rank.to_string()
                aria-label=format!("To rank: the image at rank {rank}")
                title="Its rank; type another to move it there"
                on:change=to_rank
            />
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
