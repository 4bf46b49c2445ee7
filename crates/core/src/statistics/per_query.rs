//! Values per query of several systems under one measure, `[systems][queries]`: checks and means.

use super::{StatisticsError, count::real, error::check};

/// Checks that two measures have the same systems and queries; returns the number of queries.
pub(super) fn check_measures(
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

/// The mean of each system over the queries drawn; `None` if one of them has no value there.
pub(super) fn means(systems: &[Vec<Option<f64>>], drawn: &[usize]) -> Option<Vec<f64>> {
    let mean = |values: &Vec<Option<f64>>| {
        let (sum, n) = drawn
            .iter()
            .filter_map(|query| values[*query])
            .fold((0.0, 0), |(sum, n), value| (sum + value, n + 1));
        (n > 0).then(|| sum / real(n))
    };
    systems.iter().map(mean).collect()
}
