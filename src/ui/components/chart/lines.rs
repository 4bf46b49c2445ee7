//! The line chart: a few series over the same places, named at their ends, with whiskers.

use super::axes::{Axes, number, ticks};
use super::frame::Chart;
use super::reader::{Datum, Ring};
use leptos::prelude::*;
use rankscope_core::chart::{Frame, kept_apart, line_path, span_of};

/// The least distance of names at the ends of lines, in view box units.
const LINE: f64 = 13.0;

#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct LinePoint {
    /// `(x, y)` in data units.
    pub(in crate::ui) at: (f64, f64),
    pub(in crate::ui) interval: Option<(f64, f64)>,
    pub(in crate::ui) reading: String,
}

#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct Series {
    /// Shown at its end; empty for none.
    pub(in crate::ui) name: String,
    /// From left to right.
    pub(in crate::ui) points: Vec<LinePoint>,
}

pub(in crate::ui) struct Lines {
    pub(in crate::ui) name: &'static str,
    /// `(x, label)` of the places.
    pub(in crate::ui) places: Vec<(f64, String)>,
    pub(in crate::ui) x_title: String,
    pub(in crate::ui) y_title: String,
    pub(in crate::ui) series: Vec<Series>,
    /// Whether points are joined: categories are not.
    pub(in crate::ui) is_joined: bool,
}

pub(in crate::ui) fn lines(own: Lines) -> Chart {
    let Lines { name, places, x_title, y_title, series, is_joined } = own;
    let all = || series.iter().flat_map(|own| &own.points);
    let ends = all().flat_map(|point| {
        let (low, high) = point.interval.unwrap_or((point.at.1, point.at.1));
        [low, high]
    });
    let y = span_of(ends, 0.12);
    let x = span_of(places.iter().map(|(x, _)| *x), 0.1);
    // Names stand right of the last points.
    let has_names = series.iter().any(|own| !own.name.is_empty());
    let room = if has_names { 0.35 } else { 0.05 };
    let x = (x.0, x.1 + room * (x.1 - x.0));
    let frame = Frame::sized((480.0, 300.0), x, y);
    let axes = Axes { x_ticks: places, y_ticks: ticks(y, 5), x_title, y_title };
    let mut data: Vec<Datum> =
        all().map(|point| Datum { at: point.at, reading: point.reading.clone() }).collect();
    data.sort_by(|a, b| a.at.0.total_cmp(&b.at.0));
    let rings: Vec<Ring> = data.iter().map(|_| Ring { radius: 4.0, label: None }).collect();
    let marks = move |frame: Frame| {
        let names = placed_names(&frame, &series);
        let marks = series.iter().zip(names).enumerate();
        let marks =
            marks.map(|(place, (own, name))| one_series(&frame, place, own, name, is_joined));
        marks.collect_view().into_any()
    };
    Chart::new(name, (frame, axes), data, marks).in_plane(move |_| rings.clone())
}

fn one_series(
    frame: &Frame,
    place: usize,
    own: &Series,
    name: Option<(f64, f64)>,
    is_joined: bool,
) -> AnyView {
    let at = |point: &LinePoint| (frame.x(point.at.0), frame.y(point.at.1));
    let path = line_path(&own.points.iter().map(at).collect::<Vec<_>>());
    let class = format!("curve series series-{}", place % 4);
    let path = is_joined.then(|| view! { <path class=class d=path></path> });
    let points = own.points.iter().map(|point| {
        let (x, y) = at(point);
        let whisker = point.interval.map(|(low, high)| {
            view! {
                <line
                    class="whisker"
                    x1=number(x)
                    x2=number(x)
                    y1=number(frame.y(low))
                    y2=number(frame.y(high))
                ></line>
            }
        });
        view! {
            {whisker}
            <circle class="dot" cx=number(x) cy=number(y) r="3.5"></circle>
        }
    });
    let points = points.collect_view();
    let label = name.filter(|_| !own.name.is_empty()).map(|(x, y)| {
        view! {
            <text class="point-label" x=number(x) y=number(y)>
                {own.name.clone()}
            </text>
        }
    });
    view! { {path} {points} {label} }.into_any()
}

/// Names stand right of the last points, moved apart so that they do not overlap.
fn placed_names(frame: &Frame, series: &[Series]) -> Vec<Option<(f64, f64)>> {
    let end = |own: &Series| own.points.last().map(|own| (frame.x(own.at.0), frame.y(own.at.1)));
    let ends: Vec<(f64, f64)> = series.iter().filter_map(end).collect();
    let heights: Vec<f64> = ends.iter().map(|(_, y)| *y).collect();
    let mut places = ends
        .iter()
        .zip(kept_apart(&heights, LINE, (frame.top, frame.bottom)))
        .map(|((x, _), y)| (x + 9.0, y + 4.0));
    series.iter().map(|own| own.points.last().and_then(|_| places.next())).collect()
}
