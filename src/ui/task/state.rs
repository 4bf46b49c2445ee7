//! How work goes, from its start to its end.
//!
//! It knows no browser: `tests/task.rs` compiles this file natively.

use crate::messages::{Failure, Progress};

/// The state of a task that makes a `T`.
#[derive(Debug, Clone, PartialEq)]
pub enum TaskState<T> {
    /// Not started.
    Idle,
    /// Under way.
    Running {
        /// How far it is; `None` until it says.
        progress: Option<Progress>,
        /// What there is already.
        partial: Option<T>,
    },
    /// Finished.
    Done(T),
    /// Cancelled by the visitor, or with the worker that did it.
    Cancelled {
        /// What there was by then.
        partial: Option<T>,
    },
    /// It failed.
    Failed {
        /// Why.
        failure: Failure,
        /// What there was by then.
        partial: Option<T>,
    },
}

/// Why work ended without a result.
#[derive(Debug, Clone, PartialEq)]
pub enum Ended {
    /// It failed.
    Failed(Failure),
    /// It was cancelled.
    Cancelled,
}

impl From<Failure> for Ended {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl<T> TaskState<T> {
    /// Under way, with nothing to show yet.
    #[must_use]
    pub fn started() -> Self {
        Self::Running { progress: None, partial: None }
    }

    /// Whether it is under way.
    #[must_use]
    pub fn is_running(&self) -> bool {
        matches!(self, Self::Running { .. })
    }

    /// How far it is, while it is under way and says so.
    #[must_use]
    pub fn progress(&self) -> Option<&Progress> {
        match self {
            Self::Running { progress, .. } => progress.as_ref(),
            _ => None,
        }
    }

    /// The result, or what there is of it.
    #[must_use]
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Done(value) => Some(value),
            Self::Running { partial, .. }
            | Self::Cancelled { partial }
            | Self::Failed { partial, .. } => partial.as_ref(),
            Self::Idle => None,
        }
    }

    /// Why it failed.
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Self::Failed { failure, .. } => Some(failure),
            _ => None,
        }
    }

    /// Changes how far it is; only while it is under way.
    pub fn set_progress(&mut self, now: Progress) {
        if let Self::Running { progress, .. } = self {
            *progress = Some(now);
        }
    }

    /// Changes what there is already; only while it is under way.
    pub fn update_partial(&mut self, change: impl FnOnce(&mut Option<T>)) {
        if let Self::Running { partial, .. } = self {
            change(partial);
        }
    }

    /// Ends it; only while it is under way.
    pub fn end(&mut self, outcome: Result<T, Ended>) {
        let Self::Running { partial, .. } = self else { return };
        let partial = partial.take();
        *self = match outcome {
            Ok(value) => Self::Done(value),
            Err(Ended::Failed(failure)) => Self::Failed { failure, partial },
            Err(Ended::Cancelled) => Self::Cancelled { partial },
        };
    }
}
