//! Birds that stand, perch, swim and fly.

use super::{
    chick::draw_chick,
    head::{Head, draw_bill, draw_head},
    owl::draw_owl,
    traits::{BirdTraits, Mark, Tail, bird_traits},
    wings::{draw_raised_wing, draw_wing},
};
use crate::drawing::canvas::*;
use crate::drawing::figures::{Anchors, Figure, anchors};
use crate::{Behaviour, Health, LifeStage, Substrate};

pub(crate) fn draw_bird(pen: &mut Pen, figure: &Figure) -> Anchors {
    let traits = bird_traits(figure.species, figure.sex);
    if figure.stage == LifeStage::Juvenile {
        return draw_chick(pen, figure, &traits);
    }
    if figure.is_flying() {
        return draw_body(pen, figure, &traits, &Pose::flying(&traits));
    }
    if traits.is_owl && !figure.is_dead() {
        return draw_owl(pen, figure, &traits);
    }
    draw_body(pen, figure, &traits, &Pose::standing(figure, &traits))
}

/// Positions of the parts of a bird.
#[derive(Default)]
struct Pose {
    angle: f32,
    center: Point,
    head: Point,
    neck: Vec<Point>,
    is_flying: bool,
    legs: Option<f32>,
    stride: f32,
    fans_tail: bool,
    raises_wings: bool,
    opens_bill: bool,
    bill_turn: f32,
}

impl Pose {
    fn flying(traits: &BirdTraits) -> Self {
        let axis = polar(1.0, 9.0);
        let front = scaled(axis, traits.length * 0.42);
        let stretch = traits.neck * 0.72;
        let is_heron = traits.neck > 38.0 && traits.legs > 40.0 && traits.bill_length > 20.0;
        let reach = if is_heron { stretch * 0.35 } else { stretch };
        let head =
            plus(front, (reach + traits.head_size * 0.55, -traits.head_size * 0.35 - reach * 0.12));
        let neck = if traits.neck > 10.0 { vec![lerp(front, head, 0.5)] } else { Vec::new() };
        Self { angle: 9.0, head, neck, is_flying: true, ..Self::default() }
    }

    fn standing(figure: &Figure, traits: &BirdTraits) -> Self {
        use Behaviour as B;
        let is_afloat = figure.substrate == Substrate::Water;
        let behaviour = figure.behaviour;
        let bows = matches!(behaviour, B::Feeding) && traits.neck < 20.0;
        let angle = match behaviour {
            _ if figure.is_dead() => 3.0,
            _ if bows => traits.angle * 0.25 - 8.0,
            B::Moving => traits.angle * 0.7,
            B::Calling => traits.angle + 6.0,
            B::Displaying => traits.angle * 0.8,
            B::Fighting => traits.angle + 14.0,
            _ => traits.angle,
        };
        let axis = polar(1.0, angle);
        let legs = if is_afloat { 0.0 } else { traits.legs };
        let sink = if is_afloat { traits.depth * 0.22 } else { 0.0 };
        let lift = traits.length * 0.10 * axis.1.abs();
        let center = (0.0, sink - legs - traits.depth * 0.47 - lift);
        let front = plus(center, scaled(axis, traits.length * 0.40));
        let (head, neck) = head_and_neck(figure, traits, center, front, axis);
        Self {
            angle,
            center,
            head,
            neck,
            is_flying: false,
            legs: (!is_afloat).then_some(legs),
            stride: match behaviour {
                B::Moving => traits.legs * 0.42 + 4.0,
                B::Fighting => 7.0,
                _ => 0.0,
            },
            fans_tail: matches!(behaviour, B::Displaying | B::Fighting),
            raises_wings: matches!(behaviour, B::Fighting | B::Displaying),
            opens_bill: matches!(behaviour, B::Calling | B::Fighting),
            bill_turn: match behaviour {
                B::Calling => 22.0,
                B::Feeding if stretches_neck(figure, traits) => -62.0,
                B::Fighting if stretches_neck(figure, traits) => -8.0,
                _ => 0.0,
            },
        }
    }
}

/// Whether a long-necked bird stretches its neck forward, to feed or to fight.
fn stretches_neck(figure: &Figure, traits: &BirdTraits) -> bool {
    traits.neck >= 10.0
        && !figure.is_dead()
        && matches!(figure.behaviour, Behaviour::Feeding | Behaviour::Fighting)
}

