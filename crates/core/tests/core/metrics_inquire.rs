//! `inquire:…` against INQUIRE's own code on scikit-learn.
#![allow(clippy::unwrap_used)]

use crate::support::{golden, hits, measure};
use rankscope_core::benchmark::Judgements;
use rankscope_core::metrics::{JudgedList, Order};

/// The images of a case by row, the relevant ones that it lacks after them.
fn judged(relevance: &[u64], scores: &[f32], n_positives: usize) -> JudgedList {
    let n_found = relevance.iter().filter(|relevant| **relevant == 1).count();
    let found = (0u32..).zip(relevance).map(|(row, relevant)| (row, *relevant as i32));
    let lacking = (1_000_000u32..).take(n_positives - n_found).map(|row| (row, 1));
    let judgements = Judgements::new(found.chain(lacking));
    JudgedList::in_order(Order::ByScore, &hits(scores), &judgements, &[])
}

fn value(name: &str, list: &JudgedList) -> f64 {
    measure(name).value(list).unwrap()
}

#[test]
fn all_cases_are_those_of_inquire() {
    let golden = golden("inquire.json");
    let cases = golden["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 60);
    let (mut n_compared, mut largest) = (0, 0.0f64);
    for (index, case) in cases.iter().enumerate() {
        let array = |key: &str| case[key].as_array().unwrap().iter();
        let relevance: Vec<u64> = array("relevance").map(|n| n.as_u64().unwrap()).collect();
        let scores: Vec<f32> = array("scores").map(|n| n.as_f64().unwrap() as f32).collect();
        let n_positives = case["positives"].as_u64().unwrap() as usize;
        let list = judged(&relevance, &scores, n_positives);
        let k = relevance.len();
        for (name, key) in [
            (format!("inquire:P@{k}"), "precision"),
            (format!("inquire:R@{k}"), "recall"),
            (format!("inquire:AP@{k}"), "ap"),
            (format!("inquire:nDCG@{k}"), "ndcg"),
            (format!("inquire:RR@{k}"), "rr"),
            // A cut-off beyond the list is lowered to it.
            ("inquire:P@5000".into(), "precision"),
            ("inquire:AP@5000".into(), "ap"),
            ("inquire:nDCG@5000".into(), "ndcg"),
            ("inquire:RR".into(), "rr"),
        ] {
            // The original's rank of the first among equals is not defined: the file leaves it out.
            let Some(wanted) = case[key].as_f64() else { continue };
            let difference = (value(&name, &list) - wanted).abs();
            assert!(difference < 5.1e-11, "case {index}, {name}: off by {difference:e}");
            largest = largest.max(difference);
            n_compared += 1;
        }
    }
    assert!(n_compared > 60 * 7, "{n_compared} numbers");
    assert!(largest > 0.0, "ten digits never agree to the last bit");
}

#[test]
fn the_list_is_cut_before_its_ties_are_looked_at() {
    // Three equal scores, of which the cut leaves two; the relevant one is the first.
    let list = judged(&[1, 0, 0, 1], &[0.5, 0.5, 0.5, 0.1], 2);
    assert_eq!(value("inquire:AP@2", &list), 0.5 / 2.0);
    assert_eq!(value("inquire:AP@3", &list), 1.0 / 3.0 / 2.0);
    assert_eq!(value("inquire:P@2", &list), 0.5);
    let discounts = [1.0, 1.0 / 3f64.log2()];
    let wanted = (discounts[0] + discounts[1]) / 2.0 / (discounts[0] + discounts[1]);
    assert!((value("inquire:nDCG@2", &list) - wanted).abs() < 1e-15);
}

#[test]
fn without_ties_blocks_change_nothing() {
    let list = judged(&[0, 1, 1, 0, 1], &[0.9, 0.8, 0.7, 0.6, 0.5], 3);
    assert_eq!(value("inquire:AP@5", &list), value("trec:AP@5", &list));
    assert_eq!(value("inquire:nDCG@5", &list), value("trec:nDCG@5", &list));
}

#[test]
fn scores_that_are_no_numbers_are_one_block_at_the_end() {
    let nan = f32::NAN;
    let list = judged(&[1, 0, 1], &[nan, nan, 0.2], 2);
    assert_eq!(list.grades(), [Some(1), Some(1), Some(0)], "the number comes first");
    assert_eq!(value("inquire:AP@3", &list), (1.0 + 2.0 / 3.0) / 2.0);
}
