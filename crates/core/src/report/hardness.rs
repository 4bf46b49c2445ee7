//! What makes a query hard, and which images are found for too many: `rankscope hardness` and
//! `rankscope hubs`.

use crate::analysis::{Dataset, Hardness, Hubness};
use crate::benchmark::ImageIds;
use serde::Serialize;
use std::collections::BTreeMap;

/// The correlation between the similarity of a query's relevant images and its value.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HardnessReport {
    /// How many queries have both.
    pub n: usize,
    pub pearson: Pearson,
    pub spearman: Spearman,
    /// By id: the mean similarity, and the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_query: Option<BTreeMap<String, [f64; 2]>>,
}

/// `None` where one side is constant.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Pearson {
    pub r: Option<f64>,
    /// Two-sided.
    pub p: Option<f64>,
}

/// `None` where one side is constant.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Spearman {
    pub rho: Option<f64>,
    /// Two-sided.
    pub p: Option<f64>,
}

impl HardnessReport {
    pub fn new(dataset: &Dataset, hardness: &Hardness, with_queries: bool) -> Self {
        let Hardness { queries, pearson, spearman } = hardness;
        let (r, p) = pearson.unzip();
        let (rho, p_of_rho) = spearman.unzip();
        let point = |(row, point): &(usize, [f64; 2])| {
            Some((dataset.queries.get(*row)?.id.clone(), *point))
        };
        Self {
            n: queries.len(),
            pearson: Pearson { r, p },
            spearman: Spearman { rho, p: p_of_rho },
            per_query: with_queries.then(|| queries.iter().filter_map(point).collect()),
        }
    }
}

/// How unevenly a system's first hits are spread over the images.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HubsReport {
    /// Of the number of queries that have an image among their first k; `None` if it is the same for all.
    pub skewness: Option<f64>,
    /// Images that no query has among its first k.
    pub never: usize,
    /// Of all images.
    pub share_never: f64,
    /// The images that most queries have, and how many.
    pub top: Vec<Hub>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Hub {
    pub id: String,
    pub n: u32,
}

impl HubsReport {
    /// With the `n_top` most frequent images.
    pub fn new(hubness: &Hubness, ids: ImageIds<'_>, n_top: usize) -> Self {
        let never = hubness.n_never();
        let hub = |(row, n): (usize, u32)| Some(Hub { id: ids.get(row)?.into_owned(), n });
        Self {
            skewness: hubness.skewness(),
            never,
            share_never: never as f64 / hubness.counts.len().max(1) as f64,
            top: hubness.top(n_top).into_iter().filter_map(hub).collect(),
        }
    }
}
