use std::{fmt::Debug, hash::Hash};

/// WGSL whose entry point is `main`. Two equal values have the same text, which is compiled once.
pub(crate) trait Kernel: Clone + Debug + Eq + Hash + Send + Sync + 'static {
    fn wgsl(&self) -> String;
}