/// The head of a standing bird, and the points of its neck from the body up. `front` is where the
/// neck begins, `axis` the direction of the body.
fn head_and_neck(
    figure: &Figure,
    traits: &BirdTraits,
    center: Point,
    front: Point,
    axis: Point,
) -> (Point, Vec<Point>) {
    use Behaviour as B;
    let behaviour = figure.behaviour;
    if behaviour == B::Sleeping {
        let head = if traits.neck < 10.0 {
            plus(front, (-traits.head_size * 0.5, -traits.head_size * 0.15))
        } else {
            plus(center, (-traits.length * 0.02, -traits.depth * 0.56))
        };
        let is_long = traits.neck > 10.0;
        (head, if is_long { vec![plus(front, (2.0, -traits.depth * 0.34))] } else { vec![] })
    } else if figure.is_dead() {
        // Limp and stretched out; the composition turns the whole bird on its back.
        let reach = traits.neck * 0.8 + traits.head_size * 0.7;
        let head = plus(front, (reach, -traits.head_size * 0.1));
        let is_long = traits.neck > 10.0;
        (head, if is_long { vec![lerp(front, head, 0.5)] } else { Vec::new() })
    } else if traits.neck < 10.0 {
        let rise = traits.head_size * 0.62 + traits.neck;
        (plus(front, (axis.0 * traits.head_size * 0.5, -rise)), Vec::new())
    } else if stretches_neck(figure, traits) {
        let down = if behaviour == B::Feeding {
            let reach = traits.neck * 0.62;
            let floor = -traits.bill_length * 0.86;
            (front.0 + reach + 4.0, floor.max(front.1 + traits.neck * 0.2))
        } else {
            (front.0 + traits.neck * 0.8, front.1 - traits.neck * 0.35)
        };
        let knee = (front.0 + traits.neck * 0.42, front.1 - traits.neck * 0.16);
        (down, vec![knee])
    } else {
        let n = traits.neck;
        let head = plus(front, (n * 0.24 + 2.0, -n));
        let is_long = n > 18.0;
        let swing = if is_long { n * 0.20 } else { n * 0.04 };
        let low = plus(front, (n * 0.12 + swing, -n * 0.30));
        let high = plus(front, (n * 0.12 - swing * 0.55, -n * 0.68));
        (head, vec![low, high])
    }
}

fn draw_body(pen: &mut Pen, figure: &Figure, traits: &BirdTraits, pose: &Pose) -> Anchors {
    let axis = polar(1.0, pose.angle);
    let up = (axis.1, -axis.0);
    let (length, depth) = (traits.length, traits.depth);
    let place = |along: f32, across: f32| {
        plus(pose.center, plus(scaled(axis, along * length), scaled(up, across * depth)))
    };
    let rear = place(-0.5, 0.02);
    let front = place(0.40, 0.0);
    let shoulder = place(0.22, 0.20);

    if pose.is_flying || pose.raises_wings {
        let reach = if pose.is_flying { 1.0 } else { 0.62 };
        draw_raised_wing(pen, figure, traits, shoulder, reach, true);
    }
    draw_tail(pen, figure, traits, pose, rear, axis, up);
    if let Some(legs) = pose.legs {
        draw_legs(pen, figure, traits, pose, legs);
    } else if pose.is_flying && traits.legs > 30.0 {
        for shift in [-1.5, 1.5] {
            let hip = place(-0.36, -0.2);
            let toe = plus(hip, (-traits.legs * 0.8, 3.0 + shift));
            pen.line(polyline!(hip; toe), rgb(traits.legs_color), 2.0);
        }
    }

    let spine = spine(figure, traits, pose, &place);
    let outline = Path::tube(&spine);
    let tucks = figure.behaviour == Behaviour::Sleeping;
    pen.marked(&outline, figure.hue(traits.back), |pen| {
        let under = tube!(
            tube_point(place(-0.5, -0.40), depth * 0.16);
            tube_point(place(-0.1, -0.44), depth * 0.30);
            tube_point(place(0.30, -0.34), depth * 0.28)
        );
        pen.flat(under, figure.hue(traits.belly));
        let chest = tube!(
            tube_point(place(0.16, -0.42), depth * 0.25);
            tube_point(place(0.44, -0.14), depth * 0.33)
        );
        pen.flat(chest, figure.hue(traits.breast));
        if !tucks {
            draw_neck_and_crown(pen, figure, traits, pose, front);
        }
        draw_body_marks(pen, figure, traits, &place);
    });
    if pose.is_flying || pose.raises_wings {
        let reach = if pose.is_flying { 1.0 } else { 0.62 };
        draw_raised_wing(pen, figure, traits, shoulder, reach, false);
    } else {
        draw_wing(pen, figure, traits, &place, rear);
    }
    if tucks {
        pen.body(Path::circle(pose.head, traits.head_size), figure.hue(traits.head));
    }
    let head = Head { at: pose.head, size: traits.head_size, turn: pose.bill_turn, tucks };
    draw_head(pen, figure, traits, &head);
    let mouth =
        if tucks { pose.head } else { draw_bill(pen, figure, traits, &head, pose.opens_bill) };
    figure.draw_ailment(pen, place(0.12, -0.24), depth * 0.17);
    anchors!(
        mouth mouth; back place(0.0, 0.5); neck lerp(front, pose.head, 0.3);
        leg pose.center.0 + 3.0 + pose.stride, -pose.legs.unwrap_or(0.0) * 0.32; ear pose.head
    )
}

