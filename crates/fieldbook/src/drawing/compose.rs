//! Composes a picture back to front: backdrop, substrate, organisms, weather, frame.

use super::canvas::*;
use super::{
    backdrop::{draw_backdrop, draw_frame, draw_spray, draw_weather, water},
    companion::{draw_companion_before, draw_companion_behind},
    figures::{Anchors, Figure, draw_figure},
    food::{draw_food, draw_twigs, draw_voice},
    impact::{draw_before, draw_behind, draw_ear_tag, draw_hook, draw_leg_band, draw_transmitter},
    kin::draw_kin,
    place::Place,
    substrate::{draw_nest_front, draw_shadow, draw_substrate, draw_web, framing_scale},
    traces::{draw_surface, draw_trail},
};
use crate::{
    Behaviour, Facing, Framing, Group, Health, HumanImpact, LifeStage, Relation, Scene, Substrate,
};

/// Draws a scene. The same scene in the same style always gives the same display list.
pub fn draw(scene: &Scene, style: Style) -> DisplayList {
    let tone = Tone::of_scene(scene, water(scene));
    let mut pen = Pen::new(style, tone);
    draw_backdrop(&mut pen, scene);
    draw_behind(&mut pen, scene);
    let mut list = DisplayList::default();
    let place = Place::of_scene(scene);
    // Everything with a direction is drawn facing right, then mirrored as a whole.
    let mirror = if scene.facing == Facing::Left && scene.has_facing() {
        Affine::translate(96.0, 0.0).scaled(-1.0, 1.0)
    } else {
        Affine::IDENTITY
    };
    pen.within(mirror, |pen| draw_organisms(pen, scene, &place, &mut list));
    draw_before(&mut pen, scene, place.center(), place.reach());
    draw_spray(&mut pen, scene);
    draw_weather(&mut pen, scene);
    draw_frame(&mut pen, scene);
    list.items = pen.into_items();
    list.title = title(scene);
    list
}

fn title(scene: &Scene) -> String {
    let facts = scene.species.facts();
    format!("{} ({}), {}", facts.english, facts.scientific, scene.behaviour.words_in(facts.group))
}

fn draw_organisms(pen: &mut Pen, scene: &Scene, place: &Place, list: &mut DisplayList) {
    let figure = Figure::of_scene(scene);
    let ground =
        if scene.behaviour == Behaviour::Leaping { plus(place.at, (0.0, 15.0)) } else { place.at };
    draw_substrate(pen, scene, ground);
    if scene.behaviour == Behaviour::NestBuilding && scene.substrate == Substrate::Web {
        // A thread from the spinner to the ring that it is laying.
        pen.unlit_line(curve!(48.0, 45.0; 60.0, 56.0; 80.0, 62.0), rgb(0xFFFFFF), 1.0);
        draw_web(pen, (48.0, 45.0), true);
        pen.unlit(Path::circle((80.0, 62.0), 1.5), rgb(0xFFFFFF));
    }
    if scene.behaviour == Behaviour::Moving {
        draw_trail(pen, scene, place);
    }
    if scene.behaviour == Behaviour::Basking {
        pen.glow(place.center(), 40.0, rgb(0xFFE27A).alpha(0.55));
    }
    draw_kin(pen, scene, place, &figure, list);
    let hosted = draw_companion_behind(pen, scene, place);
    let at = subject_map(pen, scene, place, &figure, hosted);
    draw_main(pen, scene, &figure, at, place);
    if scene.substrate == Substrate::Water {
        draw_surface(pen, place.at);
    }
    if scene.substrate == Substrate::Nest {
        draw_nest_front(pen, place.at, framing_scale(scene.framing));
    }
}

/// From the subject's figure to the page. `hosted` is the position and relative scale of a subject
/// that its companion holds.
fn subject_map(
    pen: &mut Pen,
    scene: &Scene,
    place: &Place,
    figure: &Figure,
    hosted: Option<(Point, f32)>,
) -> Affine {
    // Of two that fight, and of a parent with its chicks, the subject moves to the left.
    match (scene.behaviour, hosted) {
        (Behaviour::Fighting, _) => {
            Affine::placed(plus(place.at, (-21.0, 0.0)), place.scale * 0.74)
        }
        (Behaviour::TendingYoung, _) if scene.group().is_bird() => {
            Affine::placed(plus(place.at, (-15.0, -3.0)), place.scale * 0.86)
        }
        (_, Some((at, scale))) => Affine::placed(at, scale * place.scale),
        (_, None) => shift_into_view(pen, scene, figure, place.map()),
    }
}

