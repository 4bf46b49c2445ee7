//! Possible life stages, behaviours, sexes, colour forms and ailments.

use super::{
    companions::{has_prey, visits_flowers},
    odds::Odds,
};
use crate::{
    Activity, Behaviour, Count, Framing, Group, Health, LifeStage, Light, Morph, Scene, Season,
    Sex, Species, Substrate, Weather,
};

use Behaviour as B;
use Group as G;
use LifeStage as L;

pub(crate) fn life_stages(scene: &Scene) -> Odds<LifeStage> {
    match scene.group() {
        G::PerchingBird | G::Raptor | G::Owl | G::Waterbird => {
            Odds::new(&[(L::Adult, 86), (L::Juvenile, 10), (L::Egg, 4)])
        }
        G::Butterfly => Odds::new(&[(L::Adult, 76), (L::Larva, 14), (L::Pupa, 7), (L::Egg, 3)]),
        G::Beetle | G::Dragonfly => Odds::new(&[(L::Adult, 92), (L::Larva, 8)]),
        G::Mammal => Odds::new(&[(L::Adult, 86), (L::Juvenile, 14)]),
        G::Fish => Odds::new(&[(L::Adult, 88), (L::Juvenile, 9), (L::Egg, 3)]),
        G::Amphibian => Odds::new(&[(L::Adult, 85), (L::Larva, 9), (L::Egg, 6)]),
        G::Reptile => Odds::new(&[(L::Adult, 86), (L::Juvenile, 9), (L::Egg, 5)]),
        G::Fungus => Odds::new(&[(L::Adult, 75), (L::Juvenile, 15), (L::Withered, 10)]),
        G::Flower => {
            Odds::new(&[(L::Flowering, 70), (L::Fruiting, 14), (L::Seedling, 8), (L::Withered, 8)])
        }
        G::Tree => Odds::new(&[
            (L::Adult, 50),
            (L::Fruiting, 18),
            (L::Flowering, 14),
            (L::Seedling, 12),
            (L::Withered, 6),
        ]),
        G::Spider => Odds::new(&[(L::Adult, 86), (L::Juvenile, 8), (L::Egg, 6)]),
        G::Mollusc => Odds::new(&[(L::Adult, 95), (L::Egg, 5)]),
        G::Crustacean => Odds::new(&[(L::Adult, 93), (L::Juvenile, 7)]),
        G::Bee | G::Cnidarian => Odds::certain(L::Adult),
    }
}

pub(crate) fn can_fly(species: Species) -> bool {
    let group = species.facts().group;
    group.is_bird() || matches!(group, G::Butterfly | G::Bee | G::Dragonfly | G::Beetle)
}

fn leaps(species: Species) -> bool {
    use Species as S;
    matches!(
        species,
        S::RedFox
            | S::RedSquirrel
            | S::BrownHare
            | S::RoeDeer
            | S::DappleMarten
            | S::CommonFrog
            | S::TreeFrog
            | S::BlueDartFrog
            | S::ZebraJumper
    )
}

fn is_snake(species: Species) -> bool {
    matches!(species, Species::GrassSnake | Species::Adder)
}

/// Whether the organism can swim there, at the surface or below.
fn swims(scene: &Scene) -> bool {
    use Species as S;
    if scene.habitat.is_underwater() {
        return matches!(scene.group(), G::Fish | G::Cnidarian | G::Amphibian | G::Dragonfly)
            && scene.species != S::BeadletAnemone
            || matches!(scene.species, S::SeaTurtle | S::Octopus | S::Nautilus);
    }
    scene.habitat.has_surface()
        && matches!(
            scene.species,
            S::Mallard | S::MuteSwan | S::Puffin | S::HerringGull | S::CommonFrog | S::GrassSnake
        )
}

