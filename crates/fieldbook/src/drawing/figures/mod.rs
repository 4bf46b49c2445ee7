//! Organisms in local coordinates: a file or folder per group, entered by [`draw_figure`].

mod amphibian;
mod bee;
mod beetle;
mod bird;
mod butterfly;
mod cactus;
mod cnidarian;
mod crustacean;
mod dragonfly;
mod egg;
mod figure;
mod fish;
mod flower;
mod fungus;
mod larva;
mod lizard;
mod mammal;
mod mammal_head;
mod mammal_traits;
mod mollusc;
mod reptile;
mod snake;
mod spider;
mod tree;
mod turtle;

pub(crate) use figure::{Anchors, Figure, anchors, traits};

use super::canvas::Pen;
use crate::{Group, LifeStage, Season, Species};

/// Draws the figure in its local coordinates and returns its anchors.
pub(crate) fn draw_figure(pen: &mut Pen, figure: &Figure, season: Option<Season>) -> Anchors {
    match figure.group() {
        Group::PerchingBird | Group::Raptor | Group::Owl | Group::Waterbird
            if figure.stage == LifeStage::Egg =>
        {
            egg::draw_eggs(pen, figure)
        }
        Group::PerchingBird | Group::Raptor | Group::Owl | Group::Waterbird => {
            bird::draw_bird(pen, figure)
        }
        Group::Butterfly if figure.stage == LifeStage::Egg => egg::draw_eggs(pen, figure),
        Group::Butterfly => butterfly::draw_butterfly(pen, figure),
        Group::Beetle => beetle::draw_beetle(pen, figure),
        Group::Bee => bee::draw_bee(pen, figure),
        Group::Dragonfly => dragonfly::draw_dragonfly(pen, figure),
        Group::Mammal => mammal::draw_mammal(pen, figure),
        Group::Fish => fish::draw_fish(pen, figure),
        Group::Amphibian => amphibian::draw_amphibian(pen, figure),
        Group::Reptile => reptile::draw_reptile(pen, figure),
        Group::Fungus => fungus::draw_fungus(pen, figure),
        Group::Flower => flower::draw_flower(pen, figure),
        Group::Tree => tree::draw_tree(pen, figure, season),
        Group::Cnidarian => cnidarian::draw_cnidarian(pen, figure),
        Group::Mollusc => mollusc::draw_mollusc(pen, figure),
        Group::Spider => spider::draw_spider(pen, figure),
        Group::Crustacean => crustacean::draw_crustacean(pen, figure),
    }
}

/// Page units per unit of the figure.
pub(crate) fn scale_on_page(figure: &Figure) -> f32 {
    let adult = match figure.group() {
        Group::PerchingBird | Group::Raptor | Group::Owl | Group::Waterbird => {
            let traits = bird::bird_traits(figure.species, figure.sex);
            if figure.is_flying() {
                0.56 * (56.0 / traits.span.max(52.0)).max(0.72) + 0.08
            } else {
                traits.size
            }
        }
        Group::Mammal => mammal_traits::mammal_traits(figure.species).size * 1.06,
        Group::Butterfly => {
            if figure.species == Species::LunaMoth {
                0.54
            } else {
                0.64
            }
        }
        Group::Bee => 0.74,
        Group::Beetle => {
            if figure.species == Species::Rosalia {
                0.52
            } else {
                0.62
            }
        }
        Group::Dragonfly | Group::Spider => 0.60,
        Group::Fish => 0.66,
        Group::Amphibian => 0.74,
        Group::Reptile => 0.58,
        Group::Fungus => 0.74,
        Group::Flower => match figure.species {
            Species::Sunflower => 0.58,
            Species::Foxglove => 0.62,
            _ => 0.70,
        },
        Group::Tree => 0.76,
        Group::Cnidarian => 0.68,
        Group::Mollusc => 0.70,
        Group::Crustacean => 0.60,
    };
    match figure.stage {
        LifeStage::Egg => 0.66,
        LifeStage::Larva => 0.62,
        LifeStage::Juvenile if figure.group().is_bird() => 0.62,
        LifeStage::Juvenile => adult * 0.84,
        LifeStage::Pupa => 0.72,
        _ => adult,
    }
}
