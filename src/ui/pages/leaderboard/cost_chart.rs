use super::cost_choice::CostChoice;
use super::view::View;
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::components::{Axes, Chart, Scatter, figure, notice, scatter, ticks};
use crate::ui::state::reverse::Direction;
use leptos::prelude::*;
use rankscope_core::analysis::{Cost, CostOf, Trend, cost, flops_per_image, trend, words};
use rankscope_core::benchmark::System;
use rankscope_core::chart::{Bubble, Frame, bubbles, span_of};

const NAME: &str = "Cost against quality";

struct CostedSystem {
    title: String,
    text: Option<f64>,
    image: Option<f64>,
    cost: f64,
    mean: f64,
}

/// The x axis.
#[derive(Clone, Copy)]
struct Scale {
    is_linear: bool,
    /// The power of ten that divides a linear axis.
    power: f64,
    unit: &'static str,
}

impl Scale {
    fn new(choice: CostChoice, costs: &[CostedSystem]) -> Self {
        let most = costs.iter().map(|system| system.cost).fold(1.0, f64::max);
        let unit = match choice.of {
            CostOf::Parameters => "trained parameters",
            CostOf::Everything { .. } | CostOf::Text => "floating point operations per query",
        };
        Self { is_linear: choice.is_linear, power: libm::floor(libm::log10(most)), unit }
    }

    fn at(self, cost: f64) -> f64 {
        if self.is_linear { cost / libm::exp10(self.power) } else { libm::log10(cost) }
    }

    fn title(self) -> String {
        let Self { unit, power, .. } = self;
        match self.is_linear {
            false => format!("{unit} (log scale)"),
            true if power == 0.0 => unit.to_string(),
            true => format!("{unit}, in 10{}", raised(&format!("{power:.0}"))),
        }
    }
}

pub(super) fn cost_chart(view: View) -> AnyView {
    if view.direction != Direction::ToImages {
        let words = "The cost is known for text queries only. Choose text → image to see it.";
        return figure(NAME, None, None, notice(words));
    }
    let choice = CostChoice::of(view.address);
    let Some((index, column)) = view.shown_column() else { return ().into_any() };
    let rows = view.rows.get();
    let dataset = view.dataset.get_value();
    let (mut known, mut left_out) = (Vec::new(), Vec::new());
    // A stored run says nothing of its cost.
    let systems =
        || dataset.manifest.systems.iter().filter(|system| dataset.own.run(&system.id).is_none());
    for system in systems() {
        match cost(system, choice.of, dataset.n_images()) {
            Cost::Known(cost) => {
                let row = rows.iter().find(|row| row.system == system.id);
                known.extend(row.and_then(|row| row.means.get(&index)).map(|mean| CostedSystem {
                    title: system.title.clone(),
                    text: system.flops_per_query,
                    image: flops_per_image(system),
                    cost,
                    mean: mean.mean,
                }));
            }
            other => left_out.push((system, other)),
        }
    }
    let left_out_words = left_out_words(&left_out);
    if left_out.len() == systems().count() {
        return figure(NAME, None, None, notice(left_out_words.unwrap_or_default()));
    }
    let scale = Scale::new(choice, &known);
    let what = match choice.of {
        CostOf::Everything { n_queries } => format!(
            "Cost of a query: encoding its text, and its share of encoding {} pictures once for {}.",
            words::count(dataset.n_images()),
            match n_queries {
                1 => "one query".into(),
                n => format!("{} queries", words::count(n)),
            },
        ),
        CostOf::Text => "Cost of a query: encoding its text alone.".into(),
        CostOf::Parameters => "Cost: the number of trained parameters.".into(),
    };
    let description = format!(
        "{what} A system is labelled if no other scores higher at the same or a lower cost. {}",
        trend_words(&known, scale).unwrap_or_default()
    );
    let measure = column.measure.to_string();
    chart(&known, scale, &measure)
        .description((description, left_out_words))
        .hint("Point at or tap a system, or focus the chart and use the arrow keys.")
        .tables(table(known, scale.unit, measure))
        .view()
}

fn left_out_words(left_out: &[(&System, Cost)]) -> Option<String> {
    let reasons = [
        (Cost::NoText, "the operations to encode a text are not known"),
        (Cost::NoImage, "no operations were counted for encoding a picture"),
        (Cost::NoParameters, "the number of parameters is not known"),
    ];
    let sentence = |(which, why): &(Cost, &str)| {
        let of = left_out.iter().filter(|(_, cost)| cost == which);
        let titles: Vec<String> = of.map(|(system, _)| system.title.clone()).collect();
        (!titles.is_empty()).then(|| format!("Left out: {}, since {why}.", words::listed(&titles)))
    };
    let all: Vec<String> = reasons.iter().filter_map(sentence).collect();
    (!all.is_empty()).then(|| all.join(" "))
}

