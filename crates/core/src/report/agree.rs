//! How columns order the systems: `rankscope agree`.

use crate::analysis::{Column, Intervals, SystemValues, coefficients};
use crate::metrics::Mean;
use crate::statistics::{Coefficient, Interval};
use serde::Serialize;
use std::borrow::Borrow;

/// Kendall's τ-b between any two columns over the systems' means.
#[derive(Debug, Serialize)]
pub struct AgreeReport {
    /// The measure of each column.
    pub measures: Vec<String>,
    /// The relevance of each column.
    pub relevance: Vec<String>,
    pub systems: Vec<String>,
    /// `[systems][columns]`.
    pub means: Vec<Vec<Option<f64>>>,
    /// `[columns][columns]`; null where a column is constant.
    pub tau_b: Vec<Vec<Option<f64>>>,
    /// `[columns][columns]`: the ends of 95 % of resamples of the queries; empty without resamples.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub intervals: Vec<Vec<Option<[f64; 2]>>>,
    /// How many systems the coefficients are over.
    pub n: usize,
    /// How many queries the means of each column are over.
    pub n_queries: Vec<usize>,
}

impl AgreeReport {
    /// Each column with its index among the systems' values.
    pub fn new(
        columns: &[(usize, Column)],
        systems: &[impl Borrow<SystemValues>],
        intervals: Option<Intervals>,
    ) -> Self {
        let means = |system: &SystemValues| -> Vec<Option<Mean>> {
            columns.iter().map(|(index, _)| system.mean(*index)).collect()
        };
        let means: Vec<_> = systems.iter().map(|system| means(system.borrow())).collect();
        let n_queries = means.first().map(|row| row.iter().map(|m| m.map_or(0, |m| m.n)).collect());
        let ends = |interval: Option<Interval>| interval.map(|i| [i.low, i.high]);
        Self {
            measures: columns.iter().map(|(_, column)| column.measure.to_string()).collect(),
            relevance: columns.iter().map(|(_, column)| column.relevance.clone()).collect(),
            systems: systems.iter().map(|system| system.borrow().system.clone()).collect(),
            means: means
                .iter()
                .map(|row| row.iter().map(|m| m.map(|m| m.mean)).collect())
                .collect(),
            tau_b: coefficients(Coefficient::KendallTauB, columns, systems),
            intervals: (intervals.into_iter().flatten())
                .map(|row| row.into_iter().map(ends).collect())
                .collect(),
            n: means.len(),
            n_queries: n_queries.unwrap_or_default(),
        }
    }

    /// Measure and relevance of each column.
    pub fn names(&self) -> Vec<String> {
        let pairs = self.measures.iter().zip(&self.relevance);
        pairs.map(|(measure, relevance)| format!("{measure} ({relevance})")).collect()
    }
}
