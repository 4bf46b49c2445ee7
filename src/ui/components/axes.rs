//! The axes that both curves share.

use crate::chart::Frame;
use leptos::prelude::*;

/// Grid lines, ticks and titles; the vertical axis runs from 0 to 1.
pub(super) fn axes(
    frame: Frame,
    x_ticks: Vec<(f64, String)>,
    x_title: &'static str,
    y_title: &'static str,
) -> AnyView {
    let number = |value: f64| format!("{value:.1}");
    let horizontal = (0u8..=4).map(move |quarter| {
        let value = f64::from(quarter) / 4.0;
        let y = frame.y(value);
        view! {
            <line
                class="grid"
                x1=number(frame.left)
                x2=number(frame.right)
                y1=number(y)
                y2=number(y)
            ></line>
            <text class="tick" text-anchor="end" x=number(frame.left - 8.0) y=number(y + 4.0)>
                {format!("{value:.2}")}
            </text>
        }
    });
    let vertical = x_ticks.into_iter().map(move |(value, label)| {
        let x = frame.x(value);
        view! {
            <line
                class="tick-line"
                x1=number(x)
                x2=number(x)
                y1=number(frame.bottom)
                y2=number(frame.bottom + 5.0)
            ></line>
            <text class="tick" text-anchor="middle" x=number(x) y=number(frame.bottom + 18.0)>
                {label}
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
                {x_title}
            </text>
            <text class="axis-title" x=number(frame.left) y=number(frame.top - 10.0)>
                {y_title}
            </text>
        </g>
    }
    .into_any()
}

/// The view box of a frame.
#[must_use]
pub(super) fn view_box(frame: Frame) -> String {
    format!("0 0 {} {}", frame.width, frame.height)
}
