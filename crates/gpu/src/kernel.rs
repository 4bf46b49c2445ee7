//! A kernel: WGSL with a name.

use std::sync::Arc;

/// WGSL whose entry point is `main`. Its buffers are `read_write` in group 0, in the order in which
/// they are given at a launch. It reads or writes each of them: their layout is made of what it uses.
#[derive(Debug, Clone)]
pub struct Kernel {
    name: &'static str,
    source: Arc<str>,
}

impl Kernel {
    /// A kernel by this name, which errors show.
    #[must_use]
    pub fn new(name: &'static str, source: &str) -> Self {
        Self { name, source: source.into() }
    }

    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    pub(super) fn source(&self) -> &Arc<str> {
        &self.source
    }
}
