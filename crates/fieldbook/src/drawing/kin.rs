//! Other individuals of the species: opponents, mates, broods, flocks.

use super::canvas::*;
use super::{
    figures::{Figure, draw_figure, scale_on_page},
    food::draw_scuffle,
    place::{Place, hangs},
};
use crate::{Behaviour, Count, Framing, Group, LifeStage, Scene, Sex, Substrate};

/// Draws the other individuals of the species: opponents, mates, young, groups.
pub(super) fn draw_kin(
    pen: &mut Pen,
    scene: &Scene,
    place: &Place,
    figure: &Figure,
    list: &mut DisplayList,
) {
    match scene.behaviour {
        Behaviour::Fighting => draw_opponent(pen, scene, place, figure),
        Behaviour::Mating => draw_mate(pen, scene, place, figure),
        Behaviour::TendingYoung => draw_young(pen, scene, place, figure),
        _ => {
            let other = Figure { variation: figure.variation ^ 5, ..figure.clone() };
            draw_group(pen, scene, place, &other, list);
        }
    }
}

/// Draws a figure at a point of the page; a negative horizontal scale turns it round.
fn draw_at(pen: &mut Pen, scene: &Scene, at: Point, scale: (f32, f32), figure: &Figure) {
    let map = Affine::translate(at.0, at.1).scaled(scale.0, scale.1);
    pen.within(map, |pen| draw_figure(pen, figure, scene.season));
}

fn draw_opponent(pen: &mut Pen, scene: &Scene, place: &Place, figure: &Figure) {
    let ((x, y), s) = (place.at, place.scale);
    draw_at(pen, scene, (x + 21.0, y), (-s * 0.74, s * 0.74), figure);
    draw_scuffle(pen, (x, place.center().1 - 9.0 * s));
}

fn draw_mate(pen: &mut Pen, scene: &Scene, place: &Place, figure: &Figure) {
    let ((x, y), s) = (place.at, place.scale);
    let other = Figure {
        variation: figure.variation ^ 9,
        sex: figure.sex.map(other_sex),
        ..figure.clone()
    };
    let (at, scale) = match scene.group() {
        Group::Butterfly => ((x - 40.0 * s, y), (-s, s)),
        Group::Fish => ((x - 9.0, y + 19.0 * s), (s * 0.94, s * 0.94)),
        Group::Dragonfly => ((x + 15.0, y - 26.0 * s), (s * 0.94, s * 0.94)),
        _ => ((x - 10.0, y - 29.0 * s), (s * 0.92, s * 0.92)),
    };
    draw_at(pen, scene, at, scale, &other);
}

fn draw_young(pen: &mut Pen, scene: &Scene, place: &Place, figure: &Figure) {
    let (x, y) = place.at;
    let is_bird = scene.group().is_bird();
    let young = Figure {
        stage: LifeStage::Juvenile,
        behaviour: if is_bird { Behaviour::Calling } else { Behaviour::Resting },
        sex: None,
        ..figure.clone()
    };
    let (shrink, step) = if scene.framing == Framing::Distant { (0.24, 0.5) } else { (0.46, 1.0) };
    let k = scale_on_page(&young) * shrink;
    if is_bird {
        for dx in [3.0, 12.0, 21.0] {
            draw_at(pen, scene, (x + dx * step, y + 1.0), (-k, k), &young);
        }
    } else {
        draw_at(pen, scene, (x + 33.0 * step, y + 2.0), (-k * 1.15, k * 1.15), &young);
        draw_at(pen, scene, (x + 22.0 * step, y + 4.0), (k, k), &young);
    }
}

/// Offsets from the subject and relative scales of the others of a group.
fn spots(count: Count, is_aloft: bool) -> &'static [(f32, f32, f32)] {
    match (count, is_aloft) {
        (Count::One, _) => &[],
        (Count::Two, true) => &[(-27.0, -22.0, 0.62)],
        (Count::Two, false) => &[(-39.0, -4.0, 0.7)],
        (Count::Few, true) => &[(-29.0, -26.0, 0.5), (29.0, -28.0, 0.46), (-28.0, 24.0, 0.44)],
        (Count::Few, false) => &[(-31.0, -5.0, 0.6), (32.0, -6.0, 0.55), (-13.0, -10.0, 0.46)],
        (Count::Flock, true) => &points!(
            -34.0, -31.0, 0.34; -14.0, -34.0, 0.3; 10.0, -32.0, 0.34;
            33.0, -33.0, 0.32; -37.0, -9.0, 0.34; 37.0, -8.0, 0.34;
            -33.0, 16.0, 0.36; 34.0, 18.0, 0.36; -12.0, 30.0, 0.34; 15.0, 32.0, 0.34
        ),
        (Count::Flock, false) => &points!(
            -38.0, -14.0, 0.3; -26.0, -13.0, 0.32; -13.0, -15.0, 0.3;
            13.0, -15.0, 0.3; 25.0, -13.0, 0.32; 37.0, -14.0, 0.3;
            -34.0, -3.0, 0.42; 34.0, -2.0, 0.42; -24.0, 8.0, 0.46; 26.0, 9.0, 0.46
        ),
    }
}

/// Draws the others of a group; more than three share one symbol.
fn draw_group(pen: &mut Pen, scene: &Scene, place: &Place, other: &Figure, list: &mut DisplayList) {
    let ((x, y), s) = (place.at, place.scale);
    let in_nest = [(-15.0, -1.0, 0.72), (15.0, 0.0, 0.68), (2.0, -4.0, 0.62)];
    let spots = spots(scene.count, place.is_aloft);
    let n_spots = spots.len();
    let spots = if scene.substrate == Substrate::Nest { &in_nest[..n_spots.min(3)] } else { spots };
    let shrink = if scene.framing == Framing::Distant { 0.95 } else { 1.0 };
    let spread = if hangs(scene) || matches!(scene.substrate, Substrate::Web | Substrate::Bark) {
        (0.62, 1.4)
    } else {
        (1.0, 1.0)
    };
    if spots.len() > 3 {
        let symbol = list.symbols.len();
        let items = pen.record(|pen| {
            pen.is_detailed = false;
            let before = pen.replace_map(Affine::IDENTITY);
            pen.at_depth(Depth::Subject, |pen| {
                pen.within(Affine::scale(s, s), |pen| draw_figure(pen, other, scene.season));
            });
            pen.replace_map(before);
            pen.is_detailed = true;
        });
        list.symbols.push(items);
        for (dx, dy, k) in spots {
            let k = k * shrink;
            let at = Affine::placed((x + dx * spread.0, y + dy * spread.1), k);
            let at = pen.placed(at);
            pen.push(Item::Instance { symbol, at });
        }
        return;
    }
    for (dx, dy, k) in spots {
        let k = k * shrink * s;
        let at = (x + dx * spread.0, y + dy * spread.1);
        if scene.count == Count::Few {
            pen.is_detailed = false;
        }
        draw_at(pen, scene, at, (k, k), other);
        pen.is_detailed = true;
    }
}

fn other_sex(sex: Sex) -> Sex {
    match sex {
        Sex::Female => Sex::Male,
        Sex::Male => Sex::Female,
    }
}
