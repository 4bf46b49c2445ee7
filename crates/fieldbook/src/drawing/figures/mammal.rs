//! Four-footed mammals.

use super::{
    Anchors, Figure, anchors,
    mammal_head::{Face, draw_face},
    mammal_traits::{MammalTraits, mammal_traits},
};
use crate::drawing::canvas::*;
use crate::{Behaviour, Health, Species};

pub(crate) fn draw_mammal(pen: &mut Pen, figure: &Figure) -> Anchors {
    let mut traits = mammal_traits(figure.species);
    if figure.is_young() {
        traits = MammalTraits {
            half: traits.half * 0.72,
            depth: traits.depth * 0.86,
            legs: traits.legs * 0.74,
            neck: traits.neck * 0.7,
            neck_rise: traits.neck_rise * 0.8,
            head: traits.head * 1.12,
            snout: traits.snout * 0.7,
            tail: traits.tail * 0.62,
            ..traits
        };
    }
    if figure.behaviour == Behaviour::Sleeping {
        return draw_curled(pen, figure, &traits);
    }
    draw_standing(pen, figure, &traits)
}

fn draw_standing(pen: &mut Pen, figure: &Figure, traits: &MammalTraits) -> Anchors {
    use Behaviour as B;
    let is_dead = figure.is_dead();
    let leaps = figure.behaviour == B::Leaping;
    let rears = figure.behaviour == B::Fighting;
    let sits = figure.species == Species::RedSquirrel
        && matches!(figure.behaviour, B::Resting | B::Feeding | B::CarryingPrey | B::Calling)
        && !is_dead;
    let (d, half) = (traits.depth, traits.half);
    let legs = if is_dead { traits.leg_width } else { traits.legs };
    let base = -legs - d * 0.42;
    let mut hip: Point = (-half, base);
    let mut shoulder: Point = (half, base + d * 0.02);
    if leaps {
        hip = (-half, base + 3.0);
        shoulder = (half + 3.0, base - 15.0);
    } else if rears {
        shoulder = (half * 0.5, base - d * 0.9);
    } else if sits {
        hip = (-half * 0.7, -d * 0.46);
        shoulder = (half * 0.45, -d * 0.46 - half * 1.2);
    }
    let bows = matches!(figure.behaviour, B::Feeding) && !sits;
    let (reach, rise) = match figure.behaviour {
        _ if is_dead => (traits.neck, -2.0),
        _ if bows => (traits.neck + 5.0, -(legs + d * 0.1 - traits.head).max(4.0) * 0.82),
        B::Calling => (traits.neck * 0.8, traits.neck_rise + 5.0),
        _ if leaps => (traits.neck + 3.0, traits.neck_rise * 0.75),
        _ => (traits.neck, traits.neck_rise),
    };
    let head = plus(shoulder, (reach, -rise));

    draw_tail(pen, figure, traits, hip, sits, leaps);
    draw_legs(pen, figure, traits, hip, shoulder, sits, true);
    let hump = if figure.species == Species::BrownBear { d * 0.57 } else { d * 0.47 };
    let mut spine = vec![
        tube_point(plus(hip, (-d * 0.12, 0.0)), d * 0.40),
        tube_point(plus(hip, (half * 0.5, -d * 0.04)), d * 0.46),
        tube_point(lerp(hip, shoulder, 0.55), d * 0.44),
        tube_point(shoulder, hump),
    ];
    if !is_dead || reach > 0.0 {
        spine.push(tube_point(lerp(shoulder, head, 0.55), (d * 0.29).max(traits.head * 0.72)));
        spine.push(tube_point(head, traits.head * 0.90));
    }
    let body = Path::tube(&spine);
    pen.marked(&body, figure.hue(traits.coat), |pen| {
        let under = tube!(
            tube_point(plus(hip, (0.0, d * 0.52)), d * 0.16);
            tube_point(plus(lerp(hip, shoulder, 0.5), (0.0, d * 0.52)), d * 0.20);
            tube_point(plus(shoulder, (d * 0.2, d * 0.42)), d * 0.22);
            tube_point(plus(lerp(shoulder, head, 0.6), (d * 0.22, d * 0.22)), d * 0.16)
        );
        pen.flat(under, figure.hue(traits.belly));
        draw_coat_marks(pen, figure, traits, hip, shoulder);
    });
    if figure.species == Species::Hedgehog {
        draw_spines(pen, figure, hip, shoulder, d);
    } else {
        draw_fur(pen, figure, traits, hip, shoulder);
    }
    draw_legs(pen, figure, traits, hip, shoulder, sits, false);
    let turn = match figure.behaviour {
        _ if bows => -52.0,
        B::Calling => 34.0,
        _ if is_dead => -16.0,
        _ => -8.0,
    };
    let face =
        Face { at: head, turn, is_open: matches!(figure.behaviour, B::Calling | B::Fighting) };
    let (mouth, ear) = draw_face(pen, figure, traits, &face);
    figure.draw_ailment(pen, plus(lerp(hip, shoulder, 0.45), (0.0, -d * 0.05)), d * 0.19);
    anchors!(
        mouth mouth; back 0.0, base - d * 0.47;
        neck lerp(shoulder, head, 0.5); leg half, -legs * 0.3; ear ear
    )
}

