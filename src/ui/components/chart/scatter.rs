//! The scatter plot: a labelled bubble for each group of equal points.

use super::axes::{Axes, number};
use super::frame::Chart;
use super::reader::{Datum, Ring};
use leptos::prelude::*;
use rankscope_core::chart::{Bubble, Frame, Labelled, PlacedLabel, placed_labels};
use std::sync::Arc;

/// The radii of the smallest and the largest bubble, in view box units; above [`MOST_LARGE`]
/// bubbles smaller ones, so that they hide each other less.
const RADII: (f64, f64) = (4.0, 22.0);
const SMALL_RADII: (f64, f64) = (3.0, 11.0);
const MOST_LARGE: usize = 40;
/// The approximate width of a label's character and the height of its line, in view box units.
const CHARACTER: f64 = 6.8;
const LINE: f64 = 13.0;

pub(in crate::ui) struct Scatter {
    pub(in crate::ui) name: String,
    pub(in crate::ui) frame: Frame,
    pub(in crate::ui) axes: Axes,
    pub(in crate::ui) bubbles: Vec<Bubble>,
    pub(in crate::ui) readings: Vec<String>,
    pub(in crate::ui) labels: Vec<String>,
    pub(in crate::ui) has_diagonal: bool,
    /// A trend from one point to another.
    pub(in crate::ui) trend: Option<[(f64, f64); 2]>,
    /// The group of each bubble, which has its colour; empty without groups.
    pub(in crate::ui) groups: Vec<usize>,
    pub(in crate::ui) chosen: Option<usize>,
}

/// How many groups have a colour of their own.
const N_COLOURS: usize = 6;

/// The class of a group's colour.
pub(in crate::ui) fn group_class(group: usize) -> String {
    format!("bubble-of-{}", group % N_COLOURS)
}

pub(in crate::ui) fn scatter(scatter: Scatter) -> Chart {
    let Scatter {
        name,
        frame,
        axes,
        bubbles,
        readings,
        labels,
        has_diagonal,
        trend,
        groups,
        chosen,
    } = scatter;
    let radii = if bubbles.len() > MOST_LARGE { SMALL_RADII } else { RADII };
    let n_largest = bubbles.iter().map(|bubble| bubble.members.len()).max().unwrap_or(1);
    let radii: Vec<f64> = bubbles.iter().map(|bubble| bubble.radius(n_largest, radii)).collect();
    let data = bubbles.iter().zip(readings);
    let data = data.map(|(bubble, reading)| Datum { at: bubble.at, reading }).collect();
    let own = Arc::new(Drawn { bubbles, radii, labels, has_diagonal, trend, groups, chosen });
    let for_rings = own.clone();
    Chart::new(name, (frame, axes), data, move |frame| own.marks(frame))
        .in_plane(move |frame| for_rings.rings(frame))
}

struct Drawn {
    bubbles: Vec<Bubble>,
    radii: Vec<f64>,
    labels: Vec<String>,
    has_diagonal: bool,
    trend: Option<[(f64, f64); 2]>,
    groups: Vec<usize>,
    chosen: Option<usize>,
}

impl Drawn {
    fn marks(&self, frame: Frame) -> AnyView {
        let diagonal = self
            .has_diagonal
            .then(|| line("diagonal", (frame.left, frame.bottom), (frame.right, frame.top)));
        let trend = self.trend.map(|ends| {
            let [from, to] = ends.map(|(x, y)| (frame.x(x), frame.y(y)));
            line("trend", from, to)
        });
        let places = self.places(frame);
        let marks = self.bubbles.iter().zip(&self.radii).enumerate();
        let marks = marks.map(|(index, (bubble, radius))| {
            let is_chosen = self.chosen == Some(index);
            let chosen = if is_chosen { " bubble-chosen" } else { "" };
            let group = self.groups.get(index).map(|group| format!(" {}", group_class(*group)));
            let class = format!("bubble{chosen}{}", group.unwrap_or_default());
            let (x, y) = (number(frame.x(bubble.at.0)), number(frame.y(bubble.at.1)));
            let place = places.get(index).and_then(Option::as_ref);
            let label = place.and_then(|place| Some(label_view(place, self.label(index)?)));
            view! {
                <circle class=class cx=x cy=y r=number(*radius)></circle>
                {label}
            }
        });
        (diagonal, trend, marks.collect_view()).into_any()
    }

    /// Labels without a place show only on pointing.
    fn rings(&self, frame: Frame) -> Vec<Ring> {
        let places = self.places(frame);
        let ring = |(index, radius): (usize, &f64)| {
            let is_placed = places.get(index).is_some_and(Option::is_some);
            let label = self.label(index).filter(|_| !is_placed).cloned();
            Ring { radius: *radius, label }
        };
        self.radii.iter().enumerate().map(ring).collect()
    }

    fn label(&self, index: usize) -> Option<&String> {
        self.labels.get(index).filter(|words| !words.is_empty())
    }

    /// Bubbles far from the diagonal choose first: they are what such a chart is read for.
    fn places(&self, frame: Frame) -> Vec<Option<PlacedLabel>> {
        let disc = |(index, (bubble, radius)): (usize, (&Bubble, &f64))| Labelled {
            at: (frame.x(bubble.at.0), frame.y(bubble.at.1)),
            radius: *radius,
            width: self.label(index).map_or(0.0, |words| CHARACTER * count_of(words)),
        };
        let discs: Vec<Labelled> =
            self.bubbles.iter().zip(&self.radii).enumerate().map(disc).collect();
        let off_diagonal = |disc: &Labelled| {
            let across = (disc.at.0 - frame.left) / (frame.right - frame.left);
            let up = (frame.bottom - disc.at.1) / (frame.bottom - frame.top);
            (across - up).abs()
        };
        let mut order: Vec<usize> = (0..discs.len()).collect();
        let distances: Vec<f64> = discs.iter().map(off_diagonal).collect();
        let distance = |index: &usize| distances.get(*index).copied().unwrap_or(0.0);
        order.sort_by(|a, b| distance(b).total_cmp(&distance(a)).then(a.cmp(b)));
        placed_labels(&frame, &discs, &order, LINE)
    }
}

fn label_view(place: &PlacedLabel, words: &str) -> AnyView {
    view! {
        <text
            class="point-label"
            text-anchor=place.anchor.name()
            x=number(place.x)
            y=number(place.y + 4.0)
        >
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

fn count_of(label: &str) -> f64 {
    label.chars().count() as f64
}
