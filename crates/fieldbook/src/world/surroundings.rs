//! Possible habitats, seasons, light, weather, substrates and traces of people.

use super::odds::{Choice, Odds};
use crate::{
    Activity, Behaviour, CameraTrap, Count, Framing, Group, Habitat, Health, HumanImpact,
    LifeStage, Light, Relation, Scene, Season, Species, Substrate, Weather, splitmix::SplitMix64,
};

use Behaviour as B;
use Group as G;
use Habitat as H;
use HumanImpact as I;
use LifeStage as L;
use Substrate as U;

/// Weights of the first, second, … habitat of a species.
const BY_RANK: [u32; 6] = [100, 48, 26, 14, 8, 5];

/// Possible habitats, given species and life stage.
pub(crate) fn habitats(scene: &Scene) -> Odds<Habitat> {
    let is_aquatic_young = scene.life_stage == L::Larva
        && matches!(scene.group(), G::Amphibian | G::Dragonfly)
        || scene.life_stage == L::Egg && scene.group() == G::Amphibian;
    if is_aquatic_young {
        return Odds::certain(H::Stream);
    }
    let mut odds = Odds::new(&[]);
    for (habitat, weight) in scene.species.facts().habitats.iter().zip(BY_RANK) {
        odds.add(*habitat, weight);
    }
    if scene.life_stage == L::Egg && scene.group() == G::Reptile {
        return odds.only(|habitat| !habitat.is_underwater());
    }
    odds
}

/// Possible seasons; `None` where the vegetation does not show one.
pub(crate) fn seasons(scene: &Scene) -> Odds<Option<Season>> {
    if !scene.habitat.shows_season() {
        return Odds::certain(None);
    }
    let group = scene.group();
    let weights = match (group, scene.life_stage) {
        (G::Fungus, _) if scene.species == Species::Morel => [60, 20, 20, 0],
        (G::Fungus, _) => [8, 24, 64, 4],
        (G::Flower, L::Seedling) | (G::Tree, L::Flowering) => [90, 10, 0, 0],
        (G::Flower, L::Withered) | (_, L::Fruiting) => [0, 40, 60, 0],
        (G::Flower, _) => [40, 60, 0, 0],
        (G::Tree, _) => [24, 28, 28, 20],
        (_, L::Egg) => [60, 40, 0, 0],
        (_, L::Juvenile | L::Larva | L::Pupa) => [44, 50, 6, 0],
        (G::Mammal, _) => [26, 28, 26, 20],
        (group, _) if group.is_bird() && scene.species != Species::BarnSwallow => [30, 28, 20, 22],
        _ => [34, 50, 16, 0],
    };
    let mut odds = Odds::new(&[]);
    for (season, weight) in Season::ALL.iter().zip(weights) {
        if weight > 0 {
            odds.add(Some(*season), weight);
        }
    }
    odds
}

/// Possible light, given the habitat and when the species is active.
pub(crate) fn lights(scene: &Scene) -> Odds<Light> {
    if scene.habitat == H::DeepSea {
        return Odds::new(&[(Light::Night, 60), (Light::Flash, 40)]);
    }
    let (day, dusk, night, backlit, flash) = match scene.species.facts().activity {
        Activity::Diurnal => (74, 12, 3, 10, 0),
        Activity::Nocturnal => (6, 22, 54, 3, 15),
        Activity::Any => (66, 13, 8, 9, 4),
    };
    let mut odds = Odds::new(&[(Light::Day, day), (Light::Backlit, backlit)]);
    if scene.habitat != H::Stream && scene.habitat != H::Reef {
        odds.add(Light::Dusk, dusk);
    }
    let sleeps = scene.group().is_bird() || scene.group() == G::Mammal;
    let is_stirring = matches!(scene.life_stage, L::Adult | L::Egg);
    let may_be_dark = scene.species.facts().activity != Activity::Diurnal
        || !scene.group().is_animal()
        || sleeps && is_stirring;
    if may_be_dark {
        odds.add(Light::Night, night);
    }
    if flash > 0 {
        odds.add(Light::Flash, flash);
    }
    odds
}

