//! The three kernels of a search. `score` is unrolled over a thread's rows and queries, since an
//! array that a loop indexes does not stay in registers on every device.

use super::{
    layout::{HEADER, ROWS, THREADS},
    params::HEAD,
};
use crate::kernel::Kernel;
use std::fmt::Display;

/// Threads of the one workgroup that finds a query's threshold.
const SEARCHERS: usize = 256;

/// Estimates the scores of rows, for `queries` queries at a time.
pub(super) fn score(queries: usize) -> Kernel {
    let template = concat!(
        include_str!("common.wgsl"),
        include_str!("allowed.wgsl"),
        include_str!("score.wgsl")
    );
    kernel("search score", template, &[("QUERIES", &queries), ("HEADER", &HEADER)])
}

/// Finds a query's threshold, rounded down.
pub(super) fn threshold() -> Kernel {
    let template = concat!(include_str!("common.wgsl"), include_str!("threshold.wgsl"));
    kernel("search threshold", template, &[("SEARCHERS", &SEARCHERS)])
}

/// Lists the rows that reach the threshold, up to a capacity, and counts them all.
pub(super) fn keep() -> Kernel {
    let template = concat!(
        include_str!("common.wgsl"),
        include_str!("allowed.wgsl"),
        include_str!("keep.wgsl")
    );
    kernel("search keep", template, &[])
}

fn kernel(name: &'static str, template: &str, constants: &[(&str, &dyn Display)]) -> Kernel {
    let common: [(&str, &dyn Display); 3] =
        [("THREADS", &THREADS), ("ROWS", &ROWS), ("HEAD", &HEAD)];
    Kernel::from_template(name, template, &[&common, constants].concat())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]

    use super::{keep, score, threshold};
    use crate::search::params::QUERIES_PER_GROUP;
    use naga::valid::{Capabilities, ValidationFlags, Validator};

    /// By wgpu's own compiler, without a device: a broken kernel shows on every machine.
    #[test]
    fn kernels_are_valid_wgsl() {
        let self_test = crate::Kernel::new("self-test", include_str!("../self_test.wgsl"));
        for kernel in [score(1), score(QUERIES_PER_GROUP), threshold(), keep(), self_test] {
            let (name, source) = (kernel.name(), kernel.source());
            let module = naga::front::wgsl::parse_str(source)
                .unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(source)));
            Validator::new(ValidationFlags::all(), Capabilities::empty())
                .validate(&module)
                .unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(source)));
            assert!(module.entry_points.iter().any(|entry| entry.name == "main"), "{name}");
        }
    }
}
