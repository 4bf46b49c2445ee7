use std::{io, path::PathBuf};
use thiserror::Error;

/// Why something was not published. The destination is unchanged.
#[derive(Debug, Error)]
pub enum PublishError {
    /// The destination exists, and may not be replaced.
    #[error("{} exists already: choose another name", path.display())]
    Exists { path: PathBuf },
    /// Something appeared at the destination during the run.
    #[error(
        "{} was made or changed by another program while this one ran: it is kept, and this run’s \
         output is removed. Run it again with another name, or when the other program is done",
        path.display()
    )]
    Appeared { path: PathBuf },
    /// The destination is not this program's to replace.
    #[error("{reason}")]
    NotReplaceable {
        /// A sentence that names it and the way out.
        reason: String,
    },
    /// Nothing can be published there.
    #[error("{}: {reason}", path.display())]
    Destination { path: PathBuf, reason: &'static str },
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// As in "cannot …".
        action: &'static str,
        path: PathBuf,
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
