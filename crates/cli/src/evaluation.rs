//! From rankings to values: every measure of every query, and their means.

use rankscope_core::benchmark::Relevance;
use rankscope_core::metrics::{Folds, JudgedRanking, Mean, Measure};
use rankscope_core::ranking::Hit;
use serde::Serialize;
use std::{collections::BTreeMap, rc::Rc};

/// What rankings are judged by.
pub(super) struct Judged {
    /// In the order of the rankings.
    pub(super) query_ids: Vec<String>,
    /// In corpus order.
    pub(super) image_ids: Vec<String>,
    pub(super) relevance: Relevance,
    /// COCO 1K's, if the benchmark has them.
    pub(super) folds: Option<Rc<Folds>>,
}

/// A measure's value for each query, in the queries' order.
pub(super) struct Values {
    pub(super) measure: Measure,
    /// `None` where the query has no relevant image, or the measure does not apply.
    pub(super) values: Vec<Option<f64>>,
    /// The share of the hits looked at that are judged; `None` where there is no value.
    judged: Vec<Option<f64>>,
    folds: Option<Rc<Folds>>,
}

/// A measure's mean, never without its n.
#[derive(Serialize)]
pub(super) struct Measured {
    /// `None` where no query has a value.
    pub(super) mean: Option<f64>,
    pub(super) n: usize,
    /// Mean share of judged images among the hits looked at (Judged@k).
    pub(super) judged: Option<f64>,
    pub(super) per_query: BTreeMap<String, f64>,
}

/// Every measure of every query; each ranking is judged once for each order of ties.
pub(super) fn values(measures: &[Measure], rankings: &[Vec<Hit>], by: &Judged) -> Vec<Values> {
    let empty = |measure: &Measure| Values {
        measure: *measure,
        values: Vec::new(),
        judged: Vec::new(),
        folds: by.folds.clone(),
    };
    let mut all: Vec<Values> = measures.iter().map(empty).collect();
    for (query, hits) in (0u32..).zip(rankings) {
        let mut ranking = JudgedRanking::of_query(query, hits, &by.relevance, &by.image_ids);
        if let Some(folds) = &by.folds {
            ranking = ranking.in_folds(folds, query);
        }
        for Values { measure, values, judged, .. } in &mut all {
            let list = ranking.list(measure.protocol());
            let value = measure.value(list);
            values.push(value);
            judged.push(value.and_then(|_| measure.judged(list).share()));
        }
    }
    all
}

impl Measured {
    /// The mean of two directions, each of which counts as one half whatever its n; `None` if
    /// either has no value. The n and the values per query are those of the two, not of both.
    pub(super) fn halfway(&self, other: &Self) -> Self {
        let half = |a: Option<f64>, b: Option<f64>| Some(f64::midpoint(a?, b?));
        Self {
            mean: half(self.mean, other.mean),
            n: self.n + other.n,
            judged: half(self.judged, other.judged),
            per_query: BTreeMap::new(),
        }
    }
}

impl Values {
    /// The mean over some of the queries.
    pub(super) fn over(&self, queries: &[usize], query_ids: &[String]) -> Measured {
        let of = |values: &[Option<f64>]| {
            let mut asked = vec![None; values.len()];
            for &query in queries {
                if let Some(place) = asked.get_mut(query) {
                    *place = values.get(query).copied().flatten();
                }
            }
            self.measure.mean(&asked, self.folds.as_deref())
        };
        let mean = of(&self.values);
        let per_query = queries.iter().filter_map(|query| {
            Some((query_ids.get(*query)?.clone(), self.values.get(*query).copied().flatten()?))
        });
        Measured {
            mean: mean.map(|mean| mean.mean),
            n: mean.map_or(0, |mean| mean.n),
            judged: of(&self.judged).map(|mean| mean.mean),
            per_query: per_query.collect(),
        }
    }

    /// The mean over all queries.
    pub(super) fn mean(&self) -> Option<Mean> {
        self.measure.mean(&self.values, self.folds.as_deref())
    }
}
