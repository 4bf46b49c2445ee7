//! Two sets of annotations of the same topics: how far they agree, and whether systems keep their order.

use crate::benchmark::Judgements;
use crate::statistics::{cohen_kappa, kendall_tau_b};
use serde::Serialize;
use std::collections::BTreeMap;

/// The judgements by which systems are measured: those of either, of either one, of both together.
pub const ANNOTATIONS: [&str; 4] = ["first", "second", "union", "intersection"];

/// A topic under two annotations.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TopicAgreement {
    /// Cohen's κ over all pictures, shown or not; null where neither shows the topic, or both everywhere.
    pub kappa: Option<f64>,
    pub first: usize,
    pub second: usize,
    /// Pictures that at least one says to show it.
    pub union: usize,
    /// Pictures that both say to show it.
    pub intersection: usize,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AnnotationsReport {
    /// By the id of the topic's query.
    pub topics: BTreeMap<String, TopicAgreement>,
    /// Over topics with a κ.
    pub mean_kappa: Option<f64>,
    pub systems: Vec<String>,
    /// The means of the systems by each of [`ANNOTATIONS`], in the systems' order.
    pub means: BTreeMap<&'static str, Vec<Option<f64>>>,
    /// τ-b of the systems' order by the first with that by each of the others.
    pub tau_b: BTreeMap<&'static str, Option<f64>>,
}

impl TopicAgreement {
    /// Both by corpus row; grades from 1 show the topic.
    pub fn of(first: &Judgements, second: &Judgements, n_pictures: u32) -> Self {
        let shows = |by: &Judgements, row: u32| by.grade(row).is_some_and(|grade| grade >= 1);
        let both = |row| (shows(first, row), shows(second, row));
        let n = |is: fn((bool, bool)) -> bool| (0..n_pictures).filter(|row| is(both(*row))).count();
        Self {
            kappa: cohen_kappa((0..n_pictures).map(both)),
            first: first.n_relevant(),
            second: second.n_relevant(),
            union: n(|(one, other)| one || other),
            intersection: n(|(one, other)| one && other),
        }
    }
}

/// The rows that each of [`ANNOTATIONS`] says to show the topic, with grade 1.
pub fn combined(first: &Judgements, second: &Judgements) -> [Judgements; 4] {
    let shown = |by: &Judgements| -> Vec<u32> {
        by.as_slice().iter().filter(|(_, grade)| *grade >= 1).map(|(row, _)| *row).collect()
    };
    let (one, other) = (shown(first), shown(second));
    let of = |rows: Vec<u32>| Judgements::new(rows.into_iter().map(|row| (row, 1)));
    let union = one.iter().chain(&other).copied().collect();
    let common = one.iter().filter(|row| other.binary_search(row).is_ok()).copied().collect();
    [of(one.clone()), of(other.clone()), of(union), of(common)]
}

impl AnnotationsReport {
    /// `means` are those of the systems by each of [`ANNOTATIONS`], `[annotations][systems]`.
    pub fn new(
        topics: BTreeMap<String, TopicAgreement>,
        systems: Vec<String>,
        means: Vec<Vec<Option<f64>>>,
    ) -> Self {
        let kappas: Vec<f64> = topics.values().filter_map(|topic| topic.kappa).collect();
        let mean_kappa =
            (!kappas.is_empty()).then(|| kappas.iter().sum::<f64>() / kappas.len() as f64);
        let all = |of: &Vec<Option<f64>>| of.iter().copied().collect::<Option<Vec<f64>>>();
        let first = means.first().and_then(all);
        let tau =
            |of: &Vec<Option<f64>>| kendall_tau_b(first.as_ref()?, &all(of)?).map(|tau| tau.tau_b);
        let named = || ANNOTATIONS.into_iter().zip(&means);
        Self {
            tau_b: named().skip(1).map(|(name, of)| (name, tau(of))).collect(),
            means: named().map(|(name, of)| (name, of.clone())).collect(),
            topics,
            mean_kappa,
            systems,
        }
    }
}
