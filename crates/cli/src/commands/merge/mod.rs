//! `rankscope merge`: the partial results of several processes as the result of one.

use crate::{
    commands::{
        agree,
        eval::{self, SignificanceArgs},
    },
    shares::{
        partial::{Asked, PARTIAL_VERSION, Partial, PartialCommand, PartialValues},
        share::Share,
    },
    terminal::{arguments::Printed, output::Format},
    writing::files,
};
use anyhow::{Context, Result, bail};
use rankscope_core::formats::ExactValues;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

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
    let read = args.parts.iter().map(|path| read(path)).collect::<Result<_>>()?;
    let whole = joined(read)?;
    match whole.asked.command {
        PartialCommand::Eval => eval::print_merged(&whole, args.printed.format, &args.significance),
        PartialCommand::Agree => agree::print_merged(&whole, args.printed.format),
    }
}

struct ReadShare {
    file: String,
    partial: Partial,
}

/// Reads partial results, and checks that they have the values of their queries.
fn read(path: &Path) -> Result<ReadShare> {
    let file = files::name(path);
    let text = files::text(path)?;
    let partial: Partial = serde_json::from_str(&text).with_context(|| {
        format!(
            "{file} holds no partial results, or not all of them: write them with rankscope eval DIR \
             --queries I/N > FILE"
        )
    })?;
    if partial.partial_results != PARTIAL_VERSION {
        bail!(
            "{file}: its partial results have version {}, and this program reads {PARTIAL_VERSION}: \
             compute and merge with one version of the program",
            partial.partial_results
        );
    }
    check(&partial).with_context(|| format!("{file} is damaged: compute the share again"))?;
    Ok(ReadShare { file, partial })
}

/// Refuses a share with lists of other lengths than it says.
fn check(partial: &Partial) -> Result<()> {
    let Partial { share, n_queries, queries, values, asked, .. } = partial;
    if !(1..=share.of).contains(&share.number) {
        bail!("there is no share {share}");
    }
    let expected = share.end(*n_queries) - share.start(*n_queries);
    if queries.len() != expected {
        bail!("share {share} of {n_queries} queries has {expected}, and it has {}", queries.len());
    }
    if values.len() != asked.systems.len() {
        bail!("it has values of {} systems, and names {}", values.len(), asked.systems.len());
    }
    for (system, columns) in asked.systems.iter().zip(values) {
        if columns.len() != asked.columns.len() {
            bail!(
                "system {system} has {} columns, and {} were asked for",
                columns.len(),
                asked.columns.len()
            );
        }
        for (column, PartialValues { values, judged }) in asked.columns.iter().zip(columns) {
            let (values, judged) = (values.0.len(), judged.0.len());
            if (values, judged) != (expected, expected) {
                bail!(
                    "system {system} has {values} values by {} and {judged} shares of judged images, \
                     and there are {expected} queries",
                    column.measure
                );
            }
        }
    }
    Ok(())
}

/// All shares as one. Refuses shares of different results, a share that occurs twice, and missing ones.
fn joined(shares: Vec<ReadShare>) -> Result<Partial> {
    let mut by_number: BTreeMap<u32, ReadShare> = BTreeMap::new();
    for read in shares {
        if let Some(first) = by_number.values().next() {
            check_alike(first, &read)?;
        }
        let number = read.partial.share.number;
        if let Some(other) = by_number.get(&number) {
            bail!(
                "{} and {} are both share {}: give each share once",
                other.file,
                read.file,
                read.partial.share
            );
        }
        by_number.insert(number, read);
    }
    let Some(first) = by_number.values().next() else { bail!("give the files of all shares") };
    let of = first.partial.share.of;
    let missing = (1..=of).find(|number| !by_number.contains_key(number));
    if let Some(number) = missing {
        bail!(
            "{} of {of} shares are given, and share {number}/{of} is missing: compute it with \
             --queries {number}/{of}, and give it too",
            by_number.len()
        );
    }
    let mut all = by_number.into_values().map(|read| read.partial);
    let mut whole = all.next().context("give the files of all shares")?;
    for next in all {
        whole.queries.extend(next.queries);
        let columns = whole.values.iter_mut().flatten();
        for (column, more) in columns.zip(next.values.into_iter().flatten()) {
            let PartialValues { values: ExactValues(values), judged: ExactValues(judged) } = column;
            values.extend(more.values.0);
            judged.extend(more.judged.0);
        }
    }
    whole.share = Share { number: 1, of: 1 };
    Ok(whole)
}

fn check_alike(a: &ReadShare, b: &ReadShare) -> Result<()> {
    let (one, other) = (&a.partial, &b.partial);
    let Asked { command, benchmark, systems, columns, split, condition, by, resamples } =
        &one.asked;
    let with = &other.asked;
    let same = [
        ("command", *command == with.command),
        ("benchmark", *benchmark == with.benchmark),
        ("systems", *systems == with.systems),
        ("measures or definition of relevance", *columns == with.columns),
        ("split", *split == with.split),
        ("condition (--where)", *condition == with.condition),
        ("facet (--by)", *by == with.by),
        ("number of resamples", *resamples == with.resamples),
        ("number of shares", one.share.of == other.share.of),
        ("number of queries", one.n_queries == other.n_queries),
    ];
    if let Some((what, _)) = same.iter().find(|(_, is_same)| !is_same) {
        bail!(
            "{} and {} differ in their {what}: give the shares of one command, which differ in \
             --queries alone",
            a.file,
            b.file
        );
    }
    Ok(())
}
