use crate::ui::components::with_measures_in_chart;
use leptos::prelude::*;
use rankscope_core::chart::{Frame, even_ticks};

pub(in crate::ui) struct Axes {
    /// `(value, label)` from left to right.
    pub(in crate::ui) x_ticks: Vec<(f64, String)>,
    /// `(value, label)` from bottom to top.
    pub(in crate::ui) y_ticks: Vec<(f64, String)>,
    pub(in crate::ui) x_title: String,
    pub(in crate::ui) y_title: String,
}

/// Ticks at 0, 0.25 … 1.
pub(in crate::ui) fn quarter_ticks() -> Vec<(f64, String)> {
    let quarters = (0u8..=4).map(|quarter| f64::from(quarter) / 4.0);
    quarters.map(|value| (value, format!("{value:.2}"))).collect()
}

/// At most `n_max` even steps, with as many decimals as the labels need.
pub(in crate::ui) fn ticks((low, high): (f64, f64), n_max: u32) -> Vec<(f64, String)> {
    let values = even_ticks(low, high, n_max);
    let is_written = |n_decimals: &usize| {
        values.iter().all(|v| (format!("{v:.n_decimals$}").parse::<f64>()) == Ok(*v))
    };
    let n_decimals = (0..6).find(is_written).unwrap_or(6);
    values.iter().map(|v| (*v, format!("{v:.n_decimals$}").replace('-', "−"))).collect()
}

pub(super) fn axes(frame: Frame, axes: &Axes) -> AnyView {
    let horizontal = axes.y_ticks.iter().map(move |(value, label)| {
        let y = frame.y(*value);
        view! {
            <line
                class="grid"
                x1=number(frame.left)
                x2=number(frame.right)
                y1=number(y)
                y2=number(y)
            ></line>
            <text class="tick" text-anchor="end" x=number(frame.left - 8.0) y=number(y + 4.0)>
                {label.clone()}
            </text>
        }
    });
    let vertical = axes.x_ticks.iter().map(move |(value, label)| {
        let x = frame.x(*value);
        view! {
            <line
                class="tick-line"
                x1=number(x)
                x2=number(x)
                y1=number(frame.bottom)
                y2=number(frame.bottom + 5.0)
            ></line>
            <text class="tick" text-anchor="middle" x=number(x) y=number(frame.bottom + 18.0)>
                {label.clone()}
            </text>
        }
    });
    let middle = (frame.left + frame.right) / 2.0;
    view! {
        <g class="axes">
            {horizontal.collect_view()} {vertical.collect_view()}
            <text
                class="axis-title"
                text-anchor="middle"
                x=number(middle)
                y=number(frame.height - 6.0)
            >
                {with_measures_in_chart(&axes.x_title)}
            </text>
            <text class="axis-title" x=number(frame.left) y=number(frame.top - 10.0)>
                {with_measures_in_chart(&axes.y_title)}
            </text>
        </g>
    }
    .into_any()
}

pub(super) fn number(value: f64) -> String {
    format!("{value:.1}")
}

pub(super) fn view_box(frame: Frame) -> String {
    format!("0 0 {} {}", frame.width, frame.height)
}
