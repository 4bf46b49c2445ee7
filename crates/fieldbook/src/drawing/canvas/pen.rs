//! Draws shapes in a style and a light. Nothing else knows how styles render a surface.

use super::{hatching::hatching, *};
use crate::world::vocabulary::vocabulary;

vocabulary! {
    Style {
        Plate = "gouache plate",
        Ink = "pen and wash",
        Print = "linocut print",
    }
}

/// The paper of plates and ink drawings.
pub(crate) const PAPER: Color = rgb(0xF6F0E1);
const INK: Color = rgb(0x2B2622);

/// Collects items. Shapes are given in local coordinates, colours as in daylight.
pub(crate) struct Pen {
    items: Vec<Item>,
    at: Affine,
    depth: Depth,
    pub(crate) style: Style,
    pub(crate) tone: Tone,
    pub(crate) is_detailed: bool,
}

impl Pen {
    pub(crate) fn new(style: Style, tone: Tone) -> Self {
        Self {
            items: Vec::new(),
            at: Affine::IDENTITY,
            depth: Depth::Subject,
            style,
            tone,
            is_detailed: true,
        }
    }

    pub(crate) fn into_items(self) -> Vec<Item> {
        self.items
    }

    /// Returns the items that `draw` makes instead of adding them.
    pub(crate) fn record(&mut self, draw: impl FnOnce(&mut Self)) -> Vec<Item> {
        let before = std::mem::take(&mut self.items);
        draw(self);
        std::mem::replace(&mut self.items, before)
    }

    /// Replaces the local coordinates and returns the previous ones.
    pub(crate) fn replace_map(&mut self, map: Affine) -> Affine {
        std::mem::replace(&mut self.at, map)
    }

    /// A local map as a map to the page.
    pub(crate) fn placed(&self, map: Affine) -> Affine {
        self.at.pre_concat(map)
    }

    pub(crate) fn push(&mut self, item: Item) {
        self.items.push(item);
    }

    /// Draws in local coordinates.
    pub(crate) fn within<T>(&mut self, map: Affine, draw: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.at;
        self.at = before.pre_concat(map);
        let drawn = draw(self);
        self.at = before;
        drawn
    }

