//! The systems of a cell as points: by their ranks under both columns, or by their means.

use crate::ui::components::{Axes, Scatter, options, picker, scatter, ticks};
use crate::ui::state::address::Address;
use leptos::prelude::*;
use rankscope_core::chart::{Bubble, Frame, bubbles, places_from_top, span_of};

pub(super) const NAME: &str = "Systems under both columns";
const MEANS: &str = "means";
/// With more systems, only every fifth rank has a tick.
const MOST_TICKS: usize = 15;

/// `titles` and the means under both columns are by system.
pub(super) fn cell_plot(
    address: Address,
    titles: Vec<String>,
    means: (Vec<f64>, Vec<f64>),
    names: (String, String),
) -> AnyView {
    let is_of_means =
        Memo::new(move |_| address.state.with(|state| state.axes.as_deref() == Some(MEANS)));
    let axes = options([("ranks", "Ranks"), (MEANS, "Means")]);
    let current = Memo::new(move |_| if is_of_means.get() { MEANS } else { "ranks" }.to_string());
    let choose = move |id: String| {
        address.change(|state| state.axes = (id == MEANS).then_some(id));
    };
    let plot = move || plotted(&titles, &means, (&names.0, &names.1), is_of_means.get());
    view! {
        <div class="cell-plot">
            {picker("Axes", axes, current, choose)} {plot}
        </div>
    }
    .into_any()
}

fn plotted(
    titles: &[String],
    (x, y): &(Vec<f64>, Vec<f64>),
    names: (&str, &str),
    is_of_means: bool,
) -> AnyView {
    let ranks = |means: &[f64]| -> Vec<f64> {
        places_from_top(means).into_iter().map(|place| (place + 1) as f64).collect()
    };
    let (rank_x, rank_y) = (ranks(x), ranks(y));
    let (across, up) = if is_of_means { (x, y) } else { (&rank_x, &rank_y) };
    let points: Vec<(f64, f64)> = across.iter().copied().zip(up.iter().copied()).collect();
    let groups = bubbles(&points);
    let joined = |of: &dyn Fn(&usize) -> String, separator: &str| -> Vec<String> {
        let members = |bubble: &Bubble| bubble.members.iter().map(of).collect::<Vec<_>>();
        groups.iter().map(|bubble| members(bubble).join(separator)).collect()
    };
    let title = |index: &usize| titles.get(*index).cloned().unwrap_or_default();
    let value = |values: &[f64], index: usize| values.get(index).copied().unwrap_or(f64::NAN);
    let reading = |index: &usize| {
        let of =
            |ranks, means| format!("rank {} ({:.3})", value(ranks, *index), value(means, *index));
        format!("{}: {} and {}", title(index), of(&rank_x, x), of(&rank_y, y))
    };
    let (labels, readings) = (joined(&title, ", "), joined(&reading, "; "));
    let ((x_span, x_ticks), (y_span, y_ticks)) = if is_of_means {
        (means_axis(x), means_axis(y))
    } else {
        (ranks_axis(titles.len()), ranks_axis(titles.len()))
    };
    let title_of = |name: &str| {
        if is_of_means { name.to_string() } else { format!("rank by {name}") }
    };
    let description = if is_of_means {
        "One point per system, by its two means. If both orders were the same, the points would rise to the right."
    } else {
        "One point per system, the best at the top right. Systems on the line have the same rank under both columns; the further from it, the more they move."
    };
    scatter(Scatter {
        name: NAME.into(),
        frame: Frame::sized((480.0, 400.0), x_span, y_span),
        axes: Axes { x_ticks, y_ticks, x_title: title_of(names.0), y_title: title_of(names.1) },
        bubbles: groups,
        readings,
        labels,
        has_diagonal: !is_of_means,
        trend: None,
        groups: Vec::new(),
        chosen: None,
    })
    .description(description)
    .hint("Point at or tap a system, or focus the chart and use the arrow keys.")
    .view()
}

type Axis = ((f64, f64), Vec<(f64, String)>);

fn means_axis(means: &[f64]) -> Axis {
    let span = span_of(means.iter().copied(), 0.1);
    (span, ticks(span, 5))
}

/// From the last rank to the first.
fn ranks_axis(n: usize) -> Axis {
    let is_marked = |rank: &usize| n <= MOST_TICKS || *rank == 1 || rank.is_multiple_of(5);
    let ranks = (1..=n).rev().filter(is_marked).map(|rank| (rank as f64, rank.to_string()));
    ((n as f64 + 0.7, 0.3), ranks.collect())
}
