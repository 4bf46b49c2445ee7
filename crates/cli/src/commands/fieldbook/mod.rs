//! `rankscope fieldbook`: the built-in world, as a benchmark and as pictures.

mod build;
mod candidates;
mod definitions;
mod reused;
mod sheet;
mod system;
mod vectors_only;

pub use build::{Systems, World, with_systems};
pub use system::{FieldbookSystem, run_of};

use anyhow::Result;
use clap::Subcommand;

/// The built-in benchmark: scenes of nature drawn by code, so that every judgement is exact.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Args),
    Sheet(sheet::Args),
}

pub(crate) fn run(args: &Args) -> Result<()> {
    match &args.command {
        Command::Build(args) => build::run(args),
        Command::Sheet(args) => sheet::run(args),
    }
}
