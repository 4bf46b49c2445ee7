//! `rankscope convert`: judgements from one format to another.

use crate::{
    files::{Destination, inflated_text},
    reporter,
};
use anyhow::{Context, Result, bail};
use rankscope_core::formats::{
    Qrel, VoteRule, annotations_from_inquire, beir_from_qrels, json_from_judgements,
    judgements_from_json, qrels_from_annotations, qrels_from_beir, qrels_from_trec,
    qrels_from_votes, queries_from_conqa, trec_from_qrels, votes_from_conqa, votes_from_jsonl,
};
use std::path::PathBuf;

/// Convert judgements from one format to another.
///
/// Input may be gzip. JSON lists relevant images only: judgements of other images and grades are
/// lost, and a warning says how many.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope convert eccv_caption.json --from json --to trec --out eccv.qrels\n  \
    rankscope convert mturk.json --from conqa --seeds seed.json --rule sure --to beir --out test.tsv\n  \
    rankscope convert inquire_annotations.csv --from inquire --to trec | gzip > inquire.qrels.gz")]
pub(crate) struct Args {
    /// The file to read.
    file: PathBuf,
    /// Its format.
    #[arg(long, value_enum)]
    from: From,
    /// The format to write.
    #[arg(long, value_enum)]
    to: To,
    /// The file to write [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// ConQA's seed.json: judgements of seed images are dropped.
    #[arg(long, value_name = "FILE", required_if_eq("from", "conqa"))]
    seeds: Option<PathBuf>,
    /// Which votes make an image relevant: full_relevant, sure, unsure, at_least_N, or share_P for P
    /// percent.
    #[arg(long, value_name = "RULE", default_value_t)]
    rule: VoteRule,
    /// Exchange queries and images: from image-to-text to text-to-image, or back.
    #[arg(long)]
    transpose: bool,
    /// Replace a file that exists.
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum From {
    /// TREC qrels: lines of query, 0, document and grade.
    Trec,
    /// BEIR: a header, then query, document and grade between tabs.
    Beir,
    /// {query: [image, …]}, as in ECCV Caption, CxC and COCO.
    Json,
    /// ConQA's mturk.json: annotators' votes.
    Conqa,
    /// Votes as a benchmark has them: lines of query, image and votes.
    Votes,
    /// INQUIRE's annotations: CSV of relevant images.
    Inquire,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum To {
    /// TREC qrels.
    Trec,
    /// BEIR.
    Beir,
    /// {query: [image, …]}.
    Json,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let destination = Destination::new(args.out.as_deref(), args.force)?;
    let mut qrels = read(args)?;
    if qrels.is_empty() {
        bail!("{} has no judgements", args.file.display());
    }
    if args.transpose {
        for qrel in &mut qrels {
            std::mem::swap(&mut qrel.query, &mut qrel.document);
        }
        // Exchanged, they are no longer together by query.
        qrels.sort_by(|a, b| a.query.cmp(&b.query));
    }
    let text = match args.to {
        To::Trec => trec_from_qrels(&qrels),
        To::Beir => beir_from_qrels(&qrels),
        To::Json => {
            warn_of_losses(&qrels);
            json_from_judgements(&qrels)
        }
    };
    destination.write(&text, format_args!("{} judgements", qrels.len()))
}

fn read(args: &Args) -> Result<Vec<Qrel>> {
    let (name, text) = inflated_text(&args.file)?;
    Ok(match args.from {
        From::Trec => qrels_from_trec(&name, &text)?,
        From::Beir => qrels_from_beir(&name, &text)?,
        From::Json => judgements_from_json(&name, &text)?,
        From::Inquire => qrels_from_annotations(&annotations_from_inquire(&name, &text)?),
        From::Votes => qrels_from_votes(&[], &votes_from_jsonl(&name, &text)?, args.rule),
        From::Conqa => {
            let seeds = args.seeds.as_ref().context("ConQA needs --seeds seed.json")?;
            let (seeds_name, seeds) = inflated_text(seeds)?;
            let queries = queries_from_conqa(&seeds_name, &seeds)?;
            qrels_from_votes(&queries, &votes_from_conqa(&name, &text)?, args.rule)
        }
    })
}

fn warn_of_losses(qrels: &[Qrel]) {
    let n_negative = qrels.iter().filter(|qrel| qrel.grade < 1).count();
    let n_graded = qrels.iter().filter(|qrel| qrel.grade > 1).count();
    if n_negative > 0 {
        reporter::warn(format_args!(
            "JSON lists relevant images only: {n_negative} judged not relevant are left out"
        ));
    }
    if n_graded > 0 {
        reporter::warn(format_args!(
            "JSON has no grades: {n_graded} above 1 become simply relevant"
        ));
    }
}
