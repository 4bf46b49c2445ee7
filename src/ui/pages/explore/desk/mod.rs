//! The judging desk: the visitor judges the results, five pictures at a time, and the judgements
//! count at once.

mod card;
mod kept;
mod round;
mod tools;

use crate::ui::components::notice;
use crate::ui::state::Session;
pub(super) use kept::{Judgeable, KeptDesk};
use leptos::prelude::*;
use rankscope_core::analysis::{Desk, DeskTally, N_IN_A_ROW};
use round::Rounds;

/// The desk in place of the results, if the address opens it for a query in words.
pub(super) fn desk(
    session: Session,
    kept: KeptDesk,
    query: Judgeable,
    mode: &str,
) -> Option<AnyView> {
    let dataset = session.answerable()?;
    let definition =
        session.search.choice.with_untracked(|own| own.as_ref().map(|own| own.definition));
    let definition = definition.unwrap_or(0);
    let rounds = Rounds::new(session, kept, query, (dataset, definition), mode == "row");
    let question = move || {
        rounds.current.with(|round| format!("Is each picture relevant to “{}”?", round.text))
    };
    let key = move |ev: web_sys::KeyboardEvent| {
        if ev.ctrl_key() || ev.meta_key() || ev.alt_key() {
            return;
        }
        if let Some(answer) = card::answer_of_key(&ev.key()) {
            ev.prevent_default();
            ev.stop_propagation();
            rounds.answer(rounds.active.get_untracked(), answer);
        }
    };
    let view = view! {
        <section class="desk" aria-labelledby="desk-title" on:keydown=key>
            <div class="desk-head">
                <h2 id="desk-title">"Judging desk"</h2>
                {tools::close_button(session)}
            </div>
            <p class="desk-question">{question}</p>
            <p class="prose desk-keys">
                "Answer with the buttons, or with the keys " <kbd>"R"</kbd> " relevant, "
                <kbd>"N"</kbd> " not relevant, " <kbd>"U"</kbd> " unsure."
            </p>
            <p class="visually-hidden" role="status">
                {move || rounds.said.get()}
            </p>
            {move || kept.note()}
            {move || left_out(kept)}
            {move || stopped(rounds)}
            {move || card::cards(rounds)}
            {tools::tools(rounds)}
        </section>
    };
    Some(view.into_any())
}

/// Says that the controls leave the visitor's judgements out.
fn left_out(kept: KeptDesk) -> Option<AnyView> {
    let score = kept.all.with(Desk::score);
    score.is_left_out().then(|| {
        notice(format!(
            "Your judgements do not count for now: {} of {} controls were answered otherwise than \
             the benchmark knows. At 70 % and more an annotator is left out, as for ConQA. They are \
             kept, and count again once more controls are right.",
            score.n_wrong, score.n_answered,
        ))
    })
}

/// Says that a list that is judged in its order is exhausted.
fn stopped(rounds: Rounds) -> Option<AnyView> {
    let tally = DeskTally::of(rounds.query.with_value(|query| rounds.kept.of(query)).as_ref());
    (rounds.in_order && tally.is_exhausted()).then(|| {
        notice(format!(
            "You can stop: the last {N_IN_A_ROW} pictures in a row were not relevant, which is when \
             INQUIRE’s annotators took a list as exhausted."
        ))
    })
}
