//! Display list → SVG, compact: relative coordinates, two decimals at most.

use std::fmt::Write;

use super::{
    color::Color,
    display_list::{DisplayList, Item, Paint, SIDE, Stroke},
    geometry::{Affine, Path, Point, Segment},
};

/// The drawing as an SVG element. `prefix` begins every id, so that several drawings can stand
/// on one page.
#[must_use]
pub fn svg_from_display_list(list: &DisplayList, prefix: &str) -> String {
    let mut writer = Writer { prefix: escaped(prefix), ..Writer::default() };
    for (position, symbol) in list.symbols.iter().enumerate() {
        let id = format!("{}s{position}", writer.prefix);
        let mut inner = String::new();
        writer.items(symbol, &mut inner);
        push(&mut writer.definitions, format_args!("<g id=\"{id}\">{inner}</g>"));
    }
    let mut body = String::new();
    writer.items(&list.items, &mut body);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\" role=\"img\">\
         <title>{}</title><defs>{}</defs><g stroke-linecap=\"round\" stroke-linejoin=\"round\">{body}</g></svg>",
        escaped(&list.title),
        writer.definitions,
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Writing into a string cannot fail.
fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).unwrap_or_default();
}

#[derive(Default)]
struct Writer {
    prefix: String,
    definitions: String,
    gradients: Vec<Paint>,
    n_clips: usize,
}

impl Writer {
    fn items(&mut self, items: &[Item], out: &mut String) {
        for item in items {
            match item {
                Item::Path { path, fill, stroke } => self.path(path, *fill, *stroke, out),
                Item::Clip { path, items } => {
                    let id = format!("{}c{}", self.prefix, self.n_clips);
                    self.n_clips += 1;
                    let data = data_from_path(path);
                    push(
                        &mut self.definitions,
                        format_args!("<clipPath id=\"{id}\"><path d=\"{data}\"/></clipPath>"),
                    );
                    push(out, format_args!("<g clip-path=\"url(#{id})\">"));
                    self.items(items, out);
                    out.push_str("</g>");
                }
                Item::Instance { symbol, at } => {
                    let Affine([a, b, c, d, e, f]) = at;
                    push(
                        out,
                        format_args!(
                            "<use href=\"#{}s{symbol}\" transform=\"matrix({a:.3} {b:.3} {c:.3} {d:.3} {e:.1} {f:.1})\"/>",
                            self.prefix
                        ),
                    );
                }
            }
        }
    }

    fn path(&mut self, path: &Path, fill: Option<Paint>, stroke: Option<Stroke>, out: &mut String) {
        push(out, format_args!("<path d=\"{}\"", data_from_path(path)));
        match fill {
            None => out.push_str(" fill=\"none\""),
            Some(Paint::Solid(color)) => color_attributes("fill", color, out),
            Some(gradient) => {
                let id = self.gradient(gradient);
                push(out, format_args!(" fill=\"url(#{}p{id})\"", self.prefix));
            }
        }
        if let Some(Stroke { color, width }) = stroke {
            color_attributes("stroke", color, out);
            push(out, format_args!(" stroke-width=\"{}\"", number((width * 100.0).round() as i32)));
        }
        out.push_str("/>");
    }

    fn gradient(&mut self, paint: Paint) -> usize {
        if let Some(known) = self.gradients.iter().position(|other| *other == paint) {
            return known;
        }
        let id = self.gradients.len();
        self.gradients.push(paint);
        let (prefix, definitions) = (&self.prefix, &mut self.definitions);
        match paint {
            Paint::Solid(_) => {}
            Paint::Linear { from, to, colors } => {
                push(
                    definitions,
                    format_args!(
                        "<linearGradient id=\"{prefix}p{id}\" gradientUnits=\"userSpaceOnUse\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\">",
                        from.0, from.1, to.0, to.1
                    ),
                );
                stops(colors, definitions);
                definitions.push_str("</linearGradient>");
            }
            Paint::Radial { center, radius, colors } => {
                push(
                    definitions,
                    format_args!(
                        "<radialGradient id=\"{prefix}p{id}\" gradientUnits=\"userSpaceOnUse\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\">",
                        center.0, center.1
                    ),
                );
                stops(colors, definitions);
                definitions.push_str("</radialGradient>");
            }
        }
        id
    }
}

fn stops(colors: [Color; 2], out: &mut String) {
    for (offset, color) in colors.into_iter().enumerate() {
        push(out, format_args!("<stop offset=\"{offset}\""));
        let Color { r, g, b, a } = color;
        push(out, format_args!(" stop-color=\"#{r:02x}{g:02x}{b:02x}\""));
        if a < 255 {
            push(out, format_args!(" stop-opacity=\"{:.2}\"", f32::from(a) / 255.0));
        }
        out.push_str("/>");
    }
}

fn color_attributes(name: &str, color: Color, out: &mut String) {
    let Color { r, g, b, a } = color;
    push(out, format_args!(" {name}=\"#{r:02x}{g:02x}{b:02x}\""));
    if a < 255 {
        push(out, format_args!(" {name}-opacity=\"{:.2}\"", f32::from(a) / 255.0));
    }
}

/// A number of hundredths, without needless zeros.
fn number(hundredths: i32) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    let whole = if whole == 0 && rest > 0 { String::new() } else { whole.to_string() };
    match rest {
        0 if whole == "0" => "0".to_owned(),
        0 => format!("{sign}{whole}"),
        _ if rest % 10 == 0 => format!("{sign}{whole}.{}", rest / 10),
        _ => format!("{sign}{whole}.{rest:02}"),
    }
}

/// Hundredths for small shapes, tenths for large ones; each step is taken from where the
/// rounded one before it ended, so that errors do not add up.
fn data_from_path(path: &Path) -> String {
    let (low, high) = path.bounds();
    let grain = if (high.0 - low.0).max(high.1 - low.1) < 14.0 { 1 } else { 10 };
    let snap = |p: Point| {
        let to = |x: f32| (x * 100.0 / grain as f32).round() as i32 * grain;
        (to(p.0), to(p.1))
    };
    let mut data = String::new();
    let (mut here, mut start) = ((0, 0), (0, 0));
    let mut last = ' ';
    let mut command = |letter: char, points: &[(i32, i32)], here: (i32, i32)| {
        let mut first = true;
        if letter != last || letter == 'm' {
            data.push(letter);
        } else {
            first = false;
        }
        last = letter;
        for (x, y) in points {
            for value in [x - here.0, y - here.1] {
                let text = number(value);
                if !first && !text.starts_with('-') {
                    data.push(' ');
                }
                data.push_str(&text);
                first = false;
            }
        }
    };
    for segment in &path.0 {
        match *segment {
            Segment::Move(p) => {
                let p = snap(p);
                command('m', &[p], here);
                (here, start) = (p, p);
            }
            Segment::Line(p) => {
                let p = snap(p);
                command('l', &[p], here);
                here = p;
            }
            Segment::Cubic(p, q, r) => {
                let points = [snap(p), snap(q), snap(r)];
                command('c', &points, here);
                here = points[2];
            }
            Segment::Close => {
                command('z', &[], here);
                here = start;
            }
        }
    }
    data
}