/// Draws the subject with what it eats, carries, wears and utters.
fn draw_main(pen: &mut Pen, scene: &Scene, figure: &Figure, at: Affine, place: &Place) {
    let lies = scene.health == Health::Dead && scene.group() != Group::Mammal;
    if !place.is_aloft && matches!(scene.substrate, Substrate::Host) {
        draw_shadow(pen, at.apply((0.0, 0.0)), 5.0);
    }
    let at = if lies { overturned(pen, scene, figure, at) } else { at };
    let anchors = pen.within(at, |pen| {
        let anchors = draw_figure(pen, figure, scene.season);
        if figure.behaviour == Behaviour::Feeding && scene.companion.is_none() {
            pen.within(magnified(anchors.mouth, scene), |pen| {
                draw_food(pen, figure, anchors.mouth)
            });
        }
        if figure.behaviour == Behaviour::NestBuilding && figure.group().is_bird() {
            draw_twigs(pen, anchors.mouth);
        }
        if figure.behaviour == Behaviour::TendingYoung && figure.group().is_bird() {
            draw_food(
                pen,
                &Figure { behaviour: Behaviour::Feeding, ..figure.clone() },
                anchors.mouth,
            );
        }
        if figure.behaviour == Behaviour::Calling && figure.stage == LifeStage::Adult {
            pen.within(magnified(anchors.mouth, scene), |pen| draw_voice(pen, anchors.mouth));
        }
        anchors
    });
    draw_companion_before(pen, scene, &anchors, at, place);
    match scene.impact {
        HumanImpact::FishHook => draw_hook(pen, at.apply(anchors.mouth)),
        HumanImpact::LegBand => draw_leg_band(pen, at.apply(anchors.leg)),
        HumanImpact::RadioTag => {
            let is_collar = scene.group() == Group::Mammal;
            let on = if is_collar { anchors.neck } else { plus(anchors.back, (0.0, 3.0)) };
            draw_transmitter(pen, at.apply(on), is_collar, 6.0);
        }
        HumanImpact::EarTag => draw_ear_tag(pen, at.apply(anchors.ear)),
        _ => {}
    }
}

/// Enlarges what is at the mouth of a distant organism, so that it stays visible.
fn magnified(mouth: Point, scene: &Scene) -> Affine {
    let factor = if scene.framing == Framing::Distant { 1.8 } else { 1.0 };
    Affine::translate(mouth.0, mouth.1).scaled(factor, factor).moved(-mouth.0, -mouth.1)
}

/// Shifts the organism so that its head is inside the picture.
fn shift_into_view(pen: &mut Pen, scene: &Scene, figure: &Figure, at: Affine) -> Affine {
    if !scene.has_facing() || scene.health == Health::Dead {
        return at;
    }
    let mut anchors = Anchors::default();
    pen.record(|pen| anchors = draw_figure(pen, figure, scene.season));
    let (x, y) = at.apply(anchors.mouth);
    let limit = if scene.companion_by(Relation::Eats).is_some() { 76.0 } else { 84.0 };
    // Antlers and ears rise above the mouth.
    let top = if scene.group() == Group::Mammal { 33.0 } else { 17.0 };
    Affine::translate((limit - x).min(0.0), (top - y).max(0.0)).pre_concat(at)
}

/// Turns the organism upside down, its back on the ground.
fn overturned(pen: &mut Pen, scene: &Scene, figure: &Figure, at: Affine) -> Affine {
    let items = pen.record(|pen| {
        pen.within(at, |pen| draw_figure(pen, figure, scene.season));
    });
    let (mut top, mut bottom) = (f32::MAX, f32::MIN);
    for item in &items {
        if let Item::Path { path, .. } = item {
            let (low, high) = path.bounds();
            top = top.min(low.1);
            bottom = bottom.max(high.1);
        }
    }
    let base = if matches!(scene.substrate, Substrate::Midwater | Substrate::Water) {
        (top + bottom) * 0.5 + (bottom - top) * 0.5
    } else {
        at.apply((0.0, 0.0)).1 + 1.0
    };
    // y ↦ base − (y − top): the highest point ends up on the base.
    Affine([1.0, 0.0, 0.0, -1.0, 0.0, base + top]).pre_concat(at)
}
