//! People's votes: how far they agree, and how each rule over them orders the systems. `rankscope votes`.

use super::Summary;
use crate::analysis::{
    ALL_QUERIES, Board, Column, SystemValues, VoteAgreement, coefficients, words,
};
use crate::statistics::{Coefficient, strength_of_agreement};
use serde::Serialize;
use std::{cmp::Ordering, collections::BTreeMap};

/// By group of queries; `all` is over all of them.
pub type VotesReport = BTreeMap<String, VoteAgreement>;

/// How far people agree, in sentences for those who do not know the coefficients; empty without votes.
pub fn votes_in_words(report: &VotesReport) -> String {
    let Some(all) = report.get(ALL_QUERIES).filter(|all| all.n_items > 0) else {
        return String::new();
    };
    let percent = |n: u64, of: u64| format!("{:.0} %", 100.0 * n as f64 / of.max(1) as f64);
    let [relevant, not, unsure] = all.votes.map(|n| percent(n, all.n_votes));
    let mut sentences = vec![
        format!(
            "{} on {}: {relevant} for relevant, {not} for not relevant, {unsure} unsure.",
            words::counted(usize::try_from(all.n_votes).unwrap_or(usize::MAX), "vote", "votes"),
            words::counted(all.n_items, "picture", "pictures"),
        ),
        format!(
            "On {} of the pictures all votes are the same.",
            percent(all.unanimous as u64, all.n_items as u64)
        ),
    ];
    match all.fleiss {
        None => sentences.push(
            "Whether people agree cannot be said: no picture has two votes, or all votes are the same."
                .into(),
        ),
        Some(kappa) => sentences.push(format!(
            "Agreement beyond chance is {} (Fleiss’ κ {}).",
            strength_of_agreement(kappa),
            two_decimals(kappa)
        )),
    }
    let groups = report.iter().filter(|(name, _)| *name != ALL_QUERIES);
    let mut groups: Vec<(&String, f64)> =
        groups.filter_map(|(name, own)| Some((name, own.fleiss?))).collect();
    groups.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    if let [(least, low), .., (most, high)] = groups.as_slice() {
        sentences.push(format!(
            "People agree least where queries are {least} (κ {}, {}) and most where they are {most} \
             (κ {}, {}).",
            two_decimals(*low),
            strength_of_agreement(*low),
            two_decimals(*high),
            strength_of_agreement(*high)
        ));
    }
    sentences.join(" ")
}

fn two_decimals(kappa: f64) -> String {
    format!("{kappa:.2}").replace('-', "−")
}

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
