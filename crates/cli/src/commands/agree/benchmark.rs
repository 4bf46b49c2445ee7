//! The agreement of measures over the systems of a benchmark.

use super::matrix::{numbered, square, title};
use crate::{
    benchmark::open::{Benchmark, NO_JUDGEMENTS},
    ranking::measured::measured,
    shares::{
        partial::{Asked, AskedBenchmark, AskedColumn, Partial, PartialCommand},
        share::Share,
    },
    terminal::{
        arguments::QueryArgs,
        output::{self, Format, Layout},
    },
};
use anyhow::{Result, bail};
use rankscope_core::analysis::{Board, Column, SystemValues, interval_drawing, values_of_both};
use rankscope_core::benchmark::System;
use rankscope_core::metrics::default_measures;
use rankscope_core::report::AgreeReport;
use rankscope_core::statistics::Coefficient;

/// The chosen columns: those of the benchmark, unless measures are given; every measure under
/// every relevance otherwise.
pub(super) fn columns(
    benchmark: &Benchmark,
    measures: &[String],
    relevance: &[String],
) -> Result<Board> {
    let manifest = &benchmark.manifest;
    if measures.is_empty() {
        let mut headlines = benchmark.headlines()?;
        headlines.retain(|(_, id)| relevance.is_empty() || relevance.iter().any(|of| of == id));
        if !headlines.is_empty() {
            return benchmark.board_of(headlines);
        }
    }
    let measures = if measures.is_empty() {
        default_measures()
    } else {
        measures.iter().map(|name| name.parse()).collect::<Result<_, _>>()?
    };
    let relevance = if relevance.is_empty() {
        manifest.default_definition().map(|definition| definition.id.clone()).into_iter().collect()
    } else {
        relevance.to_vec()
    };
    if relevance.is_empty() {
        bail!("{NO_JUDGEMENTS}");
    }
    let under = |id| measures.iter().map(move |measure| (*measure, id));
    benchmark.board_of(relevance.iter().map(String::as_str).flat_map(under))
}

/// All systems on these queries, in one direction.
pub(super) struct Side {
    measured: Vec<SystemValues>,
    queries: Vec<usize>,
}

impl Side {
    pub(super) fn new(
        benchmark: &Benchmark,
        board: &Board,
        systems: &[&System],
        queries: Vec<usize>,
    ) -> Result<Self> {
        Ok(Self { measured: measured(benchmark, systems, board, &queries)?, queries })
    }
}

/// The values on a share of the queries that are asked for.
pub(super) fn partial(
    benchmark: &Benchmark,
    board: &Board,
    systems: &[&System],
    (queries, rows): (&QueryArgs, &[usize]),
    n_resamples: u32,
    share: Share,
) -> Result<Partial> {
    let measured = measured(benchmark, systems, board, share.of_rows(rows))?;
    let column = |column: &Column| AskedColumn {
        measure: column.measure.to_string(),
        relevance: column.relevance.clone(),
    };
    let asked = Asked {
        command: PartialCommand::Agree,
        benchmark: AskedBenchmark::of(&benchmark.manifest)?,
        systems: systems.iter().map(|system| system.id.clone()).collect(),
        columns: board.columns.iter().map(column).collect(),
        split: queries.split.clone(),
        condition: queries.condition.as_ref().map(ToString::to_string),
        by: None,
        resamples: Some(n_resamples),
    };
    Ok(Partial::new(asked, share, rows, &benchmark.queries, &measured))
}

/// The report of all shares together.
pub(super) fn merged(whole: &Partial) -> Result<AgreeReport> {
    let (board, measured) = whole.measured()?;
    let queries = (0..board.dataset.queries.len()).collect();
    let side = Side { measured, queries };
    Ok(reported(&board, &[side], whole.asked.resamples.unwrap_or(0)))
}

/// Means of all systems, of one direction or of both together, and τ-b of any two columns, with intervals unless
/// `n_resamples` is 0.
pub(super) fn reported(board: &Board, sides: &[Side], n_resamples: u32) -> AgreeReport {
    let columns: Vec<(usize, Column)> = board.columns.iter().cloned().enumerate().collect();
    let systems: Vec<SystemValues> = match sides {
        [one, other] => {
            let both = one.measured.iter().zip(&other.measured);
            both.map(|(to_images, to_texts)| values_of_both(to_images, to_texts)).collect()
        }
        _ => sides.iter().flat_map(|side| side.measured.clone()).collect(),
    };
    let sides: Vec<Vec<SystemValues>> = sides
        .iter()
        .map(|side| side.measured.iter().map(|of| of.at(&side.queries)).collect())
        .collect();
    // One system or one query has no interval; the coefficients say n/a themselves.
    let intervals = (n_resamples > 0).then(|| {
        let tau_b = Coefficient::KendallTauB;
        let mut drawing = interval_drawing(&columns, tau_b, &sides, Some(n_resamples))?;
        drawing.draw(n_resamples as usize);
        Some(drawing.intervals())
    });
    AgreeReport::new(&columns, &systems, intervals.flatten())
}

pub(super) fn print(report: &AgreeReport, format: Format) -> Result<()> {
    match format {
        Format::Json => output::print_json(report),
        Format::Csv => output::print(&output::csv(&square(&report.names(), &report.tau_b))?),
        Format::Table | Format::Latex | Format::Markdown => {
            output::print(&table(report, format.layout().unwrap_or(Layout::Columns)))
        }
    }
}

fn table(report: &AgreeReport, layout: Layout) -> String {
    let mut text = numbered(&title(report.n), &report.names(), &report.tau_b, layout);
    if !report.intervals.is_empty() {
        let ends = |ends: &Option<[f64; 2]>| {
            ends.map_or("n/a".into(), |[low, high]| format!("{low:.2}…{high:.2}"))
        };
        let mut header = vec![String::from("95 % of resampled queries")];
        header.extend((1..=report.intervals.len()).map(|number| format!("[{number}]")));
        let mut rows = vec![header];
        for (number, row) in (1..).zip(&report.intervals) {
            let cells = row.iter().map(ends);
            rows.push(std::iter::once(format!("[{number}]")).chain(cells).collect());
        }
        text.push('\n');
        text.push_str(&output::laid_out(layout, "", &rows));
    }
    text
}
