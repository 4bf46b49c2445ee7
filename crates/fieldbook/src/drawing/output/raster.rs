//! Display list → pixels.

use tiny_skia::{
    FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Mask, PathBuilder, Pixmap, Point,
    RadialGradient, Shader, SpreadMode, Stroke as SkiaStroke, Transform,
};

use crate::drawing::canvas::*;

/// Width and height at which encoders see a scene, in training and in galleries.
pub const PIXELS: u32 = 96;

/// The drawing as RGB bytes, `[side, side, 3]`, rows from the top. Empty if `side` is 0 or too
/// large for memory.
pub fn pixels_from_display_list(list: &DisplayList, side: u32) -> Vec<u8> {
    let Some(mut pixmap) = Pixmap::new(side, side) else { return Vec::new() };
    let scale = side as f32 / SIDE;
    let canvas = Canvas { symbols: &list.symbols };
    canvas.items(&list.items, Transform::from_scale(scale, scale), None, &mut pixmap);
    pixmap
        .pixels()
        .iter()
        .flat_map(|pixel| {
            let pixel = pixel.demultiply();
            [pixel.red(), pixel.green(), pixel.blue()]
        })
        .collect()
}

struct Canvas<'a> {
    symbols: &'a [Vec<Item>],
}

impl Canvas<'_> {
    fn items(&self, items: &[Item], at: Transform, mask: Option<&Mask>, pixmap: &mut Pixmap) {
        for item in items {
            match item {
                Item::Path { path, fill, stroke } => {
                    let Some(outline) = skia_path(path) else { continue };
                    if let Some(fill) = fill {
                        let mut paint = tiny_skia::Paint { anti_alias: true, ..Default::default() };
                        if let Some(shader) = shader(*fill) {
                            paint.shader = shader;
                            pixmap.fill_path(&outline, &paint, FillRule::Winding, at, mask);
                        }
                    }
                    if let Some(stroke) = stroke {
                        let mut paint = tiny_skia::Paint { anti_alias: true, ..Default::default() };
                        paint.shader = Shader::SolidColor(skia_color(stroke.color));
                        let line = SkiaStroke {
                            width: stroke.width,
                            line_cap: LineCap::Round,
                            line_join: LineJoin::Round,
                            ..Default::default()
                        };
                        pixmap.stroke_path(&outline, &paint, &line, at, mask);
                    }
                }
                Item::Clip { path, items } => {
                    let Some(outline) = skia_path(path) else { continue };
                    let inner = match mask {
                        Some(outer) => {
                            let mut both = outer.clone();
                            both.intersect_path(&outline, FillRule::Winding, true, at);
                            Some(both)
                        }
                        None => Mask::new(pixmap.width(), pixmap.height()).map(|mut mask| {
                            mask.fill_path(&outline, FillRule::Winding, true, at);
                            mask
                        }),
                    };
                    self.items(items, at, inner.as_ref(), pixmap);
                }
                Item::Instance { symbol, at: Affine([a, b, c, d, e, f]) } => {
                    let inner = at.pre_concat(Transform::from_row(*a, *b, *c, *d, *e, *f));
                    if let Some(items) = self.symbols.get(*symbol) {
                        self.items(items, inner, mask, pixmap);
                    }
                }
            }
        }
    }
}

fn skia_color(color: Color) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(color.r, color.g, color.b, color.a)
}

fn shader(paint: Paint) -> Option<Shader<'static>> {
    let stops = |colors: [Color; 2]| {
        vec![
            GradientStop::new(0.0, skia_color(colors[0])),
            GradientStop::new(1.0, skia_color(colors[1])),
        ]
    };
    let point = |p: (f32, f32)| Point::from_xy(p.0, p.1);
    let identity = Transform::identity();
    match paint {
        Paint::Solid(color) => Some(Shader::SolidColor(skia_color(color))),
        Paint::Linear { from, to, colors } => {
            LinearGradient::new(point(from), point(to), stops(colors), SpreadMode::Pad, identity)
        }
        Paint::Radial { center, radius, colors } => RadialGradient::new(
            point(center),
            0.0,
            point(center),
            radius,
            stops(colors),
            SpreadMode::Pad,
            identity,
        ),
    }
}

fn skia_path(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for segment in &path.0 {
        match *segment {
            Segment::Move(p) => builder.move_to(p.0, p.1),
            Segment::Line(p) => builder.line_to(p.0, p.1),
            Segment::Cubic(p, q, r) => builder.cubic_to(p.0, p.1, q.0, q.1, r.0, r.1),
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}
