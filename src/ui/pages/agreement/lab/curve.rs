//! Agreement with the truth, and bias, over the number of annotators.

use super::choices::set;
use super::view::View;
use crate::ui::components::coefficient::two_decimals;
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::components::{Axes, Chart, Datum, ticks};
use crate::ui::state::annotator_lab::LabResult;
use leptos::prelude::*;
use rankscope_core::analysis::{SweepPoint, TauRange, words};
use rankscope_core::chart::{Frame, line_path, span_of, whole_ticks};

const TAU: &str = "Agreement with the truth";
const BIAS: &str = "Places gained by those who propose";
const TABLE: &str = "Sweep over the number of annotators";

type Point = (f64, f64);

/// The curves, or a button that computes them; `None` for a single annotator.
pub(super) fn curve(view: View, result: &LabResult) -> Option<AnyView> {
    let LabResult { choice, pool, outcome, .. } = result;
    if choice.proposers.len() < 2 {
        return None;
    }
    let body = if choice.has_sweep {
        let points = pool.curve(outcome);
        view! {
            <p class="prose" data-finding="">{findings(&points)}</p>
            <div class="pair">{tau_chart(&points)} {bias_chart(&points)}</div>
            {table(points)}
        }
        .into_any()
    } else {
        view! {
            <p class="prose">
                "What if fewer of these systems proposed? All groups of each size are tried, or a sample of 100 if there are more."
            </p>
            <button type="button" on:click=move |_| set(view, "sweep", Some("yes".into()))>
                "Try fewer annotators"
            </button>
        }
        .into_any()
    };
    let view = view! {
        <h3>"More annotators, fewer annotators"</h3>
        {body}
    };
    Some(view.into_any())
}

fn findings(points: &[SweepPoint]) -> String {
    let gained: Vec<f64> = points.iter().filter_map(|point| point.mean_gained).collect();
    let taus: Vec<f64> = points.iter().filter_map(|p| p.tau_b.map(|tau| tau.mean)).collect();
    let n = points.len();
    let (Some(alone), Some(together)) = (gained.first(), gained.last()) else {
        return "No group saw a relevant picture of any query.".into();
    };
    let falls = gained.is_sorted_by(|a, b| a >= b);
    let claim = match (together < alone, falls) {
        (true, true) => "The more systems propose, the less they favour themselves",
        (true, false) => "The more systems propose, the less they favour themselves, on the whole",
        (false, _) => "More annotators do not favour themselves less here",
    };
    let bias = format!(
        "{claim}: a single one gains {} on average, all {n} together gain {}.",
        places(*alone),
        places(*together),
    );
    let lowest = taus.iter().copied().enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
    let (Some(first), Some(last), Some((at, least))) = (taus.first(), taus.last(), lowest) else {
        return bias;
    };
    let tau = match taus.is_sorted() {
        true => format!(
            "The order of the systems comes steadily closer to the truth: τ-b rises from {first:.2} to {last:.2}."
        ),
        false => format!(
            "The order of the systems does not come steadily closer to the truth: τ-b is {first:.2} with one annotator, {least:.2} with {}, and {last:.2} with all {n}.",
            at + 1
        ),
    };
    format!("{bias} {tau}")
}

fn places(gained: f64) -> String {
    let gained = (gained * 100.0).round() / 100.0 + 0.0;
    format!("{gained} {}", if gained == 1.0 { "place" } else { "places" }).replace('-', "−")
}

fn tau_chart(points: &[SweepPoint]) -> AnyView {
    let of = |read: fn(&TauRange) -> f64| {
        let at = |point: &SweepPoint| Some((number_of(point), read(&point.tau_b?)));
        points.iter().filter_map(at).collect::<Vec<Point>>()
    };
    let (mean, least, most) = (of(|tau| tau.mean), of(|tau| tau.min), of(|tau| tau.max));
    let low = least.iter().map(|point| point.1).fold(0.0, f64::min);
    let (frame, axes) = frame(points, (low, 1.0), "τ-b with the truth");
    // Forth along the highest values and back along the lowest.
    let outline: Vec<Point> = most.iter().chain(least.iter().rev()).copied().collect();
    let data = points
        .iter()
        .filter_map(|point| {
            let tau = point.tau_b?;
            let reading = format!(
                "{}: τ-b {} on average, {} … {} ({})",
                annotators(point),
                two_decimals(Some(tau.mean)),
                two_decimals(Some(tau.min)),
                two_decimals(Some(tau.max)),
                groups(point)
            );
            Some(Datum { at: (number_of(point), tau.mean), reading })
        })
        .collect();
    let marks = move |frame: Frame| {
        let band = line_path(&frame.points(&outline));
        (view! { <path class="band" d=band></path> }, line(frame, &mean)).into_any()
    };
    Chart::new(TAU, (frame, axes), data, marks)
        .description(
            "Mean of τ-b over the groups of each size; shaded: from the least to the most.",
        )
        .view()
}

