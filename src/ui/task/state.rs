//! The state of work from start to end.
//!
//! It needs no browser: the native tests compile this file too.

use rankscope_messages::{Failure, Progress};

/// The state of a task with a result `T`.
#[derive(Debug, Clone, PartialEq)]
pub enum TaskState<T> {
    /// Not started.
    Idle,
    /// Running.
    Running {
        /// The progress; `None` until the first report.
        progress: Option<Progress>,
        /// The result so far.
        partial: Option<T>,
    },
    /// Finished.
    Done(T),
    /// Cancelled by the visitor, or because its worker was replaced.
    Cancelled {
        /// The result up to then.
        partial: Option<T>,
    },
    /// It failed.
    Failed {
        /// The reason.
        failure: Failure,
        /// The result up to then.
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
    /// Running, without progress or a partial result.
    #[must_use]
    pub fn started() -> Self {
        Self::Running { progress: None, partial: None }
    }

    /// Whether it is running.
    #[must_use]
    pub fn is_running(&self) -> bool {
        matches!(self, Self::Running { .. })
    }

    /// The progress, if it is running and has reported any.
    #[must_use]
    pub fn progress(&self) -> Option<&Progress> {
        match self {
            Self::Running { progress, .. } => progress.as_ref(),
            _ => None,
        }
    }

    /// The result, or the partial one.
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

    /// The reason for a failure.
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Self::Failed { failure, .. } => Some(failure),
            _ => None,
        }
    }

    /// Sets the progress; ignored unless running.
    pub fn set_progress(&mut self, now: Progress) {
        if let Self::Running { progress, .. } = self {
            *progress = Some(now);
        }
    }

    /// Changes the partial result; ignored unless running.
    pub fn update_partial(&mut self, change: impl FnOnce(&mut Option<T>)) {
        if let Self::Running { partial, .. } = self {
            change(partial);
        }
    }

    /// Ends the work; ignored unless running.
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