fn draw_coat_marks(
    pen: &mut Pen,
    figure: &Figure,
    traits: &MammalTraits,
    hip: Point,
    shoulder: Point,
) {
    let d = traits.depth;
    match figure.species {
        Species::DappleMarten => {
            let mut spots = Path::default();
            for i in 0..8 {
                let along = lerp(hip, shoulder, -0.1 + i as f32 * 0.16);
                let across = d * (if i % 2 == 0 { -0.16 } else { 0.08 });
                spots = spots.and(Path::ellipse(plus(along, (0.0, across)), 3.1, 2.4));
            }
            pen.flat(spots, figure.hue(0xF0E2BC));
        }
        Species::RoeDeer => {
            let patch = Path::circle(plus(hip, (-d * 0.62, -d * 0.04)), d * 0.36);
            pen.flat(patch, figure.hue(0xF9F5EC));
            if figure.is_young() {
                let mut spots = Path::default();
                for i in 0..12 {
                    let along = lerp(hip, shoulder, (i / 2) as f32 * 0.2);
                    spots = spots.and(Path::circle(
                        plus(along, (0.0, d * (-0.24 + 0.2 * (i % 2) as f32))),
                        1.5,
                    ));
                }
                pen.flat(spots, figure.hue(0xF9F1E0));
            }
        }
        _ => {}
    }
}

fn draw_fur(pen: &mut Pen, figure: &Figure, traits: &MammalTraits, hip: Point, shoulder: Point) {
    let d = traits.depth;
    let mut strokes = Path::default();
    for i in 0..9 {
        let along = lerp(hip, shoulder, -0.15 + i as f32 * 0.14);
        let across = d * (0.22 - 0.16 * (i % 4) as f32);
        let from = plus(along, (0.0, across));
        strokes = strokes.and(polyline!(from; plus(from, (-4.0, 1.6))));
    }
    pen.detail(strokes, figure.hue(traits.coat).darker(0.4), 0.7);
}

fn draw_spines(pen: &mut Pen, figure: &Figure, hip: Point, shoulder: Point, d: f32) {
    let center = plus(lerp(hip, shoulder, 0.40), (0.0, -d * 0.02));
    let (rx, ry) = (d * 1.06, d * 0.74);
    let n = 34;
    let mut points = Vec::new();
    for i in 0..n {
        let angle = -10.0 + i as f32 * 205.0 / (n - 1) as f32;
        for (turn, reach) in [(0.0, 0.90), (3.0, 1.12)] {
            let p = polar(reach, angle + turn);
            points.push(plus(center, (p.0 * rx, p.1 * ry)));
        }
    }
    points.push(plus(center, (-rx * 0.7, d * 0.42)));
    points.push(plus(center, (rx * 0.5, d * 0.36)));
    pen.body(Path::polygon(&points), figure.hue(0x6A5440));
    let mut pale = Path::default();
    for i in 0..34_u32 {
        let angle = 8.0 + (i * 37 % 170) as f32;
        let reach = 0.34 + 0.55 * (i * 53 % 29) as f32 / 29.0;
        let p = polar(1.0, angle);
        let from = plus(center, (p.0 * rx * reach, p.1 * ry * reach));
        let to = plus(center, (p.0 * rx * (reach + 0.16) - 2.0, p.1 * ry * (reach + 0.16)));
        pale = pale.and(polyline!(from; to));
    }
    pen.line(pale, figure.hue(0xE6D8BC), 1.0);
}

