//! Draws one organism of any group.

use super::{
    amphibian::draw_amphibian,
    bee::draw_bee,
    beetle::draw_beetle,
    bird::{by_species::bird_traits, draw::draw_bird},
    butterfly::draw_butterfly,
    cnidarian::draw_cnidarian,
    crustacean::draw_crustacean,
    dragonfly::draw_dragonfly,
    egg::draw_eggs,
    figure::{Anchors, Figure},
    fish::draw_fish,
    flower::draw_flower,
    fungus::draw_fungus,
    mammal::draw_mammal,
    mammal_traits::mammal_traits,
    mollusc::draw_mollusc,
    reptile::draw_reptile,
    spider::draw_spider,
    tree::draw_tree,
};
use crate::{Group, LifeStage, Season, Species, drawing::canvas::pen::Pen};

/// Draws the figure in its own coordinates and returns its anchors.
pub(crate) fn draw_figure(pen: &mut Pen, figure: &Figure, season: Option<Season>) -> Anchors {
    match figure.group() {
        Group::PerchingBird | Group::Raptor | Group::Owl | Group::Waterbird
            if figure.stage == LifeStage::Egg =>
        {
            draw_eggs(pen, figure)
        }
        Group::PerchingBird | Group::Raptor | Group::Owl | Group::Waterbird => {
            draw_bird(pen, figure)
        }
        Group::Butterfly if figure.stage == LifeStage::Egg => draw_eggs(pen, figure),
        Group::Butterfly => draw_butterfly(pen, figure),
        Group::Beetle => draw_beetle(pen, figure),
        Group::Bee => draw_bee(pen, figure),
        Group::Dragonfly => draw_dragonfly(pen, figure),
        Group::Mammal => draw_mammal(pen, figure),
        Group::Fish => draw_fish(pen, figure),
        Group::Amphibian => draw_amphibian(pen, figure),
        Group::Reptile => draw_reptile(pen, figure),
        Group::Fungus => draw_fungus(pen, figure),
        Group::Flower => draw_flower(pen, figure),
        Group::Tree => draw_tree(pen, figure, season),
        Group::Cnidarian => draw_cnidarian(pen, figure),
        Group::Mollusc => draw_mollusc(pen, figure),
        Group::Spider => draw_spider(pen, figure),
        Group::Crustacean => draw_crustacean(pen, figure),
    }
}

/// Page units per unit of the figure.
pub(crate) fn scale_on_page(figure: &Figure) -> f32 {
    let adult = match figure.group() {
        Group::PerchingBird | Group::Raptor | Group::Owl | Group::Waterbird => {
            let traits = bird_traits(figure.species, figure.sex);
            if figure.is_flying() {
                0.56 * (56.0 / traits.span.max(52.0)).max(0.72) + 0.08
            } else {
                traits.size
            }
        }
        Group::Mammal => mammal_traits(figure.species).size * 1.06,
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
