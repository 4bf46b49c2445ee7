//! How far a study is.

use crate::ui::components::{cancellable, progress_or, said, task_failed};
use crate::ui::task::{Task, TaskState};
use leptos::prelude::*;

/// The progress of a study, or why it stopped; `cancelled` says what remains.
pub(super) fn status<T: Clone + Send + Sync + 'static>(
    task: Task<T>,
    doing: &'static str,
    cancelled: &'static str,
) -> AnyView {
    let line = move || match task.get() {
        TaskState::Running { progress, .. } => {
            Some(cancellable(task, progress_or(doing, progress.as_ref(), "Starting …")))
        }
        TaskState::Failed { failure, .. } => Some(task_failed(task, &failure)),
        TaskState::Cancelled { .. } => Some(said(cancelled)),
        TaskState::Idle | TaskState::Done(_) => None,
    };
    view! { <div class="status-area">{line}</div> }.into_any()
}