/// Possible behaviours, given life stage, habitat, light and weather.
pub(crate) fn behaviours(scene: &Scene) -> Odds<Behaviour> {
    let odds = match scene.life_stage {
        L::Egg | L::Pupa => Odds::certain(B::Resting),
        L::Larva => larva_behaviours(scene),
        L::Juvenile if scene.group() == G::Fungus => Odds::certain(B::Growing),
        L::Juvenile => juvenile_behaviours(scene),
        L::Adult if scene.group().is_animal() => adult_behaviours(scene),
        _ => plant_behaviours(scene),
    };
    let sleeps_now = scene.light == Light::Night
        && scene.species.facts().activity == Activity::Diurnal
        && scene.group().is_animal()
        && !matches!(scene.life_stage, L::Egg | L::Pupa);
    if sleeps_now { odds.only(|behaviour| behaviour == B::Sleeping) } else { odds }
}

fn plant_behaviours(scene: &Scene) -> Odds<Behaviour> {
    let mut odds = Odds::new(&[(B::Growing, 80)]);
    let disperses = match scene.group() {
        G::Fungus => scene.life_stage == L::Adult,
        G::Flower => scene.life_stage == L::Fruiting,
        _ => {
            scene.life_stage == L::Adult
                && scene.season == Some(Season::Autumn)
                && scene.species != Species::ScotsPine
        }
    };
    if disperses {
        odds.add(B::Dispersing, 20);
    }
    odds
}

fn larva_behaviours(scene: &Scene) -> Odds<Behaviour> {
    match scene.group() {
        G::Butterfly => Odds::new(&[(B::Feeding, 55), (B::Moving, 25), (B::Resting, 20)]),
        G::Beetle => Odds::new(&[(B::Resting, 60), (B::Moving, 40)]),
        _ => Odds::certain(B::Swimming),
    }
}

fn juvenile_behaviours(scene: &Scene) -> Odds<Behaviour> {
    match scene.group() {
        G::Fish => Odds::certain(B::Swimming),
        G::Mammal => Odds::new(&[(B::Resting, 50), (B::Moving, 30), (B::Sleeping, 20)]),
        G::Reptile if swims(scene) => Odds::certain(B::Swimming),
        G::Reptile => Odds::new(&[(B::Resting, 40), (B::Hatching, 40), (B::Moving, 20)]),
        group if group.is_bird() => {
            Odds::new(&[(B::Resting, 40), (B::Calling, 35), (B::Hatching, 25)])
        }
        _ => Odds::new(&[(B::Resting, 60), (B::Moving, 40)]),
    }
}

fn adult_behaviours(scene: &Scene) -> Odds<Behaviour> {
    let mut odds = Odds::new(adult_weights(scene.group()));
    let species = scene.species;
    let is_wet = scene.habitat.is_underwater();
    if leaps(species) {
        odds.add(B::Leaping, 12);
    }
    if swims(scene) {
        odds.add(B::Swimming, if is_wet { 60 } else { 26 });
    }
    if has_prey(species) {
        odds.add(B::CarryingPrey, 7);
    }
    let may_fly = can_fly(species) && !matches!(scene.weather, Weather::Rain | Weather::Snowfall)
        || scene.group().is_bird();
    odds.only(|behaviour| match behaviour {
        B::Flying => may_fly,
        B::CarryingPrey => carries(species),
        B::Feeding => scene.group() != G::Butterfly || visits_flowers(species),
        B::Basking => matches!(scene.light, Light::Day | Light::Backlit) && !is_wet,
        B::Resting => {
            !is_wet || scene.group() != G::Cnidarian || species == Species::BeadletAnemone
        }
        B::Moving => !(is_wet && swims(scene)) && species != Species::Kingfisher,
        B::Sleeping => !swims(scene) || !is_wet,
        B::Calling if scene.group() == G::Amphibian => {
            species != Species::FireSalamander && !is_wet
        }
        B::Calling if scene.group() == G::Mammal => {
            matches!(species, Species::RedFox | Species::RoeDeer | Species::BrownBear)
        }
        B::Fighting => !(scene.group() == G::Reptile && is_wet),
        B::Displaying if scene.group() == G::Reptile => {
            !is_snake(species) && !matches!(species, Species::Tortoise | Species::SeaTurtle)
        }
        B::NestBuilding if scene.group() == G::Spider => species != Species::ZebraJumper,
        B::NestBuilding | B::TendingYoung => {
            scene.season.is_none_or(|season| matches!(season, Season::Spring | Season::Summer))
        }
        _ => true,
    })
}

