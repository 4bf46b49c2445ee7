//! A derived system by one of its numbers: `rankscope sweep`.

use super::Measured;
use super::rerank::Gain;
use crate::analysis::{Board, SystemValues};
use serde::Serialize;
use std::collections::BTreeMap;

/// By measure.
pub type SweptReport = BTreeMap<String, SweptMeasure>;

/// One measure of a derived system, at each number.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct SweptMeasure {
    /// How many queries have a value of the system that the others are compared with.
    pub n: usize,
    /// Its mean.
    pub baseline: Option<f64>,
    pub curve: Vec<SweptPoint>,
}

/// A derived system with one number.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SweptPoint {
    pub number: f64,
    /// Its expression.
    pub system: String,
    pub mean: Option<f64>,
    /// Over the baseline; `None` without queries.
    pub gain: Option<Gain>,
}

/// How the points of a sweep are measured: the columns are measures under one definition.
#[derive(Debug, Clone, Copy)]
pub struct SweptOver<'a> {
    pub board: &'a Board,
    /// What the systems are compared with.
    pub baseline: &'a SystemValues,
    /// The queries, by row.
    pub rows: &'a [usize],
}

impl SweptOver<'_> {
    /// Adds a system to the report. Awaits `pause` before each test.
    pub async fn add(
        &self,
        report: &mut SweptReport,
        number: f64,
        values: &SystemValues,
        pause: impl AsyncFn(),
    ) {
        let Self { board, baseline, rows } = *self;
        for (index, column) in board.columns.iter().enumerate() {
            pause().await;
            let plain = Measured::over(board, baseline, index, rows).summary;
            let mean = Measured::over(board, values, index, rows).summary.mean;
            let difference = mean.zip(plain.mean).map(|(mean, plain)| mean - plain);
            let pair = (values, baseline);
            let gain = match difference {
                Some(mean) => Gain::of(mean, (index, column), pair, rows, &pause).await,
                None => None,
            };
            let measure = report.entry(column.measure.to_string()).or_default();
            (measure.n, measure.baseline) = (plain.n, plain.mean);
            measure.curve.push(SweptPoint { number, system: values.system.clone(), mean, gain });
        }
    }
}
