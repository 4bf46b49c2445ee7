#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Module {
    /// Sizes in bytes; a total of 0 is unknown.
    Loading {
        received: u64,
        total: u64,
    },
    Running,
    /// It crashed too often and is not restarted.
    Stopped,
}
