//! Companions of another species: who eats, pollinates or escorts whom; counts and framings.

use super::odds::Odds;
use crate::{
    Activity, Behaviour, Companion, Count, Framing, Group, Habitat, Health, LifeStage, Light,
    Relation, Scene, Species,
};

use Species as S;

/// Predator, prey, weight.
const EATS: &[(Species, Species, u32)] = &[
    (S::Robin, S::Ladybird, 2),
    (S::Robin, S::CommonBlue, 2),
    (S::BlueTit, S::ElephantHawkmoth, 2),
    (S::Blackbird, S::GardenSnail, 4),
    (S::BarnSwallow, S::HoneyBee, 3),
    (S::BarnSwallow, S::RuddyDarter, 2),
    (S::Kingfisher, S::Perch, 5),
    (S::Kingfisher, S::BrownTrout, 3),
    (S::LanternWren, S::PaperLanternMoth, 2),
    (S::Kestrel, S::GreenLizard, 4),
    (S::Kestrel, S::BlueTit, 2),
    (S::GoldenEagle, S::BrownHare, 5),
    (S::GoldenEagle, S::RedFox, 1),
    (S::Osprey, S::BrownTrout, 6),
    (S::Osprey, S::Perch, 4),
    (S::CinderHawk, S::GreenLizard, 2),
    (S::BarnOwl, S::CommonFrog, 3),
    (S::BarnOwl, S::ElephantHawkmoth, 1),
    (S::SnowyOwl, S::BrownHare, 3),
    (S::EagleOwl, S::Hedgehog, 3),
    (S::EagleOwl, S::RedSquirrel, 2),
    (S::MoonveilOwl, S::TokayGecko, 2),
    (S::GreyHeron, S::CommonFrog, 5),
    (S::GreyHeron, S::Perch, 5),
    (S::GreyHeron, S::GrassSnake, 2),
    (S::Puffin, S::VelvetSail, 4),
    (S::HerringGull, S::ShoreCrab, 5),
    (S::HerringGull, S::HermitCrab, 2),
    (S::SaffronStilt, S::ShoreCrab, 1),
    (S::EmperorDragonfly, S::CommonBlue, 3),
    (S::EmperorDragonfly, S::HoneyBee, 2),
    (S::RedFox, S::BrownHare, 4),
    (S::RedFox, S::Mallard, 3),
    (S::Hedgehog, S::GardenSnail, 5),
    (S::Badger, S::CommonFrog, 1),
    (S::BrownBear, S::BrownTrout, 5),
    (S::DappleMarten, S::LanternWren, 2),
    (S::Anglerfish, S::AuroraJelly, 2),
    (S::CommonFrog, S::HoneyBee, 3),
    (S::TreeFrog, S::RuddyDarter, 2),
    (S::MarbledToad, S::SacredScarab, 3),
    (S::GrassSnake, S::CommonFrog, 5),
    (S::Adder, S::GreenLizard, 3),
    (S::TokayGecko, S::PaperLanternMoth, 3),
    (S::SeaTurtle, S::MoonJelly, 4),
    (S::SeaTurtle, S::CompassJelly, 2),
    (S::Octopus, S::ShoreCrab, 4),
    (S::Octopus, S::Lobster, 2),
    (S::GardenSpider, S::HoneyBee, 4),
    (S::GardenSpider, S::CommonBlue, 3),
    (S::WaspSpider, S::RuddyDarter, 3),
    (S::WaspSpider, S::Bumblebee, 2),
    (S::ZebraJumper, S::Ladybird, 2),
    (S::DewVeilSpider, S::PaperLanternMoth, 3),
];

/// Visitor, flower, weight.
const POLLINATES: &[(Species, Species, u32)] = &[
    (S::Monarch, S::OxeyeDaisy, 4),
    (S::Monarch, S::Sunflower, 3),
    (S::PeacockButterfly, S::OxeyeDaisy, 4),
    (S::PeacockButterfly, S::Dandelion, 3),
    (S::CommonBlue, S::OxeyeDaisy, 3),
    (S::Swallowtail, S::StarcupGentian, 1),
    (S::Swallowtail, S::Poppy, 2),
    (S::ElephantHawkmoth, S::Foxglove, 3),
    (S::PaperLanternMoth, S::Foxglove, 1),
    (S::HoneyBee, S::Sunflower, 6),
    (S::HoneyBee, S::Poppy, 5),
    (S::HoneyBee, S::Dandelion, 4),
    (S::Bumblebee, S::Foxglove, 6),
    (S::Bumblebee, S::Bluebell, 3),
    (S::Bumblebee, S::Poppy, 3),
    (S::TealMasonBee, S::Sunflower, 2),
];