/// Whether the species carries prey off rather than eating it on the spot.
fn carries(species: Species) -> bool {
    let group = species.facts().group;
    group.is_bird() || matches!(group, G::Mammal | G::Dragonfly)
}

#[rustfmt::skip] // Weights share lines.
fn adult_weights(group: Group) -> &'static [(Behaviour, u32)] {
    match group {
        G::PerchingBird => &[
            (B::Resting, 34), (B::Flying, 18), (B::Feeding, 14), (B::Calling, 14), (B::Moving, 8),
            (B::NestBuilding, 5), (B::TendingYoung, 5), (B::Displaying, 3), (B::Fighting, 3),
            (B::Mating, 2), (B::Sleeping, 3),
        ],
        G::Raptor | G::Owl => &[
            (B::Resting, 40), (B::Flying, 34), (B::Feeding, 7), (B::Calling, 6),
            (B::NestBuilding, 2), (B::TendingYoung, 5), (B::Fighting, 2), (B::Mating, 1),
            (B::Sleeping, 5),
        ],
        G::Waterbird => &[
            (B::Resting, 30), (B::Flying, 18), (B::Feeding, 14), (B::Moving, 10), (B::Calling, 4),
            (B::NestBuilding, 4), (B::TendingYoung, 5), (B::Displaying, 5), (B::Fighting, 3),
            (B::Mating, 2), (B::Sleeping, 6),
        ],
        G::Butterfly => &[
            (B::Resting, 34), (B::Flying, 24), (B::Feeding, 26), (B::Basking, 9), (B::Mating, 4),
            (B::Hatching, 4),
        ],
        G::Beetle => &[
            (B::Resting, 44), (B::Moving, 30), (B::Flying, 8), (B::Feeding, 10), (B::Fighting, 4),
            (B::Mating, 4),
        ],
        G::Bee => &[(B::Feeding, 44), (B::Flying, 36), (B::Resting, 18), (B::Mating, 2)],
        G::Dragonfly => &[
            (B::Resting, 46), (B::Flying, 36), (B::Feeding, 5), (B::Mating, 7), (B::Basking, 6),
        ],
        G::Mammal => &[
            (B::Resting, 36), (B::Moving, 28), (B::Feeding, 14), (B::Sleeping, 9),
            (B::TendingYoung, 6), (B::Fighting, 4), (B::Mating, 1), (B::Calling, 4),
        ],
        G::Fish => &[
            (B::Feeding, 12), (B::Resting, 8), (B::Displaying, 6), (B::Fighting, 4), (B::Mating, 3),
        ],
        G::Amphibian => &[
            (B::Resting, 46), (B::Calling, 16), (B::Feeding, 8), (B::Moving, 8), (B::Mating, 8),
            (B::Fighting, 2),
        ],
        G::Reptile => &[
            (B::Resting, 34), (B::Basking, 26), (B::Moving, 20), (B::Feeding, 8),
            (B::Displaying, 4), (B::Fighting, 4), (B::Mating, 3),
        ],
        G::Cnidarian => &[(B::Resting, 40)],
        G::Mollusc => &[(B::Resting, 30), (B::Moving, 44), (B::Feeding, 16), (B::Mating, 4)],
        G::Spider => &[
            (B::Resting, 48), (B::Moving, 16), (B::NestBuilding, 16), (B::Feeding, 10),
            (B::Displaying, 6), (B::Mating, 3),
        ],
        G::Crustacean => &[
            (B::Resting, 36), (B::Moving, 34), (B::Feeding, 10), (B::Displaying, 8),
            (B::Fighting, 8), (B::Mating, 2),
        ],
        G::Fungus | G::Flower | G::Tree => &[],
    }
}

