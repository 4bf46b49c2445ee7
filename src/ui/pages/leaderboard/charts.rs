//! Cost against quality, and how many images are relevant to a query.

use super::view::View;
use crate::benchmark::System;
use crate::chart::{Bin, Frame, bars_path, bubbles, histogram, span_of};
use crate::ui::components::table::{self, Cell, DataTable};
use crate::ui::components::{Axes, Chart, Datum, Scatter, figure, notice, picker, scatter, ticks};
use crate::ui::words;
use leptos::prelude::*;

const NAME: &str = "Cost against quality";

/// Both charts beside each other.
pub(super) fn charts(view: View) -> AnyView {
    let address = view.address;
    let columns = Memo::new(move |_| {
        let visible = view.visible.get();
        view.board.columns.with(|columns| {
            let named = |index: &usize| {
                let column = columns.get(*index)?;
                Some((column.name(), format!("{}, {}", column.measure, column.relevance_title)))
            };
            visible.iter().filter_map(named).collect::<Vec<_>>()
        })
    });
    let current = Memo::new(move |_| {
        view.shown_column().map(|(_, column)| column.name()).unwrap_or_default()
    });
    view! {
        <section class="block" aria-labelledby="charts-title">
            <h2 id="charts-title">"Quality, cost and the queries"</h2>
            <div class="pickers pickers-tight">
                {picker("Quality by", columns, current, move |name| {
                    address.change(|state| state.measure = Some(name));
                })}
            </div>
            <div class="pair">{move || cost(view)} {move || relevant(view)}</div>
        </section>
    }
    .into_any()
}

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
    log_cost: f64,
    mean: f64,
}

impl Known {
    fn cost(&self) -> f64 {
        libm::exp10(self.log_cost)
    }
}

