//! What a second stage gains: `rankscope rerank`.

use super::Measured;
use crate::analysis::{Board, Column, SystemValues};
use crate::metrics::N_SHUFFLES;
use serde::Serialize;
use std::collections::BTreeMap;

/// The values of four orders of a first stage's hits.
#[derive(Debug)]
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
            let over = |values| Measured::over(board, values, index, rows).summary;
            let reranked = over(self.reranked);
            let means = FourMeans {
                found: over(self.found).mean,
                random: over(self.random).mean,
                best: over(self.best).mean,
                reranked: reranked.mean,
                n: reranked.n,
                shuffles: (!column.measure.has_closed_form()).then_some(N_SHUFFLES),
            };
            (column.measure.to_string(), means)
        };
        board.columns.iter().enumerate().map(of_column).collect()
    }
}
