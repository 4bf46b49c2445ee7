//! The judging desk: the visitor judges five results at a time, and the judgements count at once.

mod candidates;
mod card;
mod kept;
mod round;
mod tools;

use crate::ui::components::{LargerView, notice};
use crate::ui::state::Session;
pub(super) use kept::{Judgeable, KeptDesk};
use leptos::ev;
use leptos::prelude::*;
use rankscope_core::analysis::{Desk, DeskTally, N_IN_A_ROW};
use round::Rounds;
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget};

/// Fields and menus that take letters themselves, and dialogs above the desk.
const OWN_LETTERS: &str = "input, select, textarea, [contenteditable], [role=combobox], \
     [role=listbox], [role=menu], dialog";

/// Replaces the results if the address opens it for a text query.
pub(super) fn desk(
    session: Session,
    (kept, larger): (KeptDesk, LargerView),
    query: Judgeable,
    mode: &str,
) -> Option<AnyView> {
    let dataset = session.answerable()?;
    let choice = session.search.choice;
    let definition = choice.with_untracked(|choice| choice.as_ref().map_or(0, |c| c.definition));
    let rounds = Rounds::new(session, (kept, larger), query, (dataset, definition), mode == "row");
    let question = move || {
        rounds.current.with(|round| format!("Is each picture relevant to “{}”?", round.text))
    };
    // On the window: after a click on the button that opens the desk, nothing has the focus.
    let listener = window_event_listener(ev::keydown, move |ev| {
        let has_modifier = ev.ctrl_key() || ev.meta_key() || ev.alt_key();
        if has_modifier || ev.default_prevented() || takes_letters(ev.target()) {
            return;
        }
        if let Some(answer) = card::answer_of_key(&ev.key()) {
            ev.prevent_default();
            rounds.answer(rounds.active.get_untracked(), answer);
        }
    });
    on_cleanup(move || listener.remove());
    let view = view! {
        <section class="desk" aria-labelledby="desk-title">
            <div class="desk-head">
                <h2 id="desk-title">"Judging desk"</h2>
                {tools::close_button(session)}
            </div>
            <p class="desk-question">{question}</p>
            <p class="prose desk-keys">
                "Answer with the buttons, or with the keys " <kbd>"R"</kbd> " relevant, "
                <kbd>"N"</kbd> " not relevant, " <kbd>"U"</kbd> " unsure."
            </p>
            <p class="visually-hidden" role="status">{move || rounds.said.get()}</p>
            {move || kept.note()}
            {move || left_out(kept)}
            {move || stopped(rounds)}
            {move || card::cards(rounds)}
            {tools::tools(rounds)}
        </section>
    };
    Some(view.into_any())
}

/// Whether keys pressed here are not answers.
fn takes_letters(target: Option<EventTarget>) -> bool {
    let element = target.and_then(|target| target.dyn_into::<Element>().ok());
    element.is_some_and(|e| e.closest(OWN_LETTERS).is_ok_and(|e| e.is_some()))
}

/// A note that failed controls exclude the visitor's judgements.
fn left_out(kept: KeptDesk) -> Option<AnyView> {
    let score = kept.all.with(Desk::score);
    score.is_left_out().then(|| {
        notice(format!(
            "Your judgements do not count for now: you answered {} of {} controls differently from \
             the benchmark. At 70 % and more an annotator is left out, as for ConQA. Your judgements \
             are kept, and count again once more controls are right.",
            score.n_wrong, score.n_answered,
        ))
    })
}

/// A note that a list judged in order is exhausted.
fn stopped(rounds: Rounds) -> Option<AnyView> {
    let tally = DeskTally::of(rounds.query.with_value(|query| rounds.kept.of(query)).as_ref());
    (rounds.in_order && tally.is_exhausted()).then(|| {
        notice(format!(
            "You can stop: the last {N_IN_A_ROW} pictures in a row were not relevant, at which point \
             INQUIRE’s annotators considered a list exhausted."
        ))
    })
}
