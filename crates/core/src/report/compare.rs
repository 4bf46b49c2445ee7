//! Two systems, query by query: `rankscope compare`.

use crate::analysis::{
    Column, Dataset, FacetDifference, OnQuery, Subset, SystemValues, Tested, facet_differences,
};
use crate::metrics::Mean;
use crate::statistics::{
    Detectable, StatisticsError, detectable_difference, holm, standard_deviation,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// Two systems or runs by several measures.
#[derive(Debug, Serialize)]
pub struct CompareReport {
    pub runs: [String; 2],
    pub measures: BTreeMap<String, Compared>,
}

/// Two systems by one measure, on the queries where both have a value.
#[derive(Debug, Serialize)]
pub struct Compared {
    pub mean_a: Option<f64>,
    pub mean_b: Option<f64>,
    /// Mean of A − B.
    pub difference: Option<f64>,
    /// The ends of 95 % of resamples of the queries.
    pub interval: Option<[f64; 2]>,
    /// The two-sided p-value of the paired randomisation test.
    pub p: Option<f64>,
    /// Whether all exchanges were counted, not a random sample of them.
    pub is_exact: bool,
    /// `p` after Holm's correction over the measures.
    pub p_holm: Option<f64>,
    pub n: usize,
    pub n_a_better: usize,
    pub n_b_better: usize,
    /// The standard deviation of the differences, over n − 1; `None` below two queries, and for the mean of
    /// both directions.
    pub sd: Option<f64>,
    /// The smallest difference that these queries show with power 0.8, at the level 0.05.
    pub detectable: Option<Detectable>,
    /// By value of each facet of the queries; empty for the mean of both directions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub per_facet: Vec<FacetDifference>,
    /// By the query's id.
    pub per_query: BTreeMap<String, PairedValues>,
    /// By the image's id, where both directions are compared.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub per_image: BTreeMap<String, PairedValues>,
}

/// A query under both systems.
#[derive(Debug, Serialize)]
pub struct PairedValues {
    pub a: f64,
    pub b: f64,
    pub difference: f64,
}

impl Compared {
    /// `on` are the queries where both have a value.
    pub fn new(dataset: &Dataset, on: &[OnQuery], tested: Option<Tested>) -> Self {
        let mean = |value: fn(&OnQuery) -> f64| Mean::of(on.iter().map(|on| Some(value(on))));
        let n_better =
            |is_better: fn(f64) -> bool| on.iter().filter(|on| is_better(on.difference())).count();
        let differences: Vec<f64> = on.iter().map(OnQuery::difference).collect();
        let sd = standard_deviation(&differences);
        let per_query = on.iter().filter_map(|on| {
            let id = dataset.queries.get(on.query_row as usize)?.id.clone();
            Some((id, PairedValues { a: on.a, b: on.b, difference: on.difference() }))
        });
        Self {
            mean_a: mean(|on| on.a).map(|m| m.mean),
            mean_b: mean(|on| on.b).map(|m| m.mean),
            difference: tested.map(|of| of.randomisation.mean_difference),
            interval: tested.and_then(|of| of.interval).map(|of| [of.low, of.high]),
            p: tested.map(|of| of.randomisation.p),
            is_exact: tested.is_some_and(|of| of.randomisation.is_exact),
            p_holm: None,
            n: on.len(),
            n_a_better: n_better(|by| by > 0.0),
            n_b_better: n_better(|by| by < 0.0),
            sd,
            detectable: sd.and_then(|sd| detectable_difference(sd, on.len())),
            per_facet: facet_differences(dataset, on, &Subset::default()),
            per_query: per_query.collect(),
            per_image: BTreeMap::new(),
        }
    }

    /// Both directions, each with weight one half whatever its n.
    fn of_both(to_images: Self, to_texts: Self, tested: Option<Tested>) -> Self {
        let midpoint = |a: Option<f64>, b: Option<f64>| Some(f64::midpoint(a?, b?));
        Self {
            mean_a: midpoint(to_images.mean_a, to_texts.mean_a),
            mean_b: midpoint(to_images.mean_b, to_texts.mean_b),
            difference: tested.map(|of| of.randomisation.mean_difference),
            interval: tested.and_then(|of| of.interval).map(|of| [of.low, of.high]),
            p: tested.map(|of| of.randomisation.p),
            is_exact: tested.is_some_and(|of| of.randomisation.is_exact),
            p_holm: None,
            n: to_images.n + to_texts.n,
            n_a_better: to_images.n_a_better + to_texts.n_a_better,
            n_b_better: to_images.n_b_better + to_texts.n_b_better,
            // Of two groups with a weight each, not of one.
            sd: None,
            detectable: None,
            per_facet: Vec::new(),
            per_query: to_images.per_query,
            per_image: to_texts.per_query,
        }
    }
}

impl CompareReport {
    /// Compares two systems by columns, each with its index among the systems' values; they are measures
    /// under one definition. `tested` has the tests of a column by its place.
    ///
    /// # Errors
    /// A p-value that is no number between 0 and 1.
    pub fn new(
        dataset: &Dataset,
        columns: &[(usize, Column)],
        [a, b]: [&SystemValues; 2],
        tested: impl Fn(usize, &[OnQuery]) -> Option<Tested>,
    ) -> Result<Self, StatisticsError> {
        let compared = |(place, (index, column)): (usize, &(usize, Column))| {
            let on = pairs(dataset, [a, b], *index);
            (column.measure.to_string(), Compared::new(dataset, &on, tested(place, &on)))
        };
        let all = columns.iter().enumerate().map(compared).collect();
        Self::corrected([a, b], all)
    }

    /// The same by the means of both directions: the two datasets, and the two systems in each, from texts to
    /// images and from images to texts. `tested` has the tests of both together.
    ///
    /// # Errors
    /// A p-value that is no number between 0 and 1.
    pub fn of_both(
        datasets: [&Dataset; 2],
        columns: &[(usize, Column)],
        [to_images, to_texts]: [[&SystemValues; 2]; 2],
        tested: impl Fn([&[OnQuery]; 2]) -> Option<Tested>,
    ) -> Result<Self, StatisticsError> {
        let [texts, images] = datasets;
        let compared = |(index, column): &(usize, Column)| {
            let on = pairs(texts, to_images, *index);
            let on_images = pairs(images, to_texts, *index);
            let one = Compared::new(texts, &on, None);
            let other = Compared::new(images, &on_images, None);
            let both = Compared::of_both(one, other, tested([&on, &on_images]));
            (column.measure.to_string(), both)
        };
        Self::corrected(to_images, columns.iter().map(compared).collect())
    }

    fn corrected(
        [a, b]: [&SystemValues; 2],
        mut all: Vec<(String, Compared)>,
    ) -> Result<Self, StatisticsError> {
        let p_values: Vec<f64> = all.iter().filter_map(|(_, one)| one.p).collect();
        let tested = all.iter_mut().filter(|(_, one)| one.p.is_some());
        for ((_, one), p_holm) in tested.zip(holm(&p_values)?) {
            one.p_holm = Some(p_holm);
        }
        Ok(Self { runs: [a, b].map(|of| of.system.clone()), measures: all.into_iter().collect() })
    }
}

/// The values of two systems on the queries where both have one.
fn pairs(dataset: &Dataset, [a, b]: [&SystemValues; 2], index: usize) -> Vec<OnQuery> {
    let rows = (0u32..).take(dataset.queries.len());
    rows.filter_map(|row| OnQuery::new(a, b, index, row)).collect()
}