/// Possible weather; clear where weather is not visible.
pub(crate) fn weathers(scene: &Scene) -> Odds<Weather> {
    if scene.habitat.is_underwater() {
        return Odds::certain(Weather::Clear);
    }
    let mut odds = Odds::new(&[(Weather::Clear, 70)]);
    if scene.light != Light::Backlit && scene.light != Light::Night {
        odds.add(Weather::Cloudy, 12);
    }
    if scene.habitat != H::Desert {
        odds.add(Weather::Fog, 6);
    }
    let may_snow = scene.season == Some(Season::Winter) || scene.habitat == H::Tundra;
    if may_snow {
        odds.add(Weather::Snowfall, 30);
    } else if scene.habitat != H::Desert && scene.light != Light::Backlit {
        odds.add(Weather::Rain, 10);
    }
    odds
}

fn has_snow(scene: &Scene) -> bool {
    scene.season == Some(Season::Winter) || scene.habitat == H::Tundra
}

/// Possible substrates, given behaviour and companion.
pub(crate) fn substrates(scene: &Scene) -> Odds<Substrate> {
    let on_host = scene.companion.is_some_and(|companion| {
        matches!(companion.relation, Relation::PerchedOn | Relation::Pollinates | Relation::GrowsOn)
    });
    if on_host {
        return Odds::certain(U::Host);
    }
    if scene.behaviour == B::Flying {
        return Odds::certain(U::Air);
    }
    let is_wet = scene.habitat.is_underwater();
    let is_shore = matches!(scene.habitat, H::Beach | H::Desert);
    if let Some(eater) = scene.companion_by(Relation::EatenBy) {
        return Odds::certain(match eater.facts().group {
            G::Spider => U::Web,
            _ if is_wet => U::Midwater,
            _ if is_shore => U::Sand,
            _ => U::Ground,
        });
    }
    if scene.behaviour == B::Swimming {
        return Odds::certain(if is_wet { U::Midwater } else { U::Water });
    }
    let odds = if is_wet { substrates_under_water(scene) } else { substrates_above_water(scene) };
    odds.only(|substrate| match substrate {
        U::Hand => scene.count == Count::One && !scene.behaviour.takes_two(),
        U::FencePost | U::Rock | U::Log => {
            !matches!(scene.count, Count::Few | Count::Flock) || is_wet
        }
        U::Branch | U::Leaf | U::Web | U::Bark if scene.count == Count::Flock => false,
        U::Snow => has_snow(scene),
        U::Leaf => scene.season != Some(Season::Winter),
        _ => true,
    })
}

fn substrates_under_water(scene: &Scene) -> Odds<Substrate> {
    let is_sea = scene.habitat != H::Stream;
    match (scene.group(), scene.life_stage) {
        (G::Amphibian, L::Egg) => Odds::certain(U::Midwater),
        (_, L::Egg) => Odds::certain(U::Rock),
        (G::Cnidarian, _) if scene.species == Species::BeadletAnemone => {
            Odds::new(&[(U::Rock, 60), (U::Coral, 40)])
        }
        (G::Fish, _) if scene.behaviour == B::Resting && scene.habitat == H::Reef => {
            Odds::new(&[(U::Sand, 40), (U::Coral, 50), (U::Rock, 20)])
        }
        (G::Fish, _) if scene.behaviour == B::Resting => Odds::new(&[(U::Sand, 60), (U::Rock, 40)]),
        (G::Mollusc, _) if scene.species == Species::Nautilus => Odds::certain(U::Midwater),
        (G::Fish | G::Cnidarian, _) => Odds::certain(U::Midwater),
        (G::Reptile, _) if scene.behaviour != B::Resting => Odds::certain(U::Midwater),
        _ if is_sea && scene.habitat == H::Reef => {
            Odds::new(&[(U::Rock, 40), (U::Sand, 36), (U::Coral, 24)])
        }
        _ => Odds::new(&[(U::Rock, 50), (U::Sand, 50)]),
    }
}

