//! A scatter plot whose bubbles can be read one by one, by pointer or by arrow keys.

use super::axes::{Axes, axes, view_box};
use super::save::chart_tools;
use leptos::html;
use leptos::prelude::*;
use rankscope_core::chart::{Bubble, Frame, Label, spread_labels};

/// The radii of the smallest and the largest bubble, in units of the view box; smaller ones
/// where there are so many bubbles that they would hide each other.
const RADII: (f64, f64) = (4.0, 22.0);
const SMALL_RADII: (f64, f64) = (3.0, 11.0);
const MOST_LARGE: usize = 40;
/// What a character of a label takes, about, and its line.
const CHARACTER: f64 = 6.2;
const LINE: f64 = 13.0;

/// What a scatter plot shows and how it is read.
pub(in crate::ui) struct Scatter {
    /// Its name, for those who do not see it.
    pub(in crate::ui) name: String,
    /// Its area.
    pub(in crate::ui) frame: Frame,
    /// Ticks and titles.
    pub(in crate::ui) axes: Axes,
    /// Equal points together.
    pub(in crate::ui) bubbles: Vec<Bubble>,
    /// What the readout says at each bubble.
    pub(in crate::ui) readings: Vec<String>,
    /// Words beside each bubble; empty for none.
    pub(in crate::ui) labels: Vec<String>,
    /// Whether a line shows where x and y are equal.
    pub(in crate::ui) has_diagonal: bool,
    /// The bubble that is chosen.
    pub(in crate::ui) chosen: Option<usize>,
    /// What a click or Enter does at a bubble, if anything.
    pub(in crate::ui) choose: Option<Callback<usize>>,
    /// What the readout says before anything is pointed at.
    pub(in crate::ui) hint: &'static str,
}