/// Other relations: subject, relation, companion, weight.
const OTHERS: &[(Species, Relation, Species, u32)] = &[
    (S::Clownfish, Relation::PerchedOn, S::BeadletAnemone, 26),
    (S::BlueTit, Relation::PerchedOn, S::Sunflower, 6),
    (S::Robin, Relation::PerchedOn, S::RoeDeer, 2),
    (S::Ladybird, Relation::PerchedOn, S::Poppy, 6),
    (S::Ladybird, Relation::PerchedOn, S::OxeyeDaisy, 8),
    (S::RuddyDarter, Relation::PerchedOn, S::Foxglove, 4),
    (S::BandedDemoiselle, Relation::PerchedOn, S::OxeyeDaisy, 3),
    (S::GardenSnail, Relation::PerchedOn, S::FlyAgaric, 5),
    (S::GardenSnail, Relation::PerchedOn, S::Sunflower, 3),
    (S::GlasshornSnail, Relation::PerchedOn, S::BellglowCap, 4),
    (S::WaspSpider, Relation::PerchedOn, S::Poppy, 3),
    (S::HarlequinChafer, Relation::PerchedOn, S::Sunflower, 3),
    (S::RoeDeer, Relation::Bears, S::Robin, 4),
    (S::BrownBear, Relation::Bears, S::Blackbird, 3),
    (S::HermitCrab, Relation::Bears, S::BeadletAnemone, 9),
    (S::Tortoise, Relation::Bears, S::CommonBlue, 4),
    (S::Tortoise, Relation::Bears, S::Ladybird, 2),
    (S::Nautilus, Relation::Bears, S::BeadletAnemone, 1),
    (S::SeaTurtle, Relation::Bears, S::HermitCrab, 1),
    (S::BluefinTuna, Relation::EscortedBy, S::VelvetSail, 5),
    (S::SeaTurtle, Relation::EscortedBy, S::VelvetSail, 4),
    (S::SeaTurtle, Relation::EscortedBy, S::EmperorAngelfish, 4),
    (S::MoonJelly, Relation::EscortedBy, S::VelvetSail, 4),
    (S::CompassJelly, Relation::EscortedBy, S::VelvetSail, 4),
    (S::MuteSwan, Relation::EscortedBy, S::Mallard, 6),
    (S::Flamingo, Relation::EscortedBy, S::SaffronStilt, 3),
    (S::Badger, Relation::EscortedBy, S::RedFox, 4),
    (S::BellglowCap, Relation::GrowsOn, S::StagBeetle, 6),
    (S::BellglowCap, Relation::GrowsOn, S::HarlequinChafer, 2),
    (S::BeadletAnemone, Relation::GrowsOn, S::HermitCrab, 6),
    (S::BeadletAnemone, Relation::GrowsOn, S::Lobster, 1),
];

/// The companions that a species can have in any scene, with their weights.
fn companions_of(species: Species) -> Vec<(Companion, u32)> {
    let mut found = Vec::new();
    let mut add = |species, relation, weight| {
        found.push((Companion { species, relation }, weight));
    };
    for (eater, eaten, weight) in EATS {
        if *eater == species {
            add(*eaten, Relation::Eats, weight * 3);
        } else if *eaten == species {
            add(*eater, Relation::EatenBy, *weight);
        }
    }
    for (visitor, flower, weight) in POLLINATES {
        if *visitor == species {
            add(*flower, Relation::Pollinates, weight * 5);
        } else if *flower == species {
            add(*visitor, Relation::PollinatedBy, weight * 2);
        }
    }
    for (subject, relation, other, weight) in OTHERS {
        if *subject == species {
            add(*other, *relation, weight * 2);
        }
    }
    found
}

/// Whether the companion can live in the habitat.
fn can_be_in(companion: Companion, habitat: Habitat) -> bool {
    let habitats = companion.species.facts().habitats;
    if habitat.is_underwater() { habitats.iter().any(|home| home.is_underwater()) } else { true }
}