fn substrates_above_water(scene: &Scene) -> Odds<Substrate> {
    let group = scene.group();
    let is_shore = matches!(scene.habitat, H::Beach | H::Desert);
    let open = if is_shore { U::Sand } else { U::Ground };
    let is_built = matches!(scene.habitat, H::City | H::Garden);
    let mut odds = Odds::new(&[]);
    match (group, scene.life_stage) {
        (group, L::Egg) if group.is_bird() => odds.add(U::Nest, 1),
        (group, L::Juvenile) if group.is_bird() => odds.add(U::Nest, 1),
        (G::PerchingBird | G::Raptor | G::Owl | G::Waterbird, _) => {
            if matches!(scene.behaviour, B::NestBuilding | B::TendingYoung) {
                return Odds::certain(U::Nest);
            }
            bird_perches(scene, open, &mut odds);
        }
        (G::Butterfly, L::Pupa) => odds.add(U::Branch, 1),
        (G::Butterfly, _) if scene.behaviour == B::Hatching => odds.add(U::Branch, 1),
        (G::Butterfly, L::Egg | L::Larva) => odds.add(U::Leaf, 1),
        (G::Beetle, L::Larva) => odds = Odds::new(&[(U::Log, 60), (open, 30), (U::Hand, 10)]),
        (G::Butterfly | G::Bee | G::Dragonfly, _) => {
            odds = Odds::new(&[(U::Leaf, 50), (U::Branch, 20), (U::Rock, 14), (U::Hand, 8)]);
            odds.add(if is_built { U::Wall } else { open }, 9);
        }
        (G::Beetle, _) => {
            odds = Odds::new(&[(open, 30), (U::Leaf, 28), (U::Log, 18), (U::Bark, 14)]);
            odds.add(U::Hand, 10);
        }
        (G::Mammal, _) => mammal_places(scene, open, &mut odds),
        (G::Amphibian, _) => {
            odds = Odds::new(&[(open, 34), (U::Leaf, 20), (U::Log, 20), (U::Rock, 18)]);
            odds.add(U::Hand, 8);
            if scene.species == Species::TreeFrog {
                odds.add(U::Branch, 40);
            }
        }
        (G::Reptile, L::Egg) => odds = Odds::new(&[(open, 60), (U::Hand, 12)]),
        (G::Reptile, _) => {
            odds = Odds::new(&[(open, 40), (U::Rock, 34)]);
            if scene.species != Species::SeaTurtle {
                odds.add(U::Log, 16);
                odds.add(U::Hand, 7);
            }
            if scene.species == Species::TokayGecko {
                odds.add(if is_built { U::Wall } else { U::Bark }, 60);
            }
        }
        (G::Fungus, _) => {
            odds = Odds::new(&[(U::Ground, 60), (U::Log, 34)]);
            if scene.count == Count::One && scene.life_stage == L::Adult {
                odds.add(U::Hand, 7);
            }
        }
        (G::Flower, _) => {
            odds = Odds::new(&[(U::Ground, 80), (U::Rock, 10)]);
            if is_built {
                odds.add(U::Wall, 14);
            }
        }
        (G::Tree, _) => {
            odds = Odds::new(&[(open, 84), (U::Rock, 10), (U::Snow, 30)]);
        }
        (G::Spider, L::Egg) => odds = Odds::new(&[(U::Leaf, 60), (U::Web, 40)]),
        (G::Spider, _) if scene.species == Species::ZebraJumper => {
            odds = Odds::new(&[(U::Wall, 50), (U::Leaf, 30), (U::Hand, 10), (U::Rock, 10)]);
        }
        (G::Spider, _) if matches!(scene.behaviour, B::NestBuilding | B::Feeding) => {
            odds.add(U::Web, 1);
        }
        (G::Spider, _) => {
            odds = Odds::new(&[(U::Web, 60), (U::Leaf, 24), (U::Bark, 10), (U::Hand, 6)]);
        }
        (G::Mollusc, L::Egg) => odds.add(open, 1),
        (G::Mollusc, _) => {
            odds = Odds::new(&[(U::Ground, 30), (U::Leaf, 30), (U::Log, 14), (U::Rock, 12)]);
            odds.add(U::Hand, 6);
            if is_built {
                odds.add(U::Wall, 20);
            }
        }
        (G::Crustacean | G::Cnidarian | G::Fish, _) => {
            odds = Odds::new(&[(open, 60), (U::Rock, 40), (U::Hand, 7)]);
        }
    }
    odds
}

