//! A chart with its axes, marks, readout, legend, data tables and export buttons.

use super::axes::{Axes, axes};
use super::reader::{Cursor, Datum, Nearest, Reader, Reading, Ring, reader};
use crate::ui::components::save::chart_buttons;
use leptos::html;
use leptos::prelude::*;
use leptos::svg::Svg;
use rankscope_core::analysis::points_summary;
use rankscope_core::chart::Frame;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::ResizeObserver;

const HINT: &str = "Point at or tap the chart, or focus it and use the arrow keys.";

/// From this width on, names fit at the right.
const ROOMY: f64 = 420.0;

type Draw = Box<dyn Fn(Frame) -> AnyView + Send>;

pub(in crate::ui) struct Chart {
    name: String,
    frame: Frame,
    axes: Axes,
    data: Vec<Datum>,
    draw: Draw,
    room: Signal<f64>,
    nearest: Nearest,
    cursor: Cursor,
    reading: Reading,
    choose: Option<Callback<usize>>,
    hint: &'static str,
    description: Option<AnyView>,
    notice: Option<AnyView>,
    legend: Option<AnyView>,
    tables: Option<AnyView>,
}

impl Chart {
    /// `name` is the accessible name and the name of saved files; `data` is ordered from left to
    /// right. `frame` has the ranges and proportions; it is fitted to the chart's width on the
    /// page before `draw` gets it.
    pub(in crate::ui) fn new(
        name: impl Into<String>,
        (frame, axes): (Frame, Axes),
        data: Vec<Datum>,
        draw: impl Fn(Frame) -> AnyView + Send + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            frame,
            axes,
            data,
            draw: Box::new(draw),
            room: Signal::stored(0.0),
            nearest: Nearest::InX,
            cursor: Cursor::Line,
            reading: Reading::own(),
            choose: None,
            hint: HINT,
            description: None,
            notice: None,
            legend: None,
            tables: None,
        }
    }

    /// Selects the nearest datum in both directions and marks it with its ring.
    pub(super) fn in_plane(
        mut self,
        rings: impl Fn(Frame) -> Vec<Ring> + Send + Sync + 'static,
    ) -> Self {
        (self.nearest, self.cursor) = (Nearest::InPlane, Cursor::Rings(Box::new(rings)));
        self
    }

    /// Leaves room at the right for the names of lines, in view box units, unless the chart is narrow.
    pub(in crate::ui) fn room(mut self, room: Signal<f64>) -> Self {
        self.room = room;
        self
    }

    pub(in crate::ui) fn description(mut self, words: impl IntoAny) -> Self {
        self.description = Some(words.into_any());
        self
    }

    pub(in crate::ui) fn notice(mut self, notice: Option<AnyView>) -> Self {
        self.notice = notice;
        self
    }

    pub(in crate::ui) fn reading(mut self, reading: Reading) -> Self {
        self.reading = reading;
        self
    }

    pub(in crate::ui) fn choose(mut self, choose: Option<Callback<usize>>) -> Self {
        self.choose = choose;
        self
    }

    pub(in crate::ui) fn hint(mut self, hint: &'static str) -> Self {
        self.hint = hint;
        self
    }

    pub(in crate::ui) fn legend(mut self, legend: impl IntoAny) -> Self {
        self.legend = Some(legend.into_any());
        self
    }

    pub(in crate::ui) fn tables(mut self, tables: impl IntoAny) -> Self {
        self.tables = Some(tables.into_any());
        self
    }

    pub(in crate::ui) fn view(self) -> AnyView {
        let svg = NodeRef::<Svg>::new();
        let measured = NodeRef::<html::Div>::new();
        let width = observed_width(measured);
        let summary = self.summary();
        let (base, room, own_axes, draw) = (self.frame, self.room, self.axes, self.draw);
        let frame = Memo::new(move |_| {
            let width = width.get().unwrap_or(base.width);
            base.fitted(width, if width < ROOMY { 0.0 } else { room.get() })
        });
        let drawing = move || {
            let frame = frame.get();
            view! { <g>{axes(frame, &own_axes)} {draw(frame)}</g> }
        };
        let own = Reader {
            name: self.name.clone(),
            frame,
            data: self.data,
            nearest: self.nearest,
            cursor: self.cursor,
            reading: self.reading,
            choose: self.choose,
            hint: self.hint,
        };
        let (chart, readout) = reader(own, (svg, measured), drawing.into_any());
        let foot =
            view! { <div class="plot-foot">{readout} {chart_buttons(&self.name, svg)}</div> };
        let of_data = format!("Data for {}", uncapitalised(&self.name));
        let body = match self.tables {
            None => (self.notice, chart, foot, self.legend).into_any(),
            Some(tables) => view! {
                <div>{self.notice} {chart} {foot} {self.legend}</div>
                <details>
                    <summary>{of_data}</summary>
                    {tables}
                </details>
            }
            .into_any(),
        };
        figure(&self.name, self.description, summary, body)
    }

    /// In words, for those who do not see it.
    fn summary(&self) -> Option<String> {
        // Axes of ranks have the first at the top.
        let heights: Vec<f64> = self.data.iter().map(|datum| -self.frame.y(datum.at.1)).collect();
        let readings: Vec<String> = self.data.iter().map(|datum| datum.reading.clone()).collect();
        points_summary((&self.axes.x_title, &self.axes.y_title), &heights, &readings)
    }
}

/// `summary` is for those who do not see it.
pub(in crate::ui) fn figure(
    name: &str,
    description: Option<AnyView>,
    summary: Option<String>,
    body: AnyView,
) -> AnyView {
    let summary = summary.map(|words| view! { <span class="visually-hidden">" " {words}</span> });
    view! {
        <figure class="figure">
            <figcaption>
                <strong>{format!("{name}. ")}</strong>
                {description}
                {summary}
            </figcaption>
            {body}
        </figure>
    }
    .into_any()
}

fn uncapitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Of a chart, in view box units. Where the style sheet sets larger text, the chart grows with it.
const TEXT: f64 = 12.0;

/// The width of `area`, an element without height: a chart's height follows its width, and an
/// observer must not change what it observes. `None` until it is laid out.
pub(super) fn observed_width(area: NodeRef<html::Div>) -> ReadSignal<Option<f64>> {
    let (width, set) = signal(None);
    area.on_load(move |area| {
        let observed = area.clone();
        let measure = move || {
            let pixels = observed.get_bounding_client_rect().width();
            let style = window().get_computed_style(&observed).ok().flatten();
            let text = style.and_then(|style| style.get_property_value("font-size").ok());
            let text = text.and_then(|text| text.trim_end_matches("px").parse::<f64>().ok());
            let text = text.filter(|text| *text > 0.0).unwrap_or(TEXT);
            // Hidden: it keeps what it had. The chart may have gone.
            if pixels > 0.0 {
                let _ = set.try_set(Some((pixels * TEXT / text).round()));
            }
        };
        // It ends with the element.
        let measure = Closure::<dyn FnMut()>::new(measure).into_js_value();
        if let Ok(observer) = ResizeObserver::new(measure.unchecked_ref()) {
            observer.observe(&area);
        }
    });
    width
}
