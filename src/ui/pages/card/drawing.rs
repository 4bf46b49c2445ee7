//! Draws a card on a canvas. Its colours are the page's on light paper: the style sheet gives them to the
//! canvas as the colours of its own text, paper, lines and marks.

use super::content::{Card, Shot, Side};
use crate::ui::picture_url::{Picture, url_of_scene};
use js_sys::{Function, Reflect};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

pub(super) const WIDTH: u32 = 1200;
pub(super) const HEIGHT: u32 = 630;

const MARGIN: f64 = 48.0;
/// Of a picture, with the room to the next.
const SIDE: f64 = 140.0;
const GAP: f64 = 12.0;
/// The square of the code, at the right.
const CODE: f64 = 264.0;
const INNER: f64 = WIDTH as f64 - 2.0 * MARGIN;
const SERIF: &str = "\"Iowan Old Style\", \"Palatino Linotype\", Palatino, Georgia, serif";
const SANS: &str = "system-ui, \"Segoe UI\", Roboto, \"Helvetica Neue\", Arial, sans-serif";

struct Pen {
    context: CanvasRenderingContext2d,
    ink: String,
    soft: String,
    paper: String,
    line: String,
    relevant: String,
    not_relevant: String,
}

/// What the browser refuses to draw is left out.
pub(super) async fn draw(canvas: &HtmlCanvasElement, card: &Card) {
    let Some(pen) = Pen::of(canvas) else { return };
    pen.fill(&pen.paper, (0.0, 0.0, f64::from(WIDTH), f64::from(HEIGHT)));
    let top = pen.lines(&card.headline, (MARGIN, 76.0), 44.0, ("600", 40.0, SERIF), INNER, 2);
    let mut top = top - 16.0;
    for side in card.sides.iter().filter(|side| !side.pictures.is_empty()) {
        top = pen.side(side, top).await;
    }
    pen.code(card);
    let top = top.max(MARGIN + 2.0 * 44.0);
    let verdict = top + 36.0;
    pen.lines(&card.verdict, (MARGIN, verdict), 28.0, ("400", 22.0, SERIF), INNER, 2);
    pen.soft_line(&card.basis);
}

impl Pen {
    fn of(canvas: &HtmlCanvasElement) -> Option<Self> {
        let context = canvas.get_context("2d").ok().flatten()?.dyn_into().ok()?;
        let style = window().get_computed_style(canvas).ok().flatten()?;
        let colour = |property: &str| style.get_property_value(property).unwrap_or_default();
        Some(Self {
            context,
            ink: colour("color"),
            soft: colour("border-top-color"),
            paper: colour("background-color"),
            line: colour("border-bottom-color"),
            relevant: colour("outline-color"),
            not_relevant: colour("text-decoration-color"),
        })
    }

    fn fill(&self, colour: &str, (x, y, width, height): (f64, f64, f64, f64)) {
        self.context.set_fill_style_str(colour);
        self.context.fill_rect(x, y, width, height);
    }

    fn font(&self, (weight, size, family): (&str, f64, &str)) {
        self.context.set_font(&format!("{weight} {size}px {family}"));
    }

    /// In pixels. Read by name: a type for it would compile the page's libraries anew.
    fn width(&self, text: &str) -> f64 {
        let measure = Reflect::get(&self.context, &"measureText".into()).ok();
        let measured = measure.and_then(|measure| {
            measure.dyn_into::<Function>().ok()?.call1(&self.context, &text.into()).ok()
        });
        let width = measured.and_then(|own| Reflect::get(&own, &"width".into()).ok());
        width.and_then(|width| width.as_f64()).unwrap_or(0.0)
    }

