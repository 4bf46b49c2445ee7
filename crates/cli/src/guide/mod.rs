//! `rankscope guide`: search by guide images, what it gains, and its steps on files.

mod ablation;
mod bound;
mod complexity;
mod embedders;
mod evaluate;
mod files;
mod fuse;
mod gathered;
mod learning;
mod lof;
mod one_query;
mod pairing;
mod plan;
mod report;
mod spread;
mod studio;
mod tables;
mod trust;

use crate::{open::Benchmark, output::Format};
use anyhow::{Context, Result, bail};
use plan::PlanArgs;
use rankscope_guide::{Reduction, normalised_weights};
use std::path::PathBuf;

/// Search by guide images: pictures of what a text asks for, drawn, encoded by several vision towers,
/// each compared with the gallery, and their lists fused.
///
/// The text is read phrase by phrase; unknown words are listed. Engines draw scenes of Fieldbook that
/// show what was read: careful the most of it, hasty all but one statement, ink as careful in pen and
/// wash, memory the training scenes with the nearest captions. None reads judgements. oracle draws what
/// decides a stored query's relevance, and is a bound.
///
/// By rank, an image's score is the sum over embedders of the weight times the sum over guides of
/// 1 / rank; by distance it is the mean of 1 − cosine, and less is nearer.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  \
    rankscope guide public/fieldbook --text \"a red fox in the snow\"\n  \
    rankscope guide public/fieldbook --query-id q-005 --embedders large,base \\\n    \
    --engines careful,ink --m 3 --size medium --score rank --format json\n  \
    rankscope guide public/fieldbook --eval --split test --preset balanced \\\n    \
    --measures inquire:AP@50,trec:AP@50\n  \
    rankscope guide public/fieldbook --guide-image fb1-17 --preset accurate\n  \
    rankscope guide fuse lists.json"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    step: Option<Step>,
    #[command(flatten)]
    search: SearchArgs,
}

#[derive(Debug, clap::Args)]
struct SearchArgs {
    /// The benchmark's folder: the shipped Fieldbook.
    #[arg(value_name = "DIR", required = true)]
    benchmark: Option<PathBuf>,
    /// A text to search for.
    #[arg(long, value_name = "TEXT")]
    text: Option<String>,
    /// The id of a query of the benchmark.
    #[arg(long, value_name = "ID", conflicts_with = "text")]
    query_id: Option<String>,
    /// Images of the gallery as further guides.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    guide_image: Vec<String>,
    /// Pictures as further guides: PNG, JPEG, WebP or GIF.
    #[arg(long, value_name = "FILE")]
    guide_file: Vec<PathBuf>,
    #[command(flatten)]
    plan: PlanArgs,
    /// The weight of each embedder, for ranks [default: equal].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    weights: Vec<f64>,
    /// What orders images.
    #[arg(long, value_enum, default_value_t = Scoring::Rank)]
    score: Scoring,
    /// Drop guides whose outlier score (the weighted sum of their local outlier factors) is above this.
    #[arg(long, value_name = "TAU")]
    tau: Option<f64>,
    /// What vectors go through before outlier scores.
    #[arg(long, value_enum, default_value_t = Reduced::None)]
    reduction: Reduced,
    /// Images to print.
    #[arg(short, default_value_t = 10)]
    k: u32,
    /// Output format; CSV with --eval only.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    evaluation: evaluate::EvalArgs,
}

/// What orders images.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Scoring {
    /// Rank fusion (eq. 5).
    Rank,
    /// Mean distance (eq. 4).
    Distance,
}

/// What vectors go through before distances between guides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Reduced {
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

#[derive(Debug, clap::Subcommand)]
enum Step {
    Fuse(fuse::Args),
    Trust(trust::Args),
    Lof(lof::Args),
    Complexity(complexity::Args),
    Spread(spread::Args),
    Pairing(pairing::Args),
    Bound(bound::Args),
}

impl SearchArgs {
    /// The weights of the embedders, 1 in sum.
    fn weights(&self, n_embedders: usize) -> Result<Vec<f64>> {
        if self.weights.is_empty() {
            return Ok(vec![1.0 / n_embedders.max(1) as f64; n_embedders]);
        }
        if self.weights.len() != n_embedders {
            bail!(
                "{n_embedders} embedders need {n_embedders} --weights, and {} are given",
                self.weights.len()
            );
        }
        if let Some(weight) = self.weights.iter().find(|w| !(w.is_finite() && **w >= 0.0)) {
            bail!("the weight {weight} is not a number from 0");
        }
        normalised_weights(&self.weights).context("--weights are all 0: one must count")
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    match &args.step {
        Some(Step::Fuse(args)) => fuse::run(args),
        Some(Step::Trust(args)) => trust::run(args),
        Some(Step::Lof(args)) => lof::run(args),
        Some(Step::Complexity(args)) => complexity::run(args),
        Some(Step::Spread(args)) => spread::run(args),
        Some(Step::Pairing(args)) => pairing::run(args),
        Some(Step::Bound(args)) => bound::run(args),
        None => {
            let folder = args.search.benchmark.as_deref().context("give the benchmark's folder")?;
            let benchmark = Benchmark::open(folder)?;
            if args.search.evaluation.eval {
                evaluate::run(&args.search, &benchmark)
            } else {
                one_query::run(&args.search, &benchmark)
            }
        }
    }
}
