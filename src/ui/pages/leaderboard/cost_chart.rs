//! The chart of systems' cost against their quality.

use super::view::View;
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::components::{Axes, Chart, Scatter, figure, notice, scatter, ticks};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::benchmark::System;
use rankscope_core::chart::{Bubble, Frame, bubbles, span_of};

const NAME: &str = "Cost against quality";

/// The unit of cost and the systems' costs: floating point operations per query if at least as many
/// systems report them as parameters, otherwise parameters.
fn costs(systems: &[System]) -> (&'static str, Vec<(String, f64)>) {
    let positive = |value: &(String, f64)| value.1.is_finite() && value.1 > 0.0;
    let flops = |s: &System| s.flops_per_query.map(|cost| (s.id.clone(), cost));
    let by_flops: Vec<_> = systems.iter().filter_map(flops).filter(positive).collect();
    #[expect(clippy::cast_precision_loss, reason = "a position on a logarithmic axis")]
    let parameters = |s: &System| s.parameters.map(|n| (s.id.clone(), n as f64));
    let by_parameters: Vec<_> = systems.iter().filter_map(parameters).filter(positive).collect();
    if by_flops.len() >= by_parameters.len() {
        ("floating point operations per query", by_flops)
    } else {
        ("trained parameters", by_parameters)
    }
}

/// A system with a known cost and mean.
struct CostedSystem {
    title: String,
    cost: f64,
    mean: f64,
}

impl CostedSystem {
    /// Its position: log₁₀ of the cost, and the mean.
    fn at(&self) -> (f64, f64) {
        (libm::log10(self.cost), self.mean)
    }
}

/// A point for each system with a known cost, by the chosen column.
pub(super) fn cost_chart(view: View) -> AnyView {
    let (unit, costs) = view.dataset.with_value(|dataset| costs(&dataset.manifest.systems));
    if costs.is_empty() {
        let words = "This benchmark reports neither the number of parameters of its systems nor their cost per query.";
        return figure(NAME, None, notice(words));
    }
    let Some((index, column)) = view.shown_column() else { return ().into_any() };
    let rows = view.rows.get();
    let known = |(id, cost): &(String, f64)| {
        let row = rows.iter().find(|row| row.system == *id)?;
        Some(CostedSystem { title: view.title(id), cost: *cost, mean: row.means.get(&index)?.mean })
    };
    let known: Vec<CostedSystem> = costs.iter().filter_map(known).collect();
    // A stored run says nothing of its cost.
    let n_systems =
        view.dataset.with_value(|dataset| dataset.manifest.systems.len() - dataset.own.runs.len());
    let n_unknown = n_systems - costs.len();
    let unknown = (n_unknown > 0).then(|| {
        format!(" {} no known cost.", words::counted(n_unknown, "system has", "systems have"))
    });
    let description = format!(
        "Each point is a system, by {unit}. A system is labelled if no other scores higher at the same or a lower cost."
    );
    let measure = column.measure.to_string();
    chart(&known, unit, &measure)
        .description((description, unknown))
        .hint("Point at a system, or focus the chart and use the arrow keys.")
        .tables(table(known, unit, measure))
        .view()
}

fn table(known: Vec<CostedSystem>, unit: &'static str, measure: String) -> AnyView {
    let columns = vec![
        Column::text("System", |row: &CostedSystem| row.title.clone()).heads_row(),
        Column::number(unit, |row: &CostedSystem| row.cost)
            .view(|row| Cell::new(format!("{:.3e}", row.cost))),
        Column::number(measure, |row: &CostedSystem| row.mean),
    ];
    DataTable::new("Data for cost against quality", columns, known).tall().view()
}

fn chart(known: &[CostedSystem], unit: &str, measure: &str) -> Chart {
    let points: Vec<(f64, f64)> = known.iter().map(CostedSystem::at).collect();
    let bubbles = bubbles(&points);
    let titles = |bubble: &Bubble| {
        let titles =
            bubble.members.iter().filter_map(|index| Some(known.get(*index)?.title.clone()));
        titles.collect::<Vec<_>>().join(", ")
    };
    let titles: Vec<String> = bubbles.iter().map(titles).collect();
    let reading = |(bubble, title): (&Bubble, &String)| {
        format!("{title}: {:.4} for {:.3e} {unit}", bubble.at.1, libm::exp10(bubble.at.0))
    };
    let readings = bubbles.iter().zip(&titles).map(reading).collect();
    // Labels for all would overlap; the readout and the table name the others.
    let is_beaten = |(cost, mean): (f64, f64)| points.iter().any(|p| p.0 <= cost && p.1 > mean);
    let label = |(bubble, title): (&Bubble, &String)| {
        if is_beaten(bubble.at) { String::new() } else { title.clone() }
    };
    let labels = bubbles.iter().zip(&titles).map(label).collect();
    let (frame, axes) = frame(&points, unit, measure);
    scatter(Scatter {
        name: NAME.into(),
        frame,
        axes,
        bubbles,
        readings,
        labels,
        has_diagonal: false,
        chosen: None,
    })
}

/// The x axis spans whole powers of ten, the y axis the part of 0 … 1 that the means cover.
fn frame(points: &[(f64, f64)], unit: &str, measure: &str) -> (Frame, Axes) {
    let powers = span_of(points.iter().map(|point| point.0), 0.15);
    let powers = (powers.0.floor(), powers.1.ceil());
    let means = span_of(points.iter().map(|point| point.1), 0.15);
    let means = (means.0.max(0.0), means.1.min(1.0));
    let x_ticks = ticks(powers, 6)
        .into_iter()
        .filter(|(power, _)| power.fract() == 0.0)
        .map(|(power, _)| (power, format!("10{}", raised(&format!("{power:.0}")))))
        .collect();
    let axes = Axes {
        x_ticks,
        y_ticks: ticks(means, 5),
        x_title: format!("{unit} (log scale)"),
        y_title: measure.to_string(),
    };
    (Frame::sized((480.0, 320.0), powers, means), axes)
}

/// Digits as superscripts.
fn raised(digits: &str) -> String {
    let raise = |c: char| match c {
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        '-' => '⁻',
        other => other,
    };
    digits.chars().map(raise).collect()
}