fn bias_chart(points: &[SweepPoint]) -> AnyView {
    let at = |point: &SweepPoint| Some((number_of(point), point.mean_gained?));
    let gained: Vec<Point> = points.iter().filter_map(at).collect();
    let values = gained.iter().map(|point| point.1).chain([0.0]);
    let (frame, axes) = frame(points, span_of(values, 0.1), "places gained");
    let data = points
        .iter()
        .filter_map(|point| {
            let gained = point.mean_gained?;
            let reading =
                format!("{}: {} gained ({})", annotators(point), places(gained), groups(point));
            Some(Datum { at: (number_of(point), gained), reading })
        })
        .collect();
    let marks = move |frame: Frame| {
        let zero = frame.y(0.0);
        let zero = line_path(&[(frame.left, zero), (frame.right, zero)]);
        (view! { <path class="zero" d=zero></path> }, line(frame, &gained)).into_any()
    };
    Chart::new(BIAS, (frame, axes), data, marks)
        .description("How far those who propose stand above their true rank: 0 would be fair.")
        .view()
}

fn line(frame: Frame, points: &[Point]) -> AnyView {
    let places = frame.points(points);
    let dot = |(x, y): &Point| {
        view! { <circle class="dot" cx=format!("{x:.1}") cy=format!("{y:.1}") r="3"></circle> }
    };
    view! {
        <path class="curve" d=line_path(&places)></path>
        {places.iter().map(dot).collect_view()}
    }
    .into_any()
}

fn frame(points: &[SweepPoint], y: (f64, f64), y_title: &str) -> (Frame, Axes) {
    let n = points.len();
    let axes = Axes {
        x_ticks: whole_ticks(n, 7)
            .into_iter()
            .map(|tick| (tick as f64, tick.to_string()))
            .collect(),
        y_ticks: ticks(y, 5),
        x_title: "annotators".into(),
        y_title: y_title.into(),
    };
    (Frame::new((1.0, n.max(2) as f64), y), axes)
}

fn table(points: Vec<SweepPoint>) -> AnyView {
    let tau = |point: &SweepPoint, read: fn(&TauRange) -> f64| point.tau_b.as_ref().map(read);
    let value = move |title: &'static str, key: &'static str, of: fn(&TauRange) -> f64| {
        number(title, key, move |point| tau(point, of))
    };
    let columns = vec![
        Column::text("Annotators", |point: &SweepPoint| point.n_annotators).heads_row(),
        value("τ-b, mean", "tau_b_mean", |tau| tau.mean),
        value("τ-b, least", "tau_b_min", |tau| tau.min),
        value("τ-b, most", "tau_b_max", |tau| tau.max),
        number("Places gained", "gained_mean", |point| point.mean_gained),
        Column::number("Groups", |point: &SweepPoint| point.n_groups),
        Column::text("Chosen", |point: &SweepPoint| match point.is_exhaustive {
            true => "all of this size",
            false => "a sample",
        }),
    ];
    DataTable::new(TABLE, columns, points).titled().view()
}

fn number(
    title: &'static str,
    key: &'static str,
    of: impl Fn(&SweepPoint) -> Option<f64> + Copy + Send + Sync + 'static,
) -> Column<SweepPoint> {
    Column::number(title, of).view(move |point| {
        Cell::new(words::value(of(point)))
            .data("data-annotators", point.n_annotators.to_string())
            .data("data-measure", key)
            .exact(of(point))
    })
}

fn annotators(point: &SweepPoint) -> String {
    words::counted(point.n_annotators, "annotator", "annotators")
}

fn groups(point: &SweepPoint) -> String {
    let groups = words::counted(point.n_groups, "group", "groups");
    if point.is_exhaustive { format!("all {groups}") } else { format!("a sample of {groups}") }
}

fn number_of(point: &SweepPoint) -> f64 {
    point.n_annotators as f64
}
