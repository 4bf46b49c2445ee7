//! Path → SVG path data, compact: relative and rounded, with the short commands for smooth joints
//! and ellipses.

use crate::drawing::canvas::*;

/// A point in hundredths of a unit.
type Grid = (i32, i32);

/// Number of segments of an ellipse: a move, four curves, a close.
const ELLIPSE: usize = 6;

#[derive(Default)]
struct Data {
    text: String,
    last: Option<char>,
}

impl Data {
    fn command(&mut self, letter: char, numbers: &[i32]) {
        let mut needs_space = self.last == Some(letter) && letter != 'm';
        if !needs_space {
            self.text.push(letter);
        }
        self.last = Some(letter);
        for value in numbers {
            let text = number(*value);
            if needs_space && !text.starts_with('-') {
                self.text.push(' ');
            }
            self.text.push_str(&text);
            needs_space = true;
        }
    }
}

/// Prints hundredths as a decimal number without superfluous zeros.
pub(crate) fn number(hundredths: i32) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    let whole = if whole == 0 && rest > 0 { String::new() } else { whole.to_string() };
    match rest {
        0 if whole == "0" => "0".to_owned(),
        0 => format!("{sign}{whole}"),
        _ if rest.is_multiple_of(10) => format!("{sign}{whole}.{}", rest / 10),
        _ => format!("{sign}{whole}.{rest:02}"),
    }
}

/// Radii and the point opposite the start, if the segments begin with an upright ellipse or a
/// circle.
fn ellipse_at(segments: &[Segment]) -> Option<(f32, f32, Point)> {
    let [
        Segment::Move(right),
        Segment::Cubic(control, _, below),
        Segment::Cubic(_, _, left),
        Segment::Cubic(_, _, above),
        Segment::Cubic(_, _, end),
        Segment::Close,
        ..,
    ] = segments
    else {
        return None;
    };
    let length = |a: Point, b: Point| ((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)).sqrt();
    let center = lerp(*right, *left, 0.5);
    let (rx, ry) = (length(*right, *left) / 2.0, length(*below, *above) / 2.0);
    let near = |a: Point, b: Point| length(a, b) < 0.02 + 0.002 * (rx + ry);
    let is_upright = (right.1 - left.1).abs() < 0.01 && (below.0 - above.0).abs() < 0.01;
    let is_circle = (rx - ry).abs() < 0.01;
    // The first control point of an ellipse lies 0.5523 of a radius along the tangent.
    let tangent = (below.0 - center.0, below.1 - center.1);
    let expected = (right.0 + tangent.0 * 0.552_285, right.1 + tangent.1 * 0.552_285);
    let is_ellipse = near(*right, *end)
        && near(center, lerp(*below, *above, 0.5))
        && near(*control, expected)
        && (is_upright || is_circle);
    is_ellipse.then_some((rx, ry, *left))
}

/// The path as the value of SVG's `d`: rounded to hundredths for small shapes, to tenths for large
/// ones. Each step starts where the rounded step before it ended, so that errors do not add up.
pub(crate) fn data_from_path(path: &Path) -> String {
    let (low, high) = path.bounds();
    let grain = if (high.0 - low.0).max(high.1 - low.1) < 6.0 { 2 } else { 10 };
    let snap = |p: Point| -> Grid {
        let to = |x: f32| (x * 100.0 / grain as f32).round() as i32 * grain;
        (to(p.0), to(p.1))
    };
    let mut data = Data::default();
    let (mut here, mut start): (Grid, Grid) = ((0, 0), (0, 0));
    let step = |from: Grid, to: Grid| [to.0 - from.0, to.1 - from.1];
    // The next curve's first control point if it continues smoothly.
    let mut reflected: Option<Grid> = None;
    let mut position = 0;
    while let Some(segment) = path.0.get(position) {
        if let (Segment::Move(p), Some((rx, ry, across))) =
            (segment, ellipse_at(&path.0[position..]))
        {
            let (p, q) = (snap(*p), snap(across));
            data.command('m', &step(here, p));
            let radius = |r: f32| (r * 50.0).round() as i32 * 2;
            for (from, to) in [(p, q), (q, p)] {
                let [dx, dy] = step(from, to);
                data.command('a', &[radius(rx), radius(ry), 0, 100, 100, dx, dy]);
            }
            data.command('z', &[]);
            (here, start, reflected) = (p, p, None);
            position += ELLIPSE;
            continue;
        }
        position += 1;
        match *segment {
            Segment::Move(p) => {
                let p = snap(p);
                data.command('m', &step(here, p));
                (here, start, reflected) = (p, p, None);
            }
            Segment::Line(p) => {
                let p = snap(p);
                data.command('l', &step(here, p));
                (here, reflected) = (p, None);
            }
            Segment::Cubic(p, q, r) => {
                let [first, second, end] = [snap(p), snap(q), snap(r)];
                let goes_on = reflected.is_some_and(|(x, y)| {
                    (x - first.0).abs() <= grain * 2 && (y - first.1).abs() <= grain * 2
                });
                let tail = [step(here, second), step(here, end)].concat();
                if goes_on {
                    data.command('s', &tail);
                } else {
                    data.command('c', &[step(here, first).to_vec(), tail].concat());
                }
                (here, reflected) = (end, Some((end.0 * 2 - second.0, end.1 * 2 - second.1)));
            }
            Segment::Close => {
                data.command('z', &[]);
                (here, reflected) = (start, None);
            }
        }
    }
    data.text
}