/// Centres and radii of the body, from the tail to the head.
fn spine(
    figure: &Figure,
    traits: &BirdTraits,
    pose: &Pose,
    place: &impl Fn(f32, f32) -> Point,
) -> Vec<(f32, f32, f32)> {
    let depth = traits.depth;
    let mut spine = vec![
        tube_point(place(-0.5, 0.02), depth * 0.15),
        tube_point(place(-0.30, 0.0), depth * 0.37),
        tube_point(place(-0.04, -0.02), depth * 0.50),
        tube_point(place(0.22, 0.0), depth * 0.46),
    ];
    let front = place(0.40, 0.0);
    if pose.neck.is_empty() {
        if figure.behaviour != Behaviour::Sleeping {
            let join = lerp(front, pose.head, 0.42);
            spine.push(tube_point(join, (depth * 0.33).max(traits.head_size * 0.98)));
        } else {
            spine.push(tube_point(place(0.42, 0.0), depth * 0.28));
        }
    } else {
        spine.push(tube_point(front, depth * 0.24 + traits.neck_width * 0.5));
        for (position, point) in pose.neck.iter().enumerate() {
            let width = traits.neck_width * if position == 0 { 1.15 } else { 1.0 };
            spine.push(tube_point(*point, width));
        }
    }
    let tucks = figure.behaviour == Behaviour::Sleeping;
    if !tucks || !pose.neck.is_empty() {
        let share = if pose.neck.is_empty() { 0.98 } else { 0.92 };
        spine.push(tube_point(pose.head, traits.head_size * share));
    }
    spine
}

fn draw_neck_and_crown(
    pen: &mut Pen,
    figure: &Figure,
    traits: &BirdTraits,
    pose: &Pose,
    front: Point,
) {
    let h = traits.head_size;
    let mut spine = vec![];
    if pose.neck.len() > 1 {
        spine.push(tube_point(front, traits.neck_width * 1.2));
        spine.extend(pose.neck.iter().map(|p| tube_point(*p, traits.neck_width * 1.5)));
    } else if let Some(knee) = pose.neck.first() {
        spine.push(tube_point(*knee, traits.neck_width * 1.5));
    } else {
        spine.push(tube_point(lerp(front, pose.head, 0.75), h * 1.05));
    }
    spine.push(tube_point(pose.head, h * 1.3));
    pen.flat(Path::tube(&spine), figure.hue(traits.head));
}

fn draw_body_marks(
    pen: &mut Pen,
    figure: &Figure,
    traits: &BirdTraits,
    place: &impl Fn(f32, f32) -> Point,
) {
    for mark in traits.marks {
        match *mark {
            Mark::Bib(color) => {
                let bib = tube!(
                    tube_point(place(0.22, -0.34), traits.depth * 0.26);
                    tube_point(place(0.52, 0.02), traits.depth * 0.32);
                    tube_point(plus(place(0.60, 0.22), (3.0, 0.0)), traits.head_size * 0.72)
                );
                pen.flat(bib, figure.hue(color));
            }
            Mark::BreastBars(color) => {
                for step in 0..6 {
                    let along = 0.02 + step as f32 * 0.085;
                    let bar = [
                        place(along, -0.62),
                        place(along + 0.05, -0.34),
                        place(along + 0.02, -0.06),
                    ];
                    pen.detail(Path::curve(&bar), figure.hue(color), 1.5);
                }
            }
            Mark::BreastSpots(color) => {
                let mut spots = Path::default();
                for row in 0..4 {
                    for column in 0..3 {
                        let along = 0.0 + row as f32 * 0.12 + column as f32 * 0.03;
                        let at = place(along, -0.12 - column as f32 * 0.13);
                        spots = spots.and(Path::ellipse(at, 1.0, 1.5));
                    }
                }
                if pen.is_detailed {
                    pen.flat(spots, figure.hue(color));
                }
            }
            _ => {}
        }
    }
}

