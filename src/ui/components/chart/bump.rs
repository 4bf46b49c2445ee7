//! The bump chart: two rankings of the same systems, with a line for each system.

use super::axes::number;
use super::frame::{figure, observed_width};
use crate::ui::components::save::chart_buttons;
use crate::ui::components::with_measures_in_chart;
use leptos::html;
use leptos::prelude::*;
use leptos::svg::Svg;
use rankscope_core::analysis::words;
use rankscope_core::chart::{link_path, places_from_top};

/// The height of a system's row and of the headings, in view box units.
const ROW: f64 = 34.0;
const TOP: f64 = 44.0;
/// The most room for the names at one side, and the approximate width of a character.
const WIDEST_NAMES: f64 = 260.0;
const CHARACTER: f64 = 6.8;

/// `x` and `y` are the systems' values; `names` are the headings of the two rankings.
pub fn bump_plot(
    name: &'static str,
    titles: &[String],
    (x, y): (&[f64], &[f64]),
    names: (&str, &str),
) -> AnyView {
    let svg = NodeRef::<Svg>::new();
    let measured = NodeRef::<html::Div>::new();
    let width = observed_width(measured);
    let width = Memo::new(move |_| width.get().unwrap_or(520.0));
    let (from, to) = (places_from_top(x), places_from_top(y));
    let all: f64 = height(titles.len());
    let names = (names.0.to_string(), names.1.to_string());
    let systems: Vec<(String, usize, usize)> = titles
        .iter()
        .zip(from.iter().zip(&to))
        .map(|(t, (from, to))| (t.clone(), *from, *to))
        .collect();
    let drawing = move || drawing(width.get(), &systems, &names);
    let description = view! {
        "Best at the top; "
        <span class="key key-a">"rising"</span> " and " <span class="key key-b">"falling"</span>
        " lines are systems that change rank."
    };
    let body = view! {
        <div class="plot plot-still">
            <div class="plot-width" node_ref=measured></div>
            <svg
                viewBox=move || format!("0 0 {} {all:.0}", width.get())
                role="img"
                aria-label=name
                node_ref=svg
            >
                {drawing}
            </svg>
        </div>
        <div class="plot-foot">{chart_buttons(name, svg)}</div>
    };
    figure("Both rankings", Some(description.into_any()), body.into_any())
}

/// The middle of a place's row; for the place after the last, the height of the chart.
fn height(place: usize) -> f64 {
    TOP + ROW * (place as f64 + 0.5)
}

fn drawing(width: f64, systems: &[(String, usize, usize)], names: &(String, String)) -> AnyView {
    let side = (width * 0.37).min(WIDEST_NAMES);
    let (left, right) = (side, width - side);
    // The rank stands between the name and the line.
    let n_fitting = ((side - 34.0) / CHARACTER).max(4.0);
    let lines = systems.iter().map(|(title, from, to)| {
        let path = link_path((left, height(*from)), (right, height(*to)));
        let class = match from.cmp(to) {
            std::cmp::Ordering::Equal => "bump bump-same",
            std::cmp::Ordering::Less => "bump bump-down",
            std::cmp::Ordering::Greater => "bump bump-up",
        };
        let title = cut(title, n_fitting);
        view! {
            <path class=class d=path></path>
            <text
                class="point-label"
                text-anchor="end"
                x=number(left - 8.0)
                y=number(height(*from) + 4.0)
            >
                {format!("{title} {}", from + 1)}
            </text>
            <text class="point-label" x=number(right + 8.0) y=number(height(*to) + 4.0)>
                {format!("{} {title}", to + 1)}
            </text>
        }
    });
    view! {
        <text class="axis-title" text-anchor="end" x=number(left - 8.0) y="24">
            {with_measures_in_chart(&cut(&names.0, n_fitting))}
        </text>
        <text class="axis-title" x=number(right + 8.0) y="24">
            {with_measures_in_chart(&cut(&names.1, n_fitting))}
        </text>
        {lines.collect_view()}
    }
    .into_any()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a width of a page")]
fn cut(title: &str, n_fitting: f64) -> String {
    words::shortened(title, n_fitting as usize)
}
