//! The scatter plot: a labelled bubble for each group of equal points.

use super::axes::Axes;
use super::frame::Chart;
use super::reader::Datum;
use leptos::prelude::*;
use rankscope_core::chart::{Bubble, Frame, Label, spread_labels};

/// The radii of the smallest and the largest bubble, in view box units; above [`MOST_LARGE`]
/// bubbles smaller ones, so that they hide each other less.
const RADII: (f64, f64) = (4.0, 22.0);
const SMALL_RADII: (f64, f64) = (3.0, 11.0);
const MOST_LARGE: usize = 40;
/// The approximate width of a label's character and the height of its line, in view box units.
const CHARACTER: f64 = 6.2;
const LINE: f64 = 13.0;

/// What a scatter plot shows.
pub(in crate::ui) struct Scatter {
    /// The accessible name.
    pub(in crate::ui) name: String,
    /// The plotting area.
    pub(in crate::ui) frame: Frame,
    /// Ticks and titles.
    pub(in crate::ui) axes: Axes,
    /// The groups of equal points.
    pub(in crate::ui) bubbles: Vec<Bubble>,
    /// The readout text of each bubble.
    pub(in crate::ui) readings: Vec<String>,
    /// The label of each bubble; empty for none.
    pub(in crate::ui) labels: Vec<String>,
    /// Whether to draw the line x = y.
    pub(in crate::ui) has_diagonal: bool,
    /// The selected bubble.
    pub(in crate::ui) chosen: Option<usize>,
}

/// The chart of a scatter plot.
pub(in crate::ui) fn scatter(scatter: Scatter) -> Chart {
    let Scatter { name, frame, axes, bubbles, readings, labels, has_diagonal, chosen } = scatter;
    let radii = if bubbles.len() > MOST_LARGE { SMALL_RADII } else { RADII };
    let n_largest = bubbles.iter().map(|bubble| bubble.members.len()).max().unwrap_or(1);
    let radii: Vec<f64> = bubbles.iter().map(|bubble| bubble.radius(n_largest, radii)).collect();
    let diagonal = has_diagonal
        .then(|| line("diagonal", (frame.left, frame.bottom), (frame.right, frame.top)));
    let labels = label_views(frame, &bubbles, &radii, &labels);
    let marks = bubbles.iter().zip(&radii).zip(labels).enumerate();
    let marks = marks.map(|(index, ((bubble, radius), label))| {
        let class = if chosen == Some(index) { "bubble bubble-chosen" } else { "bubble" };
        let (x, y) = (number(frame.x(bubble.at.0)), number(frame.y(bubble.at.1)));
        view! {
            <circle class=class cx=x cy=y r=number(*radius)></circle>
            {label}
        }
    });
    let marks = (diagonal, marks.collect_view());
    let data = bubbles.iter().zip(readings);
    let data = data.map(|(bubble, reading)| Datum { at: bubble.at, reading }).collect();
    Chart::new(name, (frame, axes), data, marks).in_plane(radii)
}

/// The labels beside the bubbles, spread so that they do not overlap.
fn label_views(
    frame: Frame,
    bubbles: &[Bubble],
    radii: &[f64],
    labels: &[String],
) -> Vec<Option<AnyView>> {
    let place = |bubble: &Bubble| (frame.x(bubble.at.0), frame.y(bubble.at.1));
    let beside = |((bubble, radius), label): ((&Bubble, &f64), &String)| {
        let (x, y) = place(bubble);
        let width = CHARACTER * count_of(label);
        let shift = radius + 4.0;
        // On the side towards the middle, so that no label leaves the chart.
        let is_right = x > (frame.left + frame.right) / 2.0;
        Label { left: if is_right { x - shift - width } else { x + shift }, width, y }
    };
    let beside: Vec<Label> = bubbles.iter().zip(radii).zip(labels).map(beside).collect();
    let heights = spread_labels(&beside, LINE);
    let label = |(index, bubble): (usize, &Bubble)| {
        let words = labels.get(index).filter(|words| !words.is_empty())?;
        let (beside, height) = (beside.get(index)?, *heights.get(index)?);
        Some(label_view(place(bubble), beside, height, words))
    };
    bubbles.iter().enumerate().map(label).collect()
}

fn label_view((x, y): (f64, f64), beside: &Label, height: f64, words: &str) -> AnyView {
    let is_right = beside.left < x;
    let (anchor, edge) =
        if is_right { ("end", beside.left + beside.width) } else { ("start", beside.left) };
    // A leader connects a label that had to move to its point.
    let leader = ((height - y).abs() > 1.0).then(|| line("leader", (x, y), (edge, height)));
    view! {
        {leader}
        <text class="point-label" text-anchor=anchor x=number(edge) y=number(height + 4.0)>
            {words.to_string()}
        </text>
    }
    .into_any()
}

fn line(class: &'static str, from: (f64, f64), to: (f64, f64)) -> AnyView {
    view! {
        <line
            class=class
            x1=number(from.0)
            y1=number(from.1)
            x2=number(to.0)
            y2=number(to.1)
        ></line>
    }
    .into_any()
}

fn number(value: f64) -> String {
    format!("{value:.1}")
}

#[expect(clippy::cast_precision_loss, reason = "labels are short")]
fn count_of(label: &str) -> f64 {
    label.chars().count() as f64
}
