//! Pages in separately loaded parts of the app's module: their entry points, where `bundle` splits
//! the module, and the placeholders shown while a part is loading.
//!
//! An entry point can be called once its part is loaded. Code that is reachable only from entry
//! points goes into their part, so nothing else may refer to the pages behind them.
#![allow(unsafe_code, reason = "entry points are calls from one module into another")]

use super::loading::answer_loading;
use super::{
    agreement, benchmark, card, carried, combine, compare, distribution, explore, guides, judge,
    leaderboard, learn, opened_value, receipt, share, topics,
};
use crate::ui::components::{failure_panel, value_card};
use crate::ui::engine_client::Module;
use crate::ui::language::page_heading;
use crate::ui::lessons::{lesson_panel, listen_to_keys};
use crate::ui::state::Session;
use crate::ui::state::parts::{Part, at_once};
use crate::ui::state::shown_apart;
use crate::ui::task::{Ended, TaskState};
use crate::{page_tr, tr};
use gloo::timers::future::TimeoutFuture;
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use rankscope_core::views::Page;
use rankscope_messages::Failure;
use std::sync::Arc;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// After the engine has started; the first search has begun by then.
const PAUSE_MS: u32 = 1_000;

#[wasm_split(results, preload(load_answer), fallible)]
fn explore_answer(session: Session) -> Result<AnyView, SplitLoaderError> {
    Ok(explore::answer(session, value_card_apart))
}

#[wasm_split(results, preload(load_list), fallible)]
fn query_list(session: Session, dataset: Arc<Dataset>) -> Result<AnyView, SplitLoaderError> {
    Ok(explore::list(session, &dataset))
}

#[wasm_split(boards, preload(load_boards), fallible)]
fn boards_page(session: Session, page: Page) -> Result<AnyView, SplitLoaderError> {
    Ok(match page {
        Page::Compare => compare::compare_page(session, value_card_apart),
        Page::Agreement => agreement::agreement_page(session),
        Page::Topics => topics::topics_page(session),
        Page::Guides => guides::guides_page(session),
        _ => leaderboard::leaderboard_page(session),
    })
}

#[wasm_split(results, preload(load_combine), fallible)]
fn combine_menu(session: Session) -> Result<AnyView, SplitLoaderError> {
    Ok(combine::combine_picker(session))
}

/// What few visits open waits with the boards, of which Compare has it too.
#[wasm_split(boards, preload(load_opened_value), fallible)]
fn opened_value_card(session: Session) -> Result<AnyView, SplitLoaderError> {
    Ok(opened_value::opened_value(session))
}

/// Shares charts and tables with the boards.
#[wasm_split(boards, preload(load_distribution), fallible)]
fn distribution_section(session: Session) -> Result<AnyView, SplitLoaderError> {
    Ok(distribution::distribution(session))
}

/// Shares tables with the boards.
#[wasm_split(boards, preload(load_carried), fallible)]
fn carried_section(session: Session) -> Result<AnyView, SplitLoaderError> {
    Ok(carried::carried(session))
}

#[wasm_split(results, preload(load_conditions), fallible)]
fn conditions_field(session: Session, is_open: Signal<bool>) -> Result<AnyView, SplitLoaderError> {
    Ok(explore::conditions_field(session, is_open))
}

#[wasm_split(results, preload(load_conditions_note), fallible)]
fn conditions_note(session: Session) -> Result<AnyView, SplitLoaderError> {
    Ok(explore::conditions_note(session))
}

/// Shares measures and their names with the results.
#[wasm_split(results, preload(load_share), fallible)]
fn share_sections(session: Session) -> Result<AnyView, SplitLoaderError> {
    Ok(share::sections(session, card_apart))
}

#[wasm_split(card, preload(load_card), fallible)]
fn card_to_share(session: Session, link: Signal<String>) -> Result<AnyView, SplitLoaderError> {
    Ok(card::card(session, link))
}

#[wasm_split(benchmark, preload(load_benchmark), fallible)]
fn benchmark_page(session: Session) -> Result<AnyView, SplitLoaderError> {
    Ok(benchmark::benchmark_page(session, [distribution_apart, carried_apart]))
}

/// Beside the reader of the files.
#[wasm_split(benchmark, preload(load_receipt), fallible)]
fn receipt_card(session: Session) -> Result<AnyView, SplitLoaderError> {
    Ok(receipt::receipt(session))
}