/// Draws a scatter plot.
pub(in crate::ui) fn scatter(scatter: Scatter) -> AnyView {
    let Scatter { name, frame, bubbles, readings, labels, choose, hint, chosen, .. } = scatter;
    let n = bubbles.len();
    let number = |value: f64| format!("{value:.1}");
    let radii = if n > MOST_LARGE { SMALL_RADII } else { RADII };
    let n_largest = bubbles.iter().map(|bubble| bubble.members.len()).max().unwrap_or(1);
    let beside: Vec<Label> = bubbles
        .iter()
        .zip(&labels)
        .map(|(bubble, label)| {
            let (x, y) = (frame.x(bubble.at.0), frame.y(bubble.at.1));
            let width = CHARACTER * count_of(label);
            let shift = bubble.radius(n_largest, radii) + 4.0;
            // Towards the middle, so that no label leaves the chart.
            let is_right = x > (frame.left + frame.right) / 2.0;
            Label { left: if is_right { x - shift - width } else { x + shift }, width, y }
        })
        .collect();
    let heights = spread_labels(&beside, LINE);
    let marks = bubbles.iter().zip(&labels).enumerate().map(|(index, (bubble, label))| {
        let (x, y) = (frame.x(bubble.at.0), frame.y(bubble.at.1));
        let radius = bubble.radius(n_largest, radii);
        let class = if chosen == Some(index) { "bubble bubble-chosen" } else { "bubble" };
        let place = beside.get(index).zip(heights.get(index)).filter(|_| !label.is_empty());
        let label = place.map(|(beside, height)| {
            let is_right = beside.left < x;
            let (anchor, edge) =
                if is_right { ("end", beside.left + beside.width) } else { ("start", beside.left) };
            // A label that had to move is led back to its point.
            let leader = ((height - y).abs() > 1.0).then(|| {
                view! {
                    <line
                        class="leader"
                        x1=number(x)
                        y1=number(y)
                        x2=number(edge)
                        y2=number(*height)
                    ></line>
                }
            });
            view! {
                {leader}
                <text class="point-label" text-anchor=anchor x=number(edge) y=number(height + 4.0)>
                    {label.clone()}
                </text>
            }
        });
        view! {
            <circle class=class cx=number(x) cy=number(y) r=number(radius)></circle>
            {label}
        }
    });
    let marks = marks.collect_view();
    let diagonal = scatter.has_diagonal.then(|| {
        let (from, to) = ((frame.left, frame.bottom), (frame.right, frame.top));
        view! {
            <line
                class="diagonal"
                x1=number(from.0)
                y1=number(from.1)
                x2=number(to.0)
                y2=number(to.1)
            ></line>
        }
    });
    let places: Vec<(f64, f64)> = bubbles.iter().map(|bubble| bubble.at).collect();
    let radii: Vec<f64> = bubbles.iter().map(|bubble| bubble.radius(n_largest, radii)).collect();
    let data = StoredValue::new((places, radii, readings));
    let area = NodeRef::<html::Div>::new();
    let current = RwSignal::new(None::<usize>);
    let on_key = move |ev: web_sys::KeyboardEvent| {
        let Some(last) = n.checked_sub(1) else { return };
        let now = current.get_untracked();
        let next = match ev.key().as_str() {
            "ArrowRight" | "ArrowUp" => now.map_or(0, |index| (index + 1).min(last)),
            "ArrowLeft" | "ArrowDown" => now.unwrap_or(0).saturating_sub(1),
            "PageUp" => now.map_or(0, |index| (index + 10).min(last)),
            "PageDown" => now.unwrap_or(0).saturating_sub(10),
            "Home" => 0,
            "End" => last,
            "Escape" => return current.set(None),
            "Enter" | " " => {
                if let (Some(choose), Some(index)) = (choose, now) {
                    ev.prevent_default();
                    choose.run(index);
                }
                return;
            }
            _ => return,
        };
        ev.prevent_default();
        current.set(Some(next));
    };
    let on_move = move |ev: web_sys::PointerEvent| {
        let Some(area) = area.get_untracked() else { return };
        let rect = area.get_bounding_client_rect();
        if rect.width() <= 0.0 || rect.height() <= 0.0 {
            return;
        }
        let share = (
            (f64::from(ev.client_x()) - rect.left()) / rect.width(),
            (f64::from(ev.client_y()) - rect.top()) / rect.height(),
        );
        current.set(data.with_value(|(places, _, _)| frame.nearest_point(share, places)));
    };
    let on_click = move |_| {
        if let (Some(choose), Some(index)) = (choose, current.get_untracked()) {
            choose.run(index);
        }
    };
    let reading = move || {
        let index = current.get()?;
        data.with_value(|(_, _, readings)| readings.get(index).cloned())
    };
    let cursor = move || {
        let index = current.get()?;
        let ((x, y), radius) =
            data.with_value(|(places, radii, _)| Some((*places.get(index)?, *radii.get(index)?)))?;
        let (x, y) = (number(frame.x(x)), number(frame.y(y)));
        Some(view! {
            <g class="cursor">
                <circle class="ring" cx=x cy=y r=number(radius + 2.5)></circle>
            </g>
        })
    };
    let tools = chart_tools(&name);
    view! {
        <div
            class="plot"
            class:plot-choosing=choose.is_some()
            node_ref=area
            role="slider"
            tabindex="0"
            aria-label=name
            aria-valuemin="1"
            aria-valuemax=n.max(1).to_string()
            aria-valuenow=move || current.get().map_or(1, |index| index + 1).to_string()
            aria-valuetext=move || reading().unwrap_or_else(|| "no point chosen".to_string())
            on:keydown=on_key
            on:pointermove=on_move
            on:pointerleave=move |_| current.set(None)
            on:click=on_click
        >
            <svg viewBox=view_box(frame) aria-hidden="true">
                {axes(frame, scatter.axes)} {diagonal} {marks} {cursor}
            </svg>
        </div>
        <div class="plot-foot">
        <p class="readout" aria-hidden="true">
            {move || reading().unwrap_or_else(|| hint.into())}
        </p>
            {tools}
        </div>
    }
    .into_any()
}

#[expect(clippy::cast_precision_loss, reason = "labels are short")]
fn count_of(label: &str) -> f64 {
    label.chars().count() as f64
}
