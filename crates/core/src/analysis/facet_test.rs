//! Is one group of queries harder than another, for each system?

use crate::metrics::{Folds, Mean, Measure};
use crate::statistics::{Alternative, MannWhitney, StatisticsError, holm, mann_whitney};

/// A system's values on two groups of queries, and the test between them.
#[derive(Debug, Clone, PartialEq)]
pub struct FacetTest {
    /// The system's id.
    pub system: String,
    /// The mean of each group.
    pub means: [Option<Mean>; 2],
    /// The Mann–Whitney test.
    pub test: MannWhitney,
    /// Its p after Holm's correction over the systems.
    pub p_holm: f64,
}

/// Tests every system between two groups, given by the rows of their queries. `systems` have a
/// value of the measure for each query; queries without one are left out.
///
/// # Errors
/// A group in which no query has a value.
pub fn facet_tests<'a>(
    measure: Measure,
    folds: Option<&Folds>,
    systems: impl IntoIterator<Item = (String, &'a [Option<f64>])>,
    groups: [&[usize]; 2],
    alternative: Alternative,
) -> Result<Vec<FacetTest>, StatisticsError> {
    let mut all = Vec::new();
    for (system, values) in systems {
        let of = |rows: &[usize]| -> Vec<f64> {
            rows.iter().filter_map(|row| values.get(*row).copied().flatten()).collect()
        };
        let mean = |rows: &[usize]| measure.mean_of_rows(values, rows, folds);
        let [x, y] = groups;
        let test = mann_whitney(&of(x), &of(y), alternative)?;
        all.push(FacetTest { system, means: [mean(x), mean(y)], test, p_holm: test.p });
    }
    let p_values: Vec<f64> = all.iter().map(|one| one.test.p).collect();
    for (one, p_holm) in all.iter_mut().zip(holm(&p_values)?) {
        one.p_holm = p_holm;
    }
    Ok(all)
}
