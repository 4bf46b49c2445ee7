use super::{Ended, Run, Task, TaskState};
use leptos::prelude::*;
use std::future::Future;

/// A task whose result is of an input, and is not computed again for the same one.
pub struct Once<I: Send + Sync + 'static, T: Send + Sync + 'static> {
    pub task: Task<T>,
    input: StoredValue<Option<I>>,
}

impl<I: Send + Sync + 'static, T: Send + Sync + 'static> Clone for Once<I, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I: Send + Sync + 'static, T: Send + Sync + 'static> Copy for Once<I, T> {}

impl<I: Send + Sync + 'static, T: Send + Sync + 'static> Default for Once<I, T> {
    fn default() -> Self {
        Self { task: Task::new(), input: StoredValue::new(None) }
    }
}

impl<I, T> Once<I, T>
where
    I: Clone + PartialEq + Send + Sync + 'static,
    T: Send + Sync + 'static,
{
    /// Starts the work unless it is done or in progress for this input.
    pub fn want<F>(&self, input: &I, work: impl Fn(Run<T>, I) -> F + 'static)
    where
        F: Future<Output = Result<T, Ended>> + 'static,
    {
        let is_same = self.input.with_value(|own| own.as_ref() == Some(input));
        if is_same && self.task.with_untracked(TaskState::is_running_or_done) {
            return;
        }
        self.input.set_value(Some(input.clone()));
        self.task.start_with(input.clone(), work);
    }
}
