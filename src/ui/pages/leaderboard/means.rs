//! A column of means: the value, and a dot with its confidence interval.

use super::view::{Row, View, title_of};
use crate::ui::components::measure_name;
use crate::ui::components::table::{Cell, Column};
use leptos::attr::custom::custom_attribute;
use leptos::prelude::*;
use rankscope_core::analysis::{self, words};
use rankscope_core::benchmark::System;
use rankscope_core::metrics::Mean;
use rankscope_core::statistics::Interval;
use rankscope_core::table::Direction;
use std::collections::HashMap;

/// Everything else about a system is read by the cells as it changes, so that the table is not
/// redrawn, and keeps the focus, while systems are computed.
pub(super) struct Line {
    pub(super) id: String,
    pub(super) title: String,
    /// By index of the column on the board.
    pub(super) means: HashMap<usize, Mean>,
}

impl Line {
    pub(super) fn new(system: &System, rows: &[Row]) -> Self {
        let row = rows.iter().find(|row| row.system == system.id);
        Self {
            id: system.id.clone(),
            title: system.title.clone(),
            means: row.map(|row| row.means.clone()).unwrap_or_default(),
        }
    }

    pub(super) fn mean(&self, index: usize) -> Option<f64> {
        self.means.get(&index).map(|mean| mean.mean)
    }
}

/// Tracked.
fn placeholder(view: View, id: &str) -> &'static str {
    let is_running = view.is_other_running() || view.is_judging.get();
    let is_running = is_running || view.board.task.is_running();
    match view.is_computed(id) {
        false if view.is_rankable(id) && is_running => "…",
        false if view.is_rankable(id) => "–",
        _ => "n/a",
    }
}

type Intervals = RwSignal<HashMap<(String, usize), Interval>>;

/// The means and, for exports only, their intervals and numbers of queries.
pub(super) fn columns_of(
    view: View,
    rows: &[Row],
    index: usize,
    column: &analysis::Column,
) -> [Column<Line>; 3] {
    let (title, intervals) = (title_of(column), view.intervals);
    let n = rows.iter().find_map(|row| row.means.get(&index)).map(|mean| mean.n);
    let n = n.map_or_else(|| "n = …".to_string(), |n| format!("n = {}", words::count(n)));
    let best = rows.iter().filter_map(|row| row.means.get(&index)).map(|mean| mean.mean);
    let best = best.max_by(f64::total_cmp);
    let axis = Axis::new(intervals, index, best.unwrap_or(0.0));
    let (measure, relevance) = (column.measure.to_string(), column.relevance.clone());
    let means = Column::number(title.clone(), move |line: &Line| line.mean(index))
        .view(move |line| {
            let cell = match line.mean(index) {
                Some(mean) => {
                    mean_cell(line, index, mean, axis, best == Some(mean)).exact(Some(mean))
                }
                None => empty_cell(view, &line.id),
            };
            cell.class("mean-column")
                .data("data-system", line.id.clone())
                .data("data-measure", measure.clone())
                .data("data-relevance", relevance.clone())
        })
        .head(measure_name(&column.measure.to_string()))
        .note(view! {
            <span class="head-relevance">
                {column.relevance_title.clone()} " " <span class="head-n">{n}</span>
            </span>
            {axis.ends()}
        })
        .numeric(false)
        .hint(column.measure.describe())
        .best_in_bold()
        .sortable(column.name(), Direction::Descending);
    let ends = move |line: &Line| {
        let key = (line.id.clone(), index);
        intervals.with_untracked(|all| all.get(&key).map(|i| (i.low, i.high)))
    };
    [
        means,
        Column::interval(title.clone(), ends),
        Column::saved(format!("{title} n"), move |line: &Line| {
            line.means.get(&index).map(|mean| mean.n)
        }),
    ]
}

/// From 0 to a round number above all means and intervals of the column.
#[derive(Clone, Copy)]
struct Axis {
    intervals: Intervals,
    end: Memo<f64>,
}

impl Axis {
    fn new(intervals: Intervals, index: usize, best: f64) -> Self {
        let end = Memo::new(move |_| {
            intervals.with(|all| {
                let of_column = all.iter().filter(|((_, column), _)| *column == index);
                round_above(of_column.map(|(_, interval)| interval.high).fold(best, f64::max))
            })
        });
        Self { intervals, end }
    }

    /// As a percentage of the axis.
    fn place(self, value: f64) -> String {
        format!("{:.2}%", (100.0 * value / self.end.get()).clamp(0.0, 100.0))
    }

    fn ends(self) -> AnyView {
        let end = move || {
            let words = format!("{:.3}", self.end.get());
            words.trim_end_matches('0').trim_end_matches('.').to_string()
        };
        view! {
            <span class="dot-axis" aria-hidden="true">
                <span>"0"</span>
                <span>{end}</span>
            </span>
        }
        .into_any()
    }

    fn dot(self, mean: f64, interval: Signal<Option<Interval>>) -> AnyView {
        let whisker = move || {
            interval.get().map(|Interval { low, high, .. }| {
                view! {
                    <line
                        class="dot-whisker"
                        x1=self.place(low)
                        x2=self.place(high)
                        y1="50%"
                        y2="50%"
                    ></line>
                }
            })
        };
        view! {
            <svg class="dot-plot" aria-hidden="true">
                <line class="dot-line" x1="0" x2="100%" y1="50%" y2="50%"></line>
                {whisker}
                <circle cx=move || self.place(mean) cy="50%" r="3.5"></circle>
            </svg>
        }
        .into_any()
    }
}

/// The least round number that is no less than `most`.
fn round_above(most: f64) -> f64 {
    const ROUND: [f64; 9] = [1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0];
    if most <= 0.0 {
        return 1.0;
    }
    let power = libm::exp10(libm::floor(libm::log10(most)));
    let ends = ROUND.map(|end| end * power);
    ends.into_iter().find(|end| *end >= most).unwrap_or(most)
}

/// A cell without a value so far, or without one at all.
fn empty_cell(view: View, id: &str) -> Cell {
    let (for_words, for_value) = (id.to_string(), id.to_string());
    let words = move || placeholder(view, &for_words);
    let value = move || view.is_computed(&for_value).then_some("n/a");
    Cell::new(view! { <span class="mean">{words}</span> })
        .with(custom_attribute("data-value", value))
}

fn mean_cell(line: &Line, index: usize, mean: f64, axis: Axis, is_best: bool) -> Cell {
    let key = (line.id.clone(), index);
    let interval = Signal::derive(move || axis.intervals.with(|all| all.get(&key).copied()));
    let words = move || {
        interval.get().map(|Interval { low, high, .. }| {
            view! {
                <span class="dot-interval">
                    <span class="visually-hidden">"95% interval "</span>
                    {format!("{low:.3}–{high:.3}")}
                </span>
            }
        })
    };
    let cell = Cell::new(view! {
        <span class="mean">
            {words::value(Some(mean))}
            {is_best.then(|| view! { <span class="visually-hidden">" (best)"</span> })}
        </span>
        <span class="dot-cell">{axis.dot(mean, interval)} {words}</span>
    });
    if is_best { cell.class("best") } else { cell }
}
