//! One state for all asynchronous work: a [`Task`] is a signal that is idle, running, done,
//! cancelled or failed.
//!
//! A new run replaces the current one and drops its future with everything that it awaits; dropping
//! a request to the engine cancels it. The same happens when the reactive owner of the task is
//! disposed. So work needs no counter to detect that it is stale.
//!
//! May use `messages` only.

mod abortable;
mod once;
mod state;

pub use once::Once;
pub use state::{Ended, TaskState};

use abortable::{AbortFlag, AbortOnDrop, abortable};
use gloo::timers::future::TimeoutFuture;
use leptos::prelude::*;
use rankscope_messages::{Failure, Progress, ProgressUnit};
use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

/// Milliseconds since the page was opened.
pub fn now_ms() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// Yields to the browser's event loop, so that the page stays responsive.
pub async fn pause() {
    TimeoutFuture::new(0).await;
}

/// The time since the last pause of long work.
pub struct Slice {
    began: f64,
}

impl Slice {
    /// The longest time without a response of the page; a frame has 16 ms.
    const MS: f64 = 12.0;

    pub fn begun() -> Self {
        Self { began: js_sys::Date::now() }
    }

    pub fn is_over(&self) -> bool {
        js_sys::Date::now() - self.began > Self::MS
    }

    pub async fn pause(&mut self) {
        pause().await;
        self.began = js_sys::Date::now();
    }
}

/// A pause for long work that may be taken often: it yields once a [`Slice`] is over. A timer takes several
/// milliseconds, many times as long as the work between two pauses.
pub fn pauses() -> impl AsyncFn() {
    let slice = RefCell::new(Slice::begun());
    async move || {
        if slice.borrow().is_over() {
            pause().await;
            slice.replace(Slice::begun());
        }
    }
}

/// Work that a separate part of the page's module does: entry points of parts cannot be `async`.
pub type Later<T> = Pin<Box<dyn Future<Output = T>>>;

/// The failure of work whose part of the page's module did not arrive.
pub fn part_missing(title: &str) -> Failure {
    Failure {
        title: title.into(),
        detail: "A file of the page did not arrive: the network may be down.".into(),
        advice: "Try again. If that fails, reload the page.".into(),
    }
}

type Work<T> = Rc<dyn Fn(Run<T>) -> Later<Result<T, Ended>>>;

/// Work with a result `T`, at most one run at a time. Cheap to copy.
pub struct Task<T: Send + Sync + 'static> {
    state: RwSignal<TaskState<T>>,
    run: StoredValue<Option<AbortOnDrop>, LocalStorage>,
    work: StoredValue<Option<Work<T>>, LocalStorage>,
}

/// The handle that work reports to. Reports are ignored once the run is replaced or cancelled.
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
    pub fn new() -> Self {
        Self {
            state: RwSignal::new(TaskState::Idle),
            run: StoredValue::new_local(None),
            work: StoredValue::new_local(None),
        }
    }

    pub fn start<F>(&self, work: impl Fn(Run<T>) -> F + 'static)
    where
        F: Future<Output = Result<T, Ended>> + 'static,
    {
        let work: Work<T> = Rc::new(move |run| Box::pin(work(run)));
        self.work.try_set_value(Some(work.clone()));
        self.run(&work);
    }

    /// The same with an input, of which each run gets a clone.
    pub fn start_with<I, F>(&self, input: I, work: impl Fn(Run<T>, I) -> F + 'static)
    where
        I: Clone + 'static,
        F: Future<Output = Result<T, Ended>> + 'static,
    {
        self.start(move |run| work(run, input.clone()));
    }

    pub fn retry(&self) {
        if let Some(work) = self.work.try_get_value().flatten() {
            self.run(&work);
        }
    }

    /// Cancels the current run and keeps its partial result. Does nothing if none is running.
    pub fn cancel(&self) {
        if self.state.try_with_untracked(TaskState::is_running) == Some(true) {
            self.abort();
            self.state.try_update(|state| state.end(Err(Ended::Cancelled)));
        }
    }

    /// Cancels the current run and resets the task to idle.
    pub fn reset(&self) {
        self.abort();
        self.work.try_set_value(None);
        let _ = self.state.try_set(TaskState::Idle);
    }

    /// Cancels the current run and sets a result from elsewhere.
    pub fn finish_with(&self, value: T) {
        self.abort();
        let _ = self.state.try_set(TaskState::Done(value));
    }

    /// Applies `read` to the state; tracked.
    pub fn with<U>(&self, read: impl FnOnce(&TaskState<T>) -> U) -> U {
        self.state.with(read)
    }

    pub fn with_untracked<U>(&self, read: impl FnOnce(&TaskState<T>) -> U) -> U {
        self.state.with_untracked(read)
    }

    /// Tracked.
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
        // If the owner is disposed, the handle is returned and dropped, and the work with it.
        drop(self.run.try_set_value(Some(abort)));
        leptos::task::spawn_local(work);
    }

    fn abort(&self) {
        // Taken out of the stored value first: dropping the work may reach this task.
        let run = self.run.try_update_value(Option::take);
        drop(run);
    }
}

impl<T: Clone + Send + Sync + 'static> Task<T> {
    /// Tracked.
    pub fn get(&self) -> TaskState<T> {
        self.state.get()
    }

    /// The result, or the partial one; tracked.
    pub fn value(&self) -> Option<T> {
        self.with(|state| state.value().cloned())
    }
}

impl<T: Send + Sync + 'static> Run<T> {
    pub fn progress(&self, progress: Progress) {
        self.update(|state| state.set_progress(progress));
    }

    /// Progress of `done` of `total` units.
    pub fn count(&self, what: impl Into<String>, done: usize, total: usize, unit: ProgressUnit) {
        let (what, done, total) = (what.into(), done as u64, total as u64);
        self.progress(Progress { what, done, total, unit });
    }

    pub fn partial(&self, value: T) {
        self.update_partial(|partial| *partial = Some(value));
    }

    pub fn update_partial(&self, change: impl FnOnce(&mut Option<T>)) {
        self.update(|state| state.update_partial(change));
    }

    fn update(&self, change: impl FnOnce(&mut TaskState<T>)) {
        if !self.is_aborted.is_set() {
            // The signal may be disposed: the visitor may have left the page.
            self.state.try_update(change);
        }
    }
}
