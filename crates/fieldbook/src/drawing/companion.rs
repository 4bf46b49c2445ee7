//! The companion: host, predator, escort, rider, visitor or prey.

use super::canvas::*;
use super::{
    figures::{Anchors, Figure, draw_figure, scale_on_page},
    place::Place,
    substrate::draw_shadow,
};
use crate::{Behaviour, Group, Health, Relation, Scene, Substrate};

/// Draws hosts, predators and escorts. Returns the position and the scale factor of the subject if
/// the companion holds it.
pub(super) fn draw_companion_behind(
    pen: &mut Pen,
    scene: &Scene,
    place: &Place,
) -> Option<(Point, f32)> {
    let companion = scene.companion?;
    let behaviour = match companion.relation {
        Relation::EatenBy => Behaviour::CarryingPrey,
        _ if scene.habitat.is_underwater() && companion.relation == Relation::EscortedBy => {
            Behaviour::Swimming
        }
        _ => Behaviour::Resting,
    };
    let mut other = Figure::of_companion(companion, behaviour);
    if other.behaviour == Behaviour::Swimming {
        other.substrate = Substrate::Midwater;
    }
    let group = other.group();
    let full = scale_on_page(&other);
    let draw = |pen: &mut Pen, at: Point, scale: f32| -> (Anchors, Affine) {
        let map = Affine::placed(at, scale);
        (pen.within(map, |pen| draw_figure(pen, &other, scene.season)), map)
    };
    match companion.relation {
        Relation::PerchedOn | Relation::Pollinates | Relation::GrowsOn => {
            let k = if group == Group::Flower { 1.0 } else { 1.12 };
            let base = if scene.habitat.is_underwater() { 84.0 } else { 87.0 };
            draw_shadow(pen, (48.0, base), 13.0);
            let (anchors, map) = draw(pen, (48.0, base), full * k);
            let perch = if group == Group::Cnidarian {
                plus(map.apply(anchors.mouth), (0.0, -13.0))
            } else {
                map.apply(anchors.back)
            };
            Some((perch, if group == Group::Flower { 0.58 } else { 0.60 }))
        }
        Relation::EatenBy => {
            let base = if place.is_aloft {
                (38.0, if group == Group::Fish || group == Group::Cnidarian { 47.0 } else { 66.0 })
            } else {
                (40.0, place.at.1)
            };
            let (anchors, map) = draw(pen, base, full * 0.96);
            let mouth = map.apply(anchors.mouth);
            Some((plus(mouth, (6.0, 7.0)), 0.36))
        }
        Relation::EscortedBy => {
            let at = if place.is_aloft {
                (place.at.0 - 27.0, place.at.1 - 20.0)
            } else {
                (place.at.0 - 31.0, place.at.1 - 4.0)
            };
            draw(pen, at, full * 0.62);
            if place.is_aloft {
                draw(pen, (place.at.0 + 26.0, place.at.1 + 23.0), full * 0.5);
            }
            None
        }
        _ => None,
    }
}

/// Draws riders, visitors and prey.
pub(super) fn draw_companion_before(
    pen: &mut Pen,
    scene: &Scene,
    anchors: &Anchors,
    at: Affine,
    place: &Place,
) {
    let Some(companion) = scene.companion else { return };
    let (on, behaviour, k) = match companion.relation {
        Relation::Bears => (at.apply(anchors.back), Behaviour::Resting, 0.46),
        Relation::PollinatedBy => (at.apply(anchors.mouth), Behaviour::Feeding, 0.52),
        Relation::Eats => {
            let holds_low = matches!(scene.group(), Group::Raptor | Group::Owl);
            let on = if holds_low { at.apply((8.0, -2.0)) } else { at.apply(anchors.mouth) };
            (on, Behaviour::Resting, 0.46)
        }
        _ => return,
    };
    let other = Figure::of_companion(companion, behaviour);
    let scale = scale_on_page(&other) * k * if place.scale < 0.4 { 0.6 } else { 1.0 };
    let map = if companion.relation == Relation::Eats {
        let dead = Figure { health: Health::Dead, ..other.clone() };
        let is_wet = matches!(dead.group(), Group::Fish | Group::Cnidarian);
        let hang = if is_wet { 0.0 } else { 14.0 };
        let map = Affine::translate(on.0 + 2.0, on.1 + 1.0)
            .rotated(-24.0)
            .scaled(scale, scale)
            .moved(0.0, hang);
        pen.within(map, |pen| draw_figure(pen, &dead, scene.season));
        return;
    } else {
        Affine::placed(on, scale)
    };
    pen.within(map, |pen| draw_figure(pen, &other, scene.season));
}
