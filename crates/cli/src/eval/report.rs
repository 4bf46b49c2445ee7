//! The results of `rankscope eval`, as table, CSV and JSON.

use crate::{
    evaluation::{Measured, Values},
    output::{self, Format},
};
use anyhow::Result;
use rankscope_core::metrics::Measure;
use serde::Serialize;
use std::collections::BTreeMap;

/// The mean and values of each measure, by run and by the measure's name.
pub(super) type RunValues = BTreeMap<String, BTreeMap<String, Measured>>;

#[derive(Default, Serialize)]
pub(super) struct Report {
    /// The runs in the order in which to print them.
    #[serde(skip)]
    pub(super) names: Vec<String>,
    /// The version of the benchmark, if it has one.
    #[serde(skip)]
    pub(super) revision: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) relevance: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) split: Option<String>,
    pub(super) runs: RunValues,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) by: Option<String>,
    /// The runs over the queries of each value of the facet `by`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) groups: BTreeMap<String, RunValues>,
    /// The runs of the reverse direction, from images to texts.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) reverse: RunValues,
    /// The mean of both directions.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) both: RunValues,
}

impl Report {
    pub(super) fn print(&self, measures: &[Measure], format: Format) -> Result<()> {
        match format {
            Format::Json => output::print_json(self),
            Format::Csv => output::print(&csv(self, measures)?),
            Format::Table => output::print(&table(self, measures)),
        }
    }

    /// The runs over all queries, under an empty name, then those of each group and direction.
    fn blocks(&self) -> impl Iterator<Item = (&str, &RunValues)> {
        let groups = self.groups.iter().map(|(group, runs)| (group.as_str(), runs));
        let directions = [("reverse", &self.reverse), ("both", &self.both)];
        let directions = directions.into_iter().filter(|(_, runs)| !runs.is_empty());
        std::iter::once(("", &self.runs)).chain(groups).chain(directions)
    }

    fn title(&self) -> String {
        let relevance = self.relevance.iter().map(|id| format!("relevance {id}"));
        let split = self.split.iter().map(|split| format!("split {split}"));
        relevance.chain(split).collect::<Vec<_>>().join(", ")
    }
}

/// The means and values of each run over some of the queries, given by row.
pub(super) fn summarised(
    runs: &[(String, Vec<Values>)],
    queries: &[usize],
    ids: &[String],
) -> RunValues {
    let of_run = |values: &Vec<Values>| {
        values
            .iter()
            .map(|values| (values.measure.to_string(), values.over(queries, ids)))
            .collect()
    };
    runs.iter().map(|(name, values)| (name.clone(), of_run(values))).collect()
}

fn table(report: &Report, measures: &[Measure]) -> String {
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
                let mean = measured(measure).and_then(|m| m.mean);
                mean.map_or("n/a".into(), |mean| format!("{mean:.4}"))
            }));
            // Nearly always the same n; measures that do not apply to some queries differ.
            let ns = measures.iter().filter_map(|measure| Some(measured(measure)?.n));
            let (least, most) = (ns.clone().min().unwrap_or(0), ns.max().unwrap_or(0));
            row.push(if least == most { most.to_string() } else { format!("{least}–{most}") });
            rows.push(row);
        }
    }
    output::table(&rows)
}

fn csv(report: &Report, measures: &[Measure]) -> Result<String> {
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
                    number(measured.mean),
                    measured.n.to_string(),
                    number(measured.judged),
                ]);
            }
        }
    }
    output::csv(&rows)
}
