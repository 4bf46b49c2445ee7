//! Two short lists to tick, and how many pictures are relevant in all: average precision by
//! every denominator.

use super::ap_table;
use crate::ui::state::Session;
use leptos::prelude::*;
use std::fmt;

/// Pictures of the corpus in INQUIRE's example.
const N_PICTURES: usize = 100;
/// The shortest and the longest list.
const LENGTHS: std::ops::RangeInclusive<usize> = 1..=10;

/// The state of the board; in the address as `10000.10001/2`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Board {
    /// Which places of either list are relevant, of equal length.
    pub(super) lists: [Vec<bool>; 2],
    /// R: how many pictures are relevant in all.
    pub(super) n_relevant: usize,
}

impl Default for Board {
    /// INQUIRE's example.
    fn default() -> Self {
        let lists = ["10000", "10001"].map(|list| list.chars().map(|c| c == '1').collect());
        Self { lists, n_relevant: 2 }
    }
}

impl Board {
    /// Reads the address; what cannot be read is INQUIRE's example.
    pub(super) fn of(session: Session) -> Memo<Self> {
        Memo::new(move |_| {
            session
                .address
                .state
                .with(|state| state.pick.as_deref().and_then(Self::parse).unwrap_or_default())
        })
    }

    fn parse(words: &str) -> Option<Self> {
        let (lists, n_relevant) = words.split_once('/')?;
        let (a, b) = lists.split_once('.')?;
        let is_list = |list: &str| {
            LENGTHS.contains(&list.len()) && list.chars().all(|c| c == '0' || c == '1')
        };
        if !is_list(a) || !is_list(b) || a.len() != b.len() {
            return None;
        }
        let lists = [a, b].map(|list| list.chars().map(|c| c == '1').collect());
        Some(Self { lists, n_relevant: n_relevant.parse().ok()? }.sound())
    }

    /// The same with an R that holds what is ticked.
    fn sound(mut self) -> Self {
        let n_ticked = self.lists.iter().map(|list| n_ticked(list)).max().unwrap_or(0);
        self.n_relevant = self.n_relevant.clamp(n_ticked.max(1), N_PICTURES);
        self
    }

    /// How many places a list has.
    pub(super) fn k(&self) -> usize {
        self.lists[0].len()
    }
}

impl fmt::Display for Board {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits =
            |list: &[bool]| list.iter().map(|is| if *is { '1' } else { '0' }).collect::<String>();
        write!(out, "{}.{}/{}", digits(&self.lists[0]), digits(&self.lists[1]), self.n_relevant)
    }
}

/// How many places are ticked.
pub(super) fn n_ticked(list: &[bool]) -> usize {
    list.iter().filter(|is| **is).count()
}

fn change(session: Session, change: impl FnOnce(&mut Board)) {
    let board = session.address.state.with_untracked(|state| {
        let mut board = state.pick.as_deref().and_then(Board::parse).unwrap_or_default();
        change(&mut board);
        board.sound().to_string()
    });
    session.address.adjust(|state| state.pick = Some(board));
}

/// The activity.
pub(in crate::ui::lessons) fn ap_lists(session: Session) -> AnyView {
    let board = Board::of(session);
    // The buttons stay the same elements while they are ticked, so that the focus stays.
    let k = Memo::new(move |_| board.with(Board::k));
    let list = move |index: usize, letter: &'static str| {
        let places = move || {
            let place = |at: usize| place(session, board, index, letter, at);
            (0..k.get()).map(place).collect_view()
        };
        view! {
            <div class="ap-list">
                <h3>{format!("List {letter}")}</h3>
                <ol aria-label=format!("Places of list {letter}")>{places}</ol>
            </div>
        }
    };
    let set_relevant = move |ev: web_sys::Event| {
        if let Ok(n) = event_target_value(&ev).parse::<usize>() {
            change(session, |board| board.n_relevant = n);
        }
    };
    let set_length = move |ev: web_sys::Event| {
        let length = event_target_value(&ev).parse::<usize>().ok();
        if let Some(length) = length.filter(|length| LENGTHS.contains(length)) {
            change(session, |board| {
                board.lists.iter_mut().for_each(|list| list.resize(length, false));
            });
        }
    };
    view! {
        <section class="activity" aria-labelledby="ap-title">
            <h2 id="ap-title">"Two lists of a hundred pictures"</h2>
            <p class="prose">
                "Click a place to say whether its picture is relevant. Equal scores do not occur here."
            </p>
            <div class="ap-lists">{list(0, "A")} {list(1, "B")}</div>
            <div class="pickers">
                <div class="picker">
                    <label class="picker-label" for="ap-relevant">
                        "R, relevant pictures of 100"
                    </label>
                    <input
                        id="ap-relevant"
                        class="number-field"
                        type="number"
                        min="1"
                        max=N_PICTURES
                        prop:value=move || board.with(|board| board.n_relevant.to_string())
                        on:change=set_relevant
                    />
                </div>
                <div class="picker">
                    <label class="picker-label" for="ap-length">
                        "k, places of a list"
                    </label>
                    <input
                        id="ap-length"
                        class="number-field"
                        type="number"
                        min=*LENGTHS.start()
                        max=*LENGTHS.end()
                        prop:value=move || k.get().to_string()
                        on:change=set_length
                    />
                </div>
            </div>
            {ap_table::table(board)}
        </section>
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
    let word = move || if is_on.get() { "relevant" } else { "not" };
    view! {
        <li>
            <button
                type="button"
                class="ap-place"
                aria-pressed=move || if is_on.get() { "true" } else { "false" }
                aria-label=format!("List {letter}, rank {}: relevant", at + 1)
                on:click=toggle
            >
                <span class="ap-rank">{at + 1}</span>
                <span class="ap-mark" aria-hidden="true">
                    {move || if is_on.get() { "✓" } else { "·" }}
                </span>
                <span class="ap-word">{word}</span>
            </button>
        </li>
    }
    .into_any()
}
