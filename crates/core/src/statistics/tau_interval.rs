//! Would two measures still agree about the systems on other queries?

use super::{
    AgreementIntervals, Coefficient, Interval, Resampling, StatisticsError, bootstrap,
    kendall_tau_b,
    per_query::{check_measures, means},
};

/// The bootstrap interval of τ-b between two measures over systems.
///
/// `x` and `y` are `[systems][queries]`, the values per query of one measure each, `None` where
/// the measure has none for a query. A resample draws the same queries for all systems and both
/// measures; the systems' means over the drawn queries that have a value give its τ-b.
/// `n_undefined` counts resamples where a measure ties all systems or a system has no value.
///
/// With few systems τ-b has few possible values (22 with seven systems and no ties), and the
/// ends of the interval jump between them.
///
/// # Errors
/// Fewer than two systems or queries, lists that differ in length, a value that is not finite, or
/// no resample with a value.
pub fn tau_b_interval(
    x: &[Vec<Option<f64>>],
    y: &[Vec<Option<f64>>],
    resampling: &Resampling,
) -> Result<Interval, StatisticsError> {
    let n_queries = check_measures(x, y)?;
    bootstrap(n_queries, resampling, |drawn| {
        let (x, y) = (means(x, drawn)?, means(y, drawn)?);
        kendall_tau_b(&x, &y).map(|tau| tau.tau_b)
    })
}

/// The intervals of [`tau_b_interval`] for all pairs of measures, `[measures][measures]`, from one
/// set of resamples: the same figures, much faster. `None` where a pair has no value on any
/// resample.
///
/// `columns` is `[measures][systems][queries]`.
///
/// # Errors
/// Those of [`tau_b_interval`], except for pairs without a value.
pub fn tau_b_intervals(
    columns: &[Vec<Vec<Option<f64>>>],
    resampling: &Resampling,
) -> Result<Vec<Vec<Option<Interval>>>, StatisticsError> {
    if columns.is_empty() {
        return Ok(Vec::new());
    }
    let tau_b = Coefficient::KendallTauB;
    let mut intervals = AgreementIntervals::new(columns.to_vec(), tau_b, *resampling)?;
    intervals.draw(resampling.n_resamples as usize);
    Ok(intervals.intervals())
}
