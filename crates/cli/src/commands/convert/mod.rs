//! `rankscope convert`: judgements, runs, vectors and captions from one format to another.

mod vectors;

use crate::{
    build::dataset_in,
    reading::{
        list_files::{self, ListText},
        run_files::RunFile,
        voted::judged_by,
    },
    terminal::reporter,
    writing::files::{self, Destination, inflated_text},
};
use anyhow::{Context, Result, anyhow, bail};
use rankscope_core::analysis::words::counted;
use rankscope_core::formats::{
    CaptionRecord, IdTable, ListKind, Qrel, QueryRun, RunEntry, VoteRule, annotations_from_inquire,
    beir_from_qrels, json_from_grades, json_from_judgements, json_from_run, judgements_from_json,
    qrels_from_annotations, qrels_from_beir, qrels_from_trec, queries_from_conqa, trec_from_qrels,
    trec_from_run, votes_from_conqa, votes_from_jsonl,
};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Convert judgements, a run, vectors or captions from one format to another.
///
/// Input may be gzip; BEIR's may be its zip archive, as in scifact.zip#test. JSON lists relevant
/// images only: judgements of other images and grades are lost, and a warning says how many. Vectors
/// (.npy, .npz, .safetensors, Parquet, .fbin) become .npy of float32; FILE#NAME names an array, a
/// tensor or a column. Captions of Karpathy's splits (FILE#SPLIT) and COCO's become JSON lines.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope convert eccv_caption.json --from json --to trec -o eccv.qrels\n  \
    rankscope convert mturk.json --from conqa --seeds seed.json --rule sure --to beir -o test.tsv\n  \
    rankscope convert inquire_annotations.csv --from inquire --to trec | gzip > inquire.qrels.gz\n  \
    rankscope convert run.json --to trec -o clip.run\n  \
    rankscope convert scifact.zip#test --to ranx -o qrels.json\n  \
    rankscope convert clip.parquet#embedding --to npy -o gallery.npy\n  \
    rankscope convert dataset_coco.json#test --to captions -o captions.jsonl")]
