//! What pages show until the benchmark's lists are loaded.

use crate::page_tr;
use crate::ui::components::{
    failure_panel, progress_bar, progress_line, results_skeleton, task_failed,
};
use crate::ui::language::page_number;
use crate::ui::state::Session;
use crate::ui::task::TaskState;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, words};
use rankscope_messages::{Failure, Progress};
use std::sync::Arc;

/// Without the progress, which changes all the time.
#[derive(Debug, Clone, PartialEq)]
enum Stage {
    Running,
    Failed(Failure),
    /// Only the judgements are missing.
    Unjudged(Failure),
    Ready(Arc<Dataset>),
}

/// Shows `page` once the lists are loaded; until then the progress or the error.
pub fn with_dataset(
    session: Session,
    page: impl Fn(Arc<Dataset>) -> AnyView + Send + 'static,
) -> AnyView {
    with_judged(session, Session::dataset, loading, page)
}

/// For Explore: shows `page` once everything that an answer needs is loaded.
pub(super) fn with_answerable(
    session: Session,
    page: impl Fn(Arc<Dataset>) -> AnyView + Send + 'static,
) -> AnyView {
    with_judged(session, Session::answerable, answer_loading, page)
}

fn with_judged(
    session: Session,
    judged: fn(&Session) -> Option<Arc<Dataset>>,
    loading: fn(Session) -> AnyView,
    page: impl Fn(Arc<Dataset>) -> AnyView + Send + 'static,
) -> AnyView {
    let stage = Memo::new(move |_| match stage_of_outline(session) {
        Stage::Ready(_) => match (judged(&session), session.lists.unjudged_because()) {
            (Some(dataset), _) => Stage::Ready(dataset),
            (None, Some(failure)) => Stage::Unjudged(failure),
            (None, None) => Stage::Running,
        },
        stage => stage,
    });
    at_stage(session, (stage, loading), page)
}

/// For a page that shows what it can before the judgements are loaded.
pub fn with_outline(
    session: Session,
    page: impl Fn(Arc<Dataset>) -> AnyView + Send + 'static,
) -> AnyView {
    at_stage(session, (Memo::new(move |_| stage_of_outline(session)), loading), page)
}

/// The lists without the judgements; tracked.
fn stage_of_outline(session: Session) -> Stage {
    session.lists.task.with(|state| match state {
        TaskState::Failed { failure, .. } => Stage::Failed(failure.clone()),
        TaskState::Done(dataset) => Stage::Ready(dataset.clone()),
        _ => Stage::Running,
    })
}

fn at_stage(
    session: Session,
    (stage, loading): (Memo<Stage>, fn(Session) -> AnyView),
    page: impl Fn(Arc<Dataset>) -> AnyView + Send + 'static,
) -> AnyView {
    let view = move || match stage.get() {
        Stage::Running => loading(session),
        Stage::Failed(failure) => task_failed(session.lists.task, &failure),
        Stage::Unjudged(failure) => unjudged(session, &failure),
        Stage::Ready(dataset) => page(dataset),
    };
    view.into_any()
}

fn unjudged(session: Session, failure: &Failure) -> AnyView {
    failure_panel(failure, page_tr!("Try again"), move || session.lists.load_judgements_again())
}

/// Why judgements cannot be loaded, with a retry button; tracked.
pub(super) fn judgements_failure(session: Session) -> Option<AnyView> {
    Some(unjudged(session, &session.lists.unjudged_because()?))
}

/// The progress of the judgements, which all values need, or why they cannot be loaded. `None` once
/// they are loaded.
pub(super) fn judgements_status(session: Session) -> Option<AnyView> {
    if session.dataset().is_some() {
        return None;
    }
    if let Some(failure) = judgements_failure(session) {
        return Some(failure);
    }
    let line =
        move || Some(progress_line(page_tr!("Loading the judgements"), &session.lists.progress()?));
    Some(view! { <div class="status-running">{line}</div> }.into_any())
}

fn loading(session: Session) -> AnyView {
    lists_loading(page_tr!("Loading the benchmark"), move || session.lists.progress())
}

/// Explore before its first answer: one bar over all bytes, in the place of the status line.
pub(super) fn answer_loading(session: Session) -> AnyView {
    let is_first = session.first_load.is_on;
    let is_changing = session.address.state.with_untracked(|state| state.edit.is_some());
    let view = move || match is_first.get() {
        false => loading(session),
        true => view! {
            <div class="tabs-place"></div>
            <div class="answer-head" class:answer-story=move || session.address.is_story.get()>
                <div class="status-area">
                    <div class="status-running">{first_load_line(session)}</div>
                </div>
                <div class="answer-tools" class:changing=is_changing></div>
            </div>
            {results_loading(session)}
        }
        .into_any(),
    };
    view.into_any()
}

/// The pictures of `index.html` before the first answer; later, empty cards.
pub(super) fn results_loading(session: Session) -> AnyView {
    match session.first_load.has_pictures && session.first_load.is_on.get_untracked() {
        true => view! { <img class="opening" src="opening.svg" alt="" /> }.into_any(),
        false => results_skeleton(session.address.state.with_untracked(|state| state.k)),
    }
}

pub(super) fn first_load_line(session: Session) -> AnyView {
    let line = move || {
        let (done, total) = session.first_load.bytes();
        let permille = (session.first_load.share() * 1000.0) as u64;
        let (done, total) = (page_number(&words::bytes(done)), page_number(&words::bytes(total)));
        let words = page_tr!("{done} of {total}", done, total);
        progress_bar(page_tr!("Loading"), (permille, 1000), words)
    };
    line.into_any()
}

pub(super) fn lists_loading(
    label: impl Into<String>,
    progress: impl Fn() -> Option<Progress> + Send + 'static,
) -> AnyView {
    let label = label.into();
    let line = move || Some(progress_line(label.clone(), &progress()?));
    view! {
        <div class="panel loading loading-lists">
            {line} <div class="skeleton skeleton-line"></div>
            <div class="skeleton skeleton-line"></div>
            <div class="skeleton skeleton-block"></div>
        </div>
    }
    .into_any()
}