/// Companions that fit the scene's facts up to its behaviour. `None` is always possible, except
/// where prey is carried.
pub(crate) fn companions(scene: &Scene) -> Odds<Option<Companion>> {
    let mut odds = Odds::new(&[]);
    let must_carry = scene.behaviour == Behaviour::CarryingPrey;
    if !must_carry {
        odds.add(None, 60);
    }
    let is_grown = matches!(scene.life_stage, LifeStage::Adult | LifeStage::Flowering);
    if !is_grown || scene.behaviour.takes_two() {
        return odds;
    }
    for (companion, weight) in companions_of(scene.species) {
        if can_be_in(companion, scene.habitat) && fits(scene.behaviour, companion.relation) {
            odds.add(Some(companion), weight);
        }
    }
    odds.only(|companion| scene.light != Light::Night || companion.is_none_or(is_active_at_night))
}

fn is_active_at_night(companion: Companion) -> bool {
    companion.relation != Relation::PollinatedBy
        || companion.species.facts().activity != Activity::Diurnal
}

fn fits(behaviour: Behaviour, relation: Relation) -> bool {
    match relation {
        Relation::Eats => matches!(behaviour, Behaviour::Feeding | Behaviour::CarryingPrey),
        Relation::Pollinates => behaviour == Behaviour::Feeding,
        Relation::EatenBy | Relation::PerchedOn => behaviour == Behaviour::Resting,
        Relation::Bears => matches!(behaviour, Behaviour::Resting | Behaviour::Moving),
        Relation::PollinatedBy | Relation::GrowsOn => {
            matches!(behaviour, Behaviour::Growing | Behaviour::Resting)
        }
        Relation::EscortedBy => {
            matches!(behaviour, Behaviour::Swimming | Behaviour::Moving | Behaviour::Resting)
        }
    }
}

/// Whether the species has prey.
pub(crate) fn has_prey(species: Species) -> bool {
    EATS.iter().any(|(eater, _, _)| *eater == species)
}

/// Whether the species visits flowers.
pub(crate) fn visits_flowers(species: Species) -> bool {
    POLLINATES.iter().any(|(visitor, _, _)| *visitor == species)
}

/// Possible counts, given behaviour and companion.
pub(crate) fn counts(scene: &Scene) -> Odds<Count> {
    let group = scene.group();
    if scene.behaviour.takes_two() {
        return Odds::certain(Count::Two);
    }
    let is_alone = scene.companion.is_some()
        || matches!(
            scene.behaviour,
            Behaviour::NestBuilding
                | Behaviour::TendingYoung
                | Behaviour::Hatching
                | Behaviour::CarryingPrey
        )
        || matches!(scene.life_stage, LifeStage::Egg | LifeStage::Pupa);
    if is_alone {
        return Odds::certain(Count::One);
    }
    use crate::Group as G;
    let is_brood = scene.life_stage == LifeStage::Juvenile && group.is_bird();
    if is_brood || scene.life_stage == LifeStage::Larva && group == G::Butterfly {
        return Odds::new(&[(Count::One, 40), (Count::Two, 25), (Count::Few, 35)]);
    }
    match group {
        G::Fish | G::Waterbird | G::Cnidarian => {
            Odds::new(&[(Count::One, 60), (Count::Two, 14), (Count::Few, 14), (Count::Flock, 12)])
        }
        G::Flower | G::Fungus | G::Tree | G::Bee => {
            Odds::new(&[(Count::One, 64), (Count::Two, 14), (Count::Few, 16), (Count::Flock, 6)])
        }
        G::Raptor | G::Owl | G::Spider | G::Reptile => {
            Odds::new(&[(Count::One, 90), (Count::Two, 8), (Count::Few, 2)])
        }
        _ => Odds::new(&[(Count::One, 76), (Count::Two, 12), (Count::Few, 8), (Count::Flock, 4)]),
    }
}

/// Possible framings: a close-up shows a single organism, a distant one nothing small.
pub(crate) fn framings(scene: &Scene) -> Odds<Framing> {
    let mut odds = Odds::new(&[(Framing::Whole, 74)]);
    let is_small = matches!(scene.life_stage, LifeStage::Egg | LifeStage::Pupa);
    let is_tree = scene.group() == Group::Tree;
    if scene.count == Count::One && scene.companion.is_none() && !is_tree && !is_small {
        odds.add(Framing::CloseUp, 13);
    }
    let is_plain = matches!(scene.health, Health::Healthy | Health::Dead);
    let is_larva = scene.life_stage == LifeStage::Larva;
    if is_plain && scene.companion.is_none() && !is_small && !is_larva && scene.group().is_animal()
    {
        odds.add(Framing::Distant, 13);
    }
    odds
}
