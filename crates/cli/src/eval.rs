//! `rankscope eval`: how good each system is, query by query.

use super::{
    eval_mteb,
    eval_report::{Report, Runs},
    evaluation::{Judged, Measured, Values, values},
    open::Benchmark,
    output::Format,
    rank,
    run_files::{ReadRun, RunFile, RunReader, check_names},
    shards::progress_bar,
};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::{Query, System};
use rankscope_core::metrics::{Measure, default_measures};
use std::{
    collections::BTreeMap,
    num::NonZero,
    path::{Path, PathBuf},
    thread,
    time::Instant,
};

/// Measure the systems of a benchmark, or runs against qrels.
///
/// With --benchmark every query is ranked exactly, from the systems' stored vectors; no
/// encoder and no GPU is needed. With --qrels and --run TREC files are read, in gzip or not
/// (qrels also in BEIR's form, if the name ends in .tsv).
///
/// A measure is protocol:measure, because libraries differ in silence: trec:R@5 is a share of
/// all relevant images, eccv:R@5 is a hit rate. Queries without a relevant image are left out
/// of the means, judged queries that a run lacks count as nothing found, and n says how many
/// queries are in. coco-1k measures need the folds that a recipe's [folds] put into a benchmark,
/// PMRP measures a definition of relevance by classes of objects (coco_instances).
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope eval --benchmark coco5k --measures eccv:mAP@R,eccv:R@1\n  \
    rankscope eval --benchmark inquire --split test --by supercategory\n  \
    rankscope eval --qrels test.qrels --run bm25.run --run clip=clip.run.gz --format json\n  \
    rankscope eval --qrels t2i.qrels --run clip=t2i.run \\\n    \
    --reverse-qrels i2t.qrels --reverse-run clip=i2t.run --measures eccv:mAP@R")]
pub(super) struct Args {
    /// The benchmark's folder.
    #[arg(long, value_name = "DIR", required_unless_present = "qrels")]
    benchmark: Option<PathBuf>,
    /// Judgements, in place of a benchmark.
    #[arg(long, value_name = "FILE", conflicts_with = "benchmark", requires = "runs")]
    qrels: Option<PathBuf>,
    /// A run to measure against the qrels; may be given several times.
    #[arg(long = "run", value_name = "[NAME=]FILE", requires = "qrels", value_parser = RunFile::parse, num_args = 1..)]
    runs: Vec<RunFile>,
    /// Judgements of the other direction (images that ask for texts): its values, and the mean of
    /// both directions, are printed as well.
    #[arg(long, value_name = "FILE", requires = "qrels", requires = "reverse_runs")]
    reverse_qrels: Option<PathBuf>,
    /// A run of the other direction, by the name that it has in the first.
    #[arg(long = "reverse-run", value_name = "[NAME=]FILE", requires = "reverse_qrels", value_parser = RunFile::parse, num_args = 1..)]
    reverse_runs: Vec<RunFile>,
    /// A system to measure; may be given several times. All, if not given.
    #[arg(long = "system", value_name = "ID", conflicts_with = "qrels")]
    systems: Vec<String>,
    /// The definition of relevance; the benchmark's default, if not given.
    #[arg(long, value_name = "ID", conflicts_with = "qrels")]
    relevance: Option<String>,
    /// Only the queries of this split.
    #[arg(long, value_name = "NAME", conflicts_with = "qrels")]
    split: Option<String>,
    /// Also the means over the queries of each value of this facet, such as category.
    #[arg(long, value_name = "FACET", conflicts_with = "qrels")]
    by: Option<String>,
    /// Measures by full name, such as eccv:R@1,eccv:mAP@R,trec:nDCG@10.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    measures: Vec<Measure>,
    /// How to print them; JSON has the values of every query.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Also write a result file for each run into this folder, as MTEB's tools read them; the
    /// first measure is the main score.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["by", "reverse_qrels"])]
    mteb: Option<PathBuf>,
    /// What MTEB's results call the task; the benchmark's id or the name of the qrels, if not
    /// given.
    #[arg(long, value_name = "NAME", requires = "mteb")]
    task: Option<String>,
}

