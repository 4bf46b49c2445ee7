//! Judge: rounds of judging by several people. A sheet is answered here, a round is made, and what comes back
//! is joined to votes by person.

mod choose;
mod desk;
mod guidelines;
mod join;
mod judgements;
mod keep_pictures;
mod make;
mod opened;
mod scale_words;
mod sheets;
mod stopwatch;
mod stored;
mod taken;

use super::{with_dataset, with_outline};
use crate::page_tr;
use crate::ui::components::{accept_drops, drop_veil, said, task_failed};
use crate::ui::language::{enter, page_name};
use crate::ui::state::Session;
use crate::ui::task::{Task, TaskState};
use leptos::prelude::*;
use opened::{Opened, open_named};
use rankscope_core::analysis::Dataset;
use rankscope_core::views::Page;
use std::sync::Arc;
use taken::{Taking, take};

pub(super) fn judge_page(session: Session) -> AnyView {
    let body = with_outline(session, move |dataset| judge(session, &dataset));
    let is_open = Memo::new(move |_| session.address.state.with(|state| state.sheet.is_some()));
    view! {
        // Who answers a sheet needs the room.
        <h1 class:visually-hidden=move || is_open.get()>
            {move || match is_open.get() {
                true => page_name(Page::Judge),
                false => Page::Judge.name().into(),
            }}
        </h1>
        {move || {
            (!is_open.get())
                .then(|| {
                    view! {
                        <p class="prose">
                            "People decide what is relevant. A round takes the first pictures of some systems, mixes in controls whose answer is known, and deals them to sheets, one a person. What comes back becomes votes by person; a rule turns these into judgements."
                        </p>
                    }
                })
        }}
        {body}
    }
    .into_any()
}

fn judge(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let named = Memo::new(move |_| session.address.state.with(|state| state.sheet.clone()));
    let taking = Taking::new(session);
    let is_over = RwSignal::new(false);
    accept_drops(is_over, move |files| taking.take_dropped(files));
    // From another page.
    Effect::new(move |_| {
        let files = session.judging.dropped.get();
        if !files.is_empty() {
            session.judging.dropped.set(Vec::new());
            take(taking, files);
        }
    });
    let opened: Task<Arc<Opened>> = Task::new();
    let for_sheet = dataset.clone();
    Effect::new(move |_| match named.get() {
        Some(named) => opened
            .start_with((session, for_sheet.clone(), named), |_, (session, dataset, named)| {
                open_named(session, dataset, named)
            }),
        None => opened.reset(),
    });
    let dataset = dataset.clone();
    let view = move || match named.with(Option::is_some) {
        // Controls need the judgements; who answers does not.
        false => {
            enter(Page::Judge, false);
            with_dataset(session, move |dataset| sections(session, taking, &dataset))
        }
        true => {
            enter(Page::Judge, true);
            let dataset = dataset.clone();
            let desk = move || match opened.get() {
                TaskState::Done(opened) => desk::desk(session, &dataset, &opened),
                TaskState::Failed { failure, .. } => view! {
                    {task_failed(opened, &failure)}
                    {sheets::close_button(session)}
                }
                .into_any(),
                _ => said(page_tr!("Opening the sheet …")),
            };
            desk.into_any()
        }
    };
    view! {
        {move || taking.outcomes()}
        {view}
        {drop_veil(is_over, "Drop a sheet to answer, or all that came back with the key")}
    }
    .into_any()
}

fn sections(session: Session, taking: Taking, dataset: &Arc<Dataset>) -> AnyView {
    view! {
        {sheets::sheets(session, taking, dataset)}
        {make::make(session, dataset)}
        {join::join_section(session, taking, dataset)}
    }
    .into_any()
}