fn bird_perches(scene: &Scene, open: Substrate, odds: &mut Odds<Substrate>) {
    let is_tall = matches!(
        scene.species,
        Species::GreyHeron | Species::Flamingo | Species::SaffronStilt | Species::MuteSwan
    );
    let walks = matches!(scene.behaviour, B::Moving | B::Fighting | B::Mating);
    if walks || scene.group() == G::Waterbird {
        odds.add(open, 50);
        odds.add(U::Snow, 20);
        if !is_tall {
            odds.add(U::Rock, 30);
        }
        return;
    }
    odds.add(U::Branch, 60);
    odds.add(open, 10);
    odds.add(U::Rock, 12);
    odds.add(U::Snow, 10);
    odds.add(U::Log, 10);
    if matches!(scene.habitat, H::Farmland | H::Meadow | H::Garden) {
        odds.add(U::FencePost, 22);
    }
    if matches!(scene.habitat, H::City | H::Garden) {
        odds.add(U::Wall, 22);
    }
    if scene.group() == G::PerchingBird && scene.behaviour == B::Resting {
        odds.add(U::Hand, 4);
    }
}

fn mammal_places(scene: &Scene, open: Substrate, odds: &mut Odds<Substrate>) {
    odds.add(open, 64);
    odds.add(U::Snow, 40);
    let is_light = matches!(scene.species, Species::RedSquirrel | Species::DappleMarten);
    let is_still = matches!(scene.behaviour, B::Resting | B::Feeding | B::Sleeping);
    if scene.behaviour != B::Leaping {
        odds.add(U::Rock, 10);
        odds.add(U::Log, 12);
    }
    if is_light && is_still {
        odds.add(U::Branch, 60);
    }
}

/// Traces of people that would be visible around or on the organism.
pub(crate) fn impacts(scene: &Scene) -> Odds<HumanImpact> {
    let mut odds = Odds::new(&[(I::None, 620)]);
    let group = scene.group();
    let is_wet = scene.habitat.is_underwater();
    let is_grown = scene.life_stage == L::Adult;
    if !is_wet && scene.habitat != H::Rainforest {
        odds.add(I::Road, 26);
        odds.add(I::Fence, 26);
        odds.add(I::PowerLine, 14);
    }
    if scene.habitat != H::DeepSea {
        odds.add(I::Litter, 30);
    }
    let is_near = scene.framing != Framing::Distant && scene.health != Health::Dead;
    let is_loose = scene.companion.is_none()
        && !matches!(scene.substrate, U::Hand | U::Nest | U::Host)
        && !matches!(scene.behaviour, B::Sleeping | B::Hatching)
        && scene.count == Count::One;
    if !is_near || !is_loose {
        return odds;
    }
    if is_grown && (group == G::Fish || scene.species == Species::SeaTurtle) {
        odds.add(I::Net, 40);
        odds.add(I::FishHook, 26);
    }
    if is_grown && matches!(group, G::Crustacean | G::PerchingBird) {
        odds.add(I::Net, 14);
    }
    let has_legs_out = !matches!(scene.behaviour, B::Flying | B::Swimming)
        && scene.health != Health::MissingLimb
        && scene.framing == Framing::Whole;
    if group.is_bird() && is_grown && has_legs_out {
        odds.add(I::LegBand, 44);
    }
    let is_carrier = matches!(group, G::Mammal | G::Raptor | G::Owl);
    if is_grown && (is_carrier || scene.species == Species::Tortoise) {
        odds.add(I::RadioTag, 26);
    }
    let has_ears = matches!(
        scene.species,
        Species::RedFox | Species::BrownHare | Species::RoeDeer | Species::BrownBear
    );
    if has_ears && is_grown {
        odds.add(I::EarTag, 40);
    }
    let is_measured = matches!(
        group,
        G::Beetle | G::Amphibian | G::Reptile | G::Fungus | G::Mollusc | G::Crustacean | G::Flower
    ) && matches!(scene.substrate, U::Ground | U::Sand | U::Rock | U::Log);
    if is_measured && !is_wet && scene.framing == Framing::Whole {
        odds.add(I::Ruler, 26);
    }
    odds
}

