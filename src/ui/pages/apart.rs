//! Pages that are fetched apart from the first part of the page's module: their entries, where
//! `bundle` takes the module apart, and what stands in their place until they are there.
//!
//! An entry can be called once its part is loaded. Whatever only entries reach goes into their
//! part by itself; so nothing else may name the pages behind them.
#![allow(unsafe_code, reason = "what the entries become calls from one module into another")]

use super::{agreement, benchmark, compare, explore, leaderboard, learn};
use crate::messages::Failure;
use crate::ui::components::{failure_panel, results_skeleton};
use crate::ui::engine_client::Module;
use crate::ui::lessons::{lesson_panel, listen_to_keys};
use crate::ui::state::Session;
use crate::ui::state::parts::Part;
use crate::ui::task::{Ended, TaskState};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use rankscope_core::views::Page;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// So long after the engine: the first search has begun by then.
const PAUSE_MS: u32 = 1_000;

#[wasm_split(results, preload(load_answer), fallible)]
fn explore_answer(session: Session) -> Result<AnyView, SplitLoaderError> {
    Ok(explore::answer(session))
}

#[wasm_split(results, preload(load_list), fallible)]
fn query_list(session: Session, dataset: Arc<Dataset>) -> Result<AnyView, SplitLoaderError> {
    Ok(explore::list(session, &dataset))
}

#[wasm_split(results, preload(load_boards), fallible)]
fn boards_page(session: Session, page: Page) -> Result<AnyView, SplitLoaderError> {
    Ok(match page {
        Page::Compare => compare::compare_page(session),
        Page::Agreement => agreement::agreement_page(session),
        _ => leaderboard::leaderboard_page(session),
    })
}

#[wasm_split(benchmark, preload(load_benchmark), fallible)]
fn benchmark_page(session: Session) -> Result<AnyView, SplitLoaderError> {
    Ok(benchmark::benchmark_page(session))
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

/// Fetches a part, if nobody has yet.
pub fn want(session: Session, part: Part) {
    let task = session.parts.of(part);
    if task.with_untracked(|state| matches!(state, TaskState::Running { .. } | TaskState::Done(())))
    {
        return;
    }
    task.start(move |_| async move {
        let loaded = match part {
            // Each entry waits for its part by itself.
            Part::Results => all([load_answer().await, load_list().await, load_boards().await]),
            Part::Benchmark => load_benchmark().await,
            Part::Lessons => all([load_lessons().await, load_panel().await]),
        };
        // The browser's console has the reason.
        loaded.map_err(|_| Ended::Failed(not_loaded()))
    });
}

fn all<const N: usize>(loaded: [Result<(), SplitLoaderError>; N]) -> Result<(), SplitLoaderError> {
    loaded.into_iter().collect()
}

/// Fetches all parts once the engine is there: the next page then opens at once.
pub fn want_all_later(session: Session) {
    let is_begun = StoredValue::new(false);
    Effect::new(move |_| {
        let is_loading = matches!(session.engine.module.get(), Module::Loading { .. });
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

/// A page in a part that may have to be fetched first.
pub(super) fn page_of_part(session: Session, page: Page, part: Part) -> AnyView {
    let view = move || match page {
        Page::Benchmark => at_once(benchmark_page(session)),
        Page::Learn => at_once(learn_page(session)),
        _ => at_once(boards_page(session, page)),
    };
    once_there(session, part, Some(page), loading, view)
}

/// What Explore shows once something is asked.
pub(super) fn answer_apart(session: Session) -> AnyView {
    let waiting = move || results_skeleton(session.address.state.with(|state| state.k));
    once_there(session, Part::Results, None, waiting, move || at_once(explore_answer(session)))
}

/// Explore's list of the benchmark's queries.
pub(super) fn list_apart(session: Session, dataset: Arc<Dataset>) -> AnyView {
    let view = move || at_once(query_list(session, dataset.clone()));
    once_there(session, Part::Results, None, skeleton, view)
}

/// What is in a part, once that is there; before, `waiting` or what went wrong, below the heading
/// of `page` where that is a whole one.
fn once_there(
    session: Session,
    part: Part,
    page: Option<Page>,
    waiting: impl Fn() -> AnyView + Send + 'static,
    view: impl Fn() -> AnyView + Send + 'static,
) -> AnyView {
    want(session, part);
    let task = session.parts.of(part);
    let heading = move || page.map(|page| view! { <h1>{page.name()}</h1> });
    let view = move || match task.get() {
        TaskState::Done(()) => view(),
        TaskState::Failed { failure, .. } => {
            let what = match page {
                Some(_) => "This page could not be loaded.",
                None => "This part of the page could not be loaded.",
            };
            (heading(), failed(session, part, what, failure)).into_any()
        }
        _ => (heading(), waiting()).into_any(),
    };
    view.into_any()
}

/// The lesson beside the page, and the keys of the presenter mode; nothing outside the lessons.
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
        // The same one from step to step: it remembers where the focus goes.
        TaskState::Done(()) => at_once(panel(session)),
        TaskState::Failed { failure, .. } => {
            let what = "The lesson could not be loaded.";
            let body = || beside(failed(session, Part::Lessons, what, failure), false);
            is_wanted.get().then(body).into_any()
        }
        _ => is_wanted.get().then(|| beside(skeleton(), true)).into_any(),
    };
    view.into_any()
}

/// What an entry of a loaded part gives; it then has nothing to wait for.
fn at_once(view: impl Future<Output = Result<AnyView, SplitLoaderError>>) -> AnyView {
    match pin!(view).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Ok(view)) => view,
        Poll::Ready(Err(_)) | Poll::Pending => ().into_any(),
    }
}

fn loading() -> AnyView {
    view! {
        <div class="panel loading" aria-busy="true">
            <p role="status">"Loading this page …"</p>
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

fn beside(body: AnyView, is_busy: bool) -> AnyView {
    view! {
        <aside class="lesson" aria-label="Lesson" aria-busy=is_busy.then_some("true")>
            {body}
        </aside>
    }
    .into_any()
}

fn failed(session: Session, part: Part, what: &str, failure: Failure) -> AnyView {
    let failure = Failure { title: what.into(), ..failure };
    failure_panel(&failure, "Try again", move || want(session, part))
}

fn not_loaded() -> Failure {
    Failure {
        title: "A part of the page could not be loaded.".into(),
        detail: "A file of the page did not come: there may be no network, or the server has \
                 another version by now."
            .into(),
        advice: "Try again; if it fails again, reload the page.".into(),
    }
}
