//! The agreement of measures over the systems of a benchmark.

use super::matrix::{numbered, square, title};
use crate::{
    columns::{self, Column},
    evaluation::Values,
    open::{Benchmark, NO_JUDGEMENTS},
    output::{self, Format, Layout},
    partial::{Asked, AskedBenchmark, AskedColumn, Partial, PartialCommand},
    share::Share,
};
use anyhow::{Result, bail};
use rankscope_core::metrics::{Mean, default_measures};
use rankscope_core::statistics::{Interval, Resampling, tau_b_intervals, tau_b_matrix};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Report {
    /// The measure of each column.
    measures: Vec<String>,
    /// The relevance of each column.
    relevance: Vec<String>,
    systems: Vec<String>,
    /// `[systems][columns]`.
    means: Vec<Vec<Option<f64>>>,
    /// `[columns][columns]`; null where a column is constant.
    tau_b: Vec<Vec<Option<f64>>>,
    /// `[columns][columns]`: the ends of 95 % of resamples of the queries.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    intervals: Vec<Vec<Option<[f64; 2]>>>,
    /// How many systems the coefficients are over.
    n: usize,
    /// How many queries the means of each column are over.
    n_queries: Vec<usize>,
}

/// The chosen columns: those of the benchmark, unless measures are given; every measure under
/// every relevance otherwise.
pub(super) fn columns(
    benchmark: &Benchmark,
    measures: &[String],
    relevance: &[String],
) -> Result<Vec<Column>> {
    let manifest = &benchmark.manifest;
    if measures.is_empty() {
        let mut own = columns::headlines(manifest)?;
        own.retain(|(_, id)| relevance.is_empty() || relevance.contains(id));
        if !own.is_empty() {
            return Ok(own);
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
    let under = |id: &String| measures.iter().map(|m| (*m, id.clone())).collect::<Vec<_>>();
    Ok(relevance.iter().flat_map(under).collect())
}

/// Means of all systems and τ-b of any two columns, with intervals unless `n_resamples` is 0.
pub(super) fn report(
    benchmark: &Benchmark,
    columns: &[Column],
    n_resamples: u32,
) -> Result<Report> {
    let systems = benchmark.measurable_systems()?;
    let measured = columns::measured(benchmark, &systems, columns)?;
    let systems = systems.iter().map(|system| system.id.clone()).collect();
    Ok(reported(columns, systems, &measured, n_resamples))
}

/// The values on a share of the queries.
pub(super) fn partial(
    benchmark: &Benchmark,
    columns: &[Column],
    n_resamples: u32,
    share: Share,
) -> Result<Partial> {
    let systems = benchmark.measurable_systems()?;
    let all: Vec<usize> = (0..benchmark.queries.len()).collect();
    let measured = columns::measured_on(benchmark, &systems, columns, share.of_rows(&all))?;
    let column = |(measure, relevance): &Column| AskedColumn {
        measure: measure.to_string(),
        relevance: relevance.clone(),
    };
    let asked = Asked {
        command: PartialCommand::Agree,
        benchmark: AskedBenchmark::of(&benchmark.manifest)?,
        systems: systems.iter().map(|system| system.id.clone()).collect(),
        columns: columns.iter().map(column).collect(),
        split: None,
        by: None,
        resamples: Some(n_resamples),
    };
    Ok(Partial::new(asked, share, &all, &benchmark.queries, &measured))
}

/// The report of all shares together.
pub(super) fn merged(whole: &Partial) -> Result<Report> {
    let relevance = whole.asked.columns.iter().map(|column| column.relevance.clone());
    let columns: Vec<Column> = whole.measures()?.into_iter().zip(relevance).collect();
    let n_resamples = whole.asked.resamples.unwrap_or(0);
    Ok(reported(&columns, whole.asked.systems.clone(), &whole.measured()?, n_resamples))
}

/// The report on values `[systems][columns]`.
fn reported(
    columns: &[Column],
    systems: Vec<String>,
    measured: &[Vec<Values>],
    n_resamples: u32,
) -> Report {
    let means: Vec<Vec<Option<Mean>>> =
        measured.iter().map(|row| row.iter().map(Values::mean).collect()).collect();
    // A column without a mean is NaN throughout, which has no τ-b.
    let series = |index: usize| {
        let of_system = |row: &Vec<Option<Mean>>| row.get(index).copied().flatten();
        means.iter().map(|row| of_system(row).map_or(f64::NAN, |m| m.mean)).collect()
    };
    let series: Vec<Vec<f64>> = (0..columns.len()).map(series).collect();
    let n_queries = means.first().map(|row| row.iter().map(|m| m.map_or(0, |m| m.n)).collect());
    Report {
        measures: columns.iter().map(|(measure, _)| measure.to_string()).collect(),
        relevance: columns.iter().map(|(_, relevance)| relevance.clone()).collect(),
        systems,
        means: means.iter().map(|row| row.iter().map(|m| m.map(|m| m.mean)).collect()).collect(),
        tau_b: tau_b_matrix(&series),
        intervals: intervals(measured, columns.len(), n_resamples),
        n: means.len(),
        n_queries: n_queries.unwrap_or_default(),
    }
}

/// The interval of each coefficient, `[columns][columns]`; empty for no resamples.
fn intervals(
    measured: &[Vec<Values>],
    n_columns: usize,
    n_resamples: u32,
) -> Vec<Vec<Option<[f64; 2]>>> {
    if n_resamples == 0 {
        return Vec::new();
    }
    let per_query = |index: usize| {
        let of_system =
            |row: &Vec<Values>| row.get(index).map(|v| v.values.clone()).unwrap_or_default();
        measured.iter().map(of_system).collect()
    };
    let columns: Vec<Vec<Vec<Option<f64>>>> = (0..n_columns).map(per_query).collect();
    let resampling = Resampling { n_resamples, ..Resampling::default() };
    // One system or one query has no interval; the coefficients say n/a themselves.
    let found = tau_b_intervals(&columns, &resampling).unwrap_or_default();
    let ends = |interval: Option<Interval>| interval.map(|i| [i.low, i.high]);
    found.into_iter().map(|row| row.into_iter().map(ends).collect()).collect()
}

impl Report {
    pub(super) fn print(&self, format: Format) -> Result<()> {
        match format {
            Format::Json => output::print_json(self),
            Format::Csv => output::print(&output::csv(&square(&self.names(), &self.tau_b))?),
            Format::Table | Format::Latex | Format::Markdown => {
                output::print(&self.table(format.layout().unwrap_or(Layout::Columns)))
            }
        }
    }

    /// Measure and relevance of each column.
    fn names(&self) -> Vec<String> {
        let pairs = self.measures.iter().zip(&self.relevance);
        pairs.map(|(measure, relevance)| format!("{measure} ({relevance})")).collect()
    }

    fn table(&self, layout: Layout) -> String {
        let mut text = numbered(&title(self.n), &self.names(), &self.tau_b, layout);
        if !self.intervals.is_empty() {
            let ends = |ends: &Option<[f64; 2]>| {
                ends.map_or("n/a".into(), |[low, high]| format!("{low:.2}…{high:.2}"))
            };
            let mut header = vec![String::from("95 % of resampled queries")];
            header.extend((1..=self.intervals.len()).map(|number| format!("[{number}]")));
            let mut rows = vec![header];
            for (number, row) in (1..).zip(&self.intervals) {
                let cells = row.iter().map(ends);
                rows.push(std::iter::once(format!("[{number}]")).chain(cells).collect());
            }
            text.push('\n');
            text.push_str(&output::laid_out(layout, "", &rows));
        }
        text
    }
}
