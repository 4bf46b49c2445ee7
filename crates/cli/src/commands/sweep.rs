//! `rankscope sweep`: a derived system by one of its numbers.

use crate::{
    benchmark::selection::chosen_measures,
    ranking::{
        asked_queries::{asked_queries, opened},
        measured::measured,
    },
    ready::ready,
    terminal::{
        arguments::{Printed, QueryArgs},
        output::{self, PaperFormat},
    },
};
use anyhow::{Context, Result};
use rankscope_core::analysis::{Derived, at_number, words};
use rankscope_core::metrics::Measure;
use rankscope_core::report::{SweptOver, SweptReport};
use std::path::PathBuf;

/// Measure a derived system by one of its numbers: dimensions, rounds, a depth, β or a fusion's k.
///
/// The # of the expression is replaced by each number. Each system is compared with the first part of the
/// expression, or with --baseline: the gain has a 95 % bootstrap interval, the p-value of the randomisation
/// test (both of 10,000 draws), and the paired t-test.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope sweep fieldbook --system 'first(large,#)' --over 8,16,32 --split test\n  \
    rankscope sweep fieldbook --system 'feedback(base,rocchio,#)' --over 1,2,3,4 --json\n  \
    rankscope sweep fieldbook --system 'rrf(base,large,k=#)' --over 1,10,60,100 --baseline large")]
pub(crate) struct Args {
    /// The benchmark's folder.
    #[arg(value_name = "DIR")]
    benchmark: PathBuf,
    /// An expression with # in place of a number.
    #[arg(long, value_name = "EXPR")]
    system: String,
    /// The numbers.
    #[arg(long, value_name = "LIST", value_delimiter = ',', required = true)]
    over: Vec<f64>,
    /// What to compare with: the id of a system, or an expression [default: the first part].
    #[arg(long, value_name = "ID")]
    baseline: Option<String>,
    /// Measures by full name, such as inquire:AP@50,eccv:R@1 [default: the benchmark's].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    measures: Vec<Measure>,
    /// The relevance definition [default: the benchmark's].
    #[arg(long, value_name = "ID")]
    relevance: Option<String>,
    #[command(flatten)]
    queries: QueryArgs,
    #[command(flatten)]
    printed: Printed<PaperFormat>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let benchmark = opened(&args.benchmark, &args.queries)?;
    let relevance_id = benchmark.relevance_id(args.relevance.as_deref())?;
    let measures = chosen_measures(&args.measures, &benchmark, &relevance_id)?;
    let rows = asked_queries(&args.queries, &benchmark, Some(&relevance_id))?;
    let board = benchmark.board(&measures, &relevance_id)?;
    let swept: Vec<Derived> = args
        .over
        .iter()
        .map(|number| at_number(&args.system, *number))
        .collect::<Result<_, _>>()?;
    let first = swept.first().and_then(|derived| derived.part_ids().first().copied());
    let baseline = args.baseline.as_deref().or(first);
    let baseline = baseline.context("guides have no part to compare with: give --baseline")?;
    let mut systems = vec![benchmark.system(baseline)?];
    for derived in &swept {
        systems.push(benchmark.system(&derived.to_string())?);
    }
    let values = measured(&benchmark, &systems, &board, &rows)?;
    let (baseline, values) = values.split_first().context("no system was measured")?;
    let over = SweptOver { board: &board, baseline, rows: &rows };
    let mut report = SweptReport::new();
    for (number, values) in args.over.iter().zip(values) {
        let added = over.add(&mut report, *number, values, async || {});
        ready(added).context("measuring did not finish")?;
    }
    let Some(layout) = args.printed.format.layout() else { return output::print_json(&report) };
    let table = rows_of(&report, &measures, &baseline.system);
    output::print(&output::laid_out(layout, "measure", &table))
}

fn rows_of(report: &SweptReport, measures: &[Measure], baseline: &str) -> Vec<Vec<String>> {
    let head = ["measure", "system", "mean", &format!("− {baseline}"), "95 %", "p", "n"];
    let mut rows = vec![head.map(String::from).to_vec()];
    let value = |mean: Option<f64>| mean.map_or("n/a".into(), |mean| format!("{mean:.4}"));
    for name in measures.iter().map(Measure::to_string) {
        let Some(measure) = report.get(&name) else { continue };
        let blank = String::new;
        let plain = value(measure.baseline);
        let n = measure.n.to_string();
        let first =
            [name.clone(), baseline.to_owned(), plain, blank(), blank(), blank(), n.clone()];
        rows.push(first.to_vec());
        for point in &measure.curve {
            let gain = point.gain;
            let ends = gain.and_then(|gain| Some((gain.low?, gain.high?)));
            let ends = ends
                .map(|(low, high)| format!("{} to {}", words::signed(low), words::signed(high)));
            rows.push(vec![
                name.clone(),
                point.system.clone(),
                value(point.mean),
                gain.map_or_else(blank, |gain| words::signed(gain.mean)),
                ends.unwrap_or_default(),
                gain.map_or_else(blank, |gain| words::p_value(gain.p)),
                n.clone(),
            ]);
        }
    }
    rows
}