/// Every value of the named runs, in the order in which they were asked for.
struct Evaluated {
    judged: Judged,
    runs: Vec<(String, Vec<Values>)>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let began = Instant::now();
    let (report, names, measures) = match (&args.benchmark, &args.qrels) {
        (Some(folder), _) => of_benchmark(args, &Benchmark::open(folder)?)?,
        (None, Some(qrels)) => of_files(args, qrels)?,
        (None, None) => bail!("give --benchmark DIR, or --qrels FILE and --run FILE"),
    };
    if let Some(folder) = &args.mteb {
        let given = args.benchmark.as_ref().or(args.qrels.as_ref());
        let stem = given.and_then(|path| path.file_stem()).unwrap_or_default().to_string_lossy();
        let task = args.task.clone().unwrap_or_else(|| stem.into_owned());
        eval_mteb::write(folder, &task, &report, &measures, began.elapsed())?;
    }
    report.print(&names, &measures, args.format)
}

fn of_files(args: &Args, qrels: &Path) -> Result<(Report, Vec<String>, Vec<Measure>)> {
    let measures =
        if args.measures.is_empty() { default_measures() } else { args.measures.clone() };
    let names: Vec<String> = args.runs.iter().map(|run| run.name.clone()).collect();
    let mut report = Report { runs: measured(qrels, &args.runs, &measures)?, ..Report::default() };
    if let Some(qrels) = &args.reverse_qrels {
        report.reverse = measured(qrels, &args.reverse_runs, &measures)?;
        report.both = both_directions(&report.runs, &report.reverse)?;
    }
    Ok((report, names, measures))
}

/// What run files are worth against qrels.
fn measured(qrels: &Path, files: &[RunFile], measures: &[Measure]) -> Result<Runs> {
    check_names(files)?;
    let mut reader = RunReader::open(qrels)?;
    let progress = progress_bar(files.len(), "runs");
    let mut runs = Vec::new();
    let n_at_once = thread::available_parallelism().map_or(1, NonZero::get);
    for files in files.chunks(n_at_once) {
        for (file, read) in files.iter().zip(ReadRun::open_all(files)) {
            let rankings = reader.rankings(read?)?;
            runs.push((file.name.clone(), values(measures, &rankings, reader.judged())));
            progress.inc(1);
        }
    }
    progress.finish_and_clear();
    let ids = &reader.judged().query_ids;
    let all: Vec<usize> = (0..ids.len()).collect();
    Ok(summarised(&runs, &all, ids))
}

/// The mean of two directions for each run, which must be in both.
fn both_directions(runs: &Runs, reverse: &Runs) -> Result<Runs> {
    if !runs.keys().eq(reverse.keys()) {
        let names = |runs: &Runs| named(runs.keys().map(String::as_str));
        bail!(
            "the runs are {}, and those of the other direction {}: give both the same names, as \
             NAME=FILE",
            names(runs),
            names(reverse)
        );
    }
    let halfway = |(name, of_run): (&String, &BTreeMap<String, Measured>)| {
        let other = reverse.get(name);
        let half = |(measure, one): (&String, &Measured)| {
            Some((measure.clone(), one.halfway(other?.get(measure)?)))
        };
        (name.clone(), of_run.iter().filter_map(half).collect())
    };
    Ok(runs.iter().map(halfway).collect())
}

fn of_benchmark(args: &Args, benchmark: &Benchmark) -> Result<(Report, Vec<String>, Vec<Measure>)> {
    let relevance_id = benchmark.relevance_id(args.relevance.as_deref())?;
    let measures = chosen_measures(&args.measures, benchmark, &relevance_id)?;
    let systems = chosen_systems(&args.systems, benchmark)?;
    let queries = chosen_queries(args.split.as_deref(), &benchmark.queries)?;
    let groups = match &args.by {
        Some(facet) => grouped(facet, &queries, &benchmark.queries)?,
        None => BTreeMap::new(),
    };
    let evaluated = evaluated(benchmark, &systems, &measures, &relevance_id)?;
    let ids = &evaluated.judged.query_ids;
    let summary = |queries: &[usize]| summarised(&evaluated.runs, queries, ids);
    let version = &benchmark.manifest.version;
    let report = Report {
        revision: (!version.is_empty()).then(|| version.clone()),
        relevance: Some(relevance_id),
        split: args.split.clone(),
        runs: summary(&queries),
        by: args.by.clone(),
        groups: groups.into_iter().map(|(group, queries)| (group, summary(&queries))).collect(),
        ..Report::default()
    };
    Ok((report, systems.iter().map(|system| system.id.clone()).collect(), measures))
}