fn table(known: Vec<CostedSystem>, unit: &'static str, measure: String) -> AnyView {
    let scientific = |value: Option<f64>| {
        Cell::new(value.map_or_else(|| "n/a".into(), |value| format!("{value:.3e}"))).exact(value)
    };
    let columns = vec![
        Column::text("System", |row: &CostedSystem| row.title.clone()).heads_row(),
        Column::number("Operations per picture", |row: &CostedSystem| row.image)
            .view(move |row| scientific(row.image)),
        Column::number("Operations per text", |row: &CostedSystem| row.text)
            .view(move |row| scientific(row.text)),
        Column::number(format!("Cost: {unit}"), |row: &CostedSystem| row.cost)
            .view(move |row| scientific(Some(row.cost)).data("data-cost", row.title.clone())),
        Column::number(measure, |row: &CostedSystem| row.mean),
    ];
    DataTable::new("Data for cost against quality", columns, known).tall().view()
}

fn chart(known: &[CostedSystem], scale: Scale, measure: &str) -> Chart {
    let points: Vec<(f64, f64)> =
        known.iter().map(|system| (scale.at(system.cost), system.mean)).collect();
    let bubbles = bubbles(&points);
    let members = |bubble: &Bubble| {
        bubble.members.iter().filter_map(|index| known.get(*index)).collect::<Vec<_>>()
    };
    let titles = |bubble: &Bubble| {
        members(bubble)
            .into_iter()
            .map(|system| system.title.as_str())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let titles: Vec<String> = bubbles.iter().map(titles).collect();
    let reading = |(bubble, title): (&Bubble, &String)| {
        let cost = members(bubble).first().map_or(0.0, |system| system.cost);
        format!("{title}: {:.4} for {cost:.3e} {}", bubble.at.1, scale.unit)
    };
    let readings = bubbles.iter().zip(&titles).map(reading).collect();
    // Labels for all would overlap; the readout and the table name the others.
    let is_beaten = |(cost, mean): (f64, f64)| points.iter().any(|p| p.0 <= cost && p.1 > mean);
    let label = |(bubble, title): (&Bubble, &String)| {
        if is_beaten(bubble.at) { String::new() } else { title.clone() }
    };
    let labels = bubbles.iter().zip(&titles).map(label).collect();
    let (frame, axes) = frame(&points, scale, measure);
    scatter(Scatter {
        name: NAME.into(),
        frame,
        axes,
        bubbles,
        readings,
        labels,
        has_diagonal: false,
        trend: trend_of(&points, scale).map(|line| {
            let xs = points.iter().map(|point| point.0);
            let (first, last) =
                (xs.clone().fold(f64::INFINITY, f64::min), xs.fold(f64::NEG_INFINITY, f64::max));
            [(first, line.at(first)), (last, line.at(last))]
        }),
        groups: Vec::new(),
        chosen: None,
    })
}

/// Over the logarithm of the cost, as in INQUIRE's Figure A4.
fn trend_of(points: &[(f64, f64)], scale: Scale) -> Option<Trend> {
    trend(points).filter(|_| !scale.is_linear)
}

fn trend_words(known: &[CostedSystem], scale: Scale) -> Option<String> {
    let points: Vec<(f64, f64)> =
        known.iter().map(|system| (scale.at(system.cost), system.mean)).collect();
    let line = trend_of(&points, scale)?;
    let r = line.r.map(|r| format!(", r = {}", words::signed(r))).unwrap_or_default();
    Some(format!(
        "The dashed line is that of least squares: {} for ten times the cost{r}, over {}. ",
        words::signed(line.slope),
        words::counted(points.len(), "system", "systems"),
    ))
}

/// The x axis spans whole powers of ten, or starts at 0 if linear; the y axis spans the means, within
/// 0 … 1.
fn frame(points: &[(f64, f64)], scale: Scale, measure: &str) -> (Frame, Axes) {
    let costs = span_of(points.iter().map(|point| point.0), 0.15);
    let costs = if scale.is_linear { (0.0, costs.1) } else { (costs.0.floor(), costs.1.ceil()) };
    let means = span_of(points.iter().map(|point| point.1), 0.15);
    let means = (means.0.max(0.0), means.1.min(1.0));
    let x_ticks = ticks(costs, 6);
    let x_ticks = match scale.is_linear {
        true => x_ticks,
        false => x_ticks
            .into_iter()
            .filter(|(power, _)| power.fract() == 0.0)
            .map(|(power, _)| (power, format!("10{}", raised(&format!("{power:.0}")))))
            .collect(),
    };
    let axes = Axes {
        x_ticks,
        y_ticks: ticks(means, 5),
        x_title: scale.title(),
        y_title: measure.to_string(),
    };
    (Frame::sized((480.0, 320.0), costs, means), axes)
}

/// Digits as superscripts.
fn raised(digits: &str) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raise = |c: char| match c.to_digit(10) {
        Some(digit) => RAISED[digit as usize],
        None if c == '-' => '⁻',
        None => c,
    };
    digits.chars().map(raise).collect()
}
