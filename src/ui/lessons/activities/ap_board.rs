//! Two short lists of results to mark, and the number of relevant pictures: average precision with
//! every denominator.

use super::activity;
use super::ap_table;
use super::ticked_lists::{Board, LENGTHS, N_PICTURES};
use crate::tr;
use crate::ui::state::Session;
use leptos::prelude::*;
use std::ops::RangeInclusive;

fn change(session: Session, change: impl FnOnce(&mut Board)) {
    let board = session.address.state.with_untracked(|state| {
        let mut board = state.pick.as_deref().and_then(Board::parse).unwrap_or_default();
        change(&mut board);
        board.sound().to_string()
    });
    session.address.adjust(|state| state.pick = Some(board));
}

pub(in crate::ui::lessons) fn ap_lists(session: Session) -> AnyView {
    let board = Board::of(session);
    // The buttons stay the same elements while they are toggled, so that they keep the focus.
    let k = Memo::new(move |_| board.with(Board::k));
    let list = move |index: usize, letter: &'static str| {
        let places = move || {
            let place = |at: usize| place(session, board, index, letter, at);
            (0..k.get()).map(place).collect_view()
        };
        view! {
            <div class="ap-list">
                <h3>{tr!("List {letter}", letter)}</h3>
                <ol aria-label=tr!("Ranks of list {letter}", letter)>{places}</ol>
            </div>
        }
    };
    let n_relevant = Memo::new(move |_| board.with(|board| board.n_relevant));
    let set_relevant = move |n: usize| change(session, |board| board.n_relevant = n);
    let set_length = move |length: usize| {
        if LENGTHS.contains(&length) {
            change(session, |board| {
                board.lists.iter_mut().for_each(|list| list.resize(length, false));
            });
        }
    };
    let body = view! {
        <p class="prose">
            {tr!("Click a rank to mark its picture as relevant or not. There are no tied scores here.")}
        </p>
        <div class="ap-lists">{list(0, "A")} {list(1, "B")}</div>
        <div class="pickers">
            {number_field(
                ("ap-relevant", tr!("R, relevant pictures out of 100")),
                1..=N_PICTURES,
                n_relevant,
                set_relevant,
            )}
            {number_field(("ap-length", tr!("k, length of each list")), LENGTHS, k, set_length)}
        </div>
        {ap_table::table(board)}
    };
    activity("ap-title", tr!("Two result lists from a hundred pictures"), body)
}

fn number_field(
    (id, label): (&'static str, String),
    range: RangeInclusive<usize>,
    value: Memo<usize>,
    set: impl Fn(usize) + 'static,
) -> AnyView {
    let change = move |ev: web_sys::Event| {
        if let Ok(n) = event_target_value(&ev).parse() {
            set(n);
        }
    };
    view! {
        <div class="picker">
            <label class="picker-label" for=id>{label}</label>
            <input
                id=id
                class="number-field"
                type="number"
                min=*range.start()
                max=*range.end()
                prop:value=move || value.get().to_string()
                on:change=change
            />
        </div>
    }
    .into_any()
}

fn place(
    session: Session,
    board: Memo<Board>,
    index: usize,
    letter: &'static str,
    at: usize,
) -> AnyView {
    let is_on = Memo::new(move |_| {
        board.with(|board| board.lists[index].get(at).copied().unwrap_or(false))
    });
    let toggle = move |_| {
        change(session, |board| {
            if let Some(place) = board.lists[index].get_mut(at) {
                *place = !*place;
            }
        });
    };
    let word = move || if is_on.get() { tr!("relevant") } else { tr!("not") };
    view! {
        <li>
            <button
                type="button"
                class="ap-place"
                aria-pressed=move || if is_on.get() { "true" } else { "false" }
                // With the words in view, which who speaks to the page says.
                aria-label=move || {
                    tr!("{rank} {word}: list {letter}", rank = at + 1, word = word(), letter)
                }
                on:click=toggle
            >
                <span class="ap-rank">{at + 1}</span>
                " "
                <span class="ap-mark" aria-hidden="true">
                    {move || if is_on.get() { "✓" } else { "·" }}
                </span>
                <span class="ap-word">{word}</span>
            </button>
        </li>
    }
    .into_any()
}
