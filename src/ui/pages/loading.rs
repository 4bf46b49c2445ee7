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
    Ready(Arc<Dataset>),
}

/// Shows `page` once the lists are loaded; until then their progress, or the error.
pub fn with_dataset(
    session: Session,
    page: impl Fn(Arc<Dataset>) -> AnyView + Send + 'static,
) -> AnyView {
    let stage = Memo::new(move |_| {
        session.lists.task.with(|state| match state {
            TaskState::Failed { failure, .. } => Stage::Failed(failure.clone()),
            TaskState::Done(dataset) => Stage::Ready(dataset.clone()),
            _ => Stage::Running,
        })
    });
    let view = move || match stage.get() {
        Stage::Running => loading(session),
        Stage::Failed(failure) => {
            failure_panel(&failure, "Try again", move || session.lists.task.retry())
        }
        Stage::Ready(dataset) => page(dataset),
    };
    view.into_any()
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
        <div class="panel loading">
            {line} <div class="skeleton skeleton-line"></div>
            <div class="skeleton skeleton-line"></div>
            <div class="skeleton skeleton-block"></div>
        </div>
    }
    .into_any()
}
