//! The results of `rankscope annotators`, as table and JSON.

use crate::terminal::output::{self, Layout, PaperFormat};
use anyhow::Result;
use rankscope_core::report::{AnnotatorsReport, BySystem, SweepReport};
use rankscope_core::statistics::descending_ranks;

pub(super) fn print(report: &AnnotatorsReport, format: PaperFormat) -> Result<()> {
    match format.layout() {
        None => output::print_json(report),
        Some(layout) => output::print(&table(report, layout)),
    }
}

fn table(report: &AnnotatorsReport, layout: Layout) -> String {
    let mut text = output::laid_out(layout, "system", &means_table(report));
    text.push('\n');
    text.push_str(&layout.sentence(&format!(
        "tau-b with the truth: {}, over {} systems. {} proposed {} each: a relevant image of \
         {} of {} queries was seen.\n",
        number(report.tau_b, 4),
        report.systems.len(),
        report.asked.annotators.join(", "),
        report.asked.depth,
        report.n_seen,
        report.n_truth
    )));
    text.push('\n');
    if let Some(sweep) = &report.sweep {
        text.push('\n');
        text.push_str(&output::laid_out(layout, "annotators", &curve(sweep)));
        text.push('\n');
        text.push_str(&output::laid_out(layout, "annotator", &matrix(report, sweep)));
    }
    text
}

/// A row for each system, the best under the truth first.
fn means_table(report: &AnnotatorsReport) -> Vec<Vec<String>> {
    let split = report.asked.split.iter().map(|split| format!(", split {split}"));
    let title = format!(
        "{} ({}{})",
        report.asked.measure,
        report.asked.relevance,
        split.collect::<String>()
    );
    let header = ["truth", "seen", "rank by truth", "by seen", "gained"].map(String::from);
    let mut rows = vec![std::iter::once(title).chain(header).collect::<Vec<_>>()];
    let mut systems: Vec<&String> = report.systems.iter().collect();
    let mean = |of: &BySystem, id: &String| of.get(id).copied().flatten();
    systems.sort_by(|a, b| {
        let of = |id| mean(&report.truth, id).unwrap_or(f64::NEG_INFINITY);
        of(b).total_cmp(&of(a))
    });
    for id in systems {
        rows.push(vec![
            id.clone(),
            number(mean(&report.truth, id), 4),
            number(mean(&report.seen, id), 4),
            place(rank(&report.truth, id)),
            place(rank(&report.seen, id)),
            gained(mean(&report.places, id)),
        ]);
    }
    rows
}

/// The places that single annotators make the systems gain.
fn matrix(report: &AnnotatorsReport, sweep: &SweepReport) -> Vec<Vec<String>> {
    let mut header = vec![String::from("places gained, by single annotator")];
    header.extend(report.systems.iter().cloned());
    let mut rows = vec![header];
    for annotator in &report.asked.annotators {
        let Some(of_systems) = sweep.matrix.get(annotator) else { continue };
        let cell = |id: &String| gained(of_systems.get(id).copied().flatten());
        rows.push(
            std::iter::once(annotator.clone()).chain(report.systems.iter().map(cell)).collect(),
        );
    }
    rows
}

/// The curve over the number of annotators.
fn curve(sweep: &SweepReport) -> Vec<Vec<String>> {
    let header = ["annotators", "tau-b", "min", "max", "annotators gain", "groups"];
    let mut rows = vec![header.map(String::from).to_vec()];
    for point in &sweep.sweep {
        let groups = if point.exhaustive { "all" } else { "a sample of" };
        rows.push(vec![
            point.annotators.to_string(),
            number(point.tau_b_mean, 4),
            number(point.tau_b_min, 4),
            number(point.tau_b_max, 4),
            number(point.gained_mean, 2),
            format!("{groups} {}", point.subsets),
        ]);
    }
    rows
}

/// A system's rank by these means; `None` where one is missing.
fn rank(means: &BySystem, id: &String) -> Option<f64> {
    let place = means.keys().position(|known| known == id)?;
    let means: Vec<f64> = means.values().copied().collect::<Option<_>>()?;
    descending_ranks(&means).get(place).copied()
}

fn number(value: Option<f64>, n_digits: usize) -> String {
    value.map_or("n/a".into(), |value| format!("{value:.n_digits$}"))
}

/// A rank, or a half between two.
fn place(rank: Option<f64>) -> String {
    rank.map_or("n/a".into(), |rank| rank.to_string())
}

/// A number of places, with its sign unless it is 0.
fn gained(places: Option<f64>) -> String {
    places.map_or("n/a".into(), |n| if n == 0.0 { "0".into() } else { format!("{n:+}") })
}
