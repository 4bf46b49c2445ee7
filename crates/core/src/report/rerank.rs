//! What a second stage gains: `rankscope rerank`.

use super::Measured;
use crate::analysis::{Board, Column, OnQuery, SystemValues, tested_pairs};
use crate::metrics::N_SHUFFLES;
use crate::statistics::paired_student;
use serde::Serialize;
use std::collections::BTreeMap;

/// The values of four orders of a first stage's hits.
#[derive(Debug, Clone, Copy)]
pub struct Orders<'a> {
    pub found: &'a SystemValues,
    /// Expected values.
    pub random: &'a SystemValues,
    pub best: &'a SystemValues,
    pub reranked: &'a SystemValues,
}

/// Means by measure.
pub type RerankReport = BTreeMap<String, FourMeans>;

/// The means of four orders by one measure.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FourMeans {
    pub found: Option<f64>,
    pub random: Option<f64>,
    pub best: Option<f64>,
    pub reranked: Option<f64>,
    /// How many queries the means are over.
    pub n: usize,
    /// How many shuffles `random` is the mean of; exact without.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shuffles: Option<usize>,
}

impl Orders<'_> {
    /// The means over the queries in these rows; the columns are measures under one definition.
    pub fn report(&self, board: &Board, rows: &[usize]) -> RerankReport {
        let of_column = |(index, column): (usize, &Column)| {
            (column.measure.to_string(), self.means(board, index, column, rows))
        };
        board.columns.iter().enumerate().map(of_column).collect()
    }

    fn means(&self, board: &Board, index: usize, column: &Column, rows: &[usize]) -> FourMeans {
        let over = |values| Measured::over(board, values, index, rows).summary;
        let reranked = over(self.reranked);
        FourMeans {
            found: over(self.found).mean,
            random: over(self.random).mean,
            best: over(self.best).mean,
            reranked: reranked.mean,
            n: reranked.n,
            shuffles: (!column.measure.has_closed_form()).then_some(N_SHUFFLES),
        }
    }
}

/// What a second stage gains at each depth, by measure.
pub type RerankCurves = BTreeMap<String, RerankCurve>;

/// One measure by the number of first hits that are reordered. The others follow in their own order, so that
/// `found` is the same at every depth.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct RerankCurve {
    /// How many queries have a value.
    pub n: usize,
    pub curve: Vec<RerankPoint>,
    /// The same over the queries of each value of a facet.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub by: BTreeMap<String, RerankCurve>,
}

/// A curve at one depth.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RerankPoint {
    pub depth: usize,
    /// Over the queries that count at this depth.
    #[serde(flatten)]
    pub means: FourMeans,
    /// `None` without queries.
    pub gain: Option<Gain>,
}

/// Resamples of a [`Gain`]'s interval, and sign flips of its test.
const N_DRAWS: u32 = 10_000;

/// Reranked − found over queries.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Gain {
    pub mean: f64,
    /// The ends of the percentile bootstrap interval of 95 %; `None` for a single query, and for COCO 1K,
    /// whose mean is over folds.
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// Of the paired randomisation test, two-sided.
    pub p: f64,
    /// Of the paired t-test; `None` for a single query. Infinite, which JSON has as null, if all queries gain
    /// equally.
    pub t: Option<f64>,
    /// Two-sided.
    pub p_t: Option<f64>,
}

/// How points of a [`RerankCurve`] are measured: columns under one definition, the queries, and those of each
/// value of a facet.
#[derive(Debug, Clone, Copy)]
pub struct CurveOver<'a> {
    pub board: &'a Board,
    pub rows: &'a [usize],
    pub by: &'a BTreeMap<String, Vec<usize>>,
}

impl Gain {
    /// What `a` gains over `b`, whose means differ by `mean`; `None` if no query in these rows has values of
    /// both.
    pub(super) async fn of(
        mean: f64,
        (index, column): (usize, &Column),
        (a, b): (&SystemValues, &SystemValues),
        rows: &[usize],
        pause: impl AsyncFn(),
    ) -> Option<Self> {
        let pair = |row: &usize| OnQuery::new(a, b, index, u32::try_from(*row).ok()?);
        let pairs: Vec<OnQuery> = rows.iter().filter_map(pair).collect();
        let tested = tested_pairs(&pairs, Some(N_DRAWS), pause).await?;
        let (a, b): (Vec<f64>, Vec<f64>) = pairs.iter().map(|on| (on.a, on.b)).unzip();
        let student = paired_student(&a, &b).ok();
        let interval = tested.interval.filter(|_| !column.measure.is_within_fold());
        Some(Self {
            mean,
            low: interval.map(|of| of.low),
            high: interval.map(|of| of.high),
            p: tested.randomisation.p,
            t: student.map(|of| of.t),
            p_t: student.map(|of| of.p),
        })
    }
}

impl CurveOver<'_> {
    /// Adds a depth to the curves: the orders at this depth, over the queries for which `counts` has true.
    /// Awaits `pause` before each test.
    pub async fn add(
        &self,
        curves: &mut RerankCurves,
        depth: usize,
        orders: Orders<'_>,
        counts: Option<&[bool]>,
        pause: impl AsyncFn(),
    ) {
        for column in self.board.columns.iter().enumerate() {
            let curve = curves.entry(column.1.measure.to_string()).or_default();
            self.add_point(curve, self.rows, (depth, column), orders, counts, &pause).await;
            for (value, rows) in self.by {
                let curve = curve.by.entry(value.clone()).or_default();
                self.add_point(curve, rows, (depth, column), orders, counts, &pause).await;
            }
        }
    }

    async fn add_point(
        &self,
        curve: &mut RerankCurve,
        rows: &[usize],
        (depth, (index, column)): (usize, (usize, &Column)),
        orders: Orders<'_>,
        counts: Option<&[bool]>,
        pause: impl AsyncFn(),
    ) {
        pause().await;
        let is_counted = |row: &usize| {
            counts.is_none_or(|counts| counts.get(*row).is_some_and(|counts| *counts))
        };
        let counted: Vec<usize> = rows.iter().copied().filter(is_counted).collect();
        let means = orders.means(self.board, index, column, &counted);
        let pair = (orders.reranked, orders.found);
        let gain = match means.reranked.zip(means.found) {
            Some((reranked, found)) => {
                let mean = reranked - found;
                Gain::of(mean, (index, column), pair, &counted, pause).await
            }
            None => None,
        };
        curve.n = orders.means(self.board, index, column, rows).n;
        curve.curve.push(RerankPoint { depth, means, gain });
    }
}
