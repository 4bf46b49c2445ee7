//! `rankscope guide trust`: weights after feedback, from a file.

use super::files::{Id, ListsFile};
use crate::{
    terminal::{arguments::AlwaysJson, output, reporter},
    writing::files,
};
use anyhow::{Context, Result};
use rankscope_guide::{ETA, losses, updated_weights};
use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
};

/// Lower the weights of embedders that ranked wrong hits high.
///
/// An embedder's loss is the sum of 1 / rank over its lists and the hits marked as wrong, for ranks up
/// to k. Its weight is multiplied by 1 − eta · loss, at least by 0, and all are divided by their sum.
/// If all become 0, the weights stay.
///
/// FILE is that of `rankscope guide fuse` with "wrong": ["y"] and perhaps "eta". Prints {"a": weight}.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  rankscope guide trust feedback.json")]
pub(super) struct Args {
    /// The file of weights, lists and wrong hits; - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    json: AlwaysJson,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let file = ListsFile::read(&args.file)?;
    let wrong: HashSet<Id> = file.marked()?.iter().cloned().collect();
    let listed: HashSet<&Id> = file.embedders.iter().flat_map(|one| &one.lists).flatten().collect();
    let path = files::name(&args.file);
    for id in file.marked()?.iter().filter(|id| !listed.contains(id)) {
        reporter::warn(format_args!("{path}: wrong: {id} is in no list, so it changes nothing"));
    }
    let losses = losses(&file.embedders, &wrong, file.k);
    let weights: Vec<f64> = file.embedders.iter().map(|one| one.weight).collect();
    let after = updated_weights(&weights, &losses, file.eta.unwrap_or(ETA))
        .with_context(|| path.clone())?;
    let of: HashMap<&str, f64> =
        file.embedders.iter().map(|one| one.embedder.as_str()).zip(after).collect();
    // In the order of the file.
    let of = file.names.iter().map(|name| (name, of.get(name.as_str()).copied().unwrap_or(0.0)));
    output::print_json(&InOrder(of.collect()))
}

/// Weights under their names, in this order.
struct InOrder<'a>(Vec<(&'a String, f64)>);

impl serde::Serialize for InOrder<'_> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(name, weight)| (name, weight)))
    }
}
