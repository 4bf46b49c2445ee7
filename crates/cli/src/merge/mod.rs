//! `rankscope merge`: the partial results of several processes as the result of one.
//!
//! `shares` reads and checks them; `eval` and `agree` compute from the values of all queries, in their
//! order, what they would have computed alone.

mod shares;

use crate::{
    agree,
    arguments::Printed,
    eval::{self, SignificanceArgs},
    output::Format,
    partial::PartialCommand,
};
use anyhow::Result;
use std::path::PathBuf;

/// Join what eval or agree computed on shares of the queries.
///
/// Every share is given once, in any order. Figures are those of a single process to the last digit,
/// since all means are computed from the values of each query in the benchmark's order. The benchmark
/// itself is not needed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope eval coco5k --queries 1/2 > 1.json\n  \
    rankscope eval coco5k --queries 2/2 > 2.json\n  \
    rankscope merge 1.json 2.json\n  \
    rankscope merge 1.json 2.json --format latex --test student\n\n\
    Runs that export wrote for shares are joined by cat, in the order of the shares.")]
pub(crate) struct Args {
    /// The files of all shares.
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    #[command(flatten)]
    printed: Printed<Format>,
    #[command(flatten)]
    significance: SignificanceArgs,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let read = args.parts.iter().map(|path| shares::read(path)).collect::<Result<_>>()?;
    let whole = shares::joined(read)?;
    match whole.asked.command {
        PartialCommand::Eval => eval::print_merged(&whole, args.printed.format, &args.significance),
        PartialCommand::Agree => agree::print_merged(&whole, args.printed.format),
    }
}
