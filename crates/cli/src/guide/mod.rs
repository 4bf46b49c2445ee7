//! `rankscope guide`: search by guide images, and the computations behind it on files.

mod files;
mod fuse;
mod lof;
mod trust;

use anyhow::Result;

/// Search by guide images, or run a step of it on a file.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  rankscope guide fuse lists.json\n  \
    rankscope guide trust feedback.json\n  rankscope guide lof points.json")]
pub(crate) struct Args {
    #[command(subcommand)]
    step: Step,
}

#[derive(Debug, clap::Subcommand)]
enum Step {
    Fuse(fuse::Args),
    Trust(trust::Args),
    Lof(lof::Args),
}

pub(crate) fn run(args: &Args) -> Result<()> {
    match &args.step {
        Step::Fuse(args) => fuse::run(args),
        Step::Trust(args) => trust::run(args),
        Step::Lof(args) => lof::run(args),
    }
}
