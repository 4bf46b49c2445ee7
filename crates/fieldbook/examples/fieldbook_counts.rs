//! Counts how often each fact and each pair of facts occurs among the first scenes of a seed:
//! `cargo run --release --example fieldbook_counts`.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;

use rankscope_fieldbook::{Scene, implausible_facts};

fn main() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut pairs: BTreeMap<String, usize> = BTreeMap::new();
    let mut n_implausible = 0;
    for index in 0..20_000 {
        let scene = Scene::generate(1, index);
        let faults = implausible_facts(&scene);
        if !faults.is_empty() {
            n_implausible += 1;
            if n_implausible < 12 {
                println!("{index}: {faults:?} {scene:?}");
            }
        }
        let facts = [
            format!("species {:?}", scene.species),
            format!("group {:?}", scene.group()),
            format!("stage {:?}", scene.life_stage),
            format!("sex {:?}", scene.sex),
            format!("morph {:?}", scene.morph),
            format!("health {:?}", scene.health),
            format!("behaviour {:?}", scene.behaviour),
            format!("relation {:?}", scene.companion.map(|c| c.relation)),
            format!("count {:?}", scene.count),
            format!("framing {:?}", scene.framing),
            format!("facing {:?}", scene.facing),
            format!("habitat {:?}", scene.habitat),
            format!("substrate {:?}", scene.substrate),
            format!("light {:?}", scene.light),
            format!("weather {:?}", scene.weather),
            format!("season {:?}", scene.season),
            format!("impact {:?}", scene.impact),
            format!("trap {:?}", scene.camera_trap.is_some()),
        ];
        for (i, fact) in facts.iter().enumerate() {
            for other in &facts[i + 1..] {
                *pairs.entry(format!("{fact} & {other}")).or_default() += 1;
            }
            *counts.entry(fact.clone()).or_default() += 1;
        }
    }
    println!("{n_implausible} implausible scenes");
    for (fact, n) in &counts {
        println!("{n:6}  {fact}");
    }
    println!("pairs of facts by the number of scenes they hold for:");
    for (low, high) in [(1, 1), (2, 9), (10, 99), (100, 999), (1000, 20_000)] {
        let n = pairs.values().filter(|n| (low..=high).contains(*n)).count();
        println!("{n:6}  pairs hold for {low} to {high} scenes");
    }
}
