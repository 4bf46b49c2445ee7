//! How far annotators agree, two by two: Cohen's κ over the images that both voted on.

use crate::formats::VotedImage;
use crate::statistics::cohen_kappa;
use std::collections::BTreeSet;

/// κ of every pair of annotators.
#[derive(Debug, Clone, PartialEq)]
pub struct AnnotatorAgreement {
    /// The annotators, by name.
    pub names: Vec<String>,
    /// `[annotator][annotator]`, symmetric; the diagonal is not computed.
    pub pairs: Vec<Vec<AnnotatorPair>>,
}

/// Two annotators.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct AnnotatorPair {
    /// Cohen's κ; `None` where nothing is left to explain.
    pub kappa: Option<f64>,
    /// The share of images on which both voted the same.
    pub same: f64,
    /// The number of images that both voted on.
    pub n: usize,
}

impl AnnotatorAgreement {
    /// Of these votes; `None` where fewer than two annotators are named.
    pub fn new(voted: &[VotedImage]) -> Option<Self> {
        let names: BTreeSet<&String> = voted.iter().flat_map(|image| image.by.keys()).collect();
        if names.len() < 2 {
            return None;
        }
        let names: Vec<String> = names.into_iter().cloned().collect();
        let pairs = names.iter().map(|one| names.iter().map(|other| pair(voted, one, other)));
        Some(Self { pairs: pairs.map(Iterator::collect).collect(), names: names.clone() })
    }
}

fn pair(voted: &[VotedImage], one: &str, other: &str) -> AnnotatorPair {
    if one == other {
        return AnnotatorPair::default();
    }
    let both = |image: &VotedImage| Some((*image.by.get(one)?, *image.by.get(other)?));
    let labels: Vec<(u8, u8)> = voted.iter().filter_map(both).collect();
    let n = labels.len();
    let n_same = labels.iter().filter(|(one, other)| one == other).count();
    AnnotatorPair { kappa: cohen_kappa(labels), same: n_same as f64 / n.max(1) as f64, n }
}