fn draw_tail(
    pen: &mut Pen,
    figure: &Figure,
    traits: &BirdTraits,
    pose: &Pose,
    rear: Point,
    axis: Point,
    up: Point,
) {
    let base = traits.depth * 0.15;
    let tail = traits.tail;
    let at = |back: f32, across: f32| plus(rear, plus(scaled(axis, -back), scaled(up, across)));
    if pose.fans_tail || traits.tail_kind == Tail::Fan {
        let spread = if pose.fans_tail { 3.0 } else { 1.6 };
        let raise = if pose.fans_tail { tail * 0.35 + 6.0 } else { tail * 0.5 };
        let length = tail.max(16.0);
        for feather in 0..5 {
            let share = feather as f32 / 4.0 - 0.5;
            let end = at(length * (1.0 - share * share * 0.5), raise + share * spread * base * 2.4);
            let color = figure.hue(if feather % 2 == 0 { traits.tips } else { traits.wing });
            pen.body(Path::blade(at(-6.0, 0.0), end, length * 0.34, 0.75), color);
        }
        return;
    }
    let path = match traits.tail_kind {
        Tail::Fork => smooth!(
            at(-6.0, base); at(tail * 0.5, base * 1.2); at(tail * 1.15, base * 1.9);
            at(tail * 1.15, base * 1.9); at(tail * 0.42, base * 0.2);
            at(tail * 0.42, base * 0.2); at(tail, -base * 1.6);
            at(tail, -base * 1.6); at(tail * 0.4, -base * 0.9); at(-6.0, -base)
        ),
        _ => smooth!(
            at(-8.0, base * 1.1); at(tail * 0.5, base * 0.95); at(tail, base * 1.05);
            at(tail, base * 1.05); at(tail * 1.03, -base * 0.3); at(tail * 0.96, -base * 1.05);
            at(tail * 0.96, -base * 1.05); at(tail * 0.4, -base * 0.9); at(-8.0, -base * 1.2)
        ),
    };
    pen.body(path, figure.hue(traits.tips));
    for across in [-0.35, 0.25] {
        let line = [at(tail * 0.2, across * base), at(tail * 0.9, across * base)];
        pen.detail(Path::polyline(&line), figure.hue(traits.wing), 0.7);
    }
}

fn draw_legs(pen: &mut Pen, figure: &Figure, traits: &BirdTraits, pose: &Pose, legs: f32) {
    let width = if legs > 30.0 { 2.2 } else { 2.6 };
    let color = rgb(traits.legs_color);
    let hip_y = pose.center.1 + traits.depth * 0.30;
    let is_missing = figure.health == Health::MissingLimb;
    for (far, x) in [(true, pose.center.0 - 5.0), (false, pose.center.0 + 3.0)] {
        let stride = if far { -pose.stride } else { pose.stride };
        let color = if far { color.darker(0.35) } else { color };
        let hip = (x, hip_y);
        let ankle = (x + stride * 0.3 - legs * 0.10, -legs * 0.48);
        if is_missing && !far {
            let stump = plus(hip, (0.0, legs * 0.35 + 6.0));
            pen.line(polyline!(hip; stump), color, width);
            pen.flat(Path::circle(stump, 2.4), rgb(0xB5261E));
            continue;
        }
        let foot = (x + stride, -1.0);
        let leg = curve!(hip; ankle; ankle; foot);
        pen.line(leg, color, width);
        let toes = polyline!(foot.0 - 4.0, 0.0; foot; foot.0 + 7.5, 0.0)
            .and(polyline!(foot; foot.0 + 4.5, 1.6));
        pen.line(toes, color, width * 0.8);
    }
}