    /// Text in at most so many lines, the last shortened. Returns the line below.
    fn lines(
        &self,
        text: &str,
        (x, y): (f64, f64),
        leading: f64,
        font: (&str, f64, &str),
        width: f64,
        most: usize,
    ) -> f64 {
        self.font(font);
        self.context.set_fill_style_str(&self.ink);
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            match lines.last_mut() {
                Some(line) if self.width(&format!("{line} {word}")) <= width => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_string()),
            }
        }
        let is_cut = lines.len() > most;
        lines.truncate(most);
        let n = lines.len();
        let mut y = y;
        for (at, line) in lines.into_iter().enumerate() {
            let line = if is_cut && at + 1 == n { format!("{line} …") } else { line };
            // Fails only on a canvas that is gone.
            let _ = self.context.fill_text_with_max_width(&line, x, y, width);
            y += leading;
        }
        y
    }

    /// Returns the lower edge.
    async fn side(&self, side: &Side, top: f64) -> f64 {
        let title = match side.value {
            Some(value) => format!("{}  {}", side.title, words::value(Some(value))),
            None => side.title.clone(),
        };
        self.lines(&title, (MARGIN, top + 26.0), 26.0, ("600", 20.0, SANS), 5.0 * (SIDE + GAP), 1);
        for (at, shot) in (0u32..).zip(&side.pictures) {
            let left = MARGIN + f64::from(at) * (SIDE + GAP);
            self.shot(shot, (left, top + 36.0)).await;
        }
        top + 36.0 + SIDE + 8.0
    }

    async fn shot(&self, shot: &Shot, (left, top): (f64, f64)) {
        let picture = match &shot.picture {
            Some(picture) => loaded(picture).await,
            None => None,
        };
        match picture {
            Some(image) => {
                // A picture that cannot be drawn leaves its frame.
                let _ = match shot.picture {
                    // A drawing is square, and of no size of its own.
                    Some(Picture::Drawn(_)) => {
                        self.context.draw_image_with_html_image_element_and_dw_and_dh(
                            &image, left, top, SIDE, SIDE,
                        )
                    }
                    _ => self.draw_middle(&image, (left, top)),
                };
            }
            None => {
                let text = (left + 8.0, top + 24.0);
                self.lines(&shot.caption, text, 17.0, ("400", 14.0, SANS), SIDE - 16.0, 6);
            }
        }
        self.context.set_line_width(1.0);
        self.context.set_stroke_style_str(&self.line);
        self.context.stroke_rect(left + 0.5, top + 0.5, SIDE - 1.0, SIDE - 1.0);
        if let Some(is_relevant) = shot.is_relevant {
            self.mark(is_relevant, (left + SIDE - 22.0, top + SIDE - 22.0));
        }
    }

    /// The middle of a picture, as a square.
    fn draw_middle(
        &self,
        image: &HtmlImageElement,
        (left, top): (f64, f64),
    ) -> Result<(), JsValue> {
        let (width, height) = (f64::from(image.natural_width()), f64::from(image.natural_height()));
        let side = width.min(height);
        let (x, y) = ((width - side) / 2.0, (height - side) / 2.0);
        self.context.draw_image_with_html_image_element_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
            image, x, y, side, side, left, top, SIDE, SIDE,
        )
    }

    /// A tick on a disc or a cross on a square, as the page has them.
    fn mark(&self, is_relevant: bool, (x, y): (f64, f64)) {
        let context = &self.context;
        let path = |points: &[(f64, f64)]| {
            context.begin_path();
            for (at, (dx, dy)) in points.iter().enumerate() {
                match at {
                    0 => context.move_to(x + dx, y + dy),
                    _ => context.line_to(x + dx, y + dy),
                }
            }
            context.stroke();
        };
        if is_relevant {
            context.set_fill_style_str(&self.relevant);
            context.begin_path();
            // Fails for a negative radius only.
            let _ = context.arc(x, y, 15.0, 0.0, std::f64::consts::TAU);
            context.fill();
        } else {
            self.fill(&self.not_relevant, (x - 14.0, y - 14.0, 28.0, 28.0));
        }
        context.set_line_width(3.5);
        context.set_stroke_style_str(&self.paper);
        if is_relevant {
            path(&[(-7.0, 0.5), (-2.0, 6.0), (7.0, -5.5)]);
        } else {
            path(&[(-6.0, -6.0), (6.0, 6.0)]);
            path(&[(6.0, -6.0), (-6.0, 6.0)]);
        }
    }

    /// Modules of a whole number of pixels, or readers would see grey ones.
    fn code(&self, card: &Card) {
        let Some(code) = &card.code else { return };
        let n = code.n as f64;
        let pixels = (CODE / n).floor().max(1.0);
        let (left, top) = (f64::from(WIDTH) - MARGIN - n * pixels, 168.0);
        self.fill("white", (left, top, n * pixels, n * pixels));
        for (x, y, length) in code.runs() {
            let (x, y) = (left + x as f64 * pixels, top + y as f64 * pixels);
            self.fill("black", (x, y, length as f64 * pixels, pixels));
        }
    }

    /// At the foot.
    fn soft_line(&self, text: &str) {
        self.font(("400", 16.0, SANS));
        self.context.set_fill_style_str(&self.soft);
        let foot = f64::from(HEIGHT) - 18.0;
        // Fails only on a canvas that is gone.
        let _ = self.context.fill_text_with_max_width(text, MARGIN, foot, INNER - 140.0);
        let name = "Rankscope";
        let x = f64::from(WIDTH) - MARGIN - self.width(name);
        let _ = self.context.fill_text(name, x, foot);
    }
}

/// `None` if it does not load, or if its site does not let other pages read it.
async fn loaded(picture: &Picture) -> Option<HtmlImageElement> {
    let image = HtmlImageElement::new().ok()?;
    let url = match picture {
        Picture::Drawn(scene) => url_of_scene(*scene).await?,
        Picture::At(url) => {
            // A picture that cannot be read would keep the whole card from being saved.
            image.set_cross_origin(Some("anonymous"));
            url.clone()
        }
    };
    image.set_src(&url);
    JsFuture::from(image.decode()).await.ok()?;
    Some(image)
}