#[wasm_split(judge, preload(load_judge), fallible)]
fn judge_page(session: Session) -> Result<AnyView, SplitLoaderError> {
    Ok(judge::judge_page(session))
}

#[wasm_split(lessons, preload(load_lessons), fallible)]
fn learn_page(session: Session) -> Result<AnyView, SplitLoaderError> {
    Ok(learn::learn_page(session))
}

#[wasm_split(lessons, preload(load_panel), fallible)]
fn panel(session: Session) -> Result<AnyView, SplitLoaderError> {
    listen_to_keys(session);
    Ok(lesson_panel(session))
}

pub fn want(session: Session, part: Part) {
    let task = session.parts.of(part);
    if task.with_untracked(|state| matches!(state, TaskState::Running { .. } | TaskState::Done(())))
    {
        return;
    }
    task.start(move |_| async move {
        let loaded = match part {
            // Each entry point loads its part independently.
            Part::Results => all([
                load_answer().await,
                load_list().await,
                load_combine().await,
                load_conditions().await,
                load_conditions_note().await,
                load_share().await,
                shown_apart::load().await,
            ]),
            Part::Boards => all([
                load_boards().await,
                load_distribution().await,
                load_carried().await,
                load_opened_value().await,
            ]),
            Part::Benchmark => all([load_benchmark().await, load_receipt().await]),
            Part::Judge => load_judge().await,
            Part::Card => load_card().await,
            Part::Lessons => all([load_lessons().await, load_panel().await]),
        };
        // The browser's console shows the cause.
        loaded.map_err(|_| Ended::Failed(not_loaded()))
    });
}

fn all<const N: usize>(loaded: [Result<(), SplitLoaderError>; N]) -> Result<(), SplitLoaderError> {
    loaded.into_iter().collect()
}

/// Once the engine has started and Explore has answered, so that the next page opens at once.
pub fn want_all_later(session: Session) {
    let is_begun = StoredValue::new(false);
    Effect::new(move |_| {
        let is_loading = matches!(session.engine.module.get(), Module::Loading { .. });
        let is_loading = is_loading || session.lists.is_answering();
        if is_loading || is_begun.get_value() {
            return;
        }
        is_begun.set_value(true);
        leptos::task::spawn_local(async move {
            TimeoutFuture::new(PAUSE_MS).await;
            Part::ALL.into_iter().for_each(|part| want(session, part));
        });
    });
}

pub(super) fn page_of_part(session: Session, page: Page, part: Part) -> AnyView {
    let view = move || match page {
        Page::Benchmark => at_once(benchmark_page(session)).into_any(),
        Page::Judge => at_once(judge_page(session)).into_any(),
        Page::Learn => at_once(learn_page(session)).into_any(),
        _ => at_once(boards_page(session, page)).into_any(),
    };
    once_there(session, part, Some(page), loading, view)
}

pub(super) fn answer_apart(session: Session) -> AnyView {
    let waiting = move || answer_loading(session);
    once_there(session, Part::Results, None, waiting, move || {
        at_once(explore_answer(session)).into_any()
    })
}

fn distribution_apart(session: Session) -> AnyView {
    let view = move || at_once(distribution_section(session)).into_any();
    once_there(session, Part::Boards, None, skeleton, view)
}

fn carried_apart(session: Session) -> AnyView {
    let view = move || at_once(carried_section(session)).into_any();
    once_there(session, Part::Boards, None, skeleton, view)
}

pub(super) fn list_apart(session: Session, dataset: Arc<Dataset>) -> AnyView {
    let view = move || at_once(query_list(session, dataset.clone())).into_any();
    once_there(session, Part::Results, None, skeleton, view)
}

pub(super) fn conditions_apart(session: Session, is_open: Signal<bool>) -> AnyView {
    let view = move || at_once(conditions_field(session, is_open)).into_any();
    once_there(session, Part::Results, None, skeleton, view)
}

/// Nothing without conditions in the address.
pub(super) fn conditions_note_apart(session: Session) -> AnyView {
    let is_loaded = is_loaded(session, Part::Results);
    let is_shown = move || is_loaded() && session.filtered.words.with(Option::is_some);
    (move || is_shown().then(|| at_once(conditions_note(session))).flatten()).into_any()
}

/// How a value comes about that was opened.
fn value_card_apart(session: Session, is_ready: Signal<bool>) -> AnyView {
    value_card(session.address, is_ready, move || {
        // It judges lists of its own.
        want(session, Part::Results);
        let view = move || at_once(opened_value_card(session)).into_any();
        once_there(session, Part::Boards, None, skeleton, view)
    })
}