fn cost(view: View) -> AnyView {
    let (unit, costs) = view.dataset.with_value(|dataset| costs(&dataset.manifest.systems));
    if costs.is_empty() {
        let words = "This benchmark says neither how many parameters its systems have nor what a query costs them.";
        return figure(NAME, None, notice(words));
    }
    let Some((index, column)) = view.shown_column() else { return ().into_any() };
    let rows = view.rows.get();
    let known: Vec<Known> = costs
        .iter()
        .filter_map(|(id, cost)| {
            let row = rows.iter().find(|row| row.system == *id)?;
            let mean = row.means.get(&index)?.mean;
            Some(Known { title: view.title(id), log_cost: libm::log10(*cost), mean })
        })
        .collect();
    let points: Vec<(f64, f64)> = known.iter().map(|own| (own.log_cost, own.mean)).collect();
    let groups = bubbles(&points);
    let titles = |members: &[usize]| {
        let titles =
            members.iter().filter_map(|index| known.get(*index).map(|own| own.title.clone()));
        titles.collect::<Vec<_>>().join(", ")
    };
    let labels: Vec<String> = groups.iter().map(|bubble| titles(&bubble.members)).collect();
    let readings = groups
        .iter()
        .zip(&labels)
        .map(|(bubble, label)| {
            format!("{label}: {:.4} for {:.3e} {unit}", bubble.at.1, libm::exp10(bubble.at.0))
        })
        .collect();
    // Names of all would cover each other; the others are read off the chart and the table.
    let is_beaten = |(cost, mean): (f64, f64)| points.iter().any(|p| p.0 <= cost && p.1 > mean);
    let named = groups
        .iter()
        .zip(&labels)
        .map(|(bubble, label)| if is_beaten(bubble.at) { String::new() } else { label.clone() });
    let named: Vec<String> = named.collect();
    let x_span = span_of(points.iter().map(|point| point.0), 0.15);
    let y_span = span_of(points.iter().map(|point| point.1), 0.15);
    let y_span = (y_span.0.max(0.0), y_span.1.min(1.0));
    // Whole powers of ten on the logarithmic axis.
    let x_ticks = ticks((x_span.0.floor(), x_span.1.ceil()), 6)
        .into_iter()
        .filter(|(power, _)| power.fract() == 0.0)
        .map(|(power, _)| (power, format!("10{}", raised(&format!("{power:.0}")))))
        .collect();
    let x_span = (x_span.0.floor(), x_span.1.ceil());
    let edges = Axes {
        x_ticks,
        y_ticks: ticks(y_span, 5),
        x_title: format!("{unit}, logarithmic"),
        y_title: column.measure.to_string(),
    };
    let n_unknown = view.dataset.with_value(|dataset| dataset.manifest.systems.len()) - costs.len();
    let unknown = (n_unknown > 0).then(|| {
        format!(" {} without a known cost.", words::counted(n_unknown, "system is", "systems are"))
    });
    let measure = column.measure.to_string();
    let columns = vec![
        table::Column::text("System", |row: &Known| row.title.clone()).heads_row(),
        table::Column::number(unit, Known::cost)
            .view(|row| Cell::new(format!("{:.3e}", row.cost()))),
        table::Column::number(measure, |row: &Known| row.mean),
    ];
    let table = DataTable::new("Data of cost against quality", columns, known).tall();
    let description = format!(
        "A point for each system, by {unit}; those that none beats for the same or less are named."
    );
    scatter(Scatter {
        name: NAME.into(),
        frame: Frame::sized((480.0, 320.0), x_span, y_span),
        axes: edges,
        bubbles: groups,
        readings,
        labels: named,
        has_diagonal: false,
        chosen: None,
    })
    .description((description, unknown))
    .hint("Point at a system, or focus the chart and use the arrow keys.")
    .tables(table.view())
    .view()
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

fn relevant(view: View) -> AnyView {
    let Some((_, column)) = view.shown_column() else { return ().into_any() };
    let subset = view.subset.get();
    let counts: Vec<usize> = view.dataset.with_value(|dataset| {
        let relevance = dataset.relevance.get(column.definition);
        let of = |row: u32| relevance?.of_query(row).map(crate::benchmark::Judgements::n_relevant);
        let queries = (0u32..).zip(dataset.queries.iter()).filter(|(_, query)| subset.holds(query));
        queries.map(|(row, _)| of(row).unwrap_or(0)).collect()
    });
    let bins = histogram(&counts, 24);
    if bins.is_empty() {
        return notice("No query fits.");
    }
    #[expect(clippy::cast_precision_loss, reason = "counts of queries are far below 2^53")]
    let real = |n: usize| n as f64;
    let is_doubling = bins.first().is_some_and(|bin| bin.last == 0)
        && bins.len() > 2
        && bins.last().is_some_and(|bin| bin.last > bin.first);
    let most = bins.iter().map(|bin| bin.n).max().unwrap_or(1);
    let frame =
        Frame::sized((480.0, 320.0), (0.5, real(bins.len()) + 0.5), (0.0, real(most) * 1.06));
    let heights: Vec<f64> = bins.iter().map(|bin| frame.y(real(bin.n))).collect();
    let path = bars_path(&heights, (frame.left, frame.right), frame.y(0.0));
    let every = bins.len().div_ceil(8);
    let x_ticks = (1..)
        .zip(&bins)
        .step_by(every)
        .map(|(nth, bin)| (real(nth), words::count(bin.first)))
        .collect();
    let data = (1..)
        .zip(&bins)
        .map(|(nth, bin)| Datum {
            at: (real(nth), real(bin.n)),
            reading: format!(
                "{} relevant: {}",
                words_of(bin),
                words::counted(bin.n, "query", "queries")
            ),
        })
        .collect();
    let edges = Axes {
        x_ticks,
        y_ticks: ticks((0.0, real(most)), 5),
        x_title: if is_doubling {
            "relevant images, in bins that double".into()
        } else {
            "relevant images".into()
        },
        y_title: "queries".into(),
    };
    let columns = vec![
        table::Column::text("Relevant images", words_of).heads_row(),
        table::Column::number("Queries", |bin: &Bin| bin.n)
            .view(|bin| Cell::new(words::count(bin.n)).data("data-bin", bin.first.to_string())),
        table::Column::saved("First", |bin: &Bin| bin.first),
        table::Column::saved("Last", |bin: &Bin| bin.last),
    ];
    let table = DataTable::new("Data of relevant images per query", columns, bins).tall();
    Chart::new(
        "Relevant images per query",
        (frame, edges),
        data,
        view! { <path class="bars-plain" d=path></path> },
    )
    .description(format!("Under {}.", column.relevance_title))
    .tables(table.view())
    .view()
}

/// `3`, or `4–7` where a bin is wider.
fn words_of(bin: &Bin) -> String {
    match bin.last {
        last if last == bin.first => words::count(bin.first),
        last => format!("{}–{}", words::count(bin.first), words::count(last)),
    }
}
