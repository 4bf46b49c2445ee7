//! People's votes: how far they agree, and how each rule over them orders the systems. `rankscope votes`.

use super::Summary;
use crate::analysis::{Board, Column, SystemValues, VoteAgreement, coefficients};
use crate::statistics::Coefficient;
use serde::Serialize;
use std::{cmp::Ordering, collections::BTreeMap};

/// By group of queries; `all` is over all of them.
pub type VotesReport = BTreeMap<String, VoteAgreement>;

/// The systems under each rule that makes relevance of votes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct VoteOrdersReport {
    pub rules: Vec<String>,
    pub measures: Vec<String>,
    /// System → rule → measure.
    pub systems: BTreeMap<String, BTreeMap<String, BTreeMap<String, Summary>>>,
    /// Measure → rule → systems, the best first; equal means in the order of the benchmark.
    pub order: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    /// Measure → `[rules][rules]`: Kendall's τ-b of the systems' means; null where a rule does not tell
    /// them apart.
    pub tau_b: BTreeMap<String, Vec<Vec<Option<f64>>>>,
    /// Queries with votes.
    pub n_queries: usize,
}

impl VoteOrdersReport {
    /// The columns of the board are each measure under each rule, rule by rule.
    pub fn new(
        board: &Board,
        rules: Vec<String>,
        n_queries: usize,
        systems: &[SystemValues],
    ) -> Self {
        let n_measures = board.columns.len() / rules.len().max(1);
        let measures: Vec<String> =
            board.columns.iter().take(n_measures).map(|of| of.measure.to_string()).collect();
        let mean =
            |own: &SystemValues, rule: usize, measure: usize| own.mean(rule * n_measures + measure);
        let of_system = |own: &SystemValues| {
            let of_rule = |(rule, name): (usize, &String)| {
                let of_measure = |(measure, name): (usize, &String)| {
                    (name.clone(), Summary::from(mean(own, rule, measure)))
                };
                (name.clone(), measures.iter().enumerate().map(of_measure).collect())
            };
            (own.system.clone(), rules.iter().enumerate().map(of_rule).collect())
        };
        let ordered = |measure: usize| {
            let of_rule = |(rule, name): (usize, &String)| {
                let value = |own: &SystemValues| mean(own, rule, measure).map(|mean| mean.mean);
                let mut placed: Vec<(Option<f64>, &String)> =
                    systems.iter().map(|own| (value(own), &own.system)).collect();
                placed.sort_by(|(a, _), (b, _)| b.partial_cmp(a).unwrap_or(Ordering::Equal));
                (name.clone(), placed.into_iter().map(|(_, id)| id.clone()).collect())
            };
            rules.iter().enumerate().map(of_rule).collect()
        };
        let tau_b = |measure: usize| {
            let columns: Vec<(usize, Column)> = board
                .columns
                .iter()
                .cloned()
                .enumerate()
                .skip(measure)
                .step_by(n_measures.max(1))
                .collect();
            coefficients(Coefficient::KendallTauB, &columns, systems)
        };
        let named = || measures.iter().cloned().enumerate();
        Self {
            systems: systems.iter().map(of_system).collect(),
            order: named().map(|(measure, name)| (name, ordered(measure))).collect(),
            tau_b: named().map(|(measure, name)| (name, tau_b(measure))).collect(),
            n_queries,
            rules,
            measures,
        }
    }
}
