//! `rankscope convert`: judgements from one format into another.

use super::{output, run_files::text_of};
use anyhow::{Context, Result, bail};
use rankscope_core::formats::{
    Qrel, VoteRule, annotations_from_inquire, beir_from_qrels, json_from_judgements,
    judgements_from_json, qrels_from_annotations, qrels_from_beir, qrels_from_trec,
    qrels_from_votes, queries_from_conqa, trec_from_qrels, votes_from_conqa,
};
use std::{fs, path::PathBuf};

/// Turn judgements from one format into another.
///
/// Everything may be in gzip. JSON has no place for grades: what is judged relevant is listed,
/// the rest is left out, and this is said.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope convert eccv_caption.json --from json --to trec --out eccv.qrels\n  \
    rankscope convert mturk.json --from conqa --seeds seed.json --rule sure --to beir --out test.tsv\n  \
    rankscope convert inquire_annotations.csv --from inquire --to trec | gzip > inquire.qrels.gz")]
pub(super) struct Args {
    /// The file to read.
    file: PathBuf,
    /// Its format.
    #[arg(long, value_enum)]
    from: From,
    /// The format to write.
    #[arg(long, value_enum)]
    to: To,
    /// The file to write; standard output, if not given.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// ConQA's seed.json: seed images leave the judgements.
    #[arg(long, value_name = "FILE", required_if_eq("from", "conqa"))]
    seeds: Option<PathBuf>,
    /// When ConQA's votes make an image relevant: full_relevant, sure or unsure.
    #[arg(long, value_name = "RULE", default_value_t)]
    rule: VoteRule,
    /// Exchange queries and images: from image-to-text to text-to-image, and back.
    #[arg(long)]
    transpose: bool,
    /// Replace the file if it is there.
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum From {
    /// TREC qrels: query 0 document grade.
    Trec,
    /// BEIR: tabs and a header.
    Beir,
    /// {query: [image, …]}, as ECCV Caption, CxC and COCO.
    Json,
    /// ConQA's mturk.json: votes of annotators.
    Conqa,
    /// INQUIRE's annotations: CSV, positives only.
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

pub(super) fn run(args: &Args) -> Result<()> {
    if let Some(out) = args.out.as_ref().filter(|out| out.exists() && !args.force) {
        bail!("{} exists already: choose another name, or give --force", out.display());
    }
    let mut qrels = read(args)?;
    if qrels.is_empty() {
        bail!("{} has no judgements", args.file.display());
    }
    if args.transpose {
        for qrel in &mut qrels {
            std::mem::swap(&mut qrel.query, &mut qrel.document);
        }
        // Written query by query, whatever the order was.
        qrels.sort_by(|a, b| a.query.cmp(&b.query));
    }
    let text = match args.to {
        To::Trec => trec_from_qrels(&qrels),
        To::Beir => beir_from_qrels(&qrels),
        To::Json => {
            warn_of_grades(&qrels);
            json_from_judgements(&qrels)
        }
    };
    match &args.out {
        None => output::print(&text),
        Some(out) => {
            fs::write(out, text).with_context(|| format!("cannot write {}", out.display()))?;
            eprintln!("{}: {} judgements", out.display(), qrels.len());
            Ok(())
        }
    }
}

fn read(args: &Args) -> Result<Vec<Qrel>> {
    let (name, text) = text_of(&args.file)?;
    Ok(match args.from {
        From::Trec => qrels_from_trec(&name, &text)?,
        From::Beir => qrels_from_beir(&name, &text)?,
        From::Json => judgements_from_json(&name, &text)?,
        From::Inquire => qrels_from_annotations(&annotations_from_inquire(&name, &text)?),
        From::Conqa => {
            let seeds = args.seeds.as_ref().context("ConQA needs --seeds seed.json")?;
            let (seeds_name, seeds) = text_of(seeds)?;
            let queries = queries_from_conqa(&seeds_name, &seeds)?;
            qrels_from_votes(&queries, &votes_from_conqa(&name, &text)?, args.rule)
        }
    })
}

fn warn_of_grades(qrels: &[Qrel]) {
    let n_negative = qrels.iter().filter(|qrel| qrel.grade < 1).count();
    let n_graded = qrels.iter().filter(|qrel| qrel.grade > 1).count();
    if n_negative > 0 {
        eprintln!(
            "warning: JSON lists what is relevant: {n_negative} judged not relevant are left out"
        );
    }
    if n_graded > 0 {
        eprintln!("warning: JSON has no grades: {n_graded} above 1 become plainly relevant");
    }
}
