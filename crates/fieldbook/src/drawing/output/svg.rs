//! Display list → SVG, compact: relative coordinates with at most two decimals.

use std::fmt::Write;

use super::svg_path::{data_from_path, number};
use crate::drawing::canvas::*;

/// The drawing as an SVG element. Every id begins with `prefix`, so that several drawings can share
/// a page.
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
        let mut shared = None;
        for (position, item) in items.iter().enumerate() {
            match item {
                Item::Path { path, fill, stroke } => {
                    // A body and the clip of its markings share one path.
                    let is_window = |next: &Item| matches!(next, Item::Clip { path: window, .. } if window == path);
                    let id = items.get(position + 1).is_some_and(is_window).then(|| {
                        self.n_clips += 1;
                        format!("{}b{}", self.prefix, self.n_clips)
                    });
                    self.path(path, *fill, *stroke, id.as_deref(), out);
                    shared = id;
                }
                Item::Clip { path, items } => {
                    let id = format!("{}c{}", self.prefix, self.n_clips);
                    self.n_clips += 1;
                    let window = match shared.take() {
                        Some(body) => format!("<use href=\"#{body}\"/>"),
                        None => format!("<path d=\"{}\"/>", data_from_path(path)),
                    };
                    push(
                        &mut self.definitions,
                        format_args!("<clipPath id=\"{id}\">{window}</clipPath>"),
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

    fn path(
        &mut self,
        path: &Path,
        fill: Option<Paint>,
        stroke: Option<Stroke>,
        id: Option<&str>,
        out: &mut String,
    ) {
        out.push_str("<path");
        if let Some(id) = id {
            push(out, format_args!(" id=\"{id}\""));
        }
        push(out, format_args!(" d=\"{}\"", data_from_path(path)));
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
            push(
                out,
                format_args!(
                    " stroke-width=\"{}\"",
                    number((width * 20.0).round().max(1.0) as i32 * 5)
                ),
            );
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
                        "<linearGradient id=\"{prefix}p{id}\" gradientUnits=\"userSpaceOnUse\" x1=\"{:.0}\" y1=\"{:.0}\" x2=\"{:.0}\" y2=\"{:.0}\">",
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
