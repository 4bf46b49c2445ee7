//! What every page shows until the benchmark's lists are loaded.

use crate::messages::{Failure, Progress};
use crate::ui::components::{failure_panel, progress_line};
use crate::ui::state::Session;
use crate::ui::task::TaskState;
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
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
    with_judged(session, Session::dataset, page)
}

/// The same for Explore, once all are loaded that an answer needs.
pub(super) fn with_answerable(
    session: Session,
    page: impl Fn(Arc<Dataset>) -> AnyView + Send + 'static,
) -> AnyView {
    with_judged(session, Session::answerable, page)
}

fn with_judged(
    session: Session,
    judged: fn(&Session) -> Option<Arc<Dataset>>,
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
    at_stage(session, stage, page)
}

/// The same for a page that shows what it can before the judgements are there.
pub fn with_outline(
    session: Session,
    page: impl Fn(Arc<Dataset>) -> AnyView + Send + 'static,
) -> AnyView {
    at_stage(session, Memo::new(move |_| stage_of_outline(session)), page)
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
    stage: Memo<Stage>,
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
