//! What came back: sheets and the key become votes by person.

use super::choose::choose_files;
use super::judgements::judgements;
use super::taken::Taking;
use crate::ui::components::table::{Column, DataTable, Saving};
use crate::ui::components::{notice, quiet_button, text_button, titled_section};
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, JoinedPerson, JoinedRound, Returned, join, words};
use rankscope_core::formats::{VotedImage, jsonl_from_votes};
use std::sync::Arc;

const NAME: &str = "Who judged";

/// The joined votes: `None` without sheets and their key.
type Joined = Option<Result<Arc<JoinedRound>, String>>;

pub(super) fn join_section(session: Session, taking: Taking, dataset: &Arc<Dataset>) -> AnyView {
    let judging = session.judging;
    let joined = Memo::new(move |_| {
        judging.returned.with(|returned| joined(returned, judging.leaves_out.get()))
    });
    let is_empty = Memo::new(move |_| judging.returned.with(|own| *own == Returned::default()));
    // Apart from the table, which changes with the box that is ticked.
    let failed = Memo::new(move |_| {
        joined.with(|joined| match joined {
            Some(Ok(own)) => {
                let failed = own.persons.iter().filter(|own| own.has_failed);
                failed.map(|own| own.name.clone()).collect()
            }
            _ => Vec::new(),
        })
    });
    let dataset = dataset.clone();
    let body = view! {
        <p class="prose">
            "Drop all sheets that came back, or a zip archive of them, with the round’s " <code>"key.json"</code>
            ", which knows the controls. More may follow later."
        </p>
        <div class="buttons">
            {choose_files(taking, "choose-returned", "Choose sheets and key")}
            {move || {
                let clear = move || judging.returned.set(Returned::default());
                (!is_empty.get()).then(|| quiet_button("Start over", clear))
            }}
        </div>
        {move || what_is_there(session)}
        {move || failed.with(|names| who_failed(session, names))}
        {move || match joined.get() {
            None => ().into_any(),
            Some(Err(e)) => {
                let words = format!("These files cannot be joined. {e}. Start over without that file.");
                notice(words)
            }
            Some(Ok(own)) => votes(session, &dataset, &own),
        }}
    };
    titled_section("join-title", "Join what came back", body)
}

fn joined(returned: &Returned, leaves_out: bool) -> Joined {
    let (_, key) = returned.key.as_ref()?;
    (!returned.sheets.is_empty())
        .then(|| join(key, &returned.sheets, leaves_out).map(Arc::new).map_err(|e| e.to_string()))
}

/// Tracked.
fn what_is_there(session: Session) -> Option<AnyView> {
    session.judging.returned.with(|Returned { key, sheets }| {
        let n = words::counted(sheets.len(), "sheet", "sheets");
        let words = match (key, sheets.is_empty()) {
            (None, true) => return None,
            (None, false) => format!("{n} of a round, and no key yet: add its key.json."),
            (Some((_, key)), true) => format!("The key of round {}, and no sheets yet.", key.round),
            (Some((_, key)), false) => {
                let of = key.sheets.len();
                format!("{n} for the {of} of round {}, and its key.", key.round)
            }
        };
        Some(view! { <p role="status">{words}</p> }.into_any())
    })
}

fn votes(session: Session, dataset: &Arc<Dataset>, joined: &Arc<JoinedRound>) -> AnyView {
    let JoinedRound { voted, persons, notes } = &**joined;
    let notes = notes.iter().map(|note| view! { <li>{note.clone()}</li> }).collect_view();
    let save = (!voted.is_empty()).then(|| {
        let voted = voted.clone();
        let text = move || jsonl_from_votes(&voted).ok();
        text_button("Save the votes".into(), "votes.jsonl".into(), text)
    });
    view! {
        {table(session, persons)}
        <ul class="join-notes">{notes}</ul>
        <p class="join-total" data-pictures=voted.len().to_string()>{total(voted)}</p>
        <div class="save">{save}</div>
        {judgements(session, dataset, voted)}
    }
    .into_any()
}

fn total(voted: &[VotedImage]) -> String {
    let n: u64 = voted.iter().map(|own| own.votes.n()).sum();
    let votes = words::counted(usize::try_from(n).unwrap_or(usize::MAX), "vote", "votes");
    let pictures = words::counted(voted.len(), "picture", "pictures");
    match voted.is_empty() {
        true => "There are no votes: nobody answered, or everybody who did is left out.".into(),
        false => format!("{votes} on {pictures}."),
    }
}

fn who_failed(session: Session, failed: &[String]) -> Option<AnyView> {
    if failed.is_empty() {
        return None;
    }
    let leaves_out = session.judging.leaves_out;
    let words =
        format!("{} answered more than 30 % of the controls wrongly.", words::listed(failed));
    let view = view! {
        {notice(words)}
        <label class="tick">
            <input
                type="checkbox"
                prop:checked=leaves_out
                on:change=move |ev| leaves_out.set(event_target_checked(&ev))
            />
            "Leave their votes out"
        </label>
    };
    Some(view.into_any())
}

fn table(session: Session, persons: &[JoinedPerson]) -> AnyView {
    let is_left_out = session.judging.leaves_out.get_untracked();
    let then = move |own: &JoinedPerson| match (own.has_failed, is_left_out) {
        (true, true) => "left out",
        (true, false) => "failed",
        (false, _) => "",
    };
    let columns = vec![
        Column::text("Person", |own: &JoinedPerson| own.name.clone()).heads_row(),
        Column::number("Answers", |own: &JoinedPerson| own.n_answers),
        Column::text("Controls wrong", |own: &JoinedPerson| {
            format!("{} of {}", own.controls.n_wrong, own.controls.n_answered)
        }),
        Column::text("Note", move |own: &JoinedPerson| then(own).to_string()),
    ];
    DataTable::new(NAME, columns, persons.to_vec()).titled().saving(Saving::No).view()
}
