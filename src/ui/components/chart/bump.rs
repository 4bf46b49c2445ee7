//! The bump chart: two or more rankings of the same systems, with a line for each system.

use super::axes::number;
use super::frame::{figure, observed_width};
use crate::page_tr;
use crate::ui::components::save::chart_buttons;
use crate::ui::components::with_measures_in_chart;
use leptos::html;
use leptos::prelude::*;
use leptos::svg::Svg;
use rankscope_core::analysis::{rankings_summary, words};
use rankscope_core::chart::{link_path, places_from_top};

/// The height of a system's row and of the headings, in view box units.
const ROW: f64 = 34.0;
const TOP: f64 = 44.0;
/// The most room for the names at one side, and the approximate width of a character.
const WIDEST_NAMES: f64 = 260.0;
const CHARACTER: f64 = 6.8;
/// The least room between two of more than two rankings.
const NARROWEST: f64 = 110.0;

/// A column is the name of a ranking with the systems' values, of which the greatest is the first.
pub fn bump_plot(name: &'static str, titles: &[String], columns: &[(String, Vec<f64>)]) -> AnyView {
    let ranking = |(name, values): &(String, Vec<f64>)| Ranking {
        name: name.clone(),
        places: places_from_top(values),
    };
    let title = match columns.len() {
        2 => page_tr!("Both rankings"),
        _ => page_tr!("All rankings"),
    };
    bump_chart(&title, name, titles, columns.iter().map(ranking).collect(), None)
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
    // Of more than two rankings, the chart scrolls where they do not fit.
    let narrowest = match rankings.len() {
        ..3 => 0.0,
        n => NARROWEST * (n - 1) as f64 + 2.0 * WIDEST_NAMES,
    };
    let width = Memo::new(move |_| width.get().unwrap_or(520.0).max(narrowest));
    let least_width = move || match narrowest > 0.0 {
        true => format!("{:.0}px", width.get()),
        false => "0".to_string(),
    };
    let all: f64 = height(titles.len());
    let columns: Vec<(&str, &[usize])> =
        rankings.iter().map(|own| (own.name.as_str(), own.places.as_slice())).collect();
    let summary = rankings_summary(titles, &columns);
    let titles = titles.to_vec();
    let drawing = move || drawing(width.get(), &titles, &rankings, marked);
    let description = view! {
        {page_tr!("Best at the top; lines of systems that change rank:")} " "
        <span class="key key-a">{page_tr!("rising")}</span> ", "
        <span class="key key-b">{page_tr!("falling")}</span> "."
    };
    let body = view! {
        <div class="plot plot-still">
            <div class="plot-width" node_ref=measured></div>
            <div class="plot-wide" tabindex=(narrowest > 0.0).then_some("0")>
                <svg
                    viewBox=move || format!("0 0 {} {all:.0}", width.get())
                    style:min-width=least_width
                    role="img"
                    aria-label=name
                    node_ref=svg
                >
                    {drawing}
                </svg>
            </div>
        </div>
        <div class="plot-foot">{chart_buttons(name, svg)}</div>
    };
    figure(title, Some(description.into_any()), summary, body.into_any())
}

/// The middle of a place's row; for the place after the last, the height of the chart.
fn height(place: usize) -> f64 {
    TOP + ROW * (place as f64 + 0.5)
}

fn drawing(width: f64, titles: &[String], rankings: &[Ranking], marked: Option<usize>) -> AnyView {
    let side = (width * 0.37).min(WIDEST_NAMES);
    let (left, right) = (side, width - side);
    let step = (right - left) / rankings.len().saturating_sub(1).max(1) as f64;
    let x = |column: usize| left + step * column as f64;
    // The rank stands between the name and the line.
    let n_fitting = ((side - 34.0) / CHARACTER).max(4.0);
    let line = |(system, title): (usize, &String)| {
        let place = |ranking: &Ranking| ranking.places.get(system).copied();
        let places: Vec<usize> = rankings.iter().filter_map(place).collect();
        let steps = places.windows(2).enumerate().filter_map(|(column, pair)| match pair {
            [from, to] => Some((column, *from, *to)),
            _ => None,
        });
        let steps = steps.map(|(column, from, to)| {
            let path = link_path((x(column), height(from)), (x(column + 1), height(to)));
            let class = match from.cmp(&to) {
                std::cmp::Ordering::Equal => "bump bump-same",
                std::cmp::Ordering::Less => "bump bump-down",
                std::cmp::Ordering::Greater => "bump bump-up",
            };
            view! { <path class=class d=path></path> }
        });
        let title = cut(title, n_fitting);
        let (first, last) = (places.first().copied(), places.last().copied());
        let label = |words: String, anchor: &'static str, x: f64, place: usize| {
            view! {
                <text class="point-label" text-anchor=anchor x=number(x) y=number(height(place) + 4.0)>
                    {words}
                </text>
            }
        };
        let first = first.map(|at| label(format!("{title} {}", at + 1), "end", left - 8.0, at));
        let last = last.map(|at| label(format!("{} {title}", at + 1), "start", right + 8.0, at));
        (steps.collect_view(), first, last)
    };
    let n_columns = rankings.len();
    let between = (step / CHARACTER - 1.0).max(4.0);
    let heading = |(column, Ranking { name, .. }): (usize, &Ranking)| {
        let (anchor, x, n_fitting) = match column {
            0 => ("end", left - 8.0, n_fitting),
            column if column + 1 == n_columns => ("start", right + 8.0, n_fitting),
            column => ("middle", x(column), between),
        };
        view! {
            <text class="axis-title" text-anchor=anchor x=number(x) y="24">
                {with_measures_in_chart(&cut(name, n_fitting))}
            </text>
        }
    };
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
    (
        rankings.iter().enumerate().map(heading).collect_view(),
        mark,
        titles.iter().enumerate().map(line).collect_view(),
    )
        .into_any()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a width of a page")]
fn cut(title: &str, n_fitting: f64) -> String {
    words::shortened(title, n_fitting as usize)
}