pub(crate) struct Args {
    /// The file to read, - for standard input; FILE#PART for a split of BEIR's archive or of MTEB's
    /// predictions.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Its format [default: recognised, for runs and for judgements as TREC, BEIR and JSON].
    #[arg(long, value_enum)]
    from: Option<From>,
    /// The format to write.
    #[arg(long, value_enum)]
    to: To,
    /// The file to write [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// ConQA's seed.json: judgements of seed images are left out.
    #[arg(long, value_name = "FILE", required_if_eq("from", "conqa"))]
    seeds: Option<PathBuf>,
    /// Which votes make an image relevant: full_relevant, sure, unsure, at_least_N, share_P for P percent, or
    /// weighted by controls.
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
    /// A run: TREC's lines, {query: {document: score}} of ranx and pytrec_eval, or MTEB's predictions.
    Run,
    /// Judgements as {query: {document: grade}}, as ranx and pytrec_eval have them.
    Ranx,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum To {
    /// TREC: qrels, or a run.
    Trec,
    /// BEIR: judgements only.
    Beir,
    /// {query: [image, …]}: judgements only.
    Json,
    /// {query: {document: number}}: judgements or a run, for ranx and pytrec_eval.
    Ranx,
    /// Vectors as a numpy array of float32, [rows, dim].
    Npy,
    /// Captions as JSON lines with id, image and text.
    Captions,
}

enum Read {
    Qrels(Vec<Qrel>),
    Run(Vec<RunEntry>),
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if let To::Npy | To::Captions = args.to {
        // What these are is in the file.
        if args.from.is_some() || args.seeds.is_some() || args.transpose {
            bail!("--from, --seeds and --transpose are for judgements: leave them out");
        }
    }
    if let To::Npy = args.to {
        return vectors::to_npy(&args.file, args.out.as_deref(), args.force);
    }
    let destination = Destination::new(args.out.as_deref(), args.force)?;
    if let To::Captions = args.to {
        let (lines, n) = captions_to_jsonl(&args.file)?;
        return destination.write(&lines, counted(n, "caption", "captions"));
    }
    match read(args)? {
        Read::Qrels(qrels) => {
            let n = qrels.len();
            destination.write(&text_of_qrels(args, qrels)?, format_args!("{n} judgements"))
        }
        Read::Run(run) => {
            destination.write(&text_of_run(args, &run)?, format_args!("{} entries", run.len()))
        }
    }
}

fn read(args: &Args) -> Result<Read> {
    let Some(from) = args.from else { return recognised(args) };
    let of_text = |parse: &dyn Fn(&str, &str) -> Result<Vec<Qrel>>| {
        let (name, text) = inflated_text(&args.file)?;
        parse(&name, &text)
    };
    let qrels = match from {
        From::Trec => of_text(&|name, text| Ok(qrels_from_trec(name, text)?))?,
        From::Beir => {
            let ListText { name, text, .. } = list_files::open(&args.file)?;
            qrels_from_beir(&name, &text)?
        }
        From::Json => of_text(&|name, text| Ok(judgements_from_json(name, text)?))?,
        From::Ranx => list_files::open(&args.file)?.qrels()?,
        From::Run => return read_run(args, &list_files::open(&args.file)?),
        From::Inquire => of_text(&|name, text| {
            Ok(qrels_from_annotations(&annotations_from_inquire(name, text)?))
        })?,
        From::Votes => {
            of_text(&|name, text| judged_by(args.rule, name, &[], &votes_from_jsonl(name, text)?))?
        }
        From::Conqa => of_text(&|name, text| {
            let seeds = args.seeds.as_ref().context("ConQA needs --seeds seed.json")?;
            let (seeds_name, seeds) = inflated_text(seeds)?;
            let queries = queries_from_conqa(&seeds_name, &seeds)?;
            judged_by(args.rule, name, &queries, &votes_from_conqa(name, text)?)
        })?,
    };
    Ok(Read::Qrels(qrels))
}

fn recognised(args: &Args) -> Result<Read> {
    let mut list = list_files::open(&args.file)?;
    let kind = list.kind().map_err(|e| anyhow!("{e}. Or say what it is with --from"))?;
    match kind {
        ListKind::Run | ListKind::RunTable | ListKind::Predictions => read_run(args, &list),
        ListKind::Scores if !list.has_grades()? => read_run(args, &list),
        _ => Ok(Read::Qrels(list.qrels()?)),
    }
}

fn read_run(args: &Args, list: &ListText) -> Result<Read> {
    let mut documents = IdTable::default();
    let run = list.run(&mut documents)?;
    // Named as `eval` names it.
    let tag = RunFile::parse(&args.file.to_string_lossy()).map_err(anyhow::Error::msg)?.name;
    let mut entries = Vec::new();
    for QueryRun { query, documents: scored } in run.queries {
        for (row, score) in scored {
            let document = documents.ids().get(row as usize);
            entries.push(RunEntry {
                query: query.clone(),
                document: document.context("a document without an id")?.clone(),
                score,
                tag: tag.clone(),
            });
        }
    }
    Ok(Read::Run(entries))
}

fn text_of_qrels(args: &Args, mut qrels: Vec<Qrel>) -> Result<String> {
    if qrels.is_empty() {
        bail!("{} has no judgements", files::name(&args.file));
    }
    if args.transpose {
        for qrel in &mut qrels {
            std::mem::swap(&mut qrel.query, &mut qrel.document);
        }
        // Exchanged, they are no longer together by query.
        qrels.sort_by(|a, b| a.query.cmp(&b.query));
    }
    Ok(match args.to {
        To::Trec => trec_from_qrels(&qrels),
        To::Beir => beir_from_qrels(&qrels),
        To::Ranx => json_from_grades(&qrels),
        To::Json => {
            warn_of_losses(&qrels);
            json_from_judgements(&qrels)
        }
        To::Npy | To::Captions => bail!("{} has judgements", files::name(&args.file)),
    })
}

fn text_of_run(args: &Args, run: &[RunEntry]) -> Result<String> {
    let name = args.file.display().to_string();
    if run.is_empty() {
        bail!("{name} has no rankings");
    }
    if args.transpose {
        bail!("{name} is a run, and --transpose exchanges queries and images of judgements");
    }
    Ok(match args.to {
        To::Trec => trec_from_run(&name, run)?,
        To::Ranx => json_from_run(&name, run)?,
        To::Beir | To::Json | To::Npy | To::Captions => {
            bail!("{name} is a run, which has no judgements: --to trec or --to ranx")
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

/// The captions in Karpathy's splits or COCO's captions, `FILE#SPLIT` for those of one split, as lines
/// of id, image and text; and how many there are.
fn captions_to_jsonl(path: &Path) -> Result<(String, usize)> {
    let dataset = dataset_in(path)?.with_context(|| {
        format!(
            "{} is not a file with captions of Karpathy’s splits or of COCO’s kind",
            files::name(path)
        )
    })?;
    let captions = dataset.captions();
    let mut lines = String::new();
    for CaptionRecord { id, image, text } in &captions {
        lines += &json!({ "id": id, "image": image, "text": text }).to_string();
        lines.push('\n');
    }
    Ok((lines, captions.len()))
}
