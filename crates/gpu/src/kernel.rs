//! A kernel: WGSL with a name.

use crate::template::wgsl_from_template;
use std::{fmt::Display, sync::Arc};

/// WGSL whose entry point is `main`. Its buffers are `read_write` in group 0, in the order in which
/// a launch passes them. It uses every one of them, since their layout is derived from its code.
#[derive(Debug, Clone)]
pub struct Kernel {
    name: &'static str,
    source: Arc<str>,
}

impl Kernel {
    /// A kernel; errors show its name.
    #[must_use]
    pub fn new(name: &'static str, source: &str) -> Self {
        Self { name, source: source.into() }
    }

    /// A kernel from a WGSL template, with its constants filled in:
    ///
    /// - `{{NAME}}` becomes the value of the constant.
    /// - Lines from `//: repeat NAME < COUNT` to `//: end` are repeated, with `{{NAME}}` counting
    ///   from 0 to the constant `COUNT`.
    /// - Lines from `//: if NAME = VALUE` to `//: end` stay only if the constant has that value.
    ///
    /// Parts nest. Names without a value stay, and no WGSL compiler accepts them.
    #[must_use]
    pub fn from_template(
        name: &'static str,
        template: &str,
        constants: &[(&str, &dyn Display)],
    ) -> Self {
        Self::new(name, &wgsl_from_template(template, constants))
    }

    /// The kernel's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Its WGSL.
    #[must_use]
    pub fn source(&self) -> &Arc<str> {
        &self.source
    }
}
