//! Puts a picture together: country, stage, company, organism, weather, frame.

use super::{
    DisplayList, Style,
    backdrop::{draw_backdrop, water},
    color::rgb,
    company::{draw_figure, size},
    display_list::Item,
    figure::{Anchors, Figure},
    food::{draw_food, draw_scuffle, draw_twigs, draw_voice},
    frame::draw_frame,
    geometry::{Affine, Path, Point, plus},
    impact::{draw_before, draw_behind, draw_ear_tag, draw_hook, draw_leg_band, draw_transmitter},
    pen::Pen,
    spray::draw_spray,
    stage::{draw_shadow, draw_stage},
    stage_living::{draw_nest_front, draw_web},
    tone::{Depth, Tone},
    weather::draw_weather,
};
use crate::fieldbook::{
    Behaviour, Count, Facing, Framing, Group, Health, HumanImpact, LifeStage, Relation, Scene,
    Substrate,
};

pub(super) fn compose(scene: &Scene, style: Style) -> DisplayList {
    let tone = Tone::of_scene(scene, water(scene));
    let mut pen = Pen::new(style, tone);
    draw_backdrop(&mut pen, scene);
    draw_behind(&mut pen, scene);
    let mut list = DisplayList::default();
    let place = Place::of_scene(scene);
    // All that takes a side is drawn looking right, and turned as a whole.
    let mirror = if scene.facing == Facing::Left && scene.has_facing() {
        Affine::moved(96.0, 0.0).then_inside(Affine::scaled(-1.0, 1.0))
    } else {
        Affine::IDENTITY
    };
    pen.within(mirror, |pen| {
        draw_organisms(pen, scene, &place, &mut list);
    });
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

/// Where the organism is, and how large.
struct Place {
    at: Point,
    scale: f32,
    is_aloft: bool,
}

impl Place {
    fn of_scene(scene: &Scene) -> Self {
        let figure = Figure::of_scene(scene);
        let zoom = match scene.framing {
            Framing::CloseUp => 1.4,
            Framing::Whole => 1.0,
            Framing::Distant => 0.5,
        };
        let is_aloft = matches!(scene.substrate, Substrate::Air | Substrate::Midwater);
        let is_pair = scene.substrate != Substrate::Nest
            && scene.count == Count::Two
            && !scene.behaviour.takes_two()
            && !is_aloft
            && !hangs(scene);
        let x = 48.0 + (scene.variation / 7 % 7) as f32 - 3.0 + if is_pair { 9.0 } else { 0.0 };
        let y = match scene.substrate {
            Substrate::Air => 46.0,
            Substrate::Midwater => 47.0,
            Substrate::Web => 45.0,
            Substrate::Bark => 61.0,
            Substrate::Nest => 72.0,
            Substrate::Hand => 66.0,
            Substrate::Coral => 70.0,
            Substrate::Leaf => 74.0,
            Substrate::Branch if hangs(scene) => 20.0,
            Substrate::Branch | Substrate::FencePost | Substrate::Log => 73.0,
            Substrate::Wall => 74.0,
            Substrate::Rock => 75.0,
            Substrate::Water => 70.0,
            _ if scene.group() == Group::Tree => 86.0,
            _ if scene.group() == Group::Flower => 86.0,
            _ => 80.0,
        };
        let y = match scene.framing {
            Framing::CloseUp if !is_aloft && scene.substrate != Substrate::Web => {
                f32::min(y + 10.0, 88.0)
            }
            Framing::Distant
                if matches!(
                    scene.substrate,
                    Substrate::Ground | Substrate::Sand | Substrate::Snow
                ) =>
            {
                72.0
            }
            _ => y,
        };
        let lift = if scene.behaviour == Behaviour::Leaping { 15.0 * zoom } else { 0.0 };
        let trap = if scene.camera_trap.is_some() { 5.0 } else { 0.0 };
        Self {
            at: (x, y - lift - trap),
            scale: size(&figure) * zoom * if is_pair { 0.84 } else { 1.0 },
            is_aloft,
        }
    }

    fn map(&self) -> Affine {
        Affine::moved(self.at.0, self.at.1).then_inside(Affine::scaled(self.scale, self.scale))
    }

    fn center(&self) -> Point {
        let rise = if self.is_aloft { 0.0 } else { 30.0 * self.scale };
        (self.at.0, self.at.1 - rise)
    }

    fn reach(&self) -> f32 {
        52.0 * self.scale
    }
}

/// Chrysalises hang, and so does what leaves them.
fn hangs(scene: &Scene) -> bool {
    scene.life_stage == LifeStage::Pupa
        || scene.group() == Group::Butterfly && scene.behaviour == Behaviour::Hatching
}

fn draw_organisms(pen: &mut Pen, scene: &Scene, place: &Place, list: &mut DisplayList) {
    let figure = Figure::of_scene(scene);
    let ground =
        if scene.behaviour == Behaviour::Leaping { plus(place.at, (0.0, 15.0)) } else { place.at };
    draw_stage(pen, scene, ground);
    if scene.behaviour == Behaviour::NestBuilding && scene.substrate == Substrate::Web {
        // A thread from the spinner to the ring it lays.
        pen.lit_line(Path::curve(&[(48.0, 45.0), (60.0, 56.0), (80.0, 62.0)]), rgb(0xFFFFFF), 1.0);
        draw_web(pen, (48.0, 45.0), true);
        pen.lit(Path::circle((80.0, 62.0), 1.5), rgb(0xFFFFFF));
    }
    if scene.behaviour == Behaviour::Moving {
        draw_trail(pen, scene, place);
    }
    if scene.behaviour == Behaviour::Basking {
        pen.glow(place.center(), 40.0, rgb(0xFFE27A).alpha(0.55));
    }
    draw_kin(pen, scene, place, &figure, list);
    let hosted = draw_companion_behind(pen, scene, place);
    let at = hosted.map_or_else(
        || place.map(),
        |(at, scale)| {
            let scale = scale * place.scale;
            Affine::moved(at.0, at.1).then_inside(Affine::scaled(scale, scale))
        },
    );
    let at = if hosted.is_none() { shift_into_view(pen, scene, &figure, at) } else { at };
    let at = if matches!(scene.behaviour, Behaviour::Fighting) {
        Affine::moved(place.at.0 - 21.0, place.at.1)
            .then_inside(Affine::scaled(place.scale * 0.74, place.scale * 0.74))
    } else {
        at
    };
    let at = if scene.behaviour == Behaviour::TendingYoung && scene.group().is_bird() {
        Affine::moved(place.at.0 - 15.0, place.at.1 - 3.0)
            .then_inside(Affine::scaled(place.scale * 0.86, place.scale * 0.86))
    } else {
        at
    };
    draw_main(pen, scene, &figure, at, place);
    if scene.substrate == Substrate::Water {
        draw_surface(pen, place.at);
    }
    if scene.substrate == Substrate::Nest {
        draw_nest_front(
            pen,
            place.at,
            if scene.framing == Framing::CloseUp {
                1.25
            } else if scene.framing == Framing::Distant {
                0.55
            } else {
                1.0
            },
        );
    }
}

/// The organism itself with what it holds, wears and utters.
fn draw_main(pen: &mut Pen, scene: &Scene, figure: &Figure, at: Affine, place: &Place) {
    let lies = scene.health == Health::Dead && scene.group() != Group::Mammal;
    if !place.is_aloft && matches!(scene.substrate, Substrate::Host) {
        draw_shadow(pen, at.apply((0.0, 0.0)), 5.0);
    }
    let at = if lies { overturned(pen, scene, figure, at) } else { at };
    let mut anchors = Anchors::default();
    pen.within(at, |pen| {
        anchors = draw_figure(pen, figure, scene.season);
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

/// What is held or uttered is drawn larger from afar, so that it can be seen.
fn magnified(mouth: Point, scene: &Scene) -> Affine {
    let factor = if scene.framing == Framing::Distant { 1.8 } else { 1.0 };
    Affine::moved(mouth.0, mouth.1)
        .then_inside(Affine::scaled(factor, factor))
        .then_inside(Affine::moved(-mouth.0, -mouth.1))
}

/// How far an organism must move for its head to be in the picture.
fn shift_into_view(pen: &mut Pen, scene: &Scene, figure: &Figure, at: Affine) -> Affine {
    if !scene.has_facing() || scene.health == Health::Dead {
        return at;
    }
    let mut anchors = Anchors::default();
    pen.apart(|pen| anchors = draw_figure(pen, figure, scene.season));
    let (x, y) = at.apply(anchors.mouth);
    let limit = if scene.companion_by(Relation::Eats).is_some() { 76.0 } else { 84.0 };
    Affine::moved((limit - x).min(0.0), (17.0 - y).max(0.0)).then_inside(at)
}

/// Upside down, the back on the ground.
fn overturned(pen: &mut Pen, scene: &Scene, figure: &Figure, at: Affine) -> Affine {
    let items = pen.apart(|pen| {
        pen.within(at, |pen| {
            draw_figure(pen, figure, scene.season);
        });
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
    // y ↦ base − (y − top): the highest point comes to lie on the base.
    Affine([1.0, 0.0, 0.0, -1.0, 0.0, base + top]).then_inside(at)
}

/// More of the same kind.
fn draw_kin(pen: &mut Pen, scene: &Scene, place: &Place, figure: &Figure, list: &mut DisplayList) {
    let (x, y) = place.at;
    let s = place.scale;
    let draw_at = |pen: &mut Pen, at: Point, scale: (f32, f32), figure: &Figure| {
        pen.within(
            Affine::moved(at.0, at.1).then_inside(Affine::scaled(scale.0, scale.1)),
            |pen| {
                draw_figure(pen, figure, scene.season);
            },
        );
    };
    match scene.behaviour {
        Behaviour::Fighting => {
            draw_at(pen, (x + 21.0, y), (-s * 0.74, s * 0.74), figure);
            draw_scuffle(pen, (x, place.center().1 - 9.0 * s));
            return;
        }
        Behaviour::Mating => {
            let other = Figure {
                variation: figure.variation ^ 9,
                sex: figure.sex.map(other_sex),
                ..figure.clone()
            };
            match scene.group() {
                Group::Butterfly => draw_at(pen, (x - 40.0 * s, y), (-s, s), &other),
                Group::Fish => draw_at(pen, (x - 9.0, y + 19.0 * s), (s * 0.94, s * 0.94), &other),
                Group::Dragonfly => {
                    draw_at(pen, (x + 15.0, y - 26.0 * s), (s * 0.94, s * 0.94), &other)
                }
                _ => draw_at(pen, (x - 10.0, y - 29.0 * s), (s * 0.92, s * 0.92), &other),
            }
            return;
        }
        Behaviour::TendingYoung => {
            let chick = Figure {
                stage: LifeStage::Juvenile,
                behaviour: if scene.group().is_bird() {
                    Behaviour::Calling
                } else {
                    Behaviour::Resting
                },
                sex: None,
                ..figure.clone()
            };
            let k = super::company::size(&chick)
                * if scene.framing == Framing::Distant { 0.24 } else { 0.46 };
            let step = if scene.framing == Framing::Distant { 0.5 } else { 1.0 };
            if scene.group().is_bird() {
                for dx in [3.0, 12.0, 21.0] {
                    draw_at(pen, (x + dx * step, y + 1.0), (-k, k), &chick);
                }
            } else {
                draw_at(pen, (x + 33.0 * step, y + 2.0), (-k * 1.15, k * 1.15), &chick);
                draw_at(pen, (x + 22.0 * step, y + 4.0), (k, k), &chick);
            }
            return;
        }
        _ => {}
    }
    let other = Figure { variation: figure.variation ^ 5, ..figure.clone() };
    let is_free = place.is_aloft;
    let spots: &[(f32, f32, f32)] = match (scene.count, is_free) {
        (Count::One, _) => &[],
        (Count::Two, true) => &[(-27.0, -22.0, 0.62)],
        (Count::Two, false) => &[(-39.0, -4.0, 0.7)],
        (Count::Few, true) => &[(-29.0, -26.0, 0.5), (29.0, -28.0, 0.46), (-28.0, 24.0, 0.44)],
        (Count::Few, false) => &[(-31.0, -5.0, 0.6), (32.0, -6.0, 0.55), (-13.0, -10.0, 0.46)],
        (Count::Flock, true) => &[
            (-34.0, -31.0, 0.34),
            (-14.0, -34.0, 0.3),
            (10.0, -32.0, 0.34),
            (33.0, -33.0, 0.32),
            (-37.0, -9.0, 0.34),
            (37.0, -8.0, 0.34),
            (-33.0, 16.0, 0.36),
            (34.0, 18.0, 0.36),
            (-12.0, 30.0, 0.34),
            (15.0, 32.0, 0.34),
        ],
        (Count::Flock, false) => &[
            (-38.0, -14.0, 0.3),
            (-26.0, -13.0, 0.32),
            (-13.0, -15.0, 0.3),
            (13.0, -15.0, 0.3),
            (25.0, -13.0, 0.32),
            (37.0, -14.0, 0.3),
            (-34.0, -3.0, 0.42),
            (34.0, -2.0, 0.42),
            (-24.0, 8.0, 0.46),
            (26.0, 9.0, 0.46),
        ],
    };
    let in_nest = [(-15.0, -1.0, 0.72), (15.0, 0.0, 0.68), (2.0, -4.0, 0.62)];
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
        let items = pen.apart(|pen| {
            pen.is_detailed = false;
            let before = pen.swap_map(Affine::IDENTITY);
            pen.at_depth(Depth::Subject, |pen| {
                pen.within(Affine::scaled(s, s), |pen| {
                    draw_figure(pen, &other, scene.season);
                });
            });
            pen.swap_map(before);
            pen.is_detailed = true;
        });
        list.symbols.push(items);
        for (dx, dy, k) in spots {
            let k = k * shrink;
            let at = Affine::moved(x + dx * spread.0, y + dy * spread.1)
                .then_inside(Affine::scaled(k, k));
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
        draw_at(pen, at, (k, k), &other);
        pen.is_detailed = true;
    }
}

fn other_sex(sex: crate::fieldbook::Sex) -> crate::fieldbook::Sex {
    match sex {
        crate::fieldbook::Sex::Female => crate::fieldbook::Sex::Male,
        crate::fieldbook::Sex::Male => crate::fieldbook::Sex::Female,
    }
}

/// Hosts, predators and escorts. Answers where the organism then is, and how much smaller.
fn draw_companion_behind(pen: &mut Pen, scene: &Scene, place: &Place) -> Option<(Point, f32)> {
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
    let own = size(&other);
    let draw = |pen: &mut Pen, at: Point, scale: f32| -> (Anchors, Affine) {
        let map = Affine::moved(at.0, at.1).then_inside(Affine::scaled(scale, scale));
        let mut anchors = Anchors::default();
        pen.within(map, |pen| anchors = draw_figure(pen, &other, scene.season));
        (anchors, map)
    };
    match companion.relation {
        Relation::PerchedOn | Relation::Pollinates | Relation::GrowsOn => {
            let k = if group == Group::Flower { 1.0 } else { 1.12 };
            let base = if scene.habitat.is_underwater() { 84.0 } else { 87.0 };
            draw_shadow(pen, (48.0, base), 13.0);
            let (anchors, map) = draw(pen, (48.0, base), own * k);
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
            let (anchors, map) = draw(pen, base, own * 0.96);
            let mouth = map.apply(anchors.mouth);
            Some((plus(mouth, (6.0, 7.0)), 0.36))
        }
        Relation::EscortedBy => {
            let at = if place.is_aloft {
                (place.at.0 - 27.0, place.at.1 - 20.0)
            } else {
                (place.at.0 - 31.0, place.at.1 - 4.0)
            };
            draw(pen, at, own * 0.62);
            if place.is_aloft {
                draw(pen, (place.at.0 + 26.0, place.at.1 + 23.0), own * 0.5);
            }
            None
        }
        _ => None,
    }
}

/// Riders, visitors and prey.
fn draw_companion_before(
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
    let scale = size(&other) * k * if place.scale < 0.4 { 0.6 } else { 1.0 };
    let map = if companion.relation == Relation::Eats {
        let dead = Figure { health: Health::Dead, ..other.clone() };
        let is_wet = matches!(dead.group(), Group::Fish | Group::Cnidarian);
        let hang = if is_wet { 0.0 } else { 14.0 };
        let map = Affine::moved(on.0 + 2.0, on.1 + 1.0)
            .then_inside(Affine::turned(-24.0))
            .then_inside(Affine::scaled(scale, scale))
            .then_inside(Affine::moved(0.0, hang));
        pen.within(map, |pen| {
            draw_figure(pen, &dead, scene.season);
        });
        return;
    } else {
        Affine::moved(on.0, on.1).then_inside(Affine::scaled(scale, scale))
    };
    pen.within(map, |pen| {
        draw_figure(pen, &other, scene.season);
    });
}

/// Tracks behind what walks, slime behind what crawls.
fn draw_trail(pen: &mut Pen, scene: &Scene, place: &Place) {
    let (x, y) = place.at;
    let is_slime = scene.group() == Group::Mollusc;
    pen.at_depth(Depth::Stage, |pen| {
        if is_slime {
            pen.lit_line(
                Path::curve(&[(x - 14.0, y + 0.6), (x - 30.0, y + 2.0), (x - 52.0, y + 1.0)]),
                rgb(0xF3FAF6).alpha(0.75),
                2.4,
            );
            return;
        }
        let color = rgb(0x2A1E14).alpha(0.62);
        for i in 0..6 {
            let dx = -20.0 - i as f32 * 6.2;
            let side = if i % 2 == 0 { 1.2 } else { -1.2 };
            pen.lit(Path::ellipse((x + dx, y + 3.4 + side), 1.9, 1.0), color);
        }
    });
}

/// Water over the lower part of a swimmer, with rings.
fn draw_surface(pen: &mut Pen, at: Point) {
    let (x, y) = at;
    pen.at_depth(Depth::Stage, |pen| {
        pen.lit(
            Path::smooth(&[
                (x - 30.0, y),
                (x, y - 1.6),
                (x + 30.0, y),
                (x + 24.0, y + 5.0),
                (x, y + 7.0),
                (x - 24.0, y + 5.0),
            ]),
            rgb(0x2A5A70).alpha(0.34),
        );
        for (w, dy) in [(25.0, 0.4), (33.0, 2.6), (41.0, 5.4)] {
            pen.line(
                Path::curve(&[
                    (x - w, y + dy),
                    (x - w * 0.4, y + dy + 1.8),
                    (x + w * 0.4, y + dy + 1.8),
                    (x + w, y + dy),
                ]),
                rgb(0xF1F8F8),
                0.6,
            );
        }
    });
}