fn draw_legs(
    pen: &mut Pen,
    figure: &Figure,
    traits: &MammalTraits,
    hip: Point,
    shoulder: Point,
    sits: bool,
    is_far: bool,
) {
    use Behaviour as B;
    let w = traits.leg_width;
    let shift = if is_far { 4.0 } else { -2.0 };
    let shade = |color: Color| if is_far { color.darker(0.38) } else { color };
    let coat = shade(figure.hue(traits.coat));
    let lower = shade(figure.hue(traits.legs_color));
    let step = match figure.behaviour {
        B::Moving => traits.legs * 0.42 + 3.0,
        _ => 0.0,
    } * if is_far { -1.0 } else { 1.0 };
    let (fore, hind): (Point, Point) = if figure.is_dead() {
        let off = if is_far { 5.0 } else { -1.0 };
        ((shoulder.0 + traits.legs * 0.85, -2.0 - off), (hip.0 + traits.legs * 0.45, -1.5 - off))
    } else if figure.behaviour == B::Leaping {
        (
            (shoulder.0 + traits.legs * 0.85 + shift, shoulder.1 + traits.legs * 0.5),
            (hip.0 - traits.legs * 0.85 + shift, hip.1 + traits.legs * 0.62),
        )
    } else if figure.behaviour == B::Fighting {
        ((shoulder.0 + traits.legs * 0.62 + 5.0, shoulder.1 + shift * 1.6), (hip.0 + shift, -1.0))
    } else if sits {
        ((shoulder.0 + 12.0 + shift * 0.5, shoulder.1 + 13.0), (hip.0 + 10.0 + shift, -1.0))
    } else {
        ((shoulder.0 + shift + step, -1.0), (hip.0 + shift - 2.0 - step, -1.0))
    };
    let is_missing = figure.health == Health::MissingLimb && !is_far;
    // Hind leg: a thigh, a hock that bends backwards, a foot.
    let thigh = if sits { traits.depth * 0.36 } else { traits.depth * 0.25 };
    let hock = (lerp(hip, hind, 0.62).0 - traits.legs * 0.13 - 1.0, lerp(hip, hind, 0.60).1);
    let leg = tube!(
        hip.0, hip.1 + traits.depth * 0.1, thigh.max(w);
        hock.0 + 1.5, lerp(hip, hock, 0.72).1, w * 0.95;
        hock.0, hock.1, w * 0.62; hind.0, hind.1 - 1.0, w * 0.56
    );
    pen.marked(&leg, coat, |pen| {
        pen.flat(tube!(hock.0, hock.1 + 2.0, w * 1.2; hind.0, hind.1, w * 1.2), lower);
    });
    pen.body(Path::ellipse((hind.0 + w * 0.5, hind.1 - w * 0.15), w * 1.0, w * 0.5), lower);
    // Foreleg.
    let knee = (lerp(shoulder, fore, 0.55).0 + 1.0, lerp(shoulder, fore, 0.55).1);
    if is_missing {
        let stump = (shoulder.0 + shift, shoulder.1 + traits.depth * 0.5 + 2.0);
        let shape = tube!(
            shoulder.0, shoulder.1 + traits.depth * 0.1, w * 1.2; stump.0, stump.1, w * 0.9
        );
        pen.body(shape, coat);
        pen.flat(Path::ellipse(stump, w * 0.8, w * 0.6), rgb(0xB5261E));
        return;
    }
    let leg = tube!(
        shoulder.0, shoulder.1 + traits.depth * 0.12, (traits.depth * 0.19).max(w);
        knee.0, knee.1, w * 0.74; fore.0, fore.1 - 1.0, w * 0.56
    );
    pen.marked(&leg, coat, |pen| {
        pen.flat(tube!(knee.0, knee.1, w * 1.2; fore.0, fore.1, w * 1.2), lower);
    });
    pen.body(Path::ellipse((fore.0 + w * 0.5, fore.1 - w * 0.15), w * 0.95, w * 0.5), lower);
}

