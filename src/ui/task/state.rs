//! The state of work from start to end.
//!
//! It needs no browser: the native tests compile this file too.

use rankscope_messages::{Failure, Progress};

#[derive(Debug, Clone, PartialEq)]
pub enum TaskState<T> {
    Idle,
    Running {
        /// The progress; `None` until the first report.
        progress: Option<Progress>,
        partial: Option<T>,
    },
    Done(T),
    /// Cancelled by the visitor, or because its worker was replaced.
    Cancelled {
        partial: Option<T>,
    },
    Failed {
        failure: Failure,
        partial: Option<T>,
    },
}

#[derive(Debug, Clone, PartialEq)]
pub enum Ended {
    Failed(Failure),
    Cancelled,
}

impl From<Failure> for Ended {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl<T> TaskState<T> {
    pub fn started() -> Self {
        Self::Running { progress: None, partial: None }
    }

    pub fn is_running(&self) -> bool {
        matches!(self, Self::Running { .. })
    }

    pub fn is_running_or_done(&self) -> bool {
        matches!(self, Self::Running { .. } | Self::Done(_))
    }

    /// The progress, if it is running and has reported any.
    pub fn progress(&self) -> Option<&Progress> {
        match self {
            Self::Running { progress, .. } => progress.as_ref(),
            _ => None,
        }
    }

    /// The result, or the partial one.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Done(value) => Some(value),
            Self::Running { partial, .. }
            | Self::Cancelled { partial }
            | Self::Failed { partial, .. } => partial.as_ref(),
            Self::Idle => None,
        }
    }

    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Self::Failed { failure, .. } => Some(failure),
            _ => None,
        }
    }

    /// Ignored unless running.
    pub fn set_progress(&mut self, now: Progress) {
        if let Self::Running { progress, .. } = self {
            *progress = Some(now);
        }
    }

    /// Ignored unless running.
    pub fn update_partial(&mut self, change: impl FnOnce(&mut Option<T>)) {
        if let Self::Running { partial, .. } = self {
            change(partial);
        }
    }

    /// Ignored unless running.
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
