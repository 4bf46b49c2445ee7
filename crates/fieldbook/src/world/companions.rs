//! Companions of another species: who eats, pollinates or escorts whom; counts and framings.

use super::odds::Odds;
use crate::{
    Activity, Behaviour, Companion, Count, Framing, Group, Habitat, Health, LifeStage, Light,
    Relation, Scene, Species,
};

use Species as S;

/// Pairs of a first species with each of several others, a weight for each. A relation may stand
/// between them.
macro_rules! pairs {
    ($($first:ident: $($other:ident $weight:literal),+;)+) => {
        &[$($((S::$first, S::$other, $weight)),+),+]
    };
    ($($first:ident $relation:ident: $($other:ident $weight:literal),+;)+) => {
        &[$($((S::$first, Relation::$relation, S::$other, $weight)),+),+]
    };
}

/// Predator and prey.
const EATS: &[(Species, Species, u32)] = pairs! {
    Robin: Ladybird 2, CommonBlue 2;
    BlueTit: ElephantHawkmoth 2;
    Blackbird: GardenSnail 4;
    BarnSwallow: HoneyBee 3, RuddyDarter 2;
    Kingfisher: Perch 5, BrownTrout 3;
    LanternWren: PaperLanternMoth 2;
    Kestrel: GreenLizard 4, BlueTit 2;
    GoldenEagle: BrownHare 5, RedFox 1;
    Osprey: BrownTrout 6, Perch 4;
    CinderHawk: GreenLizard 2;
    BarnOwl: CommonFrog 3, ElephantHawkmoth 1;
    SnowyOwl: BrownHare 3;
    EagleOwl: Hedgehog 3, RedSquirrel 2;
    MoonveilOwl: TokayGecko 2;
    GreyHeron: CommonFrog 5, Perch 5, GrassSnake 2;
    Puffin: VelvetSail 4;
    HerringGull: ShoreCrab 5, HermitCrab 2;
    SaffronStilt: ShoreCrab 1;
    EmperorDragonfly: CommonBlue 3, HoneyBee 2;
    RedFox: BrownHare 4, Mallard 3;
    Hedgehog: GardenSnail 5;
    Badger: CommonFrog 1;
    BrownBear: BrownTrout 5;
    DappleMarten: LanternWren 2;
    Anglerfish: AuroraJelly 2;
    CommonFrog: HoneyBee 3;
    TreeFrog: RuddyDarter 2;
    MarbledToad: SacredScarab 3;
    GrassSnake: CommonFrog 5;
    Adder: GreenLizard 3;
    TokayGecko: PaperLanternMoth 3;
    SeaTurtle: MoonJelly 4, CompassJelly 2;
    Octopus: ShoreCrab 4, Lobster 2;
    GardenSpider: HoneyBee 4, CommonBlue 3;
    WaspSpider: RuddyDarter 3, Bumblebee 2;
    ZebraJumper: Ladybird 2;
    DewVeilSpider: PaperLanternMoth 3;
};

/// Visitor and flower.
const POLLINATES: &[(Species, Species, u32)] = pairs! {
    Monarch: OxeyeDaisy 4, Sunflower 3;
    PeacockButterfly: OxeyeDaisy 4, Dandelion 3;
    CommonBlue: OxeyeDaisy 3;
    Swallowtail: StarcupGentian 1, Poppy 2;
    ElephantHawkmoth: Foxglove 3;
    PaperLanternMoth: Foxglove 1;
    HoneyBee: Sunflower 6, Poppy 5, Dandelion 4;
    Bumblebee: Foxglove 6, Bluebell 3, Poppy 3;
    TealMasonBee: Sunflower 2;
};

/// Other relations, read from the subject to its companion.
const OTHERS: &[(Species, Relation, Species, u32)] = pairs! {
    Clownfish PerchedOn: BeadletAnemone 26;
    BlueTit PerchedOn: Sunflower 6;
    Robin PerchedOn: RoeDeer 2;
    Ladybird PerchedOn: Poppy 6, OxeyeDaisy 8;
    RuddyDarter PerchedOn: Foxglove 4;
    BandedDemoiselle PerchedOn: OxeyeDaisy 3;
    GardenSnail PerchedOn: FlyAgaric 5, Sunflower 3;
    GlasshornSnail PerchedOn: BellglowCap 4;
    WaspSpider PerchedOn: Poppy 3;
    HarlequinChafer PerchedOn: Sunflower 3;
    RoeDeer Bears: Robin 4;
    BrownBear Bears: Blackbird 3;
    HermitCrab Bears: BeadletAnemone 9;
    Tortoise Bears: CommonBlue 4, Ladybird 2;
    Nautilus Bears: BeadletAnemone 1;
    SeaTurtle Bears: HermitCrab 1;
    BluefinTuna EscortedBy: VelvetSail 5;
    SeaTurtle EscortedBy: VelvetSail 4, EmperorAngelfish 4;
    MoonJelly EscortedBy: VelvetSail 4;
    CompassJelly EscortedBy: VelvetSail 4;
    MuteSwan EscortedBy: Mallard 6;
    Flamingo EscortedBy: SaffronStilt 3;
    Badger EscortedBy: RedFox 4;
    BellglowCap GrowsOn: StagBeetle 6, HarlequinChafer 2;
    BeadletAnemone GrowsOn: HermitCrab 6, Lobster 1;
};

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

pub(crate) fn has_prey(species: Species) -> bool {
    EATS.iter().any(|(eater, _, _)| *eater == species)
}

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
