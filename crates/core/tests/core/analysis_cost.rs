//! What a query costs.
#![allow(clippy::unwrap_used)]

use crate::made_benchmark::{Made, record, records};
use rankscope_core::analysis::{Cost, CostOf, SHARED_BY, cost, flops_per_image, trend};
use rankscope_core::benchmark::{System, TrainingFacts};

fn system() -> System {
    let images = ["a", "b"].map(|id| record(id, &[]));
    let dataset = Made::new(&records("q", 1), &images, &[("r", "q0 0 a 1\n")], &["s"]).dataset();
    dataset.manifest.systems.first().unwrap().clone()
}

fn facts(flops_per_image: f64) -> TrainingFacts {
    TrainingFacts {
        text_parameters: 1,
        image_parameters: 1,
        flops_per_image,
        seconds: 1.0,
        n_cores: 1,
        n_pairs: 1,
        n_pairs_seen: 1,
        data: String::new(),
        objective: String::new(),
        seed: 0,
    }
}

/// By hand, and Fieldbook's Base: 3,652,800 × 20,000 / 10,000 + 666,621.8212765957.
#[test]
fn the_pictures_are_shared_by_the_queries() {
    let known = System { flops_per_query: Some(50.0), flops_per_image: Some(300.0), ..system() };
    let everything = |n_queries| CostOf::Everything { n_queries };
    assert_eq!(cost(&known, everything(1), 1000), Cost::Known(300_050.0));
    assert_eq!(cost(&known, everything(100), 1000), Cost::Known(3_050.0));
    assert_eq!(cost(&known, everything(0), 1000), Cost::Known(300_050.0));
    assert_eq!(cost(&known, CostOf::Text, 1000), Cost::Known(50.0));
    let base = System {
        flops_per_query: Some(666_621.821_276_595_7),
        training: Some(facts(3_652_800.0)),
        ..system()
    };
    assert_eq!(flops_per_image(&base), Some(3_652_800.0));
    assert_eq!(cost(&base, everything(10_000), 20_000), Cost::Known(7_972_221.821_276_596));
}

#[test]
fn a_system_without_a_cost_says_why() {
    let everything = CostOf::Everything { n_queries: 10 };
    let with = |text, image| System { flops_per_query: text, flops_per_image: image, ..system() };
    assert_eq!(cost(&with(None, Some(1.0)), everything, 9), Cost::NoText);
    assert_eq!(cost(&with(Some(1.0), None), everything, 9), Cost::NoImage);
    // What has no image encoder is not free.
    let counted = System { training: Some(facts(0.0)), ..with(Some(1.0), None) };
    assert_eq!(cost(&counted, everything, 9), Cost::NoImage);
    assert_eq!(cost(&with(Some(f64::NAN), None), CostOf::Text, 9), Cost::NoText);
    assert_eq!(cost(&system(), CostOf::Parameters, 9), Cost::NoParameters);
    let sized = System { parameters: Some(7), ..system() };
    assert_eq!(cost(&sized, CostOf::Parameters, 9), Cost::Known(7.0));
}

#[test]
fn the_steps_of_the_slider_are_1_2_5_10_up_to_a_thousand_million() {
    assert_eq!(SHARED_BY[..12], [1, 2, 5, 10, 20, 50, 100, 200, 250, 500, 1_000, 2_000]);
    assert_eq!(SHARED_BY.last(), Some(&1_000_000_000));
    assert!(SHARED_BY.is_sorted());
}

/// By hand: slope 3/2, y = x · 3/2 + 1/6 through (0, 0), (1, 2), (2, 3).
#[test]
fn a_trend_is_the_line_of_least_squares() {
    let line = trend(&[(0.0, 0.0), (1.0, 2.0), (2.0, 3.0)]).unwrap();
    assert!((line.slope - 1.5).abs() < 1e-12 && (line.intercept - 1.0 / 6.0).abs() < 1e-12);
    assert!((line.r.unwrap() - 3.0 / (2.0f64 * 14.0 / 3.0).sqrt()).abs() < 1e-12);
    assert!((line.at(4.0) - (6.0 + 1.0 / 6.0)).abs() < 1e-12);
    assert_eq!(trend(&[(0.0, 0.0), (1.0, 2.0)]), None);
    assert_eq!(trend(&[(1.0, 0.0), (1.0, 2.0), (1.0, 3.0)]), None);
    assert_eq!(trend(&[(0.0, 1.0), (1.0, 1.0), (2.0, 1.0)]).unwrap().r, None);
    assert_eq!(trend(&[(0.0, f64::NAN), (1.0, 1.0), (2.0, 1.0)]), None);
}
