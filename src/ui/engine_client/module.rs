//! How far the engine's module is.

/// How far the engine's module is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Module {
    /// Downloading: bytes so far and in all, 0 where unknown.
    Loading {
        /// Bytes so far.
        received: u64,
        /// Bytes in all.
        total: u64,
    },
    /// It runs.
    Running,
    /// It crashed too often.
    Stopped,
}
