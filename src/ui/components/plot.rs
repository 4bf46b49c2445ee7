//! A figure whose points can be read one by one, by pointer or by arrow keys.

use super::axes::view_box;
use super::save::chart_tools;
use leptos::html;
use leptos::prelude::*;
use rankscope_core::chart::Frame;

/// What a plot shows and how it is read.
pub(in crate::ui) struct Plot {
    /// Its name, for those who do not see it.
    pub(in crate::ui) name: String,
    /// Its area.
    pub(in crate::ui) frame: Frame,
    /// The points from left to right: `(x, y)` in data.
    pub(in crate::ui) points: Vec<(f64, f64)>,
    /// What the readout says at each point.
    pub(in crate::ui) readings: Vec<String>,
    /// The rank of each point.
    pub(in crate::ui) ranks: Vec<usize>,
    /// Axes and curves.
    pub(in crate::ui) drawing: AnyView,
    /// What a click or Enter does at a point, if anything.
    pub(in crate::ui) choose: Option<Callback<usize>>,
}

/// Draws a plot. `highlight` is the rank that is pointed at, here or elsewhere.
pub(in crate::ui) fn plot(plot: Plot, highlight: RwSignal<Option<usize>>) -> AnyView {
    let Plot { name, frame, points, readings, ranks, drawing, choose } = plot;
    let n = ranks.len();
    let data = StoredValue::new((points, readings, ranks));
    let area = NodeRef::<html::Div>::new();

    // The point at the highlighted rank, or the last one before it.
    let current = Memo::new(move |_| {
        let rank = highlight.get()?;
        data.with_value(|(_, _, ranks)| ranks.iter().rposition(|own| *own <= rank))
    });
    let go_to = move |index: usize| {
        highlight.set(data.with_value(|(_, _, ranks)| ranks.get(index).copied()));
    };
    let on_key = move |ev: web_sys::KeyboardEvent| {
        let Some(last) = n.checked_sub(1) else { return };
        let now = current.get_untracked();
        let forward = |by: usize| now.map_or(0, |index| (index + by).min(last));
        let back = |by: usize| now.unwrap_or(0).saturating_sub(by);
        let next = match ev.key().as_str() {
            "ArrowRight" | "ArrowUp" => forward(1),
            "ArrowLeft" | "ArrowDown" => back(1),
            "PageUp" => forward(10),
            "PageDown" => back(10),
            "Home" => 0,
            "End" => last,
            "Escape" => {
                highlight.set(None);
                return;
            }
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
        go_to(next);
    };
    let on_move = move |ev: web_sys::PointerEvent| {
        let Some(area) = area.get_untracked() else { return };
        let rect = area.get_bounding_client_rect();
        if rect.width() <= 0.0 {
            return;
        }
        let share = (f64::from(ev.client_x()) - rect.left()) / rect.width();
        let nearest = data.with_value(|(points, _, _)| {
            let xs: Vec<f64> = points.iter().map(|(x, _)| *x).collect();
            frame.nearest(share, &xs)
        });
        if let Some(index) = nearest {
            go_to(index);
        }
    };
    let on_click = move |_| {
        if let (Some(choose), Some(index)) = (choose, current.get_untracked()) {
            choose.run(index);
        }
    };
    let reading = move || {
        let index = current.get()?;
        data.with_value(|(_, readings, _)| readings.get(index).cloned())
    };
    let cursor = move || {
        let index = current.get()?;
        let (x, y) = data.with_value(|(points, _, _)| points.get(index).copied())?;
        let number = |value: f64| format!("{value:.1}");
        let (x, y) = (number(frame.x(x)), number(frame.y(y)));
        Some(view! {
            <g class="cursor">
                <line
                    x1=x.clone()
                    x2=x.clone()
                    y1=number(frame.top)
                    y2=number(frame.bottom)
                ></line>
                <circle cx=x cy=y r="4.5"></circle>
            </g>
        })
    };
    let tools = chart_tools(&name);
    view! {
        <div
            class="plot"
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
            on:click=on_click
            on:pointerleave=move |_| highlight.set(None)
        >
            <svg viewBox=view_box(frame) aria-hidden="true">
                {drawing} {cursor}
            </svg>
        </div>
        <div class="plot-foot">
        <p class="readout" aria-hidden="true">
            {move || {
                reading()
                    .unwrap_or_else(|| "Point at the chart, or focus it and use the arrow keys.".into())
            }}
        </p>
            {tools}
        </div>
    }
    .into_any()
}
