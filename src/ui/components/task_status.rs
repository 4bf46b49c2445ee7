//! Progress, failure and cancellation of a task, each with its button.

use super::failure::failure_panel;
use super::progress::{line_with_button, progress_line};
use crate::page_tr;
use crate::ui::task::Task;
use leptos::prelude::*;
use rankscope_messages::{Failure, Progress, ProgressUnit};

/// A sentence that screen readers announce.
pub fn said(words: impl Into<String>) -> AnyView {
    let words = words.into();
    view! { <p role="status">{words}</p> }.into_any()
}

/// `waiting` until there is progress.
pub fn progress_or(label: &str, progress: Option<&Progress>, waiting: &'static str) -> AnyView {
    progress.map_or_else(|| said(waiting), |progress| progress_line(label.into(), progress))
}

pub fn engine_progress(received: u64, total: u64) -> AnyView {
    let (what, unit) = ("engine".into(), ProgressUnit::Bytes);
    progress_line(page_tr!("Loading the engine"), &Progress { what, done: received, total, unit })
}

pub fn cancellable<T: Send + Sync>(task: Task<T>, line: AnyView) -> AnyView {
    line_with_button(line, page_tr!("Cancel"), move || task.cancel())
}

pub fn task_cancelled<T: Send + Sync>(
    task: Task<T>,
    words: &'static str,
    again: &'static str,
) -> AnyView {
    line_with_button(said(words), again, move || task.retry())
}

pub fn task_failed<T: Send + Sync>(task: Task<T>, failure: &Failure) -> AnyView {
    failure_panel(failure, page_tr!("Try again"), move || task.retry())
}
