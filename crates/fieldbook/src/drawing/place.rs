//! Position and scale of the subject in the picture.

use super::canvas::*;
use super::figures::{Figure, scale_on_page};
use crate::{Behaviour, Count, Framing, Group, LifeStage, Scene, Substrate};

/// Position and scale of the subject.
pub(super) struct Place {
    /// Where it touches the substrate, or its centre if it is aloft; page units.
    pub(super) at: Point,
    /// Page units per unit of the figure.
    pub(super) scale: f32,
    /// Whether it is in the air or in open water.
    pub(super) is_aloft: bool,
}

impl Place {
    pub(super) fn of_scene(scene: &Scene) -> Self {
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
            _ if scene.group() == Group::Tree => 86.0,
            _ if scene.group() == Group::Flower && scene.substrate == Substrate::Rock => 79.0,
            Substrate::Rock => 75.0,
            Substrate::Water => 70.0,
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
            scale: scale_on_page(&figure) * zoom * if is_pair { 0.84 } else { 1.0 },
            is_aloft,
        }
    }

    pub(super) fn map(&self) -> Affine {
        Affine::placed(self.at, self.scale)
    }

    pub(super) fn center(&self) -> Point {
        let rise = if self.is_aloft { 0.0 } else { 30.0 * self.scale };
        (self.at.0, self.at.1 - rise)
    }

    pub(super) fn reach(&self) -> f32 {
        52.0 * self.scale
    }
}

/// Whether the organism hangs: chrysalises, and what emerges from them.
pub(super) fn hangs(scene: &Scene) -> bool {
    scene.life_stage == LifeStage::Pupa
        || scene.group() == Group::Butterfly && scene.behaviour == Behaviour::Hatching
}
