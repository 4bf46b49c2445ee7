//! `rankscope guide fuse`: rank fusion of lists in a file.

use super::files::{Id, ListsFile};
use crate::terminal::{arguments::AlwaysJson, output};
use anyhow::Result;
use rankscope_guide::rank_fused;
use serde::Serialize;
use std::path::PathBuf;

/// Fuse the lists of several embedders by ranks.
///
/// An image's score is the sum over embedders of the weight times the sum over lists of 1 / rank, for
/// ranks up to k. Equal scores stand in the order of first appearance: embedder by embedder, list by
/// list, from rank 1 down.
///
/// FILE is JSON: {"weights": {"a": 0.6, "b": 0.4}, "lists": {"a": [["x", "y"]], "b": [["y", "z"]]},
/// "k": 2}, with a list for each guide. Without k all ranks count. Prints [{"id", "score"}].
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  rankscope guide fuse lists.json\n  \
    rankscope guide fuse lists.json --terms")]
pub(super) struct Args {
    /// The file of weights and lists; - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    json: AlwaysJson,
    /// Also print what each list adds to a score.
    #[arg(long)]
    terms: bool,
}

#[derive(Serialize)]
struct Scored<'a> {
    id: &'a Id,
    score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Vec<Added<'a>>>,
}

#[derive(Serialize)]
struct Added<'a> {
    embedder: &'a str,
    /// From 1.
    guide: usize,
    rank: usize,
    adds: f64,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let file = ListsFile::read(&args.file)?;
    let hits = rank_fused(&file.embedders, file.k);
    let scored: Vec<Scored<'_>> = hits
        .iter()
        .map(|hit| {
            let added = hit.terms.iter().map(|term| Added {
                embedder: file.embedders.get(term.embedder).map_or("", |of| &of.embedder),
                guide: term.guide + 1,
                rank: term.rank,
                adds: term.adds,
            });
            let terms = args.terms.then(|| added.collect());
            Scored { id: &hit.item, score: hit.score, terms }
        })
        .collect();
    output::print_json(&scored)
}
