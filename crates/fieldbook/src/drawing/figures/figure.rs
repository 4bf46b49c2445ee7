//! The facts that decide how one organism is drawn, and parts that all groups share.
//!
//! An organism's coordinates: x in the direction it faces, y down, the origin where it touches the
//! substrate. It is about 100 units long; the composition scales it.

use crate::drawing::canvas::*;
use crate::{
    Behaviour, Companion, Group, Health, LifeStage, Morph, Scene, Sex, Species, Substrate,
};

/// The facts of a scene that decide how one organism is drawn.
#[derive(Debug, Clone)]
pub(crate) struct Figure {
    pub(crate) species: Species,
    pub(crate) stage: LifeStage,
    pub(crate) sex: Option<Sex>,
    pub(crate) morph: Morph,
    pub(crate) health: Health,
    pub(crate) behaviour: Behaviour,
    pub(crate) substrate: Substrate,
    pub(crate) variation: u32,
}

/// Points of a figure where other things attach.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Anchors {
    pub(crate) mouth: Point,
    pub(crate) back: Point,
    pub(crate) neck: Point,
    pub(crate) leg: Point,
    pub(crate) ear: Point,
}

/// Anchors by part: `anchors!(mouth 8.0, -30.0; ear head)`; those not given are at the origin.
macro_rules! anchors {
    ($($part:ident $first:expr $(, $second:expr)?);+) => {{
        #[allow(clippy::needless_update, reason = "only where all parts are given")]
        let anchors = Anchors { $($part: points!(@one $first $(, $second)?),)+ ..Anchors::default() };
        anchors
    }};
}
pub(crate) use anchors;

/// Declares traits and the table of them, a line a species.
macro_rules! traits {
    (fn $table:ident($species:ident: Species $(, $more:ident: $of:ty)?) -> $name:ident {
        $($(#[$meta:meta])* $field:ident: $type:ty),+ $(,)?
    }
    $($kind:ident $(if $is:expr)? => $($value:expr),+;)+
    _ => $($other:expr),+;) => {
        #[derive(Clone, Copy)]
        struct $name { $($(#[$meta])* $field: $type),+ }

        fn $table($species: Species $(, $more: $of)?) -> $name {
            let traits = |$($field: $type),+| $name { $($field),+ };
            match $species {
                $(Species::$kind $(if $is)? => traits($($value),+),)+
                _ => traits($($other),+),
            }
        }
    };
}
pub(crate) use traits;

impl Figure {
    pub(crate) fn of_scene(scene: &Scene) -> Self {
        Self {
            species: scene.species,
            stage: scene.life_stage,
            sex: scene.sex,
            morph: scene.morph,
            health: scene.health,
            behaviour: scene.behaviour,
            substrate: scene.substrate,
            variation: scene.variation,
        }
    }

    /// The companion: healthy and of the usual colour, with the given behaviour.
    pub(crate) fn of_companion(companion: Companion, behaviour: Behaviour) -> Self {
        let facts = companion.species.facts();
        let stage = match facts.group {
            Group::Flower => LifeStage::Flowering,
            _ => LifeStage::Adult,
        };
        Self {
            species: companion.species,
            stage,
            sex: facts.is_dimorphic.then_some(Sex::Male),
            morph: Morph::Typical,
            health: Health::Healthy,
            behaviour,
            substrate: Substrate::Ground,
            variation: 7,
        }
    }

    pub(crate) fn group(&self) -> Group {
        self.species.facts().group
    }

    pub(crate) fn is_dead(&self) -> bool {
        self.health == Health::Dead
    }

    pub(crate) fn is_flying(&self) -> bool {
        self.behaviour == Behaviour::Flying || self.substrate == Substrate::Air
    }

    pub(crate) fn is_young(&self) -> bool {
        self.stage == LifeStage::Juvenile
    }

    /// A body colour in the figure's colour form and state of health.
    pub(crate) fn hue(&self, code: u32) -> Color {
        let color = rgb(code);
        let color = match self.morph {
            Morph::Typical => color,
            Morph::Leucistic => color.mix(rgb(0xF7F2E6), 0.86),
            Morph::Melanistic => color.mix(rgb(0x211D1F), 0.86),
            Morph::Xanthic => color.mix(rgb(0xF0CC3C), 0.80),
        };
        if self.is_dead() { color.greyer(0.35).mix(rgb(0x8D8A80), 0.12) } else { color }
    }

    /// A hash of the figure below `n`, different for every `salt`.
    pub(crate) fn chance(&self, salt: u32, n: u32) -> u32 {
        let mixed = (self.variation ^ salt.wrapping_mul(0x9E37_79B9)).wrapping_mul(0x85EB_CA6B);
        (mixed ^ (mixed >> 15)).wrapping_mul(0xC2B2_AE35) / 7 % n.max(1)
    }

    /// An eye: open, asleep or dead.
    pub(crate) fn draw_eye(&self, pen: &mut Pen, center: Point, radius: f32, iris: u32) {
        if self.is_dead() {
            pen.dead_eye(center, radius);
        } else if self.behaviour == Behaviour::Sleeping {
            pen.closed_eye(center, radius);
        } else {
            pen.eye(center, radius, rgb(iris));
        }
    }

    /// Wounds, mites or lesions around a point of the body, `size` wide.
    pub(crate) fn draw_ailment(&self, pen: &mut Pen, at: Point, size: f32) {
        let (x, y) = at;
        let size = size * 1.38;
        match self.health {
            Health::Injured => {
                let gash = points!(
                    x - size, y - size * 0.5; x - size * 0.1, y - size * 0.45;
                    x + size, y + size * 0.35; x + size * 0.2, y + size * 0.5
                );
                pen.flat(Path::smooth(&gash), rgb(0x2E0808));
                pen.flat(
                    Path::blade(
                        (x - size * 0.8, y - size * 0.4),
                        (x + size * 0.8, y + size * 0.3),
                        size * 0.55,
                        0.5,
                    ),
                    rgb(0xEE4A38),
                );
                for (dx, length) in [(-0.25, 0.9), (0.35, 1.3)] {
                    let from = (x + dx * size, y + size * 0.2);
                    let drip = polyline!(from; from.0, from.1 + length * size);
                    pen.line(drip, rgb(0xA81E18), size * 0.2);
                }
            }
            Health::Parasites => {
                const PLACES: [(f32, f32); 8] = points!(
                    -1.3, -0.2; -0.7, 0.5; -0.5, -0.8; 0.0, 0.0;
                    0.5, 0.8; 0.6, -0.6; 1.1, 0.2; 1.5, -0.5
                );
                for (dx, dy) in PLACES {
                    let p = (x + dx * size, y + dy * size);
                    pen.flat(Path::circle(p, size * 0.34), rgb(0xEFE3C8));
                    pen.flat(Path::circle(p, size * 0.25), rgb(0x6B1410));
                }
            }
            Health::Diseased => {
                const PLACES: [(f32, f32, f32); 5] = points!(
                    -1.1, 0.1, 0.55; -0.2, -0.6, 0.7; 0.2, 0.7, 0.5; 0.9, 0.0, 0.62; 1.6, -0.6, 0.4
                );
                for (dx, dy, r) in PLACES {
                    let p = (x + dx * size, y + dy * size);
                    pen.flat(Path::ellipse(p, size * r, size * r * 0.8), rgb(0x6E5A3C));
                    pen.flat(Path::ellipse(p, size * r * 0.8, size * r * 0.6), rgb(0xE6DCB4));
                }
            }
            _ => {}
        }
    }
}