    pub(crate) fn at_depth(&mut self, depth: Depth, draw: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.depth, depth);
        draw(self);
        self.depth = before;
    }

    fn graded(&self, color: Color) -> Color {
        let color = self.tone.graded(color, self.depth);
        match self.style {
            Style::Plate => color,
            Style::Ink => color.mix(PAPER, 0.16),
            Style::Print => color.posterised(),
        }
    }

    /// A rounded body: lit from the upper left, with an outline.
    pub(crate) fn body(&mut self, path: Path, color: Color) {
        let path = path.mapped(self.at);
        let color = self.graded(color);
        let (low, high) = path.bounds();
        let extent = (high.0 - low.0).min(high.1 - low.1);
        let rim = self.tone.rim(self.depth);
        match self.style {
            Style::Plate => {
                let fill = if extent > 4.5 {
                    let width = high.0 - low.0;
                    Paint::Linear {
                        from: (low.0 + width * 0.35, low.1),
                        to: (low.0 + width * 0.65, high.1),
                        colors: [color.lighter(0.20), color.darker(0.34)],
                    }
                } else {
                    Paint::Solid(color)
                };
                let width = (extent * 0.035).clamp(0.12, 0.42);
                let line = rim.unwrap_or_else(|| color.darker(0.8).alpha(0.75));
                let width = if rim.is_some() { width * 1.7 } else { width };
                self.emit(path, Some(fill), Some(Stroke { color: line, width }));
            }
            Style::Ink => {
                let strokes =
                    if extent > 5.0 && self.is_detailed { hatching(&path, 1.7) } else { None };
                let wash = color.mix(PAPER, 0.22);
                let width = (extent * 0.05).clamp(0.18, 0.5);
                let ink = rim.unwrap_or_else(|| self.ink());
                let stroke = Stroke { color: ink, width };
                self.emit(path, Some(Paint::Solid(wash)), Some(stroke));
                if let Some(strokes) = strokes {
                    let stroke = Stroke { color: self.ink().alpha(0.55), width: 0.22 };
                    self.emit(strokes, None, Some(stroke));
                }
            }
            Style::Print => {
                let line = rim.map(|color| Stroke { color, width: 0.7 });
                if extent < 4.0 {
                    self.emit(path, Some(Paint::Solid(color)), line);
                    return;
                }
                let shift = (extent * 0.09).min(2.2);
                let lit = path.mapped(Affine::translate(-shift * 0.7, -shift));
                let shade = color.darker(0.46).posterised();
                self.emit(path.clone(), Some(Paint::Solid(shade)), line);
                let fill = Some(Paint::Solid(color));
                let lit = Item::Path { path: lit, fill, stroke: None };
                self.items.push(Item::Clip { path, items: vec![lit] });
            }
        }
    }

    /// A body with the markings that `draw` makes, clipped to its outline.
    pub(crate) fn marked(&mut self, path: &Path, color: Color, draw: impl FnOnce(&mut Self)) {
        self.body(path.clone(), color);
        self.clipped(path, draw);
    }

    fn ink(&self) -> Color {
        self.tone.graded(INK, self.depth)
    }

    /// A surface of one colour without an outline: markings, distant hills.
    pub(crate) fn flat(&mut self, path: Path, color: Color) {
        let color = self.graded(color);
        self.emit(path.mapped(self.at), Some(Paint::Solid(color)), None);
    }

    /// Flat circles: centres and radii.
    pub(crate) fn discs(&mut self, circles: &[(f32, f32, f32)], color: Color) {
        for &(x, y, radius) in circles {
            self.flat(Path::circle((x, y), radius), color);
        }
    }

    /// Flat circles of one radius.
    pub(crate) fn dots(&mut self, centers: &[Point], radius: f32, color: Color) {
        for center in centers {
            self.flat(Path::circle(*center, radius), color);
        }
    }

    /// A surface with a vertical gradient.
    pub(crate) fn fade(&mut self, path: Path, top: Color, bottom: Color) {
        let path = path.mapped(self.at);
        let (low, high) = path.bounds();
        let fill = Paint::Linear {
            from: (0.0, low.1),
            to: (0.0, high.1),
            colors: [self.graded(top), self.graded(bottom)],
        };
        self.emit(path, Some(fill), None);
    }

    pub(crate) fn line(&mut self, path: Path, color: Color, width: f32) {
        let stroke = Stroke { color: self.graded(color), width: width * self.at.mean_scale() };
        self.emit(path.mapped(self.at), None, Some(stroke));
    }

    /// A fine line, drawn only with detail.
    pub(crate) fn detail(&mut self, path: Path, color: Color, width: f32) {
        if self.is_detailed {
            self.line(path, color, width);
        }
    }

    /// Light or shade that fades outwards; its colour ignores the light.
    pub(crate) fn glow(&mut self, center: Point, radius: f32, color: Color) {
        let center = self.at.apply(center);
        let radius = radius * self.at.mean_scale();
        let fill = Paint::Radial { center, radius, colors: [color, color.alpha(0.0)] };
        self.emit(Path::circle(center, radius), Some(fill), None);
    }

    /// A surface whose colour ignores the light: lamps, lettering.
    pub(crate) fn unlit(&mut self, path: Path, color: Color) {
        self.emit(path.mapped(self.at), Some(Paint::Solid(color)), None);
    }

    /// A line whose colour ignores the light.
    pub(crate) fn unlit_line(&mut self, path: Path, color: Color, width: f32) {
        let stroke = Stroke { color, width: width * self.at.mean_scale() };
        self.emit(path.mapped(self.at), None, Some(stroke));
    }

    /// Clips what `draw` makes to the path.
    pub(crate) fn clipped(&mut self, path: &Path, draw: impl FnOnce(&mut Self)) {
        let path = path.mapped(self.at);
        let items = self.record(draw);
        if !items.is_empty() {
            self.items.push(Item::Clip { path, items });
        }
    }

    /// An open eye with a highlight.
    pub(crate) fn eye(&mut self, center: Point, radius: f32, iris: Color) {
        self.flat(Path::circle(center, radius), iris);
        self.flat(Path::circle(center, radius * 0.72), rgb(0x14110F));
        let spark = (center.0 - radius * 0.25, center.1 - radius * 0.32);
        if self.is_detailed {
            self.flat(Path::circle(spark, radius * 0.28), rgb(0xFFFFFF));
        }
    }

    pub(crate) fn closed_eye(&mut self, center: Point, radius: f32) {
        let (x, y) = center;
        let lid = [(x - radius, y), (x, y + radius * 0.7), (x + radius, y)];
        self.line(Path::curve(&lid), rgb(0x14110F), radius * 0.5);
    }

    /// A dead eye: a cross.
    pub(crate) fn dead_eye(&mut self, center: Point, radius: f32) {
        let (x, y) = center;
        let r = radius * 0.9;
        let cross =
            polyline!(x - r, y - r; x + r, y + r).and(polyline!(x - r, y + r; x + r, y - r));
        self.flat(Path::circle(center, radius * 1.25), rgb(0xE9E2D2));
        self.line(cross, rgb(0x14110F), radius * 0.5);
    }

    fn emit(&mut self, path: Path, fill: Option<Paint>, stroke: Option<Stroke>) {
        if !path.0.is_empty() {
            self.items.push(Item::Path { path, fill, stroke });
        }
    }
}
