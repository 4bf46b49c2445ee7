//! The results of `rankscope eval` as they are printed: a table, CSV, JSON, or a table for papers.

use super::paper::{self, SignificanceArgs};
use crate::terminal::{
    output::{self, Format, Layout},
    reporter,
};
use anyhow::Result;
use rankscope_core::metrics::Measure;
use rankscope_core::report::{EvalReport, Indexed};

pub(super) fn print(
    report: &EvalReport,
    measures: &[Measure],
    format: Format,
    significance: &SignificanceArgs,
) -> Result<()> {
    if let Some(paper) = format.layout().and_then(Layout::paper) {
        for note in report.index_notes() {
            reporter::warn(note);
        }
        return output::print(&paper::printed(report, measures, paper, significance)?);
    }
    match format {
        Format::Json => output::print_json(report),
        Format::Csv => output::print(&csv(report, measures)?),
        Format::Table | Format::Latex | Format::Markdown => output::print(&table(report, measures)),
    }
}

fn table(report: &EvalReport, measures: &[Measure]) -> String {
    let mut header = vec![report.title()];
    header.extend(measures.iter().map(Measure::to_string));
    header.push("n".into());
    let mut rows = vec![header];
    for (group, runs) in report.blocks() {
        for name in &report.names {
            let title = if group.is_empty() { name.clone() } else { format!("{group}: {name}") };
            let measured = |measure: &Measure| runs.get(name)?.get(&measure.to_string());
            let mut row = vec![title];
            row.extend(measures.iter().map(|measure| {
                let mean = measured(measure).and_then(|m| m.summary.mean);
                mean.map_or("n/a".into(), |mean| format!("{mean:.4}"))
            }));
            // Nearly always the same n; measures that do not apply to some queries differ.
            let ns = measures.iter().filter_map(|measure| Some(measured(measure)?.summary.n));
            let (least, most) = (ns.clone().min().unwrap_or(0), ns.max().unwrap_or(0));
            row.push(if least == most { most.to_string() } else { format!("{least}–{most}") });
            rows.push(row);
        }
    }
    let table = output::table(&rows);
    let notes = report.index_notes();
    if notes.is_empty() { table } else { format!("{table}\n\n{}", notes.join("\n")) }
}

fn csv(report: &EvalReport, measures: &[Measure]) -> Result<String> {
    let header = ["run", "relevance", "group", "measure", "mean", "n", "judged"];
    let mut rows = vec![header.map(String::from).to_vec()];
    for (group, runs) in report.blocks() {
        for name in &report.names {
            for measure in measures.iter().map(Measure::to_string) {
                let Some(measured) = runs.get(name).and_then(|run| run.get(&measure)) else {
                    continue;
                };
                let number = |value: Option<f64>| value.map_or(String::new(), |v| v.to_string());
                rows.push(vec![
                    name.clone(),
                    report.relevance.clone().unwrap_or_default(),
                    group.to_owned(),
                    measure,
                    number(measured.summary.mean),
                    measured.summary.n.to_string(),
                    number(measured.judged),
                ]);
            }
        }
    }
    for (name, Indexed { recall, .. }) in &report.indexes {
        let Some(recall) = recall else { continue };
        let measure = format!("index:recall@{}", recall.k);
        let (mean, n) = (recall.mean.to_string(), recall.n.to_string());
        let (relevance, none) = (report.relevance.clone().unwrap_or_default(), String::new);
        rows.push(vec![name.clone(), relevance, none(), measure, mean, n, none()]);
    }
    output::csv(&rows)
}
