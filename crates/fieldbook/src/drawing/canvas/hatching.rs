//! Pen hatching: parallel strokes over the shaded side of a shape.

use super::*;

/// Straight pieces per curve.
const PIECES: usize = 5;

/// Strokes at 45° in the lower right part of a path, `distance` apart; `None` if it is too small.
pub(crate) fn hatching(path: &Path, distance: f32) -> Option<Path> {
    let edges = edges(path);
    // In coordinates rotated by 45°, a stroke is a line of constant u.
    let u = |p: Point| (p.0 + p.1) * 0.5;
    let v = |p: Point| (p.0 - p.1) * 0.5;
    let (low, high) = edges
        .iter()
        .flatten()
        .fold((f32::MAX, f32::MIN), |(low, high), p| (low.min(u(*p)), high.max(u(*p))));
    if high - low < distance * 3.0 || high - low > 400.0 {
        return None;
    }
    let mut strokes = Path::default();
    let mut level = low + (high - low) * 0.60;
    while level < high {
        let mut crossings: Vec<f32> = edges
            .iter()
            .filter(|[a, b]| (u(*a) <= level) != (u(*b) <= level))
            .map(|[a, b]| {
                let share = (level - u(*a)) / (u(*b) - u(*a));
                v(lerp(*a, *b, share))
            })
            .collect();
        crossings.sort_by(f32::total_cmp);
        for pair in crossings.chunks_exact(2) {
            if pair[1] - pair[0] > 0.5 {
                let at = |v: f32| (level + v, level - v);
                strokes.0.push(Segment::Move(at(pair[0])));
                strokes.0.push(Segment::Line(at(pair[1] - (pair[1] - pair[0]) * 0.12)));
            }
        }
        level += distance * 0.72;
    }
    if strokes.0.is_empty() { None } else { Some(strokes) }
}

/// The path as short straight edges.
fn edges(path: &Path) -> Vec<[Point; 2]> {
    let mut edges = Vec::new();
    let (mut start, mut here) = ((0.0, 0.0), (0.0, 0.0));
    for segment in &path.0 {
        match *segment {
            Segment::Move(p) => (start, here) = (p, p),
            Segment::Line(p) => {
                edges.push([here, p]);
                here = p;
            }
            Segment::Cubic(p, q, r) => {
                let from = here;
                for piece in 1..=PIECES {
                    let t = piece as f32 / PIECES as f32;
                    let (ab, bc, cd) = (lerp(from, p, t), lerp(p, q, t), lerp(q, r, t));
                    let next = lerp(lerp(ab, bc, t), lerp(bc, cd, t), t);
                    edges.push([here, next]);
                    here = next;
                }
            }
            Segment::Close => {
                edges.push([here, start]);
                here = start;
            }
        }
    }
    edges
}
