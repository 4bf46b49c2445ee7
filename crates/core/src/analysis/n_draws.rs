//! How many resamples a test draws.

/// Resamples of a test; fewer where there are many queries, so that no test holds up the page.
const MOST_DRAWS: usize = 1_000;
const LEAST_DRAWS: usize = 100;
/// Numbers that are drawn in one go, at most.
const MOST_NUMBERS: usize = 2_000_000;

/// How many resamples are drawn of `n_queries` values.
#[must_use]
pub fn n_draws(n_queries: usize) -> u32 {
    let n = (MOST_NUMBERS / n_queries.max(1)).clamp(LEAST_DRAWS, MOST_DRAWS);
    u32::try_from(n).unwrap_or(u32::MAX)
}
