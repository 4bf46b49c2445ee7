//! The state of the engine's module.

/// The state of the engine's module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Module {
    /// Downloading. A size of 0 is unknown.
    Loading {
        /// Bytes received.
        received: u64,
        /// Size in bytes.
        total: u64,
    },
    /// It has started.
    Running,
    /// It crashed too often and is not restarted.
    Stopped,
}
