//! Selecting one datum of a chart at a time, by pointer or keys.

use super::axes::{number, view_box};
use leptos::html;
use leptos::prelude::*;
use leptos::svg::Svg;
use rankscope_core::chart::{Frame, datum_by_key};

#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct Datum {
    /// `(x, y)` in data units.
    pub(in crate::ui) at: (f64, f64),
    pub(in crate::ui) reading: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nearest {
    InX,
    InPlane,
}

impl Nearest {
    /// The nearest to a pointer at `share` (0 … 1) of the view box's width and height.
    fn of(self, frame: Frame, share: (f64, f64), places: &[(f64, f64)]) -> Option<usize> {
        match self {
            Self::InX => {
                let xs: Vec<f64> = places.iter().map(|(x, _)| *x).collect();
                frame.nearest(share.0, &xs)
            }
            Self::InPlane => frame.nearest_point(share, places),
        }
    }
}

pub(super) enum Cursor {
    Line,
    Rings(Box<dyn Fn(Frame) -> Vec<Ring> + Send + Sync>),
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ring {
    /// The radius of the datum's mark, in view box units.
    pub(super) radius: f64,
    pub(super) label: Option<String>,
}

#[derive(Clone, Copy)]
pub(in crate::ui) struct Reading {
    current: Signal<Option<usize>>,
    set: Callback<Option<usize>>,
}

impl Reading {
    pub(super) fn own() -> Self {
        let current = RwSignal::new(None);
        Self { current: current.into(), set: Callback::new(move |index| current.set(index)) }
    }

