//! The ballot: two of the five lists at a time, without their letters.

use super::pictures::{LISTS, VOTE_QUERIES, picture_list, rows};
use crate::tr;
use crate::ui::components::{focus_later, notice, quiet_button_unless};
use crate::ui::lessons::lesson::HEADING;
use crate::ui::pages::with_dataset;
use crate::ui::state::Session;
use crate::ui::state::votes::{MAX_HANDS, Vote};
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use std::sync::Arc;

const PAIRS: [Vote; 10] =
    [(0, 1), (2, 3), (4, 0), (1, 2), (3, 4), (0, 2), (1, 3), (2, 4), (3, 0), (4, 1)];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Question {
    left: usize,
    right: usize,
    query: &'static str,
}

/// The question after `n_asked` others. A round covers every pair once; sides and pictures alternate.
fn question(n_asked: usize) -> Question {
    let (round, turn) = (n_asked / PAIRS.len(), n_asked % PAIRS.len());
    let (left, right) = PAIRS[turn];
    let (left, right) =
        if (round + turn).is_multiple_of(2) { (left, right) } else { (right, left) };
    Question { left, right, query: VOTE_QUERIES[n_asked % VOTE_QUERIES.len()] }
}

pub(in crate::ui::lessons) fn ballot(session: Session) -> AnyView {
    with_dataset(session, move |dataset| ballot_of(session, &dataset))
}

fn ballot_of(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let has_pictures = VOTE_QUERIES
        .iter()
        .all(|query| (0..LISTS.len()).all(|list| rows(dataset, query, list).is_some()));
    if !has_pictures {
        return notice(tr!(
            "This benchmark does not have the queries used for voting. The lesson is written for Fieldbook."
        ));
    }
    let votes = session.lessons.votes;
    // Questions answered so far, by a single vote or a show of hands.
    let n_asked = session.lessons.n_asked;
    let now = Memo::new(move |_| question(n_asked.get()));
    let cast = move |left: usize, right: usize| {
        let question = now.get_untracked();
        let for_left = std::iter::repeat_n((question.left, question.right), left);
        let for_right = std::iter::repeat_n((question.right, question.left), right);
        votes.add(for_left.chain(for_right));
        n_asked.update(|n| *n += 1);
    };
    let for_query = dataset.clone();
    let query = move || {
        let row = *for_query.query_row_from_id.get(now.get().query)?;
        Some(format!("“{}”", for_query.queries.get(row as usize)?.text))
    };
    let side = |is_left: bool| {
        let name = move || if is_left { tr!("Left list") } else { tr!("Right list") };
        let prefer = match is_left {
            true => tr!("I prefer the left list"),
            false => tr!("I prefer the right list"),
        };
        let dataset = dataset.clone();
        let pictures = move || {
            let question = now.get();
            let list = if is_left { question.left } else { question.right };
            let rows = rows(&dataset, question.query, list).unwrap_or_default();
            picture_list(&dataset, &rows, name())
        };
        let vote = move |_| if is_left { cast(1, 0) } else { cast(0, 1) };
        view! {
            <section class="vote-side" aria-label=name()>
                {pictures}
                <button type="button" class="primary" on:click=vote>
                    {prefer}
                </button>
            </section>
        }
    };
    view! {
        <section class="activity" aria-labelledby="vote-title">
            <h2 id="vote-title">{tr!("Someone searched for")} " " <bdi>{query}</bdi></h2>
            <p class="prose" >
                {tr!("Which eight pictures would you rather get? The first one is at the top left.")}
            </p>
            <div class="vote">{side(true)} {side(false)}</div>
            {hands(cast)}
            {tally(session)}
        </section>
    }
    .into_any()
}

fn hands(cast: impl Fn(usize, usize) + Copy + Send + 'static) -> AnyView {
    let (left, right) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let number = |words: RwSignal<String>| {
        words.with(|words| words.trim().parse::<usize>().unwrap_or(0)).min(MAX_HANDS)
    };
    let is_empty = move || number(left) + number(right) == 0;
    let count = move |ev: web_sys::SubmitEvent| {
        ev.prevent_default();
        let both = untrack(|| (number(left), number(right)));
        if both.0 + both.1 > 0 {
            cast(both.0, both.1);
            left.set(String::new());
            right.set(String::new());
            // The button is disabled until there are hands again.
            focus_later("hands-left");
        }
    };
    let field = |id: &'static str, label: String, words: RwSignal<String>| {
        view! {
            <div class="picker">
                <label class="picker-label" for=id>{label}</label>
                <input
                    id=id
                    class="number-field"
                    type="number"
                    min="0"
                    max=MAX_HANDS
                    prop:value=move || words.get()
                    on:input=move |ev| words.set(event_target_value(&ev))
                />
            </div>
        }
    };
    view! {
        <form class="pickers pickers-tight" aria-label=tr!("Show of hands") on:submit=count>
            {field("hands-left", tr!("Hands for left"), left)}
            {field("hands-right", tr!("Hands for right"), right)}
            <button type="submit" disabled=is_empty>{tr!("Count these hands")}</button>
        </form>
    }
    .into_any()
}

fn tally(session: Session) -> AnyView {
    let votes = session.lessons.votes;
    let n_asked = session.lessons.n_asked;
    let status = move || {
        let (n, n_asked) = (votes.all.with(Vec::len), n_asked.get());
        tr!(
            "{n} {n?vote|votes} so far. Round {round}, pair {pair} of {n_pairs}.",
            n,
            round = n_asked / PAIRS.len() + 1,
            pair = n_asked % PAIRS.len() + 1,
            n_pairs = PAIRS.len(),
        )
    };
    let undo = move |_| {
        if votes.can_undo() {
            votes.undo();
            n_asked.update(|n| *n = n.saturating_sub(1));
        }
    };
    let not_kept = move || {
        let words = tr!(
            "This browser does not store data for this page: the votes are lost when you leave."
        );
        (!votes.is_kept.get()).then(|| notice(words))
    };
    view! {
        <div class="buttons vote-tally">
            <p role="status">{status}</p>
            // Not disabled, which would take the focus from it.
            <button
                type="button"
                class="quiet"
                aria-disabled=move || (!votes.can_undo()).then_some("true")
                on:click=undo
            >
                {tr!("Undo the last vote")}
            </button>
            {reset_button(session)}
        </div>
        {not_kept}
    }
    .into_any()
}

pub(super) fn reset_button(session: Session) -> AnyView {
    let votes = session.lessons.votes;
    let reset = move || {
        votes.reset();
        session.lessons.n_asked.set(0);
        // The button is disabled now, or gone.
        focus_later(HEADING);
    };
    quiet_button_unless(move || votes.all.with(Vec::is_empty), tr!("Clear all votes"), reset)
}
