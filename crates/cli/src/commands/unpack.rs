//! `rankscope unpack`: a data set with its pictures inside Parquet files or tar archives, as plain files.

use crate::{guess::absolute, packed, terminal::output};
use anyhow::{Context, Result};
use std::path::PathBuf;

/// Write the pictures and lists of a hub's data set as plain files.
///
/// Data sets on hubs keep their pictures inside Parquet files (as the library datasets writes them; with a
/// corpus, queries and judgements in folders, as mteb does) or tar archives (WebDataset). This makes a
/// folder of them: pictures/, and captions.json, or queries.jsonl and qrels/test.tsv as BEIR has them, for
/// `rankscope init`, `view` and other programs. `rankscope view` opens such data sets as they are.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope unpack flickr30k -o flickr30k-files\n  \
    rankscope unpack wds_flickr8k --split test -o flickr8k")]
pub(crate) struct Args {
    /// The data set's folder, or its Parquet files or tar archives.
    #[arg(value_name = "WHAT", required = true)]
    what: Vec<PathBuf>,
    /// The split to take, of several [default: test].
    #[arg(long, value_name = "NAME")]
    split: Option<String>,
    /// The folder to make.
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// Print what was written as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let found = packed::found(&absolute(&args.what)?)?;
    let found = found.context(
        "no pictures inside Parquet files or tar archives here: plain files need no unpacking",
    )?;
    let unpacked = packed::unpack(&found, args.split.as_deref(), &args.out)?;
    if args.json {
        return output::print_json(&unpacked);
    }
    output::print(&format!("{}: {unpacked}\n", args.out.display()))
}
