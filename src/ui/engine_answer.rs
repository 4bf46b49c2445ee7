//! What comes from the worker, as the page sees it.

use crate::messages::{Failure, Response};

/// What a request may end or go on with.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// An answer; only rankings and hits may be followed by more.
    Response(Response),
    /// It failed.
    Failed(Failure),
    /// It was cancelled.
    Cancelled,
}

/// How far the engine's module is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Module {
    /// On its way: bytes so far and in all, 0 where it is not known.
    Loading {
        /// Bytes so far.
        received: u64,
        /// Bytes in all.
        total: u64,
    },
    /// It runs.
    Running,
    /// It died too often.
    Stopped,
}
