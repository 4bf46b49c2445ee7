//! The estimates of kept rows.

use super::{Kernel, template::wgsl_from_template};

const THREADS: usize = 64;

/// A thread for each place of a query.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Gather;

impl Gather {
    pub(crate) fn workgroups(capacity: usize, n_queries: usize) -> [usize; 2] {
        [capacity.div_ceil(THREADS), n_queries]
    }
}

impl Kernel for Gather {
    fn wgsl(&self) -> String {
        wgsl_from_template(include_str!("gather.wgsl"), &[("THREADS", &THREADS)])
    }
}