fn draw_tail(
    pen: &mut Pen,
    figure: &Figure,
    traits: &MammalTraits,
    hip: Point,
    sits: bool,
    leaps: bool,
) {
    if traits.tail < 1.0 {
        return;
    }
    let (t, w) = (traits.tail, traits.tail_width);
    let root = plus(hip, (-traits.depth * 0.34, -traits.depth * 0.16));
    let points: Vec<(f32, f32, f32)> =
        if figure.species == Species::RedSquirrel && !leaps && !figure.is_dead() {
            let lean = if sits { 0.0 } else { -t * 0.12 };
            vec![
                (root.0 + 2.0, root.1 + 5.0, w * 0.45),
                (root.0 - t * 0.20 + lean, root.1 - t * 0.16, w * 0.9),
                (root.0 - t * 0.20 + lean, root.1 - t * 0.52, w * 1.1),
                (root.0 - t * 0.04 + lean, root.1 - t * 0.80, w * 1.0),
                (root.0 - t * 0.24 + lean, root.1 - t * 0.98, w * 0.42),
            ]
        } else if leaps {
            vec![
                (root.0, root.1, w * 0.4),
                (root.0 - t * 0.45, root.1 - t * 0.12, w * 0.95),
                (root.0 - t * 0.8, root.1 - t * 0.06, w * 0.7),
                (root.0 - t, root.1 + t * 0.02, w * 0.2),
            ]
        } else if figure.is_dead() {
            vec![
                (root.0, root.1 + 4.0, w * 0.4),
                (root.0 - t * 0.5, -w * 0.8, w * 0.8),
                (root.0 - t, -w * 0.5, w * 0.3),
            ]
        } else {
            vec![
                (root.0, root.1, w * 0.42),
                (root.0 - t * 0.32, root.1 + t * 0.22, w * 0.9),
                (root.0 - t * 0.60, root.1 + t * 0.42, w),
                (root.0 - t * 0.86, root.1 + t * 0.44, w * 0.35),
            ]
        };
    let tail = Path::tube(&points);
    pen.marked(&tail, figure.hue(traits.tail_color), |pen| {
        let end = points[points.len() - 1];
        pen.flat(Path::circle((end.0, end.1), t * 0.26 + 2.0), figure.hue(traits.tail_tip));
    });
}

/// Asleep, rolled up.
fn draw_curled(pen: &mut Pen, figure: &Figure, traits: &MammalTraits) -> Anchors {
    let r = traits.half * 0.9 + traits.depth * 0.42;
    let h = r * 0.66;
    if figure.species == Species::Hedgehog {
        draw_spines(pen, figure, (-17.0, -20.0), (17.0, -20.0), 27.0);
    } else {
        let body = smooth!(
            -r, -h * 0.5; -r * 0.7, -h * 1.2; 0.0, -h * 1.55;
            r * 0.75, -h * 1.15; r, -h * 0.5; r * 0.7, 0.0; -r * 0.7, 0.0
        );
        pen.body(body, figure.hue(traits.coat));
        let thigh = Path::ellipse((-r * 0.42, -h * 0.55), r * 0.42, h * 0.52);
        pen.body(thigh, figure.hue(traits.coat));
    }
    if traits.tail > 20.0 {
        let w = traits.tail_width;
        let wrap = points!(
            -r * 0.95, -h * 0.35, w * 0.6; -r * 0.3, -w * 0.7, w * 0.9;
            r * 0.4, -w * 0.6, w * 0.8; r * 0.8, -w * 0.9, w * 0.3
        );
        let tail = Path::tube(&wrap);
        pen.marked(&tail, figure.hue(traits.tail_color), |pen| {
            pen.flat(Path::circle((r * 0.85, -w), w * 1.9), figure.hue(traits.tail_tip))
        });
    }
    let head = (r * 0.52, -h * 0.62);
    let face = Face { at: head, turn: -22.0, is_open: false };
    let (mouth, ear) = draw_face(pen, figure, traits, &face);
    Anchors { mouth, back: (0.0, -h * 1.5), neck: (r * 0.3, -h * 0.8), leg: (0.0, -2.0), ear }
}
