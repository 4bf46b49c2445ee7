//! The built-in world: its scenes and their drawings.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use rankscope_fieldbook::{
    Activity, Behaviour, Count, Facing, Fact, Framing, Group, Habitat, Health, HumanImpact,
    LifeStage, Light, Morph, Relation, Scene, SceneId, Season, Sex, Species, Substrate, Weather,
    alternatives,
    drawing::{
        DisplayList, Item, Style, contact_sheet, draw, pixels_from_display_list,
        svg_from_display_list,
    },
    implausible_facts,
};

const N_SCENES: u64 = 20_000;

fn scenes() -> impl Iterator<Item = Scene> {
    (0..N_SCENES).map(|index| Scene::generate(1, index))
}

/// FNV-1a, by its published constants.
fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn scenes_are_the_same_in_any_order_and_far_out() {
    let forwards: Vec<Scene> = (0..200).map(|index| Scene::generate(9, index)).collect();
    for index in (0..200).rev() {
        assert_eq!(Scene::generate(9, index), forwards[index as usize]);
    }
    assert_eq!(Scene::generate(9, 4_000_000), Scene::generate(9, 4_000_000));
    let seeds: BTreeSet<String> = (0..50).map(|s| format!("{:?}", Scene::generate(s, 0))).collect();
    assert_eq!(seeds.len(), 50, "every seed is a different world");
}

#[test]
fn the_world_does_not_drift() {
    // Judgements, captions and shipped vectors refer to these very scenes. If you change them,
    // rebuild all of that first, then write the new number here.
    let hash = (0..2_000).fold(0xcbf2_9ce4_8422_2325, |hash, index| {
        fnv(hash, serde_json::to_string(&Scene::generate(1, index)).unwrap().as_bytes())
    });
    assert_eq!(hash, GOLDEN, "{hash:#x}");
}

const GOLDEN: u64 = 0x0058_213e_b942_9976;

#[test]
fn generated_scenes_are_plausible() {
    for scene in scenes() {
        assert_eq!(implausible_facts(&scene), [], "{scene:?}");
        let facts = scene.species.facts();
        let is_wet = scene.habitat.is_underwater();
        match facts.group {
            Group::Fish => assert!(is_wet, "fish out of water: {scene:?}"),
            Group::Tree | Group::Flower | Group::Fungus | Group::Butterfly | Group::Mammal => {
                assert!(!is_wet, "{scene:?}");
            }
            group if group.is_bird() => assert!(!is_wet, "{scene:?}"),
            _ => {}
        }
        let is_aquatic_young = scene.habitat == Habitat::Stream
            && matches!(facts.group, Group::Amphibian | Group::Dragonfly);
        assert!(facts.habitats.contains(&scene.habitat) || is_aquatic_young, "{scene:?}");
        if is_wet {
            assert_eq!(scene.weather, Weather::Clear);
            assert_eq!(scene.season, None);
        }
        let is_cold = scene.season == Some(Season::Winter) || scene.habitat == Habitat::Tundra;
        if scene.substrate == Substrate::Snow || scene.weather == Weather::Snowfall {
            assert!(is_cold, "{scene:?}");
        }
        let rests = matches!(scene.life_stage, LifeStage::Egg | LifeStage::Pupa);
        if scene.light == Light::Night && facts.activity == Activity::Diurnal && !rests {
            assert_eq!(scene.behaviour, Behaviour::Sleeping, "{scene:?}");
        }
        assert_eq!(scene.behaviour == Behaviour::Flying, scene.substrate == Substrate::Air);
        if scene.behaviour.takes_two() {
            assert_eq!(scene.count, Count::Two);
        }
        if scene.behaviour == Behaviour::CarryingPrey {
            assert!(scene.companion_by(Relation::Eats).is_some(), "{scene:?}");
        }
        if let Some(companion) = scene.companion {
            assert_ne!(companion.species, scene.species);
        }
        if facts.group == Group::Mammal {
            assert!(matches!(scene.life_stage, LifeStage::Juvenile | LifeStage::Adult));
        }
        if let (Some(strip), Some(season)) = (scene.camera_trap, scene.season) {
            let of_month = Season::ALL[usize::from((strip.month + 9) % 12 / 3)];
            assert_eq!(of_month, season, "{scene:?}");
        }
    }
}

