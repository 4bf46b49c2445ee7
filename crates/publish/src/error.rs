//! The errors of this crate.

use std::{io, path::PathBuf};
use thiserror::Error;

/// Why something was not published. The destination is as it was.
#[derive(Debug, Error)]
pub enum PublishError {
    /// There is something at the destination, and it may not be replaced.
    #[error("{} exists already: choose another name", path.display())]
    Exists {
        /// The destination.
        path: PathBuf,
    },
    /// Something came to the destination during the run.
    #[error(
        "{} was made or changed by another program while this one ran: it is kept, and what this \
         one made is removed. Run it again with another name, or once the other is done",
        path.display()
    )]
    Appeared {
        /// The destination.
        path: PathBuf,
    },
    /// What is at the destination is not what this program may replace.
    #[error("{reason}")]
    NotReplaceable {
        /// A sentence that names it and the way out.
        reason: String,
    },
    /// A destination that cannot be one.
    #[error("{}: {reason}", path.display())]
    Destination {
        /// The destination.
        path: PathBuf,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The operating system refused.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried, as in "cannot …".
        action: &'static str,
        /// Where.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

impl PublishError {
    /// For `map_err`: what was tried, and where.
    pub(crate) fn io(
        action: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { action, path, source }
    }
}
