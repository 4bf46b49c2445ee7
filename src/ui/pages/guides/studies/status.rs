//! How far a study is, with its buttons.

use crate::ui::components::{failure_panel, line_with_button, progress_line};
use crate::ui::task::{Task, TaskState};
use leptos::prelude::*;

/// The line of a study: `doing` names the work, `cancelled` says what stays.
pub(super) fn status<T: Clone + Send + Sync + 'static>(
    task: Task<T>,
    doing: &'static str,
    cancelled: &'static str,
) -> AnyView {
    let line = move || match task.get() {
        TaskState::Running { progress, .. } => {
            let line = match progress {
                Some(progress) => progress_line(doing.into(), &progress),
                None => view! { <p role="status">"Starting …"</p> }.into_any(),
            };
            Some(line_with_button(line, "Cancel", move || task.cancel()))
        }
        TaskState::Failed { failure, .. } => {
            Some(failure_panel(&failure, "Try again", move || task.retry()))
        }
        TaskState::Cancelled { .. } => Some(view! { <p role="status">{cancelled}</p> }.into_any()),
        TaskState::Idle | TaskState::Done(_) => None,
    };
    view! { <div class="status-area">{line}</div> }.into_any()
}
