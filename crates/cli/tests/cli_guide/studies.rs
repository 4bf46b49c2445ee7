//! What guides depend on: `bound`, `complexity`, `spread` and `pairing`, on the shipped Fieldbook.

use crate::{
    here::fieldbook,
    program::{done, fails, folder, json},
};
use serde_json::Value;
use std::fs;

fn of(step: &str, more: &[&str]) -> Value {
    json(&[&["guide", step, &fieldbook()], more].concat())
}

/// Near what an independent computation gave with other random guides: text
/// Large .356; nine guides by rank .390, by distance .479.
#[test]
fn relevant_images_as_guides_beat_the_text() {
    let report = of("bound", &[]);
    assert_eq!(report["n_queries"], 255);
    let mean = |name: &str| {
        let ways = report["ways"].as_array().unwrap();
        let way = ways.iter().find(|way| way["name"] == name).unwrap();
        way["all"]["inquire:AP@50"]["mean"].as_f64().unwrap()
    };
    let near = |name: &str, wanted: f64| {
        let found = mean(name);
        assert!((found - wanted).abs() < 0.012, "{name}: {found}, not {wanted}");
    };
    near("text, large", 0.356);
    near("by rank, large alone", 0.390);
    near("by distance, large alone", 0.479);
    // More embedders help among peers, and hurt next to one that is much better.
    let peers = [1, 2, 4, 6].map(|n| mean(&format!("by rank, {n} without large")));
    assert!(peers.is_sorted(), "{peers:?}");
    assert!(mean("by distance, 6 with large") < mean("by distance, large alone"));
    fails(1, &["guide", "bound", &fieldbook(), "--guides", "14"], &["leave none to find"]);
    fails(1, &["guide", "bound", &fieldbook(), "--least", "9999"], &["9999 images of grade 2"]);
}

#[test]
fn complexity_is_fitted_written_and_a_weak_predictor() {
    let path = folder();
    let out = &*path("complexity.json");
    let args = ["--methods", "large,base,small", "--preset", "fast", "--out", out];
    let report = of("complexity", &args);
    let written: Value = serde_json::from_str(&fs::read_to_string(out).unwrap()).unwrap();
    for key in ["coefficients", "intercept", "fitted", "tried", "features"] {
        assert_eq!(written[key], report[key], "{key}");
    }
    assert_eq!(report["features"].as_array().unwrap().len(), 9);
    let number = |value: &Value| value.as_f64().unwrap();
    for (split, n) in [("fitted", 336), ("tried", 1074)] {
        let fit = &report[split];
        assert_eq!(fit["n"], n);
        assert!((0.08..0.2).contains(&number(&fit["r_squared"])), "{fit}");
        assert!((0.3..0.5).contains(&number(&fit["pearson"])), "{fit}");
    }
    // The fit's own r² is R².
    let r = number(&report["fitted"]["pearson"]);
    assert!((r * r - number(&report["fitted"]["r_squared"])).abs() < 1e-9);
    let curve = report["curve"].as_array().unwrap();
    assert_eq!(curve.len(), 21);
    let points = report["points"].as_array().unwrap();
    let at_once = |gamma: f64| {
        let n = points.iter().filter(|point| number(&point[1]) >= gamma).count();
        n as f64 / points.len() as f64
    };
    for point in curve {
        assert!((number(&point["share_at_once"]) - at_once(number(&point["gamma"]))).abs() < 1e-12);
    }
    assert_eq!(report["fitted_points"].as_array().unwrap().len(), 336);
    // What is written is rounded to five digits.
    let (first, stored) = (&report["points"][0], &written["points"][0]);
    assert_eq!(first[0], stored[0]);
    assert!((1..4).all(|at| (number(&first[at]) - number(&stored[at])).abs() < 6e-6), "{stored}");
    let again = ["guide", "complexity", &fieldbook(), "--preset", "fast", "--out", out];
    fails(1, &again, &["exists already", "--force"]);
    fails(1, &["guide", "complexity", &fieldbook(), "--methods", "none"], &["no system none"]);
}

#[test]
fn spread_falls_with_the_root_of_guides() {
    let report = of("spread", &["--queries", "12", "--preset", "fast"]);
    assert_eq!(report["n_pooled"], 20);
    for slope in report["slopes_in_guides"].as_array().unwrap() {
        let slope = slope["slope"].as_f64().unwrap();
        assert!((slope + 0.5).abs() < 0.06, "{slope}");
    }
    for slope in report["slopes_in_embedders"].as_array().unwrap() {
        assert!(slope["slope"].as_f64().unwrap() > -0.5, "shallower than with guides");
    }
    assert_eq!(report["cells"].as_array().unwrap().len(), 10);
    fails(1, &["guide", "spread", &fieldbook(), "--gamma", "0"], &["--gamma 0"]);
}

#[test]
fn captions_are_paired_better_than_by_chance() {
    let report = of("pairing", &["--groups", "25", "--preset", "fast"]);
    assert_eq!((&report["n_groups"], &report["chance"]), (&25.into(), &0.25.into()));
    let ways = report["ways"].as_array().unwrap();
    assert_eq!(ways.len(), 4);
    assert!(ways.iter().all(|way| way["accuracy"].as_f64().unwrap() > 0.4), "{report}");
    let table = done(&["guide", "pairing", &fieldbook(), "--groups", "2", "--preset", "fast"]);
    assert!(table.contains("2 groups of four, chance 0.25"), "{table}");
}
