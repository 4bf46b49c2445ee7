//! The bump chart: two or more rankings of the same systems, with a line for each system.

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
/// The share of the width for the names at each side, of two rankings and of more.
const SIDE: f64 = 0.37;
const SIDE_OF_MORE: f64 = 0.26;

/// `x` and `y` are the systems' values; `names` are the headings of the two rankings.
pub fn bump_plot(
    name: &'static str,
    titles: &[String],
    (x, y): (&[f64], &[f64]),
    names: (&str, &str),
) -> AnyView {
    let ranking = |name: &str, values: &[f64]| Ranking {
        name: name.to_string(),
        places: places_from_top(values),
    };
    let rankings = vec![ranking(names.0, x), ranking(names.1, y)];
    bump_chart("Both rankings", name, titles, rankings, None)
}

/// One of several rankings.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct Ranking {
    /// Its heading.
    pub(in crate::ui) name: String,
    /// The place of each system, from 0; each is taken once.
    pub(in crate::ui) places: Vec<usize>,
}

/// The chart of these rankings, of which one may be marked. `name` is its accessible name and the name of
/// saved files.
pub(in crate::ui) fn bump_chart(
    title: &str,
    name: &'static str,
    titles: &[String],
    rankings: Vec<Ranking>,
    marked: Option<usize>,
) -> AnyView {
    let svg = NodeRef::<Svg>::new();
    let measured = NodeRef::<html::Div>::new();
    let width = observed_width(measured);
    let width = Memo::new(move |_| width.get().unwrap_or(520.0));
    let all: f64 = height(titles.len());
    let titles = titles.to_vec();
    let drawing = move || drawing(width.get(), &titles, &rankings, marked);
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
    figure(title, Some(description.into_any()), body.into_any())
}

/// The middle of a place's row; for the place after the last, the height of the chart.
fn height(place: usize) -> f64 {
    TOP + ROW * (place as f64 + 0.5)
}

fn drawing(width: f64, titles: &[String], rankings: &[Ranking], marked: Option<usize>) -> AnyView {
    let n_gaps = rankings.len().saturating_sub(1).max(1);
    let share = if rankings.len() > 2 { SIDE_OF_MORE } else { SIDE };
    let side = (width * share).min(WIDEST_NAMES);
    let (left, right) = (side, width - side);
    let x = |nth: usize| left + (right - left) * nth as f64 / n_gaps as f64;
    // The rank stands between the name and the line.
    let n_fitting = ((side - 34.0) / CHARACTER).max(4.0);
    let lines = titles.iter().enumerate().map(|(system, title)| {
        let place = |own: &Ranking| own.places.get(system).copied().unwrap_or_default();
        let pairs = rankings.iter().zip(rankings.iter().skip(1)).enumerate();
        let links = pairs.map(|(nth, (one, other))| {
            let (from, to) = (place(one), place(other));
            let path = link_path((x(nth), height(from)), (x(nth + 1), height(to)));
            let class = match from.cmp(&to) {
                std::cmp::Ordering::Equal => "bump bump-same",
                std::cmp::Ordering::Less => "bump bump-down",
                std::cmp::Ordering::Greater => "bump bump-up",
            };
            view! { <path class=class d=path></path> }
        });
        let links = links.collect_view();
        let (first, last) = (rankings.first().map_or(0, place), rankings.last().map_or(0, place));
        let title = cut(title, n_fitting);
        view! {
            {links}
            <text
                class="point-label"
                text-anchor="end"
                x=number(left - 8.0)
                y=number(height(first) + 4.0)
            >
                {format!("{title} {}", first + 1)}
            </text>
            <text class="point-label" x=number(right + 8.0) y=number(height(last) + 4.0)>
                {format!("{} {title}", last + 1)}
            </text>
        }
    });
    let lines = lines.collect_view();
    let mark = marked.map(|nth| {
        view! {
            <line
                class="bump-marked"
                x1=number(x(nth))
                x2=number(x(nth))
                y1=number(TOP - 6.0)
                y2=number(height(titles.len()) - ROW * 0.5)
            ></line>
        }
    });
    let heads = rankings.iter().enumerate().map(|(nth, own)| {
        let (at, anchor) = match (rankings.len() > 2, nth) {
            (true, _) => (x(nth), "middle"),
            (false, 0) => (left - 8.0, "end"),
            (false, _) => (right + 8.0, "start"),
        };
        let name = if rankings.len() > 2 { own.name.clone() } else { cut(&own.name, n_fitting) };
        view! {
            <text class="axis-title" text-anchor=anchor x=number(at) y="24">
                {with_measures_in_chart(&name)}
            </text>
        }
    });
    view! { {heads.collect_view()} {mark} {lines} }.into_any()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a width of a page")]
fn cut(title: &str, n_fitting: f64) -> String {
    words::shortened(title, n_fitting as usize)
}