/// Whether a camera trap can take the picture: of mammals, and of birds on the ground.
pub(crate) fn suits_camera_trap(scene: &Scene) -> bool {
    let is_walker = scene.group() == G::Mammal
        || scene.group().is_bird() && scene.substrate == U::Ground && scene.behaviour != B::Flying;
    is_walker && scene.substrate != U::Hand
}

/// A caption strip that agrees with season and light, for one picture in about eight.
pub(crate) fn camera_trap(scene: &Scene, choice: &mut Choice<'_>) -> Option<CameraTrap> {
    let Choice::Drawn(stream) = choice else { return None };
    if !suits_camera_trap(scene) || !stream.in_thousand(130) {
        return None;
    }
    Some(strip(scene, stream))
}

fn strip(scene: &Scene, stream: &mut SplitMix64) -> CameraTrap {
    let between = |stream: &mut SplitMix64, low: i32, high: i32| {
        low + stream.below((high - low + 1).unsigned_abs()).cast_signed()
    };
    let hours = hours(scene.light);
    let hour = between(stream, hours.0, hours.1) % 24;
    let (first_month, temperatures) = match scene.season {
        Some(Season::Spring) => (3, (4, 16)),
        Some(Season::Summer) => (6, (13, 29)),
        Some(Season::Autumn) => (9, (2, 15)),
        Some(Season::Winter) => (12, (-14, 3)),
        None if scene.habitat == H::Tundra => (4, (-18, 6)),
        None => (4, (12, 32)),
    };
    let month = (first_month - 1 + between(stream, 0, 2)) % 12 + 1;
    CameraTrap {
        year: 2016 + stream.below(9) as u16,
        month: month as u8,
        day: between(stream, 1, 28) as u8,
        hour: hour as u8,
        minute: stream.below(60) as u8,
        temperature: between(stream, temperatures.0, temperatures.1) as i8,
    }
}

/// First and last hour of the light; hours above 23 are after midnight.
fn hours(light: Light) -> (i32, i32) {
    match light {
        Light::Day => (8, 16),
        Light::Backlit => (7, 9),
        Light::Dusk => (18, 20),
        Light::Night | Light::Flash => (22, 27),
    }
}

pub(crate) fn is_strip_plausible(scene: &Scene, strip: CameraTrap) -> bool {
    let months = match scene.season {
        Some(Season::Spring) => [3, 4, 5],
        Some(Season::Summer) => [6, 7, 8],
        Some(Season::Autumn) => [9, 10, 11],
        Some(Season::Winter) => [12, 1, 2],
        None => [strip.month; 3],
    };
    let (first, last) = hours(scene.light);
    let hour = i32::from(strip.hour);
    let is_hour = (first..=last).contains(&hour) || (first..=last).contains(&(hour + 24));
    months.contains(&strip.month)
        && (1..=12).contains(&strip.month)
        && (1..=28).contains(&strip.day)
        && strip.minute < 60
        && is_hour
        && suits_camera_trap(scene)
}
