//! `rankscope hardness`: what makes a query hard.

use crate::{
    benchmark::{exact::on_all_cores, selection::chosen_measures},
    ranking::{
        asked_queries::{asked_queries, opened},
        measured::measured,
    },
    terminal::{
        arguments::{Printed, QueryArgs},
        output::{self, PaperFormat},
    },
};
use anyhow::{Context, Result};
use rankscope_core::analysis::hardness;
use rankscope_core::metrics::Measure;
use rankscope_core::ranking::Hit;
use rankscope_core::report::HardnessReport;
use rankscope_core::vectors::scored;
use std::path::PathBuf;

/// Correlate how near a query's relevant images are with how well the system finds them.
///
/// Near is the mean cosine similarity of the query's vector and those of its relevant images, as stored.
/// Pearson's r and Spearman's rho with the two-sided p of Student's t. The relevant images must be known,
/// so this explains a benchmark and predicts nothing. Queries without a relevant image are left out.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope hardness fieldbook --system base --measure inquire:AP@50 --split test\n  \
    rankscope hardness fieldbook --system base --where \"supercategory = Species\" --per-query --json")]
pub(crate) struct Args {
    /// The benchmark's folder.
    #[arg(value_name = "DIR")]
    benchmark: PathBuf,
    /// The id of a system with stored vectors.
    #[arg(long, value_name = "ID")]
    system: String,
    /// The measure by full name, such as inquire:AP@50 [default: the benchmark's first].
    #[arg(long, value_name = "MEASURE")]
    measure: Option<Measure>,
    /// The relevance definition [default: the benchmark's].
    #[arg(long, value_name = "ID")]
    relevance: Option<String>,
    #[command(flatten)]
    queries: QueryArgs,
    /// In JSON, also mean similarity and value of each query.
    #[arg(long)]
    per_query: bool,
    #[command(flatten)]
    printed: Printed<PaperFormat>,
}

/// Queries scored at once by each thread.
const QUERIES_AT_ONCE: usize = 16;

pub(crate) fn run(args: &Args) -> Result<()> {
    let benchmark = opened(&args.benchmark, &args.queries)?;
    let relevance_id = benchmark.relevance_id(args.relevance.as_deref())?;
    let given: Vec<Measure> = args.measure.into_iter().collect();
    let measures = chosen_measures(&given, &benchmark, &relevance_id)?;
    let measure = *measures.first().context("give --measure")?;
    let system = benchmark.system(&args.system)?;
    let (query_vectors, gallery) = (benchmark.query_vectors(system)?, benchmark.gallery(system)?);
    let rows = asked_queries(&args.queries, &benchmark, Some(&relevance_id))?;
    let board = benchmark.board(&[measure], &relevance_id)?;
    let values = measured(&benchmark, &[system], &board, &rows)?;
    let values = values.first().context("the system was not measured")?;
    let relevance = benchmark.relevance(&relevance_id)?;
    let of_query = |row: usize| -> Vec<Hit> {
        let judged = u32::try_from(row).ok().and_then(|row| relevance.of_query(row));
        let judged = judged.map_or(&[][..], |judged| judged.as_slice());
        let relevant: Vec<u32> =
            judged.iter().filter(|(_, grade)| *grade >= 1).map(|(image, _)| *image).collect();
        let query: Vec<f32> = query_vectors.row(row).collect();
        scored(&query, &gallery, &relevant)
    };
    let blocks: Vec<&[usize]> = rows.chunks(QUERIES_AT_ONCE).collect();
    let relevant =
        on_all_cores(&blocks, |rows| rows.iter().map(|row| of_query(*row)).collect::<Vec<_>>())?;
    let queries = rows.iter().zip(&relevant);
    let queries = queries.map(|(row, hits)| (*row, hits.as_slice(), values.value(0, *row)));
    let report = HardnessReport::new(&benchmark.dataset, &hardness(queries)?, args.per_query);
    let Some(layout) = args.printed.format.layout() else { return output::print_json(&report) };
    let HardnessReport { n, pearson, spearman, .. } = report;
    let title = format!("{measure} of {} by mean cosine similarity", system.id);
    let number = |value: Option<f64>| value.map_or("n/a".into(), |value| format!("{value:.4}"));
    let p = |value: Option<f64>| value.map_or("n/a".into(), |value| format!("{value:.3e}"));
    let line = |name: &str, of: Option<f64>, of_p: Option<f64>| {
        vec![name.to_owned(), number(of), p(of_p), n.to_string()]
    };
    let mut head = vec![title];
    head.extend(["correlation", "p", "n"].map(String::from));
    let rows =
        [head, line("Pearson", pearson.r, pearson.p), line("Spearman", spearman.rho, spearman.p)];
    output::print(&output::laid_out(layout, "coefficient", &rows))
}
