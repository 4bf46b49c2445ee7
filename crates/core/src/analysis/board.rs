//! Every system under every column: the rankings they need, and means over subsets of the queries.

use super::system_values::means_of;
use super::{
    Column, Dataset, MIN_DEPTH, Subset, SystemValues, Tally, depth_of_list, ids_in_address, n_draws,
};
use crate::benchmark::{Query, Relevance};
use crate::metrics::{FinerScores, Mean};
use crate::ranking::Hit;
use crate::statistics::{Interval, Resampling, interval_of_two_means, mean_interval};
use std::{collections::BTreeSet, sync::Arc};

/// What rankings of all queries are measured by: judgements, and columns over them.
#[derive(Debug, Clone)]
pub struct Board {
    /// The judgements that the columns read are loaded.
    pub dataset: Arc<Dataset>,
    pub columns: Arc<Vec<Column>>,
}

impl Board {
    /// Columns over a dataset.
    pub fn new(dataset: Arc<Dataset>, columns: Vec<Column>) -> Self {
        Self { dataset, columns: Arc::new(columns) }
    }

    /// The judgements of the first column.
    pub fn relevance(&self) -> Option<&Relevance> {
        self.dataset.relevance.get(self.columns.first()?.definition)
    }

    /// How many hits of each query's ranking the columns read, when up to `n_more` further images may
    /// count as relevant to it. Where only candidates are ranked, the whole ranking: the candidates are
    /// picked from it after the search.
    pub fn depths(&self, n_more: usize) -> Vec<usize> {
        let mut depths = vec![MIN_DEPTH; self.dataset.queries.len()];
        for column in self.columns.iter() {
            let Some(relevance) = self.dataset.relevance.get(column.definition) else { continue };
            for (query, depth) in (0u32..).zip(&mut depths) {
                let needed = match relevance.of_query(query) {
                    Some(_) if relevance.ranks_only_judged() => usize::MAX,
                    _ => {
                        let depth = column.measure.depth(relevance.n_relevant(query) + n_more);
                        depth.saturating_add(relevance.n_not_ranked())
                    }
                };
                *depth = needed.max(*depth);
            }
        }
        depths
    }

    /// The images that each query ranks under each definition of the columns that ranks candidates only:
    /// the definition, and `[queries][images]`.
    pub fn candidates(&self) -> Vec<(usize, Vec<Vec<u32>>)> {
        let definitions: BTreeSet<usize> = self.columns.iter().map(|of| of.definition).collect();
        let of = |definition: usize| Some((definition, self.dataset.candidates(definition)?));
        definitions.into_iter().filter_map(of).collect()
    }

    /// [`Self::depths`] of the columns that rank all images, where the others' candidates are ranked
    /// apart; all 0 if there is no such column.
    pub fn depths_apart(&self) -> Vec<usize> {
        let ranks_all = self.columns.iter().any(|column| {
            !self.dataset.relevance.get(column.definition).is_some_and(Relevance::ranks_only_judged)
        });
        let all = depths(&self.dataset, &self.columns);
        all.into_iter().map(|depth| if ranks_all { depth as usize } else { 0 }).collect()
    }

    /// [`Self::values`], with the rankings of the candidates under each definition of
    /// [`Self::candidates`] apart.
    pub fn values_apart(
        &self,
        system: &str,
        rankings: &[Vec<Hit>],
        candidates: &[(usize, Vec<Vec<Hit>>)],
    ) -> SystemValues {
        let mut tally = self.tally(system).with_candidates_apart();
        for (definition, rankings) in candidates {
            tally.add_candidates(*definition, 0, rankings);
        }
        self.tallied(tally, rankings)
    }

    /// The values of rankings of all queries, with the share of judged hits, and no hits.
    pub fn values(&self, system: &str, rankings: &[Vec<Hit>]) -> SystemValues {
        self.tallied(self.tally(system), rankings)
    }

    /// The same of a run, with what float32 loses of its scores.
    pub fn values_of_run(
        &self,
        run: &str,
        (rankings, finer): &(Vec<Vec<Hit>>, Arc<FinerScores>),
    ) -> SystemValues {
        self.tallied(self.tally(run).with_finer(finer.clone()), rankings)
    }

    /// Values that were computed before, with the shares of judged hits; both `[columns][queries]`.
    pub fn known(
        &self,
        system: &str,
        values: Vec<Vec<Option<f64>>>,
        judged: Vec<Vec<Option<f64>>>,
    ) -> SystemValues {
        SystemValues {
            system: system.to_string(),
            columns: self.columns.clone(),
            means: means_of(&self.dataset, &self.columns, &values),
            values,
            judged,
            ..SystemValues::default()
        }
    }

    /// An empty tally of values, for rankings that are not all in memory at once.
    pub fn tally(&self, system: &str) -> Tally {
        Tally::new(self.dataset.clone(), self.columns.clone(), system.to_string()).without_hits()
    }

    fn tallied(&self, mut tally: Tally, rankings: &[Vec<Hit>]) -> SystemValues {
        tally.add(0, rankings);
        tally.finished()
    }
}

/// The systems that can be ranked on all queries, in the order of the manifest: those with vectors, and
/// imported runs. The benchmark's own runs may list some of the queries only, and are left out.
pub fn ids_with_queries(dataset: &Dataset) -> Vec<String> {
    let systems = dataset.manifest.systems.iter();
    let systems =
        systems.filter(|system| system.queries.is_some() || dataset.is_imported_run(&system.id));
    systems.map(|system| system.id.clone()).collect()
}