pub(super) fn share_apart(session: Session) -> AnyView {
    let view = move || at_once(share_sections(session)).into_any();
    once_there(session, Part::Results, None, skeleton, view)
}

fn card_apart(session: Session, link: Signal<String>) -> AnyView {
    let view = move || at_once(card_to_share(session, link)).into_any();
    once_there(session, Part::Card, None, skeleton, view)
}

/// Nothing until its part is loaded.
pub(super) fn combine_apart(session: Session) -> AnyView {
    let is_loaded = is_loaded(session, Part::Results);
    (move || is_loaded().then(|| at_once(combine_menu(session))).flatten()).into_any()
}

fn is_loaded(session: Session, part: Part) -> impl Fn() -> bool {
    let task = session.parts.of(part);
    move || task.with(|state| matches!(state, TaskState::Done(())))
}

/// Shows `view` once a part is loaded; until then `waiting`, or the error, below the heading of
/// `page`.
fn once_there(
    session: Session,
    part: Part,
    page: Option<Page>,
    waiting: impl Fn() -> AnyView + Send + 'static,
    view: impl Fn() -> AnyView + Send + 'static,
) -> AnyView {
    want(session, part);
    let task = session.parts.of(part);
    let heading = move || page.map(|page| view! { <h1>{page_heading(page)}</h1> });
    let view = move || match task.get() {
        TaskState::Done(()) => view(),
        TaskState::Failed { failure, .. } => {
            let what = match page {
                Some(_) => page_tr!("This page could not be loaded"),
                None => page_tr!("This part of the page could not be loaded"),
            };
            (heading(), failed(session, part, what, failure)).into_any()
        }
        _ => (heading(), waiting()).into_any(),
    };
    view.into_any()
}

/// What becomes of the visitor's files.
pub fn receipt_apart(session: Session) -> AnyView {
    let has_news = Memo::new(move |_| session.imports.has_news());
    let card = move || {
        let view = move || at_once(receipt_card(session)).into_any();
        once_there(session, Part::Benchmark, None, || ().into_any(), view)
    };
    (move || has_news.get().then(card)).into_any()
}

/// The lesson panel and the keys of presenter mode.
pub fn lesson_apart(session: Session) -> AnyView {
    let is_wanted = Memo::new(move |_| {
        session.address.state.with(|state| state.lesson.is_some() || state.present)
    });
    Effect::new(move |_| {
        if is_wanted.get() {
            want(session, Part::Lessons);
        }
    });
    let task = session.parts.of(Part::Lessons);
    let view = move || match task.get() {
        // One panel for all steps: it remembers where to move the focus.
        TaskState::Done(()) => at_once(panel(session)).into_any(),
        TaskState::Failed { failure, .. } => {
            let what = tr!("The lesson could not be loaded");
            let body = || aside(failed(session, Part::Lessons, what, failure), false);
            is_wanted.get().then(body).into_any()
        }
        _ => is_wanted.get().then(|| aside(skeleton(), true)).into_any(),
    };
    view.into_any()
}

fn loading() -> AnyView {
    view! {
        <div class="panel loading" aria-busy="true">
            <p role="status">{page_tr!("Loading this page …")}</p>
            {skeleton()}
        </div>
    }
    .into_any()
}

fn skeleton() -> AnyView {
    view! {
        <div class="skeleton skeleton-line"></div>
        <div class="skeleton skeleton-line"></div>
        <div class="skeleton skeleton-block"></div>
    }
    .into_any()
}

fn aside(body: AnyView, is_busy: bool) -> AnyView {
    let busy = is_busy.then_some("true");
    view! { <aside class="lesson" aria-label=tr!("Lesson") aria-busy=busy>{body}</aside> }
        .into_any()
}

fn failed(session: Session, part: Part, what: String, failure: Failure) -> AnyView {
    let failure = Failure { title: what, ..failure };
    failure_panel(&failure, page_tr!("Try again"), move || want(session, part))
}

fn not_loaded() -> Failure {
    Failure {
        title: page_tr!("A part of the page could not be loaded"),
        detail: page_tr!(
            "A file of the page did not arrive: the network may be down, or the server may have a newer version."
        ),
        advice: page_tr!("Try again. If that fails, reload the page."),
    }
}