/// Every fact of a scene as words.
fn facts(scene: &Scene) -> Vec<String> {
    let mut facts = vec![
        format!("{:?}", scene.species),
        format!("{:?}", scene.group()),
        format!("stage {:?}", scene.life_stage),
        format!("sex {:?}", scene.sex),
        format!("morph {:?}", scene.morph),
        format!("health {:?}", scene.health),
        format!("behaviour {:?}", scene.behaviour),
        format!("count {:?}", scene.count),
        format!("framing {:?}", scene.framing),
        format!("facing {:?}", scene.facing),
        format!("habitat {:?}", scene.habitat),
        format!("substrate {:?}", scene.substrate),
        format!("light {:?}", scene.light),
        format!("weather {:?}", scene.weather),
        format!("season {:?}", scene.season),
        format!("impact {:?}", scene.impact),
        format!("strip {:?}", scene.camera_trap.is_some()),
    ];
    if let Some(companion) = scene.companion {
        facts.push(format!("relation {:?}", companion.relation));
    }
    facts
}

#[test]
fn every_value_occurs_and_conjunctions_have_a_long_tail() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut pairs: BTreeMap<(String, String), usize> = BTreeMap::new();
    for scene in scenes() {
        let facts = facts(&scene);
        for (position, fact) in facts.iter().enumerate() {
            *counts.entry(fact.clone()).or_default() += 1;
            for other in &facts[position + 1..] {
                *pairs.entry((fact.clone(), other.clone())).or_default() += 1;
            }
        }
    }
    let mut expected = BTreeSet::new();
    macro_rules! expect {
        ($kind:ident, $prefix:literal) => {
            expected.extend($kind::ALL.iter().map(|value| format!("{}{value:?}", $prefix)));
        };
    }
    expect!(Species, "");
    expect!(Group, "");
    expect!(LifeStage, "stage ");
    expect!(Morph, "morph ");
    expect!(Health, "health ");
    expect!(Behaviour, "behaviour ");
    expect!(Relation, "relation ");
    expect!(Count, "count ");
    expect!(Framing, "framing ");
    expect!(Facing, "facing ");
    expect!(Habitat, "habitat ");
    expect!(Substrate, "substrate ");
    expect!(Light, "light ");
    expect!(Weather, "weather ");
    expect!(HumanImpact, "impact ");
    expected.extend(Sex::ALL.iter().map(|sex| format!("sex {:?}", Some(sex))));
    expected.extend(Season::ALL.iter().map(|season| format!("season {:?}", Some(season))));
    for value in expected {
        assert!(counts.contains_key(&value), "{value} never occurs");
    }
    assert!(Species::ALL.len() >= 60 && Group::ALL.len() >= 12);
    for (low, high) in [(1, 1), (2, 9), (10, 99), (100, 999), (1_000, 20_000)] {
        let n = pairs.values().filter(|n| (low..=high).contains(*n)).count();
        assert!(n >= 100, "only {n} pairs of facts hold for {low} to {high} scenes");
    }
}

#[test]
fn names_are_unique_and_whole() {
    let english: BTreeSet<_> = Species::ALL.iter().map(|s| s.facts().english).collect();
    let scientific: BTreeSet<_> = Species::ALL.iter().map(|s| s.facts().scientific).collect();
    assert_eq!((english.len(), scientific.len()), (Species::ALL.len(), Species::ALL.len()));
    for group in Group::ALL {
        let of_group: Vec<Species> = Species::of_group(*group).collect();
        assert!(of_group.len() >= 3, "{group:?}");
        assert!(of_group.iter().any(|s| s.facts().is_invented), "{group:?} has no invented one");
    }
}

proptest! {
    #[test]
    fn ids_parse_back(seed: u64, index: u64) {
        let id = SceneId { seed, index };
        prop_assert_eq!(id.to_string().parse::<SceneId>().unwrap(), id);
    }

    #[test]
    fn scenes_survive_json(seed: u64, index: u64) {
        let scene = Scene::generate(seed, index);
        let text = serde_json::to_string(&scene).unwrap();
        prop_assert_eq!(serde_json::from_str::<Scene>(&text).unwrap(), scene);
    }

    #[test]
    fn any_text_is_parsed_or_refused(text in ".{0,24}") {
        let _ = text.parse::<SceneId>();
    }
}

#[test]
fn broken_ids_are_refused() {
    for text in
        ["", "fb", "fb1", "fb1-", "fb-1", "fb+1-2", "x1-2", "fb1-2-3", "fb99999999999999999999-1"]
    {
        assert!(text.parse::<SceneId>().is_err(), "{text}");
    }
}

#[test]
fn scenes_by_hand_are_checked() {
    let fox = Scene::of_species(Species::RedFox);
    assert!(fox.clone().check().is_ok());
    assert!(Scene { habitat: Habitat::Reef, ..fox.clone() }.check().is_err());
    assert!(Scene { life_stage: LifeStage::Egg, ..fox }.check().is_err());
    for species in Species::ALL {
        assert!(Scene::of_species(*species).check().is_ok(), "{species:?}");
    }
}