/// The benchmark's own runs to show among the systems: those that the address names. Without a name it
/// is all of them if there are no systems with vectors to show them with, and otherwise none.
pub fn runs_shown(dataset: &Dataset, named: Option<&str>) -> Vec<String> {
    let runs: Vec<String> = dataset.own.runs.iter().map(|run| run.id.clone()).collect();
    match named {
        Some(named) => ids_in_address(named, &runs),
        None if dataset.own.systems.iter().any(|system| system.queries.is_some()) => Vec::new(),
        None => runs,
    }
}

/// What is measured unless systems are named: [`ids_with_queries`], and where there are none the
/// benchmark's own runs, as every command has it.
pub fn ids_measured(dataset: &Dataset) -> Vec<String> {
    [ids_with_queries(dataset), runs_shown(dataset, None)].concat()
}

/// [`ids_with_queries`] and the benchmark's own runs.
pub fn ids_with_rankings(dataset: &Dataset) -> Vec<String> {
    let systems = dataset.manifest.systems.iter();
    let systems = systems.filter(|system| system.queries.is_some() || dataset.is_run(&system.id));
    systems.map(|system| system.id.clone()).collect()
}

/// The number of hits that the columns need, by query, where fixed candidates are ranked apart
/// ([`Dataset::candidates`]).
pub fn depths(dataset: &Dataset, columns: &[Column]) -> Vec<u32> {
    let of_query = |query_row: u32| {
        let of_column = |column: &Column| {
            let relevance = dataset.relevance.get(column.definition);
            let relevance = relevance.filter(|relevance| !relevance.ranks_only_judged());
            relevance.map_or(0, |own| {
                let depth = depth_of_list([column.measure], own.n_relevant(query_row));
                depth.saturating_add(own.n_not_ranked())
            })
        };
        let deepest = columns.iter().map(of_column).fold(MIN_DEPTH, usize::max);
        u32::try_from(deepest).unwrap_or(u32::MAX)
    };
    (0u32..).zip(dataset.queries.iter()).map(|(query_row, _)| of_query(query_row)).collect()
}

/// The same where candidates are found in the ranking of all images: of a query that has any, every
/// image is needed.
pub fn depths_with_candidates(dataset: &Dataset, columns: &[Column]) -> Vec<u32> {
    let mut depths = depths(dataset, columns);
    let ranks_candidates = dataset.relevance.iter().filter(|own| own.ranks_only_judged());
    for relevance in ranks_candidates {
        for (query_row, depth) in (0u32..).zip(&mut depths) {
            if relevance.of_query(query_row).is_some_and(|own| !own.as_slice().is_empty()) {
                *depth = (*depth).max(dataset.manifest.counts.images);
            }
        }
    }
    depths
}

/// At most `max` of `n` rows, evenly spread, starting with the first.
pub fn evenly_spread(n: usize, max: usize) -> Vec<u32> {
    let n_rows = max.min(n);
    let rows = (0..n_rows).map(|place| u32::try_from(place * n / n_rows));
    rows.filter_map(Result::ok).collect()
}

/// A system's mean of a column over the queries of a subset; `None` if no query has a value.
/// `index` is the column's index in `columns`.
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
    mean_where(dataset, columns, values, index, |_, query| subset.holds(query))
}

/// The same over the queries for which `is_in` holds, given by row.
pub fn mean_where(
    dataset: &Dataset,
    columns: &[Column],
    values: &SystemValues,
    index: usize,
    is_in: impl Fn(u32, &Query) -> bool,
) -> Option<Mean> {
    let own = values.values.get(index)?;
    let masked: Vec<Option<f64>> = (0u32..)
        .zip(dataset.queries.iter())
        .zip(own)
        .map(|((row, query), value)| value.filter(|_| is_in(row, query)))
        .collect();
    columns.get(index)?.measure.mean(&masked, dataset.folds.as_deref())
}

/// The 95% confidence interval of that mean (percentile bootstrap over queries). `None` if fewer
/// than two queries have a value, and for COCO 1K: its mean is over folds, and resampled queries do
/// not form folds.
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
    let chosen = values_over(dataset, values, index, subset)?;
    let n_resamples = n_draws(chosen.len());
    mean_interval(&chosen, &Resampling { n_resamples, ..Resampling::default() }).ok()
}

/// The 95% confidence interval of the mean of both directions: queries of the subset and images are
/// resampled by themselves. `values` are those from texts to images and from images to texts.
pub fn interval_of_both(
    dataset: &Dataset,
    columns: &[Column],
    (to_images, to_texts): (&SystemValues, &SystemValues),
    index: usize,
    subset: &Subset,
) -> Option<Interval> {
    if columns.get(index)?.measure.is_within_fold() {
        return None;
    }
    let of_queries = values_over(dataset, to_images, index, subset)?;
    let of_images: Vec<f64> = to_texts.values.get(index)?.iter().flatten().copied().collect();
    let n_resamples = n_draws(of_queries.len() + of_images.len());
    let resampling = Resampling { n_resamples, ..Resampling::default() };
    interval_of_two_means(&of_queries, &of_images, &resampling).ok()
}

/// A system's values by a column, by query; `None` outside the subset as well.
pub fn values_in(
    dataset: &Dataset,
    values: &SystemValues,
    index: usize,
    subset: &Subset,
) -> Vec<Option<f64>> {
    let own = values.values.get(index).map_or(&[][..], Vec::as_slice);
    let of_query = |(query, value): (&Query, &Option<f64>)| value.filter(|_| subset.holds(query));
    dataset.queries.iter().zip(own).map(of_query).collect()
}

/// A system's values by a column on the queries of a subset that have one.
fn values_over(
    dataset: &Dataset,
    values: &SystemValues,
    index: usize,
    subset: &Subset,
) -> Option<Vec<f64>> {
    let queries = dataset.queries.iter().zip(values.values.get(index)?);
    Some(queries.filter(|(query, _)| subset.holds(query)).filter_map(|(_, value)| *value).collect())
}
