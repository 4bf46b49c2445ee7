//! Where a sheet to answer comes from: a file, or those that this browser keeps.

use super::choose::choose_files;
use super::stopwatch::minutes;
use super::stored::{all_kept, forget, name_of};
use super::taken::Taking;
use crate::page_tr;
use crate::ui::components::{quiet_button, titled_section};
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, SheetWork};
use rankscope_core::views::Page;
use std::sync::Arc;

pub(super) fn close_button(session: Session) -> AnyView {
    quiet_button(page_tr!("Close the sheet"), move || {
        session.address.change(|state| state.sheet = None)
    })
}

pub(super) fn sheets(session: Session, taking: Taking, dataset: &Arc<Dataset>) -> AnyView {
    let kept = RwSignal::new(all_kept(&dataset.own.id));
    let body = view! {
        <p class="prose">
            "A sheet is a file named like " <code>"sheet-1.json"</code>
            ". Drop it here, or choose it. Answers stay in this browser, also without a network, until you save them and hand them back."
        </p>
        <div class="drop-buttons">{choose_files(taking, "choose-sheet", "Open a sheet")}</div>
        {move || list(session, kept)}
    };
    titled_section("sheets-title", "Answer a sheet", body)
}

fn list(session: Session, kept: RwSignal<Vec<SheetWork>>) -> Option<AnyView> {
    let all = kept.get();
    if all.is_empty() {
        return None;
    }
    let items = all.into_iter().map(|work| item(session, kept, work)).collect_view();
    let view = view! {
        <h3 id="kept-sheets">"Sheets on this device"</h3>
        <ul class="kept-sheets" aria-labelledby="kept-sheets">{items}</ul>
    };
    Some(view.into_any())
}

fn item(session: Session, kept: RwSignal<Vec<SheetWork>>, work: SheetWork) -> AnyView {
    let name = name_of(&work.sheet);
    let href = session.address.href_with(Page::Judge, |state| state.sheet = Some(name.clone()));
    let sheet = &work.sheet;
    let person = match sheet.person.as_str() {
        "" => String::new(),
        person => format!(", {person}"),
    };
    let words = format!(
        "{} of {} answered{person}, {}",
        work.n_answered(),
        work.n(),
        minutes(work.spent_ms())
    );
    let title = format!("Sheet {} of {}", sheet.sheet, sheet.sheets);
    let round = format!("round {}", sheet.round);
    let (label, is_asked) = (format!("{title}, {round}"), RwSignal::new(false));
    let label = move || match is_asked.get() {
        true => format!("Really delete {label}?"),
        false => format!("Delete {label}"),
    };
    let delete = move |_| {
        if is_asked.get_untracked() {
            forget(&work.sheet);
            kept.update(|all| all.retain(|own| name_of(&own.sheet) != name));
        } else {
            is_asked.set(true);
        }
    };
    view! {
        <li>
            <a href=href>{title}</a>
            " "
            <span class="kept-words">{words} " · " {round}</span>
            " "
            <button type="button" class="quiet" aria-label=label on:click=delete on:blur=move |_| is_asked.set(false)>
                {move || if is_asked.get() { "Really delete?" } else { "Delete" }}
            </button>
        </li>
    }
    .into_any()
}
