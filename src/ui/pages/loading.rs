//! What every page shows until the benchmark's lists are loaded.

use crate::ui::components::{failure_panel, progress_bar, progress_line, results_skeleton};
use crate::ui::state::Session;
use crate::ui::task::TaskState;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, words};
use rankscope_messages::{Failure, Progress};
use std::sync::Arc;

/// The loading stage, without the progress numbers, which change all the time.
#[derive(Debug, Clone, PartialEq)]
enum Stage {
    Running,
    Failed(Failure),
    /// Everything but the judgements is there.
    Unjudged(Failure),
    Ready(Arc<Dataset>),
}

/// Shows `page` once the lists are loaded; until then their progress, or the error.
pub fn with_dataset(
    session: Session,
    page: impl Fn(Arc<Dataset>) -> AnyView + Send + 'static,
) -> AnyView {
    with_judged(session, Session::dataset, loading, page)
}

/// The same for Explore, once all are loaded that an answer needs.
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

/// The same for a page that shows what it can before the judgements are there.
pub fn with_outline(
    session: Session,
    page: impl Fn(Arc<Dataset>) -> AnyView + Send + 'static,
) -> AnyView {
    at_stage(session, (Memo::new(move |_| stage_of_outline(session)), loading), page)
}

/// How far the lists without the judgements are; tracked.
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
        Stage::Failed(failure) => {
            failure_panel(&failure, "Try again", move || session.lists.task.retry())
        }
        Stage::Unjudged(failure) => unjudged(session, &failure),
        Stage::Ready(dataset) => page(dataset),
    };
    view.into_any()
}

fn unjudged(session: Session, failure: &Failure) -> AnyView {
    failure_panel(failure, "Try again", move || session.lists.load_judgements_again())
}

/// Why judgements cannot be loaded, with a way to try again; tracked.
pub(super) fn judgements_failure(session: Session) -> Option<AnyView> {
    Some(unjudged(session, &session.lists.unjudged_because()?))
}

/// How far the judgements are, without which nothing is computed, or why they cannot be loaded.
/// `None` once they are there.
pub(super) fn judgements_status(session: Session) -> Option<AnyView> {
    if session.dataset().is_some() {
        return None;
    }
    if let Some(failure) = judgements_failure(session) {
        return Some(failure);
    }
    let line =
        move || Some(progress_line("Loading the judgements".into(), &session.lists.progress()?));
    Some(view! { <div class="status-running">{line}</div> }.into_any())
}

fn loading(session: Session) -> AnyView {
    lists_loading("Loading the benchmark", move || session.lists.progress())
}

/// Explore before its first answer: one bar over all bytes, where the status line will be. Below it the
/// pictures of `index.html`, or empty cards.
pub(super) fn answer_loading(session: Session) -> AnyView {
    let is_first = session.first_load.is_on;
    let is_changing = session.address.state.with_untracked(|state| state.edit.is_some());
    let view = move || match is_first.get() {
        false => loading(session),
        true => view! {
            <div class="tabs-place"></div>
            <div class="answer-head">
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

/// In place of Explore's results: the pictures of `index.html` before the first answer, or empty cards.
pub(super) fn results_loading(session: Session) -> AnyView {
    match session.first_load.has_pictures && session.first_load.is_on.get_untracked() {
        true => view! { <img class="opening" src="opening.svg" alt="" /> }.into_any(),
        false => results_skeleton(session.address.state.with_untracked(|state| state.k)),
    }
}

/// How much has arrived of what the first answer needs.
pub(super) fn first_load_line(session: Session) -> AnyView {
    let line = move || {
        let (done, total) = session.first_load.bytes();
        let permille = (session.first_load.share() * 1000.0) as u64;
        let words = format!("{} of {}", words::bytes(done), words::bytes(total));
        progress_bar("Loading".into(), (permille, 1000), words)
    };
    line.into_any()
}

/// The progress of loading lists, above empty lines.
pub(super) fn lists_loading(
    label: &'static str,
    progress: impl Fn() -> Option<Progress> + Send + 'static,
) -> AnyView {
    let line = move || Some(progress_line(label.to_string(), &progress()?));
    view! {
        <div class="panel loading loading-lists">
            {line} <div class="skeleton skeleton-line"></div>
            <div class="skeleton skeleton-line"></div>
            <div class="skeleton skeleton-block"></div>
        </div>
    }
    .into_any()
}
