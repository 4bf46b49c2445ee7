//! Would two measures still agree about the systems, had the queries been others?

use super::{
    Interval, Resampling, StatisticsError, bootstrap,
    bootstrap::{draws, percentile_interval},
    count::real,
    error::check,
    kendall_tau_b,
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
fn checked(x: &[Vec<Option<f64>>], y: &[Vec<Option<f64>>]) -> Result<usize, StatisticsError> {
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
    let n_columns = columns.len();
    let Some(first) = columns.first() else { return Ok(Vec::new()) };
    for column in columns {
        checked(first, column)?;
    }
    let n_queries = first.first().map_or(0, Vec::len);
    let mut taus = vec![Vec::new(); n_columns * n_columns];
    let draws = draws(n_queries, resampling)?;
    for drawn in draws {
        let means: Vec<Option<Vec<f64>>> = columns.iter().map(|c| means(c, &drawn)).collect();
        for (a, x) in means.iter().enumerate() {
            for (b, y) in means.iter().enumerate().skip(a) {
                let tau = x.as_ref().zip(y.as_ref()).and_then(|(x, y)| kendall_tau_b(x, y));
                if let Some(values) = taus.get_mut(a * n_columns + b) {
                    values.push(tau.map(|tau| tau.tau_b));
                }
            }
        }
    }
    let interval = |a: usize, b: usize| {
        let values = taus.get(a.min(b) * n_columns + a.max(b))?;
        percentile_interval(values, n_queries, resampling).ok()
    };
    Ok((0..n_columns).map(|a| (0..n_columns).map(|b| interval(a, b)).collect()).collect())
}

/// The mean of each system over the queries drawn; `None` if one has no value there.
fn means(systems: &[Vec<Option<f64>>], drawn: &[usize]) -> Option<Vec<f64>> {
    let mean = |values: &Vec<Option<f64>>| {
        let (sum, n) = drawn
            .iter()
            .filter_map(|query| values[*query])
            .fold((0.0, 0), |(sum, n), value| (sum + value, n + 1));
        (n > 0).then(|| sum / real(n))
    };
    systems.iter().map(mean).collect()
}
