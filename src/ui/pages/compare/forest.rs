//! The forest plot in the table of measures: each difference as a dot, its confidence interval as a
//! line, all on one axis around zero.

use crate::ui::components::ticks;
use leptos::prelude::*;
use rankscope_core::statistics::Interval;

/// Room beyond the outermost value, as a share of the span.
const MARGIN: f64 = 0.08;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct ForestAxis {
    low: f64,
    high: f64,
    ticks: Vec<(f64, String)>,
}

impl ForestAxis {
    pub(super) fn of(values: impl Iterator<Item = f64>) -> Self {
        let (low, high) =
            values.fold((0.0_f64, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
        let span = if high > low { high - low } else { 1.0 };
        let (low, high) = (low - MARGIN * span, high + MARGIN * span);
        let is_inside = |(value, _): &(f64, String)| (low..=high).contains(value);
        let ticks = ticks((low, high), 4).into_iter().filter(is_inside).collect();
        Self { low, high, ticks }
    }

    fn place(&self, value: f64) -> String {
        format!("{:.2}%", 100.0 * (value - self.low) / (self.high - self.low))
    }

    pub(super) fn view(&self) -> AnyView {
        let tick = |(value, words): &(f64, String)| {
            view! { <span style:left=self.place(*value)>{words.clone()}</span> }
        };
        view! {
            <span class="forest-axis" aria-hidden="true">
                {self.ticks.iter().map(tick).collect_view()}
            </span>
        }
        .into_any()
    }

    /// Hidden from screen readers: the numbers are in the row.
    pub(super) fn row(&self, difference: Option<f64>, interval: Option<Interval>) -> AnyView {
        let is_apart = interval.is_some_and(|i| i.low > 0.0 || i.high < 0.0);
        let class = match difference {
            Some(value) if is_apart && value > 0.0 => "forest forest-a",
            Some(value) if is_apart && value < 0.0 => "forest forest-b",
            _ => "forest",
        };
        let whisker = interval.map(|Interval { low, high, .. }| {
            view! {
                <line
                    class="forest-whisker"
                    x1=self.place(low)
                    x2=self.place(high)
                    y1="50%"
                    y2="50%"
                ></line>
            }
        });
        let dot =
            difference.map(|value| view! { <circle cx=self.place(value) cy="50%" r="4"></circle> });
        let (zero, also) = (self.place(0.0), self.place(0.0));
        view! {
            <svg class=class aria-hidden="true">
                <line class="forest-zero" x1=zero x2=also y1="-100%" y2="200%"></line>
                {whisker}
                {dot}
            </svg>
        }
        .into_any()
    }
}
