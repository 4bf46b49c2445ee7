//! Would two measures still agree about the systems, had the queries been others?

use super::{
    AgreementIntervals, Coefficient, Interval, Resampling, StatisticsError,
    agreement_interval::means, bootstrap, error::check, kendall_tau_b,
};

/// The bootstrap interval of τ-b between two measures over systems.
///
/// `x` and `y` are `[systems][queries]`, the values per query of one measure each, `None` where
/// the measure has none for a query. Queries are resampled, the same ones for all systems and
/// both measures; each system's means over the values that there are give the τ-b of a resample.
/// A resample where a measure cannot tell the systems apart, or where a system has no value, is
/// counted in `n_undefined`.
///
/// With few systems τ-b has few possible values (22 with seven systems and no ties), and the
/// ends of the interval step between them.
///
/// # Errors
/// If there are fewer than two systems or queries, if lists differ in length, if a value is not
/// finite, or if no resample has a value.
pub fn tau_b_interval(
    x: &[Vec<Option<f64>>],
    y: &[Vec<Option<f64>>],
    resampling: &Resampling,
) -> Result<Interval, StatisticsError> {
    let n_queries = checked(x, y)?;
    bootstrap(n_queries, resampling, |drawn| {
        let (x, y) = (means(x, drawn)?, means(y, drawn)?);
        kendall_tau_b(&x, &y).map(|tau| tau.tau_b)
    })
}

/// How many queries two measures have in common, if they have the same systems and queries.
pub(super) fn checked(
    x: &[Vec<Option<f64>>],
    y: &[Vec<Option<f64>>],
) -> Result<usize, StatisticsError> {
    let n_queries = x.first().map_or(0, Vec::len);
    if x.len() < 2 {
        return Err(StatisticsError::TooFew { what: "systems", found: x.len(), needed: 2 });
    }
    if y.len() != x.len() {
        return Err(StatisticsError::UnequalLengths {
            what: "the second measure".into(),
            found: y.len(),
            expected: x.len(),
        });
    }
    for (measure, systems) in [("first", x), ("second", y)] {
        for (index, values) in systems.iter().enumerate() {
            let what = format!("system {index} by the {measure} measure");
            if values.len() != n_queries {
                let (found, expected) = (values.len(), n_queries);
                return Err(StatisticsError::UnequalLengths { what, found, expected });
            }
            let or_zero: Vec<f64> = values.iter().map(|value| value.unwrap_or(0.0)).collect();
            check(&or_zero, &what, f64::is_finite)?;
        }
    }
    Ok(n_queries)
}

/// The intervals of [`tau_b_interval`] for any two of several measures, `[measures][measures]`,
/// from one set of resamples: the figures are the same and come much sooner. `None` where a pair
/// has no value on any resample.
///
/// `columns` is `[measures][systems][queries]`.
///
/// # Errors
/// As [`tau_b_interval`], but for pairs without a value.
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
