//! The arguments of `rankscope guide DIR`.

use crate::benchmark::open::Benchmark;
use crate::guides::{
    embedders::{Embedder, usual_weights},
    gathered::Dropping,
    plan::PlanArgs,
};
use crate::terminal::{arguments::Printed, output::Format};
use anyhow::{Context, Result, bail};
use rankscope_core::metrics::Measure;
use rankscope_guide::{Reduction, normalised_weights};
use std::path::PathBuf;

/// One text, or an evaluation.
#[derive(Debug, clap::Args)]
pub(super) struct SearchArgs {
    /// The benchmark's folder: the shipped Fieldbook, or one with guides of its own. With --guide-image
    /// and --guide-file any.
    #[arg(value_name = "DIR", required = true)]
    pub(super) benchmark: Option<PathBuf>,
    /// A text to search for.
    #[arg(long, value_name = "TEXT")]
    pub(super) text: Option<String>,
    /// The id of a query of the benchmark.
    #[arg(long, value_name = "ID", conflicts_with = "text")]
    pub(super) query_id: Option<String>,
    /// Images of the gallery as further guides.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(super) guide_image: Vec<String>,
    /// Pictures as further guides: PNG, JPEG, WebP or GIF.
    #[arg(long, value_name = "FILE")]
    pub(super) guide_file: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) plan: PlanArgs,
    /// The weight of each embedder, for ranks [default: those that the benchmark states, or
    /// equal ones].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(super) weights: Vec<f64>,
    /// What orders images.
    #[arg(long, value_enum, default_value_t = Scoring::Rank)]
    pub(super) score: Scoring,
    /// Drop guides whose outlier score (the weighted sum of their local outlier factors) is above this.
    #[arg(long, value_name = "TAU")]
    pub(super) tau: Option<f64>,
    /// What vectors go through before outlier scores.
    #[arg(long, value_enum, default_value_t = Reduced::None)]
    pub(super) reduction: Reduced,
    /// Images to print.
    #[arg(short, default_value_t = 10)]
    pub(super) k: u32,
    #[command(flatten)]
    pub(super) printed: Printed<Format>,
    #[command(flatten)]
    pub(super) evaluation: EvalArgs,
}

/// What orders images.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Scoring {
    /// Rank fusion (eq. 5).
    Rank,
    /// Mean distance (eq. 4).
    Distance,
}

/// What vectors go through before distances between guides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Reduced {
    /// Nothing: 1 − cosine.
    None,
    /// PCA to two dimensions: Euclidean.
    Pca,
}

impl From<Reduced> for Reduction {
    fn from(reduced: Reduced) -> Self {
        match reduced {
            Reduced::None => Self::None,
            Reduced::Pca => Self::Pca,
        }
    }
}

/// How guides are measured.
#[derive(Debug, clap::Args)]
pub(super) struct EvalArgs {
    /// Measure guides on the queries of the benchmark, against the text alone.
    #[arg(long, conflicts_with_all = ["text", "query_id", "guide_image", "guide_file"])]
    pub(super) eval: bool,
    /// The queries to measure.
    #[arg(long, value_name = "NAME", default_value = "test", requires = "eval")]
    pub(super) split: String,
    /// Measure only the queries whose facet has this value, such as family=question.
    #[arg(long, value_name = "FACET=VALUE", requires = "eval")]
    pub(super) only: Option<String>,
    /// Measures by full name [default: inquire:AP@50,trec:AP@50].
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "eval")]
    pub(super) measures: Vec<Measure>,
    /// The relevance definition [default: the benchmark's].
    #[arg(long, value_name = "ID", requires = "eval")]
    pub(super) relevance: Option<String>,
    /// The system over whose texts gains are: any with vectors of queries, or a stored run [default: the
    /// first embedder that knows texts; none if none does].
    #[arg(long, value_name = "ID", requires = "eval")]
    pub(super) baseline: Option<String>,
    /// Also measure parts: guides and embedders in several numbers, engines alone, sizes. Parts keep guides
    /// that --tau leaves out.
    #[arg(long, requires = "eval")]
    pub(super) ablate: bool,
    /// Also learn weights for each topic by marking wrong hits of the validation split.
    #[arg(long, requires = "eval")]
    pub(super) learn: bool,
}

impl SearchArgs {
    /// Which guides to leave out, if any.
    pub(super) fn dropping<'a>(&self, weights: &'a [f64]) -> Option<Dropping<'a>> {
        Some(Dropping { tau: self.tau?, reduction: self.reduction.into(), weights })
    }

    /// The weights of the embedders, 1 in sum.
    pub(super) fn weights(
        &self,
        benchmark: &Benchmark,
        embedders: &[Embedder<'_>],
    ) -> Result<Vec<f64>> {
        match self.weights.is_empty() {
            true => Ok(usual_weights(benchmark, embedders)),
            false => weights(&self.weights, embedders.len()),
        }
    }
}

/// The weights that are given for so many embedders, 1 in sum.
pub(super) fn weights(given: &[f64], n_embedders: usize) -> Result<Vec<f64>> {
    if given.len() != n_embedders {
        bail!(
            "{n_embedders} embedders need {n_embedders} --weights, and {} are given",
            given.len()
        );
    }
    if let Some(weight) = given.iter().find(|w| !(w.is_finite() && **w >= 0.0)) {
        bail!("the weight {weight} is not a number from 0");
    }
    normalised_weights(given).context("--weights are all 0: one must count")
}
