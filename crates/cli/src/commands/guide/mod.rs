//! `rankscope guide`: search by guide images, what it gains, and its steps on files.

mod ablation;
mod arguments;
mod bound;
mod complexity;
mod evaluate;
mod files;
mod found;
mod fuse;
mod learning;
mod lof;
mod make;
mod one_query;
mod pairing;
mod report;
mod spread;
mod tables;
mod trust;

use crate::benchmark::open::Benchmark;
use anyhow::{Context, Result};
use arguments::SearchArgs;

/// Search by guide images: pictures of what a text asks for, drawn, encoded by several vision towers,
/// each compared with the gallery, and their lists fused.
///
/// The text is read phrase by phrase; unknown words are listed. Engines draw scenes of Fieldbook that
/// show what was read: careful the most of it, hasty all but one statement, ink as careful in pen and
/// wash, memory the training scenes with the nearest captions. None reads judgements. oracle draws what
/// decides a stored query's relevance, and is a bound. A benchmark that carries guides of its own is
/// searched with these.
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

#[derive(Debug, clap::Subcommand)]
enum Step {
    Fuse(fuse::Args),
    Trust(trust::Args),
    Lof(lof::Args),
    Make(make::Args),
    Complexity(complexity::Args),
    Spread(spread::Args),
    Pairing(pairing::Args),
    Bound(bound::Args),
}

pub(crate) fn run(args: &Args) -> Result<()> {
    match &args.step {
        Some(Step::Fuse(args)) => fuse::run(args),
        Some(Step::Trust(args)) => trust::run(args),
        Some(Step::Lof(args)) => lof::run(args),
        Some(Step::Make(args)) => make::run(args),
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
