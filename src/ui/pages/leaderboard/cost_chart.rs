//! What systems cost against how good they are.

use super::view::View;
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::components::{Axes, Chart, Scatter, figure, notice, scatter, ticks};
use crate::ui::words;
use leptos::prelude::*;
use rankscope_core::benchmark::System;
use rankscope_core::chart::{Bubble, Frame, bubbles, span_of};

const NAME: &str = "Cost against quality";

/// What a system costs, and in which unit: floating point operations where all that have a
/// cost tell them, otherwise parameters.
fn costs(systems: &[System]) -> (&'static str, Vec<(String, f64)>) {
    let positive = |value: &(String, f64)| value.1.is_finite() && value.1 > 0.0;
    let flops = |s: &System| s.flops_per_query.map(|cost| (s.id.clone(), cost));
    let by_flops: Vec<_> = systems.iter().filter_map(flops).filter(positive).collect();
    #[expect(clippy::cast_precision_loss, reason = "a place on a logarithmic axis")]
    let parameters = |s: &System| s.parameters.map(|n| (s.id.clone(), n as f64));
    let by_parameters: Vec<_> = systems.iter().filter_map(parameters).filter(positive).collect();
    if by_flops.len() >= by_parameters.len() {
        ("floating point operations per query", by_flops)
    } else {
        ("trained parameters", by_parameters)
    }
}

/// A system whose cost and mean are known.
struct Known {
    title: String,
    cost: f64,
    mean: f64,
}

impl Known {
    /// Its place: the power of ten of its cost, and its mean.
    fn at(&self) -> (f64, f64) {
        (libm::log10(self.cost), self.mean)
    }
}

/// A point for each system whose cost is known, by the column that is chosen.
pub(super) fn cost_chart(view: View) -> AnyView {
    let (unit, costs) = view.dataset.with_value(|dataset| costs(&dataset.manifest.systems));
    if costs.is_empty() {
        let words = "This benchmark says neither how many parameters its systems have nor what a query costs them.";
        return figure(NAME, None, notice(words));
    }
    let Some((index, column)) = view.shown_column() else { return ().into_any() };
    let rows = view.rows.get();
    let known = |(id, cost): &(String, f64)| {
        let row = rows.iter().find(|row| row.system == *id)?;
        Some(Known { title: view.title(id), cost: *cost, mean: row.means.get(&index)?.mean })
    };
    let known: Vec<Known> = costs.iter().filter_map(known).collect();
    let n_unknown = view.dataset.with_value(|dataset| dataset.manifest.systems.len()) - costs.len();
    let unknown = (n_unknown > 0).then(|| {
        format!(" {} without a known cost.", words::counted(n_unknown, "system is", "systems are"))
    });
    let description = format!(
        "A point for each system, by {unit}; those that none beats for the same or less are named."
    );
    let measure = column.measure.to_string();
    chart(&known, unit, &measure)
        .description((description, unknown))
        .hint("Point at a system, or focus the chart and use the arrow keys.")
        .tables(table(known, unit, measure))
        .view()
}

fn table(known: Vec<Known>, unit: &'static str, measure: String) -> AnyView {
    let columns = vec![
        Column::text("System", |row: &Known| row.title.clone()).heads_row(),
        Column::number(unit, |row: &Known| row.cost)
            .view(|row| Cell::new(format!("{:.3e}", row.cost))),
        Column::number(measure, |row: &Known| row.mean),
    ];
    DataTable::new("Data of cost against quality", columns, known).tall().view()
}

fn chart(known: &[Known], unit: &str, measure: &str) -> Chart {
    let points: Vec<(f64, f64)> = known.iter().map(Known::at).collect();
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
    // Names of all would cover each other; the others are read off the chart and the table.
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

/// From one whole power of ten to another, and as much of 0 … 1 as the means take.
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
        x_title: format!("{unit}, logarithmic"),
        y_title: measure.to_string(),
    };
    (Frame::sized((480.0, 320.0), powers, means), axes)
}

/// Digits as exponents.
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
