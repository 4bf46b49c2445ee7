//! From rankings to values: each measure of each query, and their means.

use rankscope_core::benchmark::{ImageIdList, Relevance};
use rankscope_core::metrics::{FinerScores, Folds, JudgedList, JudgedRanking, Mean, Measure};
use rankscope_core::ranking::Hit;
use serde::Serialize;
use std::{collections::BTreeMap, rc::Rc};

/// Judgements, and the ids that the rows of rankings stand for.
pub(crate) struct Judged {
    /// In the order of the rankings.
    pub(crate) query_ids: Vec<String>,
    /// In corpus order.
    pub(crate) image_ids: ImageIdList,
    pub(crate) relevance: Relevance,
    /// COCO 1K's, if the benchmark has them.
    pub(crate) folds: Option<Rc<Folds>>,
}

/// A measure's value for each query, in the queries' order.
pub(crate) struct Values {
    pub(crate) measure: Measure,
    /// `None` where the query has no relevant image, or the measure does not apply.
    pub(crate) values: Vec<Option<f64>>,
    /// The share of judged images among the hits that count; `None` where there is no value.
    judged: Vec<Option<f64>>,
    folds: Option<Rc<Folds>>,
}

/// A measure's mean, always with its n.
#[derive(Serialize)]
pub(crate) struct Measured {
    /// `None` if no query has a value.
    pub(crate) mean: Option<f64>,
    /// How many queries the mean is over.
    pub(crate) n: usize,
    /// Mean share of judged images among the hits that count (Judged@k).
    pub(crate) judged: Option<f64>,
    pub(crate) per_query: BTreeMap<String, f64>,
}

/// Each measure of each query. A ranking is judged once for each order of ties, not once for
/// each measure.
pub(crate) fn values(measures: &[Measure], rankings: &[Vec<Hit>], by: &Judged) -> Vec<Values> {
    values_by(Measure::value, measures, (rankings, None), by)
}

/// Each measure of each query of a run, with what float32 loses of its scores.
pub(crate) fn values_of_run(
    measures: &[Measure],
    (rankings, finer): &(Vec<Vec<Hit>>, FinerScores),
    by: &Judged,
) -> Vec<Values> {
    values_by(Measure::value, measures, (rankings, Some(finer)), by)
}

/// The expected value of each measure for each query if its hits stood in a random order.
pub(crate) fn expected_values(
    measures: &[Measure],
    rankings: &[Vec<Hit>],
    by: &Judged,
) -> Vec<Values> {
    values_by(Measure::expected, measures, (rankings, None), by)
}

fn values_by(
    value_of: impl Fn(&Measure, &JudgedList) -> Option<f64>,
    measures: &[Measure],
    (rankings, finer): (&[Vec<Hit>], Option<&FinerScores>),
    by: &Judged,
) -> Vec<Values> {
    let empty = |measure: &Measure| Values {
        measure: *measure,
        values: Vec::new(),
        judged: Vec::new(),
        folds: by.folds.clone(),
    };
    let mut all: Vec<Values> = measures.iter().map(empty).collect();
    for (query, hits) in (0u32..).zip(rankings) {
        let mut ranking = JudgedRanking::of_query(query, hits, &by.relevance, &by.image_ids)
            .with_finer(finer, query);
        if let Some(folds) = &by.folds {
            ranking = ranking.in_folds(folds, query);
        }
        for Values { measure, values, judged, .. } in &mut all {
            let list = ranking.list(measure.protocol());
            let value = value_of(measure, list);
            values.push(value);
            judged.push(value.and_then(|_| measure.judged(list).share()));
        }
    }
    all
}

impl Measured {
    /// The mean of two directions, each with weight one half whatever its n; `None` if either has
    /// no value. Its n is the sum of both, and it has no values per query.
    pub(crate) fn mean_with(&self, other: &Self) -> Self {
        let midpoint = |a: Option<f64>, b: Option<f64>| Some(f64::midpoint(a?, b?));
        Self {
            mean: midpoint(self.mean, other.mean),
            n: self.n + other.n,
            judged: midpoint(self.judged, other.judged),
            per_query: BTreeMap::new(),
        }
    }
}

impl Values {
    /// Values that were computed before, with the share of judged images of each; both in the order of
    /// the queries.
    pub(crate) fn known(
        measure: Measure,
        values: Vec<Option<f64>>,
        judged: Vec<Option<f64>>,
        folds: Option<Rc<Folds>>,
    ) -> Self {
        Self { measure, values, judged, folds }
    }

    /// The values of some of the queries, given by row, and their shares of judged images.
    pub(crate) fn of_queries(&self, queries: &[usize]) -> [Vec<Option<f64>>; 2] {
        let of = |all: &[Option<f64>]| {
            queries.iter().map(|query| all.get(*query).copied().flatten()).collect()
        };
        [of(&self.values), of(&self.judged)]
    }

    /// The mean over some of the queries, given by row.
    pub(crate) fn over(&self, queries: &[usize], query_ids: &[String]) -> Measured {
        let mean_of = |values: &[Option<f64>]| {
            let mut selected = vec![None; values.len()];
            for &query in queries {
                if let Some(place) = selected.get_mut(query) {
                    *place = values.get(query).copied().flatten();
                }
            }
            self.measure.mean(&selected, self.folds.as_deref())
        };
        let mean = mean_of(&self.values);
        let per_query = queries.iter().filter_map(|query| {
            Some((query_ids.get(*query)?.clone(), self.values.get(*query).copied().flatten()?))
        });
        Measured {
            mean: mean.map(|mean| mean.mean),
            n: mean.map_or(0, |mean| mean.n),
            judged: mean_of(&self.judged).map(|mean| mean.mean),
            per_query: per_query.collect(),
        }
    }

    /// The mean over all queries.
    pub(crate) fn mean(&self) -> Option<Mean> {
        self.measure.mean(&self.values, self.folds.as_deref())
    }
}