fn evaluated(
    benchmark: &Benchmark,
    systems: &[&System],
    measures: &[Measure],
    relevance: &str,
) -> Result<Evaluated> {
    let judged = benchmark.judged(relevance)?;
    let depth = rank::depth(measures.iter().map(|measure| (measure, &judged.relevance)));
    let progress = progress_bar(systems.len(), "systems");
    let mut runs = Vec::new();
    for system in systems {
        let rankings = rank::rankings(benchmark, system, depth)?;
        let values = values(measures, &rankings, &judged);
        runs.push((system.id.clone(), values));
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(Evaluated { judged, runs })
}

fn summarised(runs: &[(String, Vec<Values>)], queries: &[usize], ids: &[String]) -> Runs {
    let of_run = |values: &Vec<Values>| {
        values
            .iter()
            .map(|values| (values.measure.to_string(), values.over(queries, ids)))
            .collect()
    };
    runs.iter().map(|(name, values)| (name.clone(), of_run(values))).collect()
}

/// Those asked for; else the benchmark's columns under this relevance; else the usual ones.
fn chosen_measures(
    asked: &[Measure],
    benchmark: &Benchmark,
    relevance: &str,
) -> Result<Vec<Measure>> {
    if !asked.is_empty() {
        return Ok(asked.to_vec());
    }
    let headlines = benchmark.manifest.headlines.iter().filter(|h| h.relevance == relevance);
    let own = headlines.map(|h| h.measure.parse().context("a headline of benchmark.json"));
    let own = own.collect::<Result<Vec<Measure>>>()?;
    Ok(if own.is_empty() { default_measures() } else { own })
}

/// Those asked for, or all.
fn chosen_systems<'a>(asked: &[String], benchmark: &'a Benchmark) -> Result<Vec<&'a System>> {
    if asked.is_empty() {
        return Ok(benchmark.manifest.systems.iter().collect());
    }
    asked.iter().map(|id| benchmark.system(id)).collect()
}

/// The rows of the queries of a split, or of all.
fn chosen_queries(split: Option<&str>, queries: &[Query]) -> Result<Vec<usize>> {
    let wanted = |query: &Query| split.is_none_or(|split| query.split == split);
    let rows: Vec<usize> =
        (0..).zip(queries).filter(|(_, q)| wanted(q)).map(|(row, _)| row).collect();
    if rows.is_empty()
        && let Some(split) = split
    {
        let known = named(queries.iter().map(|query| query.split.as_str()));
        bail!("no query is of the split {split}: there is {known}");
    }
    Ok(rows)
}

/// The rows of the queries by their value of a facet.
fn grouped(facet: &str, rows: &[usize], queries: &[Query]) -> Result<BTreeMap<String, Vec<usize>>> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for &row in rows {
        if let Some(value) = queries.get(row).and_then(|query| query.facets.get(facet)) {
            groups.entry(value.clone()).or_default().push(row);
        }
    }
    if groups.is_empty() {
        let known = named(queries.iter().flat_map(|query| query.facets.keys()).map(String::as_str));
        bail!("no query has the facet {facet}: there is {known}");
    }
    Ok(groups)
}

/// The different names, for a message.
fn named<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let all: std::collections::BTreeSet<&str> = names.filter(|name| !name.is_empty()).collect();
    if all.is_empty() { "none".into() } else { all.into_iter().collect::<Vec<_>>().join(", ") }
}
