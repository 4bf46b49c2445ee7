//! The margin of the sheet, different in every style, and the caption strip of a camera trap.

use crate::drawing::canvas::glyphs::{draw_text, width};
use crate::drawing::canvas::*;
use crate::{CameraTrap, Light, Scene};

/// The margin of the sheet: the square minus a window.
fn margin(window: &[Point]) -> Path {
    // The window winds against the square, so the non-zero rule leaves it open.
    let mut inner: Vec<Point> = window.to_vec();
    inner.reverse();
    polygon!(-2.0, -2.0; SIDE + 2.0, -2.0; SIDE + 2.0, SIDE + 2.0; -2.0, SIDE + 2.0)
        .and(Path::polygon(&inner))
}

fn edge(inset: f32, wobble: f32, seed: u32) -> Vec<Point> {
    let n = 12_u32;
    let mut points = Vec::new();
    let jitter = |i: u32| ((i * 73 + seed * 31) % 17) as f32 / 16.0 * wobble;
    for side in 0..4_u32 {
        for i in 0..n {
            let along = inset + (SIDE - 2.0 * inset) * i as f32 / n as f32;
            let across = inset - wobble * 0.5 + jitter(side * n + i);
            points.push(match side {
                0 => (along, across),
                1 => (SIDE - across, along),
                2 => (SIDE - along, SIDE - across),
                _ => (across, SIDE - along),
            });
        }
    }
    points
}

pub(crate) fn draw_frame(pen: &mut Pen, scene: &Scene) {
    if scene.light == Light::Flash {
        let dark = rgb(0x050508);
        for (x, y) in [(0.0, 0.0), (96.0, 0.0), (0.0, 96.0), (96.0, 96.0)] {
            pen.glow((x, y), 44.0, dark.alpha(0.78));
        }
    }
    let seed = scene.variation % 97;
    match pen.style {
        Style::Plate => pen.unlit(margin(&edge(2.6, 0.5, seed)), PAPER),
        Style::Ink => {
            pen.unlit(margin(&edge(4.6, 2.6, seed)), PAPER);
            let stroke = Path::rectangle((3.2, 3.2), (92.8, 92.8));
            pen.unlit_line(stroke, rgb(0x2B2622).alpha(0.7), 0.35);
        }
        Style::Print => {
            pen.unlit(margin(&edge(3.4, 0.9, seed)), rgb(0xEFE6D2));
            pen.unlit_line(Path::polygon(&edge(3.6, 0.9, seed)), rgb(0x221C1A), 1.3);
        }
    }
    if let Some(strip) = scene.camera_trap {
        draw_strip(pen, strip);
    }
}

fn draw_strip(pen: &mut Pen, strip: CameraTrap) {
    pen.unlit(Path::rectangle((0.0, 86.5), (96.0, 96.0)), rgb(0x0C0C0E));
    let [date, time, degrees] = strip.text();
    let white = rgb(0xF7F7F2);
    let height = 5.6;
    let scale = height / 4.0;
    draw_text(pen, &date, (3.0, 88.5), height, white);
    draw_text(pen, &time, (51.0, 88.5), height, rgb(0xFFD98A));
    let right = 94.0 - width(&degrees) * scale;
    draw_text(pen, &degrees, (right, 88.5), height, white);
}
