//! The three kernels of a search. [`Score`] is unrolled over a thread's rows and queries, since an
//! array that a loop indexes does not stay in registers on every device.

use super::{Kernel, template::wgsl_from_template};
use crate::sizes::{ROWS, THREADS};
use std::fmt::Display;

/// Threads of the one workgroup that finds a query's threshold.
const SEARCHERS: usize = 256;

/// Buffers of `score.wgsl` and of `keep.wgsl` bound before the mask.
const SCORE_BUFFERS: usize = 6;
const KEEP_BUFFERS: usize = 5;

/// Estimates the scores of rows, for `queries` queries at a time.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Score {
    pub(crate) queries: usize,
    pub(crate) has_mask: bool,
}

/// Finds a query's threshold, rounded down.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Threshold;

/// Lists the rows that reach the threshold, up to a capacity, and counts them all.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Keep {
    pub(crate) has_mask: bool,
}

impl Kernel for Score {
    fn wgsl(&self) -> String {
        let template = concat!(
            include_str!("common.wgsl"),
            include_str!("allowed.wgsl"),
            include_str!("score.wgsl")
        );
        masked(template, SCORE_BUFFERS, self.has_mask, &[("QUERIES", &self.queries)])
    }
}

impl Kernel for Threshold {
    fn wgsl(&self) -> String {
        let template = concat!(include_str!("common.wgsl"), include_str!("threshold.wgsl"));
        filled(template, &[("SEARCHERS", &SEARCHERS)])
    }
}

impl Kernel for Keep {
    fn wgsl(&self) -> String {
        let template = concat!(
            include_str!("common.wgsl"),
            include_str!("allowed.wgsl"),
            include_str!("keep.wgsl")
        );
        masked(template, KEEP_BUFFERS, self.has_mask, &[])
    }
}

/// A kernel whose mask, if it has one, is bound at `mask_at`, before its sizes.
fn masked(
    template: &str,
    mask_at: usize,
    has_mask: bool,
    constants: &[(&str, &dyn Display)],
) -> String {
    let sizes_at = mask_at + usize::from(has_mask);
    let of_mask: [(&str, &dyn Display); 3] =
        [("MASK", &has_mask), ("MASK_AT", &mask_at), ("SIZES_AT", &sizes_at)];
    filled(template, &[&of_mask, constants].concat())
}

fn filled(template: &str, constants: &[(&str, &dyn Display)]) -> String {
    let common: [(&str, &dyn Display); 2] = [("THREADS", &THREADS), ("ROWS", &ROWS)];
    wgsl_from_template(template, &[&common, constants].concat())
}
