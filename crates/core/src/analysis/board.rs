//! Every system under every column: the rankings they need, and means over subsets of the queries.

use super::{Column, Dataset, Subset, SystemValues, n_draws};
use crate::metrics::Mean;
use crate::statistics::{Interval, Resampling, mean_interval};

/// Curves and measures are computed from lists of at least this length.
pub const MIN_DEPTH: usize = 100;

/// The systems that can be ranked on all queries, in the order of the manifest.
#[must_use]
pub fn ids_with_queries(dataset: &Dataset) -> Vec<String> {
    let systems = dataset.manifest.systems.iter();
    let systems = systems.filter(|system| {
        system.queries.is_some() || dataset.imported_rankings(&system.id).is_some()
    });
    systems.map(|system| system.id.clone()).collect()
}

/// The number of hits that the columns need, by query.
#[must_use]
pub fn depths(dataset: &Dataset, columns: &[Column]) -> Vec<u32> {
    let of_query = |query_row: u32| {
        let of_column = |column: &Column| {
            let relevance = dataset.relevance.get(column.definition);
            let n_relevant = relevance.map_or(0, |relevance| relevance.n_relevant(query_row));
            column.measure.depth(n_relevant)
        };
        let deepest = columns.iter().map(of_column).max().unwrap_or(0);
        u32::try_from(deepest.max(dataset.depth(query_row, MIN_DEPTH))).unwrap_or(u32::MAX)
    };
    (0u32..).zip(dataset.queries.iter()).map(|(query_row, _)| of_query(query_row)).collect()
}

/// At most `max` of `n` rows, evenly spread, starting with the first.
#[must_use]
pub fn evenly_spread(n: usize, max: usize) -> Vec<u32> {
    let n_rows = max.min(n);
    let rows = (0..n_rows).map(|place| u32::try_from(place * n / n_rows));
    rows.filter_map(Result::ok).collect()
}

/// A system's mean of a column over the queries of a subset; `None` if no query has a value.
/// `index` is the column's index in `columns`.
#[must_use]
pub fn mean_over(
    dataset: &Dataset,
    columns: &[Column],
    values: &SystemValues,
    index: usize,
    subset: &Subset,
) -> Option<Mean> {
    if *subset == Subset::default() {
        return values.mean(index);
    }
    let own = values.values.get(index)?;
    let masked: Vec<Option<f64>> = dataset
        .queries
        .iter()
        .zip(own)
        .map(|(query, value)| value.filter(|_| subset.holds(query)))
        .collect();
    columns.get(index)?.measure.mean(&masked, dataset.folds.as_deref())
}

/// The 95% confidence interval of that mean (percentile bootstrap over queries). `None` if fewer
/// than two queries have a value, and for COCO 1K: its mean is over folds, and resampled queries do
/// not form folds.
#[must_use]
pub fn interval_over(
    dataset: &Dataset,
    columns: &[Column],
    values: &SystemValues,
    index: usize,
    subset: &Subset,
) -> Option<Interval> {
    if columns.get(index)?.measure.is_within_fold() {
        return None;
    }
    let queries = dataset.queries.iter().zip(values.values.get(index)?);
    let chosen: Vec<f64> =
        queries.filter(|(query, _)| subset.holds(query)).filter_map(|(_, value)| *value).collect();
    let n_resamples = n_draws(chosen.len());
    mean_interval(&chosen, &Resampling { n_resamples, ..Resampling::default() }).ok()
}