/// Possible sexes: stated only for adults of species whose sexes look different.
pub(crate) fn sexes(scene: &Scene) -> Odds<Option<Sex>> {
    let is_seen = scene.species.facts().is_dimorphic && scene.life_stage == L::Adult;
    if is_seen {
        Odds::new(&[(Some(Sex::Male), 56), (Some(Sex::Female), 44)])
    } else {
        Odds::certain(None)
    }
}

/// Colour forms that look different from the usual one.
pub(crate) fn morphs(scene: &Scene) -> Odds<Morph> {
    let mut odds = Odds::new(&[(Morph::Typical, 900)]);
    if scene.life_stage != L::Adult || scene.framing == Framing::Distant {
        return odds;
    }
    // A white blackbird shows no sex: where the sexes differ by colour, the form is the usual one.
    let differs_by_shape =
        matches!(scene.group(), G::Mammal | G::Beetle | G::Crustacean | G::Reptile);
    if scene.sex.is_some() && !differs_by_shape {
        return odds;
    }
    let colours = scene.species.facts().colours;
    let lacks = |names: &[&str]| !colours.iter().any(|colour| names.contains(colour));
    let (leucistic, melanistic, xanthic) = match scene.group() {
        G::PerchingBird | G::Raptor | G::Owl | G::Waterbird => (26, 22, 0),
        G::Mammal => (26, 26, 0),
        G::Reptile => (18, 30, 0),
        G::Amphibian => (20, 0, 18),
        G::Fish | G::Crustacean => (14, 14, 20),
        G::Mollusc => (16, 0, 20),
        G::Butterfly | G::Beetle => (0, 26, 0),
        _ => (0, 0, 0),
    };
    if leucistic > 0 && lacks(&["white", "silver"]) {
        odds.add(Morph::Leucistic, leucistic);
    }
    if melanistic > 0 && lacks(&["black"]) {
        odds.add(Morph::Melanistic, melanistic);
    }
    if xanthic > 0 && lacks(&["yellow", "gold", "amber"]) {
        odds.add(Morph::Xanthic, xanthic);
    }
    odds
}

/// Ailments that would be visible.
pub(crate) fn healths(scene: &Scene) -> Odds<Health> {
    let mut odds = Odds::new(&[(Health::Healthy, 780)]);
    let group = scene.group();
    let is_grown = matches!(scene.life_stage, L::Adult | L::Flowering | L::Fruiting);
    let is_still = matches!(
        scene.behaviour,
        B::Resting | B::Growing | B::Moving | B::Swimming | B::Feeding | B::Flying
    );
    let is_hidden = scene.count != Count::One
        || scene.companion.is_some()
        || scene.substrate == Substrate::Nest;
    if !is_grown || !is_still || is_hidden || scene.life_stage == L::Fruiting {
        return odds;
    }
    odds.add(Health::Injured, 34);
    if loses_limbs(scene) {
        odds.add(Health::MissingLimb, 24);
    }
    odds.add(Health::Parasites, 22);
    odds.add(Health::Diseased, 22);
    let lies_down = group.is_animal()
        && scene.behaviour == B::Resting
        && !matches!(
            scene.substrate,
            Substrate::Web | Substrate::Bark | Substrate::Branch | Substrate::FencePost
        );
    if lies_down && scene.species != Species::BeadletAnemone {
        odds.add(Health::Dead, 34);
    }
    odds
}

fn loses_limbs(scene: &Scene) -> bool {
    match scene.group() {
        G::PerchingBird | G::Raptor | G::Owl | G::Waterbird => {
            let has_short_legs = matches!(
                scene.species,
                Species::Kingfisher | Species::BarnSwallow | Species::Puffin
            );
            !has_short_legs && !matches!(scene.behaviour, B::Flying | B::Swimming)
        }
        G::Reptile => {
            matches!(scene.species, Species::GreenLizard | Species::TokayGecko | Species::OpalSkink)
        }
        G::Mollusc => scene.species == Species::Octopus,
        G::Cnidarian => scene.species != Species::BeadletAnemone,
        G::Mammal => scene.species != Species::Hedgehog,
        G::Beetle | G::Bee => scene.behaviour != B::Flying,
        _ => true,
    }
}
