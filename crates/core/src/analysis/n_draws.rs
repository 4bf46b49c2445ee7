//! The number of resamples in a test.

/// The usual number of resamples; fewer for many queries, so that no test blocks the page.
const MAX_DRAWS: usize = 1_000;
const MIN_DRAWS: usize = 100;
/// The most values that one test draws, except for the minimum of resamples.
const MAX_VALUES: usize = 2_000_000;

/// As many resamples of all systems and columns at once as [`Resampling`](crate::statistics::Resampling)
/// has by default; fewer for many queries, since each goes through all values.
pub(super) fn n_joint_draws(n_queries: usize) -> u32 {
    2 * n_draws(n_queries)
}

/// The number of resamples for `n_queries` values.
pub fn n_draws(n_queries: usize) -> u32 {
    let n = (MAX_VALUES / n_queries.max(1)).clamp(MIN_DRAWS, MAX_DRAWS);
    u32::try_from(n).unwrap_or(u32::MAX)
}