/// A check of well-formedness: tags nest, attributes are quoted, ids are unique and found.
fn check_xml(text: &str) {
    let mut open: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "a stray '>'");
        let end = rest[start..].find('>').map(|end| start + end).unwrap();
        let tag = &rest[start + 1..end];
        assert!(!tag.contains('<'));
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap().to_owned());
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty());
    let mut ids = BTreeSet::new();
    for (position, _) in text.match_indices(" id=\"") {
        let id = text[position + 5..].split('"').next().unwrap();
        assert!(ids.insert(id), "{id} twice");
    }
    for (pattern, close) in [("url(#", ')'), ("href=\"#", '"')] {
        for (position, _) in text.match_indices(pattern) {
            let id = text[position + pattern.len()..].split(close).next().unwrap();
            assert!(ids.contains(id), "{id} is nowhere");
        }
    }
    assert!(!text.contains("NaN") && !text.contains("inf"));
}

/// Paths that are drawn, and windows.
fn n_paths(items: &[Item]) -> usize {
    items
        .iter()
        .map(|item| match item {
            Item::Path { .. } => 1,
            Item::Clip { items, .. } => n_paths(items),
            Item::Instance { .. } => 0,
        })
        .sum()
}

fn n_paths_of_list(list: &DisplayList) -> usize {
    n_paths(&list.items) + list.symbols.iter().map(|symbol| n_paths(symbol)).sum::<usize>()
}

#[test]
fn every_scene_draws_in_every_style() {
    for (index, scene) in scenes().enumerate().step_by(7) {
        for style in Style::ALL {
            let list = draw(&scene, *style);
            assert!(list.is_sane(), "{index} {style:?} {scene:?}");
            if index % 5 == 0 {
                let svg = svg_from_display_list(&list, "t");
                check_xml(&svg);
                assert!(svg.contains("role=\"img\"") && svg.contains("<title>"));
                let n_windows =
                    svg.matches("<clipPath").count() - svg.matches("<use href=\"#tb").count();
                assert_eq!(svg.matches("<path").count() - n_windows, n_paths_of_list(&list));
            }
        }
    }
}

#[test]
fn svgs_with_different_prefixes_share_a_page() {
    let scenes: Vec<(Scene, String)> =
        (0..12).map(|index| (Scene::generate(3, index), format!("a < {index} & b"))).collect();
    check_xml(&contact_sheet(&scenes, Style::Plate, 4, 96));
}

fn pixels(scene: &Scene) -> Vec<u8> {
    pixels_from_display_list(&draw(scene, Style::Plate), 96)
}

/// How many pixels differ to the eye.
fn n_different(one: &[u8], two: &[u8]) -> usize {
    let differ = |(a, b): (&[u8], &[u8])| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > 20);
    one.chunks(3).zip(two.chunks(3)).filter(|pair| differ(*pair)).count()
}

#[test]
fn pixels_are_complete_and_repeatable() {
    for index in 0..20 {
        let scene = Scene::generate(5, index);
        let once = pixels(&scene);
        assert_eq!(once.len(), 96 * 96 * 3);
        assert_eq!(once, pixels(&scene));
        let n_colors = once.chunks(3).collect::<BTreeSet<_>>().len();
        assert!(n_colors > 20, "{n_colors} colours in {scene:?}");
    }
}

/// Changes one fact of many scenes at a time, everything else kept, and looks for the change.
#[test]
fn every_fact_is_visible() {
    let every = [
        Fact::Species,
        Fact::LifeStage,
        Fact::Habitat,
        Fact::Season,
        Fact::Light,
        Fact::Weather,
        Fact::Behaviour,
        Fact::Companion,
        Fact::Count,
        Fact::Substrate,
        Fact::Sex,
        Fact::Health,
        Fact::Framing,
        Fact::Morph,
        Fact::Facing,
        Fact::Impact,
        Fact::CameraTrap,
    ];
    let mut n_changes: BTreeMap<Fact, usize> = BTreeMap::new();
    let mut hidden = Vec::new();
    for index in 0..500 {
        let scene = Scene::generate(11 + index % 2, index * 37);
        let before = pixels(&scene);
        for fact in every {
            for other in alternatives(&scene, fact) {
                *n_changes.entry(fact).or_default() += 1;
                let n = n_different(&before, &pixels(&other));
                if n < 12 {
                    let values = facts(&scene);
                    let changed: Vec<_> =
                        facts(&other).into_iter().filter(|value| !values.contains(value)).collect();
                    hidden
                        .push(format!("{index} {n} pixels: {fact:?} → {changed:?} in {values:?}"));
                }
            }
        }
    }
    assert!(hidden.is_empty(), "{} hidden:\n{}", hidden.len(), hidden.join("\n"));
    for fact in every {
        assert!(n_changes.get(&fact).is_some_and(|n| *n >= 5), "{fact:?}: {n_changes:?}");
    }
}
