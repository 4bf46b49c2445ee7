//! Wings of birds, folded and spread.

use super::traits::{BirdTraits, Mark};
use crate::drawing::canvas::*;
use crate::drawing::figures::Figure;

/// The near wing, folded along the flank.
pub(crate) fn draw_wing(
    pen: &mut Pen,
    figure: &Figure,
    traits: &BirdTraits,
    place: &impl Fn(f32, f32) -> Point,
    rear: Point,
) {
    let tip = lerp(rear, place(-0.5 - traits.tail / traits.length, 0.0), 0.42);
    let outline = smooth!(
        place(0.30, 0.04); place(0.18, 0.30); place(-0.16, 0.40); place(-0.46, 0.16);
        tip; tip; place(-0.34, -0.14); place(-0.06, -0.22); place(0.18, -0.18)
    );
    pen.marked(&outline, figure.hue(traits.wing), |pen| {
        let primaries = smooth!(
            place(-0.16, -0.30); place(-0.22, 0.04); place(-0.48, 0.10); tip; tip; place(-0.4, -0.3)
        );
        pen.flat(primaries, figure.hue(traits.tips));
        for mark in traits.marks {
            match *mark {
                Mark::WingBar(color) => {
                    let bar = [place(-0.02, 0.40), place(-0.10, 0.02), place(-0.02, -0.28)];
                    pen.line(Path::curve(&bar), figure.hue(color), 3.0);
                }
                Mark::BackSpots(color) => {
                    let mut spots = Path::default();
                    for row in 0..4 {
                        for column in 0..3 {
                            let at = place(
                                0.18 - row as f32 * 0.13,
                                0.24 - column as f32 * 0.16 - row as f32 * 0.02,
                            );
                            spots = spots.and(Path::ellipse(at, 1.6, 1.1));
                        }
                    }
                    pen.flat(spots, figure.hue(color));
                }
                _ => {}
            }
        }
    });
    for share in [0.0, 0.12, 0.24] {
        let from = place(-0.10 - share * 0.2, 0.22 - share * 1.3);
        let line = [from, lerp(from, tip, 0.5), lerp(tip, from, 0.08 + share * 0.4)];
        pen.detail(Path::curve(&line), figure.hue(traits.tips).darker(0.35), 0.7);
    }
    let coverts = [place(0.10, 0.24), place(0.02, 0.02), place(0.06, -0.16)];
    pen.detail(Path::curve(&coverts), figure.hue(traits.tips).darker(0.1), 0.8);
}

/// A raised wing: the far one behind the body, or the near one in front.
pub(crate) fn draw_raised_wing(
    pen: &mut Pen,
    figure: &Figure,
    traits: &BirdTraits,
    shoulder: Point,
    reach: f32,
    is_far: bool,
) {
    let (span, chord) = (traits.span * reach, traits.chord * reach.max(0.8));
    let direction = if is_far { 64.0 } else { 118.0 };
    let span = if is_far { span * 0.88 } else { span };
    let root = if is_far { plus(shoulder, (3.0, -2.0)) } else { shoulder };
    let wrist = plus(root, polar(span * 0.46, direction - 22.0));
    let tip = plus(root, polar(span, direction + 10.0));
    let rear = plus(root, (-chord, chord * 0.22));
    // The trailing edge bulges out from the chord between tip and body.
    let bulge = plus(lerp(tip, rear, 0.5), polar(chord * 0.55, direction + 100.0));
    let on_edge = |t: f32| lerp(lerp(tip, bulge, t), lerp(bulge, rear, t), t);
    let mut points = vec![plus(root, (4.0, 1.0)), lerp(root, wrist, 0.6), wrist];
    points.push(lerp(wrist, tip, 0.6));
    points.extend([tip, tip]);
    let n = 8;
    for feather in 1..n {
        let t = feather as f32 / n as f32;
        let outer = on_edge(t);
        let is_finger = feather <= traits.n_fingers;
        let depth = if is_finger { 0.30 } else { 0.09 };
        let notch = lerp(on_edge(t - 0.5 / n as f32), wrist, depth);
        points.extend([notch, notch, outer, outer]);
    }
    points.push(rear);
    let outline = Path::smooth(&points);
    let color = figure.hue(traits.wing);
    let color = if is_far { color.darker(0.30) } else { color };
    pen.marked(&outline, color, |pen| {
        let flight = smooth!(
            lerp(wrist, tip, 0.35); tip; tip;
            plus(bulge, polar(chord, direction + 100.0)); plus(rear, (-chord * 0.4, 4.0));
            lerp(rear, root, 0.35); lerp(lerp(root, wrist, 0.5), rear, 0.40)
        );
        let tips = figure.hue(traits.tips);
        pen.flat(flight, if is_far { tips.darker(0.3) } else { tips });
        for mark in traits.marks {
            match *mark {
                Mark::WingBar(color) => {
                    let bar = [
                        lerp(wrist, tip, 0.3),
                        lerp(lerp(wrist, bulge, 0.35), root, 0.2),
                        lerp(root, rear, 0.7),
                    ];
                    pen.line(Path::curve(&bar), figure.hue(color), 3.2);
                }
                Mark::BackSpots(color) => {
                    let mut spots = Path::default();
                    for step in 0..6 {
                        let along = lerp(root, wrist, 0.15 + 0.15 * step as f32);
                        spots = spots
                            .and(Path::circle(lerp(along, rear, 0.18), 1.5))
                            .and(Path::circle(lerp(along, bulge, 0.34), 1.5));
                    }
                    pen.flat(spots, figure.hue(color));
                }
                _ => {}
            }
        }
    });
    for feather in 1..n {
        let t = (feather as f32 - 0.1) / n as f32;
        let line = [lerp(on_edge(t), wrist, 0.45), lerp(on_edge(t), wrist, 0.08)];
        pen.detail(Path::polyline(&line), figure.hue(traits.wing).darker(0.6), 0.6);
    }
}
