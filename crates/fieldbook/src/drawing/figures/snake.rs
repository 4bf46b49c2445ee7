//! Snakes.

use super::{Anchors, Figure, anchors};
use crate::drawing::canvas::*;
use crate::{Behaviour, Sex, Species};

pub(crate) fn draw_snake(pen: &mut Pen, figure: &Figure) -> Anchors {
    let is_adder = figure.species == Species::Adder;
    let (base, belly, mark) = match (is_adder, figure.sex) {
        (true, Some(Sex::Female)) => (0xA8754A, 0xC9A47A, 0x5A3420),
        (true, _) => (0xB4B2AA, 0xD6D3CA, 0x1F1D1E),
        _ => (0x6F7A4A, 0xC9CBA0, 0x2A2A20),
    };
    let thick = if figure.is_young() { 4.2 } else { 6.6 };
    let spine = spine(figure, thick);
    // Piece by piece, so that the coil overlaps itself.
    let n = spine.len();
    for start in (0..n - 2).step_by(2) {
        let end = (start + 4).min(n);
        let piece = Path::tube(&spine[start..end]);
        pen.marked(&piece, figure.hue(base), |pen| {
            let points: Vec<Point> = spine[start..end].iter().map(|p| (p.0, p.1)).collect();
            let under: Vec<Point> = points.iter().map(|p| (p.0, p.1 + thick * 0.85)).collect();
            pen.line(Path::curve(&under), figure.hue(belly), thick * 0.5);
            draw_markings(pen, figure, &points, thick, mark);
        });
    }
    let head = spine[n - 1];
    let (x, y) = (head.0 + 3.0, head.1);
    let k = if figure.is_young() { 0.8 } else { 1.0 };
    draw_head(pen, figure, (x, y), thick, (base, mark));
    let middle = spine[n / 2];
    figure.draw_ailment(pen, (middle.0, middle.1), 4.6);
    anchors!(
        mouth x + 14.0 * k, y + 4.0; back -10.0, -28.0; neck x - 8.0, y; leg 0.0, -3.0; ear x, y
    )
}

/// Whether the head is raised, the mouth open.
fn is_raised(figure: &Figure) -> bool {
    use Behaviour as B;
    matches!(figure.behaviour, B::Fighting | B::Feeding | B::CarryingPrey)
}

/// Centres and radii from tail to head: winding when it moves, else coiled.
fn spine(figure: &Figure, thick: f32) -> Vec<(f32, f32, f32)> {
    let is_flat = matches!(figure.behaviour, Behaviour::Moving | Behaviour::Swimming);
    if is_flat {
        let lift = if figure.behaviour == Behaviour::Swimming { -3.0 } else { -7.0 };
        (0..13)
            .map(|i| {
                let t = i as f32 / 12.0;
                let taper = (t * 5.0).min(1.0) * 0.9 + 0.1;
                (
                    -62.0 + 112.0 * t,
                    lift - 9.0 - 9.0 * libm::sinf(t * 11.0),
                    thick * taper * if i == 12 { 0.85 } else { 1.0 },
                )
            })
            .collect()
    } else {
        // A flat coil, then the head end.
        let mut coil: Vec<(f32, f32, f32)> = (0..15)
            .map(|i| {
                let t = i as f32 / 14.0;
                let angle = 1.2 + t * 9.4;
                let reach = 40.0 - t * 16.0;
                (
                    reach * libm::cosf(angle) - 4.0,
                    -12.0 - t * 6.0 - reach * 0.26 * libm::sinf(angle),
                    thick * (t * 4.0 + 0.15).min(1.0),
                )
            })
            .collect();
        let head: [(f32, f32, f32); 3] = if is_raised(figure) {
            [(8.0, -34.0, thick), (6.0, -52.0, thick * 0.9), (22.0, -58.0, thick * 0.85)]
        } else {
            [(4.0, -28.0, thick), (20.0, -31.0, thick * 0.9), (34.0, -24.0, thick * 0.85)]
        };
        coil.extend(head);
        coil
    }
}

/// An adder's zigzag, or spots, along a piece of the spine.
fn draw_markings(pen: &mut Pen, figure: &Figure, points: &[Point], thick: f32, mark: u32) {
    let is_adder = figure.species == Species::Adder;
    if is_adder {
        let mut zigzag = Vec::new();
        for pair in points.windows(2) {
            for step in 0..3 {
                let share = step as f32 / 3.0;
                let side = if step % 2 == 0 { -1.0 } else { 1.0 };
                zigzag.push((
                    pair[0].0 + (pair[1].0 - pair[0].0) * share,
                    pair[0].1 + (pair[1].1 - pair[0].1) * share - thick * 0.25
                        + side * thick * 0.38,
                ));
            }
        }
        pen.line(Path::polyline(&zigzag), figure.hue(mark), thick * 0.42);
    } else {
        let spots = points.iter().fold(Path::default(), |path, p| {
            path.and(Path::circle((p.0 + 2.0, p.1 - 1.0), thick * 0.22))
                .and(Path::circle((p.0 - 3.0, p.1 + 1.5), thick * 0.18))
        });
        pen.flat(spots, figure.hue(mark));
    }
}

/// The head with its tongue; colours are those of the body and of the markings.
fn draw_head(pen: &mut Pen, figure: &Figure, at: Point, thick: f32, (base, mark): (u32, u32)) {
    let (x, y) = at;
    let is_adder = figure.species == Species::Adder;
    let k = if figure.is_young() { 0.8 } else { 1.0 };
    if is_raised(figure) {
        let patch = polygon!(
            x + 2.0 * k, y + 2.0; x + 15.0 * k, y - 1.0; x + 12.0 * k, y + 7.0 * k
        );
        pen.flat(patch, rgb(0xC4463C));
    }
    if !is_adder {
        pen.flat(Path::circle((x - 5.0 * k, y + 0.5), thick * 0.9), figure.hue(0xF2D23A));
        pen.flat(Path::circle((x - 8.5 * k, y + 0.5), thick * 0.8), figure.hue(mark));
    }
    let skull = smooth!(
        x - 6.0 * k, y - 6.0 * k; x + 6.0 * k, y - 6.4 * k; x + 16.0 * k, y - 1.0;
        x + 14.0 * k, y + 3.0 * k; x + 2.0 * k, y + 6.0 * k; x - 6.0 * k, y + 5.0 * k
    );
    pen.body(skull, figure.hue(base));
    pen.line(polyline!(x + 15.0 * k, y + 2.0; x + 22.0 * k, y + 3.0), rgb(0x2A1418), 1.1);
    let stroke = polyline!(x + 26.0 * k, y + 0.5; x + 22.0 * k, y + 3.0; x + 26.0 * k, y + 6.0);
    pen.line(stroke, rgb(0x2A1418), 0.9);
    figure.draw_eye(pen, (x + 7.0 * k, y - 2.0), 2.0, if is_adder { 0xC4402A } else { 0xE0B23A });
}
