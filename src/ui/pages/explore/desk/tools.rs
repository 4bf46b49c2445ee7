use super::candidates::candidates;
use super::kept::tally_words;
use super::round::Rounds;
use crate::ui::components::{picker, quiet_button, quiet_button_unless, text_button};
use crate::ui::save::file_name;
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::analysis::{Desk, DeskTally, N_IN_A_ROW};
use rankscope_core::formats::trec_from_qrels;

pub(super) fn close_button(session: Session) -> AnyView {
    quiet_button("Close the desk", move || {
        session.address.change(|state| (state.judge, state.judged_for) = (None, None));
    })
}

pub(super) fn tools(rounds: Rounds) -> AnyView {
    let has_nothing_to_undo = move || !rounds.can_undo();
    let undo = move || rounds.undo();
    view! {
        {status(rounds)}
        <div class="buttons">
            {quiet_button_unless(has_nothing_to_undo, "Undo the last answer", undo)}
            {delete_button(rounds, false)} {delete_button(rounds, true)}
        </div>
        {mode_picker(rounds)}
        {candidates(rounds)}
        {files(rounds)}
    }
    .into_any()
}

fn status(rounds: Rounds) -> AnyView {
    let tally =
        move || DeskTally::of(rounds.query.with_value(|query| rounds.kept.of(query)).as_ref());
    let words = move || format!("{}.", tally_words(tally()));
    let in_a_row = move || {
        let n = tally().n_in_a_row.min(N_IN_A_ROW);
        rounds.in_order.then(|| {
            view! {
                <div class="progress">
                    <progress
                        max=N_IN_A_ROW.to_string()
                        value=n.to_string()
                        aria-label="Not relevant in a row"
                    ></progress>
                    <p class="progress-words">{format!("{n} of {N_IN_A_ROW} in a row not relevant")}</p>
                </div>
            }
        })
    };
    let controls = move || {
        let score = rounds.kept.all.with(Desk::score);
        let n_right = score.n_answered - score.n_wrong;
        (score.n_answered > 0).then(|| {
            format!(" Controls: {n_right} of {} answered like the benchmark.", score.n_answered)
        })
    };
    view! {
        <p class="desk-tally">{words} {controls}</p>
        {in_a_row}
    }
    .into_any()
}

fn mode_picker(rounds: Rounds) -> AnyView {
    let options = vec![
        ("five".to_string(), "Five at a time, shuffled, with controls".to_string()),
        ("row".to_string(), format!("In order, until {N_IN_A_ROW} in a row are not relevant")),
    ];
    let current = Signal::derive(move || if rounds.in_order { "row" } else { "five" }.to_string());
    let address = rounds.session.address;
    let choose = move |mode: String| address.change(|state| state.judge = Some(mode));
    view! { <div class="pickers">{picker("Order of the pictures", options, current, choose)}</div> }
        .into_any()
}

fn files(rounds: Rounds) -> AnyView {
    let all = rounds.kept.all;
    let stem = file_name(&rounds.dataset().manifest.id);
    let text = move |write: fn(&Desk) -> String| move || Some(all.with_untracked(write));
    let qrels = |desk: &Desk| trec_from_qrels(&desk.qrels());
    let dataset = rounds.dataset();
    let queries = move || {
        let is_conceptual = |id: &str| {
            let row = dataset.query_row_from_id.get(id);
            let query = row.and_then(|row| dataset.queries.get(*row as usize));
            query.is_some_and(|q| q.facets.get("kind").is_some_and(|kind| kind == "conceptual"))
        };
        Some(all.with_untracked(|all| all.conqa_queries(is_conceptual)))
    };
    let is_empty = move || all.with(|all| all.queries.is_empty());
    let buttons = move || {
        let (stem, queries, votes) = (stem.clone(), queries.clone(), text(Desk::conqa_votes));
        (!is_empty()).then(|| {
            view! {
                <p class="prose desk-files">
                    "Judgements of all your queries on this benchmark; queries in your own words are named own-1, own-2 …"
                </p>
                <div class="save">
                    {text_button("Save as qrels".into(), format!("{stem}-own.qrels"), text(qrels))}
                    {text_button("Save as ConQA’s mturk.json".into(), "mturk.json".into(), votes)}
                    {text_button("Save as ConQA’s seed.json".into(), "seed.json".into(), queries)}
                </div>
            }
        })
    };
    buttons.into_any()
}

/// Asks for a second click.
fn delete_button(rounds: Rounds, all: bool) -> AnyView {
    let is_asked = RwSignal::new(false);
    let n = move || {
        if all {
            rounds.kept.all.with(Desk::n_judged)
        } else {
            let judged = rounds.query.with_value(|query| rounds.kept.of(query));
            judged.map_or(0, |judged| judged.judgements.len())
        }
    };
    let click = move |_| {
        if is_asked.get_untracked() {
            rounds.forget(all);
        }
        is_asked.update(|is_asked| *is_asked = !*is_asked);
    };
    let words = move || match (is_asked.get(), all) {
        (true, _) => format!("Really delete {}?", n()),
        (false, true) => "Delete those of all queries".to_string(),
        (false, false) => "Delete this query’s judgements".to_string(),
    };
    view! {
        <button
            type="button"
            class="quiet"
            disabled=move || n() == 0
            on:click=click
            on:blur=move |_| is_asked.set(false)
        >
            {words}
        </button>
    }
    .into_any()
}