    /// Shared through a highlighted rank: the datum at that rank, or the last before it. `ranks`
    /// ascend.
    pub(in crate::ui) fn by_rank(highlight: RwSignal<Option<usize>>, ranks: Vec<usize>) -> Self {
        let ranks = StoredValue::new(ranks);
        let current = Memo::new(move |_| {
            let rank = highlight.get()?;
            ranks.with_value(|ranks| ranks.iter().rposition(|own| *own <= rank))
        });
        let rank_of =
            move |index: Option<usize>| ranks.with_value(|ranks| ranks.get(index?).copied());
        let set = Callback::new(move |index| highlight.set(rank_of(index)));
        Self { current: current.into(), set }
    }
}

pub(super) struct Reader {
    pub(super) name: String,
    pub(super) frame: Memo<Frame>,
    pub(super) data: Vec<Datum>,
    pub(super) nearest: Nearest,
    pub(super) cursor: Cursor,
    pub(super) reading: Reading,
    pub(super) choose: Option<Callback<usize>>,
    pub(super) hint: &'static str,
}

/// The interactive chart around `drawing`, and the readout below it. The chart is a slider, so
/// that screen readers announce the selected datum; the readout shows the same text. `measured` has
/// the chart's width.
pub(super) fn reader(
    reader: Reader,
    (svg, measured): (NodeRef<Svg>, NodeRef<html::Div>),
    drawing: AnyView,
) -> (AnyView, AnyView) {
    let Reader { name, frame, data, nearest, cursor, reading, choose, hint } = reader;
    let Reading { current, set } = reading;
    let n = data.len();
    let (places, words): (Vec<_>, Vec<_>) = data.into_iter().map(|d| (d.at, d.reading)).unzip();
    let (places, words) = (StoredValue::new(places), StoredValue::new(words));
    let area = NodeRef::<html::Div>::new();
    let choose_current = move || match (choose, current.get_untracked()) {
        (Some(choose), Some(index)) => {
            choose.run(index);
            true
        }
        _ => false,
    };
    let on_key = move |ev: web_sys::KeyboardEvent| match ev.key().as_str() {
        "Escape" => set.run(None),
        "Enter" | " " => {
            if choose_current() {
                ev.prevent_default();
            }
        }
        key => {
            if let Some(next) = datum_by_key(key, current.get_untracked(), n) {
                ev.prevent_default();
                set.run(Some(next));
            }
        }
    };
    let on_move = move |ev: web_sys::PointerEvent| {
        let share = area.get_untracked().and_then(|area| share_of(&ev, &area));
        let Some(share) = share else { return };
        let index = places.with_value(|places| nearest.of(frame.get_untracked(), share, places));
        if index.is_some() {
            set.run(index);
        }
    };
    let words = move || words.with_value(|words| words.get(current.get()?).cloned());
    // `None` for a line.
    let rings = Memo::new(move |_| match &cursor {
        Cursor::Line => None,
        Cursor::Rings(rings) => Some(rings(frame.get())),
    });
    let cursor = move || {
        let index = current.get()?;
        let at = places.with_value(|places| places.get(index).copied())?;
        let ring = rings.with(|rings| Some(rings.as_ref()?.get(index).cloned()));
        Some(cursor_view(frame.get(), at, ring))
    };
    let chart = view! {
        <div
            class="plot"
            class:plot-choosing=choose.is_some() && nearest == Nearest::InPlane
            node_ref=area
            role="slider"
            tabindex="0"
            aria-label=name
            aria-valuemin="1"
            aria-valuemax=n.max(1).to_string()
            aria-valuenow=move || current.get().map_or(1, |index| index + 1).to_string()
            aria-valuetext=move || words().unwrap_or_else(|| "no point selected".to_string())
            on:keydown=on_key
            on:pointermove=on_move
            on:click=move |_| {
                choose_current();
            }
            on:pointerleave=move |_| set.run(None)
        >
            <div class="plot-width" node_ref=measured></div>
            <svg viewBox=move || view_box(frame.get()) aria-hidden="true" node_ref=svg>
                {drawing} {cursor}
            </svg>
        </div>
    };
    let readout = view! {
        <p class="readout" aria-hidden="true">
            {move || words().unwrap_or_else(|| hint.into())}
        </p>
    };
    (chart.into_any(), readout.into_any())
}

/// The position of a pointer as shares (0 … 1) of an element's width and height.
fn share_of(ev: &web_sys::PointerEvent, area: &web_sys::Element) -> Option<(f64, f64)> {
    let rect = area.get_bounding_client_rect();
    let x = (f64::from(ev.client_x()) - rect.left()) / rect.width();
    let y = (f64::from(ev.client_y()) - rect.top()) / rect.height();
    (rect.width() > 0.0 && rect.height() > 0.0).then_some((x, y))
}

/// `ring` is `None` for a line, and `Some(None)` for a datum without a ring.
fn cursor_view(frame: Frame, (x, y): (f64, f64), ring: Option<Option<Ring>>) -> AnyView {
    let is_right = frame.x(x) > (frame.left + frame.right) / 2.0;
    let (middle_x, middle_y) = (frame.x(x), frame.y(y));
    let (x, y) = (number(middle_x), number(middle_y));
    let content = match ring {
        None => view! {
            <line
                x1=x.clone()
                x2=x.clone()
                y1=number(frame.top)
                y2=number(frame.bottom)
            ></line>
            <circle cx=x cy=y r="4.5"></circle>
        }
        .into_any(),
        Some(ring) => {
            let radius = ring.as_ref().map_or(0.0, |ring| ring.radius);
            // On the side towards the middle, so that no label leaves the chart.
            let (anchor, shift) = if is_right { ("end", -1.0) } else { ("start", 1.0) };
            let label = ring.and_then(|ring| ring.label).map(|words| {
                view! {
                    <text
                        class="point-label pointed-label"
                        text-anchor=anchor
                        x=number(middle_x + shift * (radius + 6.0))
                        y=number(middle_y + 4.0)
                    >
                        {words}
                    </text>
                }
            });
            view! {
                <circle class="ring" cx=x cy=y r=number(radius + 2.5)></circle>
                {label}
            }
            .into_any()
        }
    };
    view! { <g class="cursor">{content}</g> }.into_any()
}
