//! One kind of state for everything that takes time: a [`Task`] is idle, running, done, cancelled
//! or failed, as a signal.
//!
//! A new run replaces the one under way and drops its future, and with it whatever that waits for:
//! requests to the engine are cancelled by being dropped. The same happens when the owner of the
//! task is disposed. So work needs no counter to find out whether it is still wanted.
//!
//! It may use `messages` alone.

mod abortable;
mod pause;
mod state;

pub use pause::pause;
pub use state::{Ended, TaskState};

use crate::messages::Progress;
use abortable::{AbortFlag, AbortOnDrop, abortable};
use leptos::prelude::*;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

type LocalFuture<T> = Pin<Box<dyn Future<Output = Result<T, Ended>>>>;
type Work<T> = Rc<dyn Fn(Run<T>) -> LocalFuture<T>>;

/// Work that makes a `T`, at most one run at a time. Cheap to copy.
pub struct Task<T: Send + Sync + 'static> {
    state: RwSignal<TaskState<T>>,
    run: StoredValue<Option<AbortOnDrop>, LocalStorage>,
    /// What [`Task::retry`] runs.
    work: StoredValue<Option<Work<T>>, LocalStorage>,
}

/// One run of a task, as its work sees it. Once the run is replaced or cancelled, what it reports
/// changes nothing.
pub struct Run<T: Send + Sync + 'static> {
    state: RwSignal<TaskState<T>>,
    is_aborted: AbortFlag,
}

impl<T: Send + Sync + 'static> Clone for Task<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Send + Sync + 'static> Copy for Task<T> {}

impl<T: Send + Sync + 'static> Default for Task<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Send + Sync + 'static> Task<T> {
    /// Idle.
    #[must_use]
    pub fn new() -> Self {
        Self {
            state: RwSignal::new(TaskState::Idle),
            run: StoredValue::new_local(None),
            work: StoredValue::new_local(None),
        }
    }

    /// Starts work in the place of whatever is under way.
    pub fn start<F>(&self, work: impl Fn(Run<T>) -> F + 'static)
    where
        F: Future<Output = Result<T, Ended>> + 'static,
    {
        let work: Work<T> = Rc::new(move |run| Box::pin(work(run)));
        self.work.try_set_value(Some(work.clone()));
        self.run(&work);
    }

    /// Starts the last work again.
    pub fn retry(&self) {
        if let Some(work) = self.work.try_get_value().flatten() {
            self.run(&work);
        }
    }

    /// Stops what is under way; what there is already stays. Nothing happens otherwise.
    pub fn cancel(&self) {
        if self.state.try_with_untracked(TaskState::is_running) == Some(true) {
            self.abort();
            self.state.try_update(|state| state.end(Err(Ended::Cancelled)));
        }
    }

    /// Stops what is under way and forgets everything.
    pub fn reset(&self) {
        self.abort();
        self.work.try_set_value(None);
        let _ = self.state.try_set(TaskState::Idle);
    }

    /// Stops what is under way and takes a result from elsewhere.
    pub fn finish_with(&self, value: T) {
        self.abort();
        let _ = self.state.try_set(TaskState::Done(value));
    }

    /// What `read` makes of the state; tracked.
    pub fn with<U>(&self, read: impl FnOnce(&TaskState<T>) -> U) -> U {
        self.state.with(read)
    }

    /// The same without tracking.
    pub fn with_untracked<U>(&self, read: impl FnOnce(&TaskState<T>) -> U) -> U {
        self.state.with_untracked(read)
    }

    /// Whether it is under way; tracked.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.with(TaskState::is_running)
    }

    fn run(&self, work: &Work<T>) {
        self.abort();
        let _ = self.state.try_set(TaskState::started());
        let is_aborted = AbortFlag::new();
        let run = Run { state: self.state, is_aborted: is_aborted.clone() };
        let own = Run { state: self.state, is_aborted: is_aborted.clone() };
        let work = work(run);
        let (work, abort) = abortable(
            async move {
                let outcome = work.await;
                own.update(|state| state.end(outcome));
            },
            is_aborted,
        );
        // Where the owner is gone, the handle comes back and is dropped, and the work with it.
        drop(self.run.try_set_value(Some(abort)));
        leptos::task::spawn_local(work);
    }

    fn abort(&self) {
        // Dropped outside of the stored value: what the work owns may reach this task.
        let run = self.run.try_update_value(Option::take);
        drop(run);
    }
}

impl<T: Clone + Send + Sync + 'static> Task<T> {
    /// The state; tracked.
    #[must_use]
    pub fn get(&self) -> TaskState<T> {
        self.state.get()
    }

    /// The result, or what there is of it; tracked.
    #[must_use]
    pub fn value(&self) -> Option<T> {
        self.with(|state| state.value().cloned())
    }
}

impl<T: Send + Sync + 'static> Run<T> {
    /// Reports how far the work is.
    pub fn progress(&self, progress: Progress) {
        self.update(|state| state.set_progress(progress));
    }

    /// Shows what there is already.
    pub fn partial(&self, value: T) {
        self.update_partial(|partial| *partial = Some(value));
    }

    /// Changes what there is already.
    pub fn update_partial(&self, change: impl FnOnce(&mut Option<T>)) {
        self.update(|state| state.update_partial(change));
    }

    fn update(&self, change: impl FnOnce(&mut TaskState<T>)) {
        if !self.is_aborted.is_set() {
            // The page may have been left, and its signals with it.
            self.state.try_update(change);
        }
    }
}
