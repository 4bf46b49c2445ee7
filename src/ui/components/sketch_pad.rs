//! A dialog in which a visitor draws a picture, with a pen, a choice of colours, and a fill.

use super::dialog::Dialog;
use super::quiet_button::quiet_button;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, CanvasRenderingContext2d, HtmlCanvasElement, PointerEvent};

pub(super) const TITLE_ID: &str = "sketch-title";

const SIDE: u32 = 256;

const PAPER: &str = "#fbfaf6";

/// Colours of the picture, the same in both themes.
const COLOURS: [(&str, &str); 10] = [
    ("Ink", "#22262b"),
    ("Paper", PAPER),
    ("Grey", "#8d9299"),
    ("Red", "#c23b2c"),
    ("Orange", "#e08a2e"),
    ("Yellow", "#f0cf4d"),
    ("Green", "#4f8a46"),
    ("Blue", "#3d78b4"),
    ("Violet", "#7c559c"),
    ("Brown", "#7a5433"),
];

const WIDTHS: [(&str, f64); 3] = [("Thin", 3.0), ("Medium", 8.0), ("Broad", 20.0)];

#[derive(Clone)]
enum Mark {
    /// A background colour, below all lines.
    Ground(&'static str),
    /// Points are in pixels of the drawing; later lines cover earlier ones.
    Line { colour: &'static str, width: f64, points: Vec<(f64, f64)> },
}

#[derive(Clone, Copy)]
pub(super) struct SketchPad {
    canvas: NodeRef<html::Canvas>,
    pub(super) dialog: Dialog,
    done: Callback<Blob>,
    marks: RwSignal<Vec<Mark>>,
    /// Whether the last mark is a line in progress.
    is_drawing: StoredValue<bool>,
    colour: RwSignal<&'static str>,
    width: RwSignal<f64>,
}

impl SketchPad {
    pub(super) fn new(done: Callback<Blob>) -> Self {
        Self {
            canvas: NodeRef::new(),
            dialog: Dialog::new("sketch", TITLE_ID),
            done,
            marks: RwSignal::new(Vec::new()),
            is_drawing: StoredValue::new(false),
            colour: RwSignal::new(COLOURS[0].1),
            width: RwSignal::new(WIDTHS[1].1),
        }
    }

    pub(super) fn content(self) -> AnyView {
        // What was drawn before, on a new canvas.
        Effect::new(move |_| {
            if self.canvas.get().is_some() {
                self.paint();
            }
        });
        let is_empty = move || self.marks.with(Vec::is_empty);
        let undo = move |_| {
            self.marks.update(|marks| drop(marks.pop()));
            self.paint();
        };
        let clear = move |_| {
            self.marks.set(Vec::new());
            self.paint();
        };
        let fill = move || {
            self.marks.update(|marks| marks.push(Mark::Ground(self.colour.get_untracked())));
            self.paint();
        };
        view! {
            <h2 id=TITLE_ID>"Draw a picture"</h2>
            <canvas
                node_ref=self.canvas
                width=SIDE
                height=SIDE
                role="img"
                aria-label=move || match self.marks.with(Vec::len) {
                    0 => "Empty drawing".to_string(),
                    1 => "Drawing of one mark".to_string(),
                    n => format!("Drawing of {n} marks"),
                }
                on:pointerdown=move |ev| self.begin(&ev)
                on:pointermove=move |ev| self.go_on(&ev)
                on:pointerup=move |_| self.end()
                on:pointercancel=move |_| self.end()
            ></canvas>
            {self.tools()}
            <div class="buttons">
                {quiet_button("Fill the background", fill)}
                <button type="button" class="quiet" prop:disabled=is_empty on:click=undo>
                    "Undo"
                </button>
                <button type="button" class="quiet" prop:disabled=is_empty on:click=clear>
                    "Clear"
                </button>
            </div>
            <p class="sketch-note">
                "The drawing is encoded in this browser; nothing is uploaded. The pen needs a mouse or a finger. By keyboard, choose a picture file instead."
            </p>
            <div class="buttons">
                <button
                    type="button"
                    class="primary"
                    prop:disabled=is_empty
                    on:click=move |_| self.take()
                >
                    "Use the drawing"
                </button>
                <button type="button" on:click=move |_| self.dialog.close()>
                    "Cancel"
                </button>
            </div>
        }
        .into_any()
    }

    fn tools(self) -> AnyView {
        let colours = COLOURS.map(|(name, colour)| {
            view! {
                <label class="swatch" style=("--swatch", colour)>
                    <input
                        type="radio"
                        name="sketch-colour"
                        prop:checked=move || self.colour.get() == colour
                        on:change=move |_| self.colour.set(colour)
                    />
                    <span class="visually-hidden">{name}</span>
                </label>
            }
        });
        let widths = WIDTHS.map(|(name, width)| {
            view! {
                <label class="radio">
                    <input
                        type="radio"
                        name="sketch-width"
                        prop:checked=move || self.width.get().total_cmp(&width).is_eq()
                        on:change=move |_| self.width.set(width)
                    />
                    {name}
                </label>
            }
        });
        view! {
            <div class="sketch-tools">
                <fieldset class="sketch-colours">
                    <legend>"Colour"</legend>
                    {colours.into_iter().collect_view()}
                </fieldset>
                <fieldset class="sketch-widths">
                    <legend>"Pen"</legend>
                    {widths.into_iter().collect_view()}
                </fieldset>
            </div>
        }
        .into_any()
    }

    fn begin(self, ev: &PointerEvent) {
        let Some((canvas, point)) = self.place(ev).filter(|_| ev.button() == 0) else { return };
        ev.prevent_default();
        // The line goes on where the pointer leaves the canvas. It fails if the pointer is gone.
        let _ = canvas.set_pointer_capture(ev.pointer_id());
        let (colour, width) = (self.colour.get_untracked(), self.width.get_untracked());
        self.marks.update(|marks| marks.push(Mark::Line { colour, width, points: vec![point] }));
        self.is_drawing.set_value(true);
        self.paint();
    }

    fn go_on(self, ev: &PointerEvent) {
        let Some((_, point)) = self.place(ev).filter(|_| self.is_drawing.get_value()) else {
            return;
        };
        // The number of marks, which is what is shown of them, stays.
        self.marks.update_untracked(|marks| {
            if let Some(Mark::Line { points, .. }) = marks.last_mut() {
                points.push(point);
            }
        });
        self.paint();
    }

    fn end(self) {
        self.is_drawing.set_value(false);
    }

    fn place(self, ev: &PointerEvent) -> Option<(HtmlCanvasElement, (f64, f64))> {
        let canvas = self.canvas.get_untracked()?;
        let shown = canvas.get_bounding_client_rect();
        let side = f64::from(SIDE);
        let x = (f64::from(ev.client_x()) - shown.left()) / shown.width() * side;
        let y = (f64::from(ev.client_y()) - shown.top()) / shown.height() * side;
        (x.is_finite() && y.is_finite()).then_some((canvas, (x, y)))
    }

    /// Redraws all marks: a few thousand points take less than a millisecond.
    fn paint(self) {
        let context = self.canvas.get_untracked().and_then(|canvas| context_of(&canvas));
        let Some(context) = context else { return };
        self.marks.with_untracked(|marks| {
            let last_ground = marks.iter().rev().find_map(Mark::ground);
            context.set_fill_style_str(last_ground.unwrap_or(PAPER));
            context.fill_rect(0.0, 0.0, f64::from(SIDE), f64::from(SIDE));
            marks.iter().for_each(|mark| mark.paint_line(&context));
        });
    }

    fn take(self) {
        let Some(canvas) = self.canvas.get_untracked() else { return };
        let on_blob = Closure::once_into_js(move |blob: JsValue| {
            if let Ok(blob) = blob.dyn_into::<Blob>() {
                self.done.run(blob);
                self.dialog.close();
            }
        });
        // Fails for a canvas without pixels, which this is not.
        let _ = canvas.to_blob(on_blob.unchecked_ref());
    }
}

impl Mark {
    fn ground(&self) -> Option<&'static str> {
        match self {
            Self::Ground(colour) => Some(colour),
            Self::Line { .. } => None,
        }
    }

    fn paint_line(&self, context: &CanvasRenderingContext2d) {
        let Self::Line { colour, width, points } = self else { return };
        let Some((x, y)) = points.first() else { return };
        context.set_stroke_style_str(colour);
        context.set_line_width(*width);
        context.set_line_cap("round");
        context.set_line_join("round");
        context.begin_path();
        context.move_to(*x, *y);
        // A point by itself is a dot.
        points.iter().for_each(|(x, y)| context.line_to(*x, *y));
        context.stroke();
    }
}

fn context_of(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok().flatten()?.dyn_into().ok()
}
