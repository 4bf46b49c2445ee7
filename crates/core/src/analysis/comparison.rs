//! Two systems on all queries: their values in pairs, and the tests.

use super::{Column, Contrast, Dataset, OnQuery, SystemValues, ids_with_rankings};
use crate::benchmark::System;
use crate::metrics::Measure;
use crate::statistics::{
    Interval, Randomisation, Resampling, interval_of_two_means, mean_interval, paired_randomisation,
};
use std::sync::Arc;

/// The measure to show if none is named: it is finer than hit or miss.
const FIRST_MEASURE: &str = "eccv:mAP@R";
/// The same where every query has a single relevant image: R is 1 there, and the former hit or miss.
const FIRST_OF_SINGLE: &str = "trec:AP@50";

/// The names in an address.
#[derive(Debug, Clone, Copy, Default)]
pub struct ComparisonNames<'a> {
    /// The id of the first system.
    pub a: Option<&'a str>,
    /// The id of the second.
    pub b: Option<&'a str>,
    /// The name of the measure.
    pub measure: Option<&'a str>,
}

/// Two systems under one definition of relevance.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The benchmark's lists.
    pub dataset: Arc<Dataset>,
    /// The first system.
    pub a: System,
    /// The second.
    pub b: System,
    /// The index of the definition of relevance in the manifest.
    pub definition: usize,
    /// The columns under this definition, each with its index on the board.
    pub columns: Vec<(usize, Column)>,
    /// The index in [`Comparison::columns`] of the one to show.
    pub chosen: usize,
    /// The row of the query whose lists are shown.
    pub query_row: Option<u32>,
    /// Names in the address that the benchmark lacks.
    pub unknown: Vec<String>,
}

/// The results of a column's tests.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tested {
    /// The confidence interval of the mean difference; `None` for a single query.
    pub interval: Option<Interval>,
    /// The result of the paired randomisation test.
    pub randomisation: Randomisation,
}

impl Comparison {
    /// Resolves the names. A missing or unknown name takes the first value that fits; without
    /// `chosen` measures all are compared. `None` if fewer than two systems can be compared.
    pub fn new(
        dataset: Arc<Dataset>,
        names: ComparisonNames<'_>,
        chosen: &[Measure],
        definition: usize,
        query_row: Option<u32>,
    ) -> Option<Self> {
        // Systems with vectors come first, so the first two are compared unless runs are named.
        let systems = ids_with_rankings(&dataset);
        let mut unknown = Vec::new();
        let mut known = |wanted: Option<&str>| {
            let id = wanted?;
            let found = systems.iter().find(|known| *known == id);
            if found.is_none() {
                unknown.push(format!("system {id}"));
            }
            found
        };
        let (a, b) = (known(names.a), known(names.b));
        let a = a.or_else(|| systems.iter().find(|id| Some(*id) != b))?;
        let b = b.or_else(|| systems.iter().find(|id| *id != a))?;
        let columns = Column::under(&Column::all_of(&dataset, chosen), definition, chosen);
        let named =
            |name: &str| columns.iter().position(|(_, column)| column.measure.to_string() == name);
        let is_single =
            dataset.relevance.get(definition).is_some_and(|own| own.max_n_relevant() == 1);
        let first = if is_single { FIRST_OF_SINGLE } else { FIRST_MEASURE };
        let wanted = names.measure.and_then(|name| {
            let place = named(name);
            if place.is_none() {
                unknown.push(format!("measure {name}"));
            }
            place
        });
        Some(Self {
            a: dataset.manifest.system(a)?.clone(),
            b: dataset.manifest.system(b)?.clone(),
            definition,
            chosen: wanted.or_else(|| named(first)).unwrap_or(0),
            query_row,
            columns,
            unknown,
            dataset,
        })
    }

    /// The column to show.
    pub fn column(&self) -> Option<&(usize, Column)> {
        self.columns.get(self.chosen)
    }

    /// The values of a column on the queries where both systems have one.
    pub fn pairs(&self, a: &SystemValues, b: &SystemValues, column: usize) -> Vec<OnQuery> {
        self.query_rows().filter_map(|row| OnQuery::new(a, b, column, row)).collect()
    }

    /// How the top-`k` lists of every query differ.
    pub fn contrasts(&self, a: &SystemValues, b: &SystemValues, k: usize) -> Vec<Contrast> {
        let column = self.column().map_or(usize::MAX, |(index, _)| *index);
        let of_query = |row| Contrast::new((a, b), (column, self.definition), row, k);
        self.query_rows().map(of_query).collect()
    }

    fn query_rows(&self) -> impl Iterator<Item = u32> + use<> {
        (0u32..).take(self.dataset.queries.len())
    }
}

/// Runs both tests of a column, with a `pause` in between; `None` if there are too few values. Without a
/// number of draws, as many as a page has time for.
pub async fn tested_pairs(
    pairs: &[OnQuery],
    n_draws: Option<u32>,
    pause: impl AsyncFn(),
) -> Option<Tested> {
    let (x, y): (Vec<f64>, Vec<f64>) = pairs.iter().map(|on| (on.a, on.b)).unzip();
    let n_draws = n_draws.unwrap_or_else(|| super::n_draws(pairs.len()));
    let randomisation = paired_randomisation(&x, &y, n_draws, 0).ok()?;
    pause().await;
    let differences: Vec<f64> = pairs.iter().map(OnQuery::difference).collect();
    let resampling = Resampling { n_resamples: n_draws, ..Resampling::default() };
    let interval = mean_interval(&differences, &resampling).ok();
    Some(Tested { interval, randomisation })
}

/// The tests of the mean of both directions, from texts to images and from images to texts. A value weighs so much
/// that each direction has half of the weight; all values may be exchanged, and the directions are resampled
/// by themselves. `None` if either has too few values.
pub fn tested_pairs_of_both([texts, images]: [&[OnQuery]; 2], n_draws: u32) -> Option<Tested> {
    let n = texts.len() + images.len();
    let weighted = |on: &[OnQuery]| -> Vec<[f64; 2]> {
        let weight = n as f64 / (2.0 * on.len() as f64);
        on.iter().map(|on| [on.a * weight, on.b * weight]).collect()
    };
    if texts.is_empty() || images.is_empty() {
        return None;
    }
    let both = weighted(texts).into_iter().chain(weighted(images));
    let (x, y): (Vec<f64>, Vec<f64>) = both.map(|[a, b]| (a, b)).unzip();
    let randomisation = paired_randomisation(&x, &y, n_draws, 0).ok()?;
    let of = |on: &[OnQuery]| on.iter().map(OnQuery::difference).collect::<Vec<f64>>();
    let resampling = Resampling { n_resamples: n_draws, ..Resampling::default() };
    let interval = interval_of_two_means(&of(texts), &of(images), &resampling).ok();
    Some(Tested { interval, randomisation })
}
