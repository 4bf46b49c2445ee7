//! Ways of answering, measured on all queries and on the hard half, and printed. A way is a system by
//! the name that is printed.

use crate::terminal::output::{self, Format, Layout};
use anyhow::Result;
use rankscope_core::analysis::{Board, Column, SystemValues};
use rankscope_core::metrics::Measure;
use rankscope_core::statistics::{Resampling, mean_interval};
use serde::Serialize;
use std::collections::BTreeMap;

/// The queries that means are over, by row.
pub(super) struct Groups {
    pub(super) all: Vec<usize>,
    /// The half that texts answer worst.
    pub(super) hard: Vec<usize>,
}

/// A mean with what it gains over the baseline.
#[derive(Serialize)]
struct Summary {
    mean: Option<f64>,
    n: usize,
    /// The ends of the mean's interval (bootstrap over queries, 95 %).
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<[f64; 2]>,
    /// The mean difference to the baseline, query by query.
    #[serde(skip_serializing_if = "Option::is_none")]
    gain: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gain_interval: Option<[f64; 2]>,
}

/// A way's means by measure, over all queries and over the hard half.
#[derive(Serialize)]
struct Line {
    name: String,
    all: BTreeMap<String, Summary>,
    /// Empty where no half was chosen.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    hard: BTreeMap<String, Summary>,
}

/// What an evaluation says: its setting, then each way.
#[derive(Serialize)]
pub(super) struct Report<S> {
    #[serde(flatten)]
    pub(super) setting: S,
    ways: Vec<Line>,
}

impl<S: Serialize> Report<S> {
    /// The means of each way. Gains are over the first, if that is the baseline.
    pub(super) fn new(
        setting: S,
        board: &Board,
        ways: &[SystemValues],
        has_baseline: bool,
        groups: &Groups,
    ) -> Self {
        let line = |(place, way): (usize, &SystemValues)| {
            let base = (place > 0 && has_baseline).then(|| ways.first()).flatten();
            let over = |rows: &[usize]| {
                if rows.is_empty() {
                    return BTreeMap::new();
                }
                let of_measure = |(index, column): (usize, &Column)| {
                    let base = base.and_then(|base| base.values.get(index));
                    let of = way.values.get(index).map_or(&[][..], Vec::as_slice);
                    (column.measure.to_string(), summary(of, base.map(Vec::as_slice), rows))
                };
                board.columns.iter().enumerate().map(of_measure).collect()
            };
            Line { name: way.system.clone(), all: over(&groups.all), hard: over(&groups.hard) }
        };
        Self { setting, ways: ways.iter().enumerate().map(line).collect() }
    }

    /// Prints it; `title` heads the table, notes follow it.
    pub(super) fn print(
        &self,
        title: &str,
        measures: &[Measure],
        notes: &[String],
        format: Format,
    ) -> Result<()> {
        let rows = |number: fn(f64) -> String, none: &str| {
            let mut rows = vec![
                [title, "queries", "measure", "mean", "from", "to", "gain", "from", "to", "n"]
                    .map(String::from)
                    .to_vec(),
            ];
            let shown = |value: Option<f64>| value.map_or(none.to_owned(), number);
            for line in &self.ways {
                for (queries, summaries) in [("all", &line.all), ("hard half", &line.hard)] {
                    for measure in measures.iter().map(Measure::to_string) {
                        let Some(of) = summaries.get(&measure).filter(|of| of.n > 0) else {
                            continue;
                        };
                        let end = |ends: Option<[f64; 2]>, at: usize| {
                            shown(ends.and_then(|ends| ends.get(at).copied()))
                        };
                        rows.push(vec![
                            line.name.clone(),
                            queries.to_owned(),
                            measure,
                            shown(of.mean),
                            end(of.interval, 0),
                            end(of.interval, 1),
                            shown(of.gain),
                            end(of.gain_interval, 0),
                            end(of.gain_interval, 1),
                            of.n.to_string(),
                        ]);
                    }
                }
            }
            rows
        };
        match format {
            Format::Json => output::print_json(self),
            Format::Csv => output::print(&output::csv(&rows(|value| value.to_string(), ""))?),
            Format::Table | Format::Latex | Format::Markdown => {
                let layout = format.layout().unwrap_or(Layout::Columns);
                let rows = rows(|value| format!("{value:.4}"), "");
                let table = output::laid_out(layout, "way", &rows);
                let notes: Vec<String> = notes.iter().map(|note| layout.sentence(note)).collect();
                output::print(&format!("{table}\n{}", notes.join("\n")))
            }
        }
    }
}

fn summary(of: &[Option<f64>], base: Option<&[Option<f64>]>, rows: &[usize]) -> Summary {
    let value = |of: &[Option<f64>], row: &usize| of.get(*row).copied().flatten();
    let own: Vec<f64> = rows.iter().filter_map(|row| value(of, row)).collect();
    let gains: Option<Vec<f64>> = base.map(|base| {
        rows.iter().filter_map(|row| Some(value(of, row)? - value(base, row)?)).collect()
    });
    let mean = |values: &[f64]| {
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    let interval = |values: &[f64]| {
        let interval = mean_interval(values, &Resampling::default()).ok()?;
        Some([interval.low, interval.high])
    };
    Summary {
        mean: mean(&own),
        n: own.len(),
        interval: interval(&own),
        gain: gains.as_deref().and_then(mean),
        gain_interval: gains.as_deref().and_then(interval),
    }
}
