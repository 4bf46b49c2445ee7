//! Topic recognition, tag propagation and tag suggestion against scikit-learn 1.9 (`Ridge`,
//! `NearestNeighbors`) and numpy, on random data.
#![allow(clippy::unwrap_used, clippy::cast_possible_truncation)]

use crate::support::fixture;
use proptest::prelude::*;
use rankscope_core::ranking::Hit;
use rankscope_core::statistics::cohen_kappa;
use rankscope_core::topics::{
    GramMatrix, RidgeError, TagIndex, is_training_row, most_popular, propagated, suggested,
    without_self,
};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Deserialize)]
struct Golden {
    rows: Vec<Vec<f32>>,
    labels: Vec<Vec<u8>>,
    fits: Vec<Fit>,
    tags: Vec<Vec<String>>,
    neighbours: Vec<Vec<(u32, f32)>>,
    words: Vec<String>,
    propagated: Vec<Vec<f64>>,
    kappa: Kappa,
}

#[derive(Deserialize)]
struct Fit {
    penalty: f64,
    topic: usize,
    weights: Vec<f64>,
    bias: f64,
    scores: Vec<f64>,
}

#[derive(Deserialize)]
struct Kappa {
    first: Vec<u8>,
    second: Vec<u8>,
    value: f64,
}

fn golden() -> Golden {
    serde_json::from_slice(&fixture("topics.json")).unwrap()
}

fn hits(neighbours: &[(u32, f32)]) -> Vec<Hit> {
    neighbours.iter().map(|&(row_in_corpus, score)| Hit { row_in_corpus, score }).collect()
}

#[test]
fn ridge_classifiers_equal_scikit_learn() {
    let golden = golden();
    for fit in &golden.fits {
        let is_training = |row: &(u32, &Vec<f32>)| is_training_row(row.0);
        let training: Vec<(u32, &Vec<f32>)> = (0..).zip(&golden.rows).filter(is_training).collect();
        let mut matrix = GramMatrix::new(6);
        training.iter().for_each(|(_, row)| matrix.add(row));
        let labels = &golden.labels[fit.topic];
        let positive =
            training.iter().filter(|(row, _)| labels[*row as usize] == 1).map(|(_, x)| &x[..]);
        let classifier = matrix.with_penalty(fit.penalty).unwrap().classifier(positive);
        for (ours, theirs) in classifier.weights.iter().zip(&fit.weights) {
            assert!((ours - theirs).abs() < 1e-12, "weight {ours}, not {theirs}");
        }
        assert!((classifier.bias - fit.bias).abs() < 1e-12);
        let tested = (0u32..).zip(&golden.rows).filter(|(row, _)| !is_training_row(*row));
        for ((_, row), theirs) in tested.zip(&fit.scores) {
            assert!((classifier.score(row) - theirs).abs() < 1e-12);
        }
    }
}

#[test]
fn what_cannot_be_solved_is_an_error() {
    assert_eq!(GramMatrix::new(3).with_penalty(1.0).err(), Some(RidgeError::NoRows));
    let mut same = GramMatrix::new(2);
    (0..5).for_each(|_| same.add(&[1.0, 1.0]));
    assert_eq!(same.with_penalty(0.0).err(), Some(RidgeError::NotPositiveDefinite));
    let mut nan = GramMatrix::new(1);
    nan.add(&[f32::NAN]);
    assert_eq!(nan.with_penalty(1.0).err(), Some(RidgeError::NotPositiveDefinite));
}

#[test]
fn propagated_scores_equal_numpy() {
    let golden = golden();
    let index = TagIndex::new(golden.tags.iter().map(Vec::as_slice));
    let find = |word: &str| index.find(word).unwrap();
    let mut groups: Vec<Vec<u32>> = golden.words.iter().map(|word| vec![find(word)]).collect();
    let mut two = vec![find("fern"), find("newt")];
    two.sort_unstable();
    groups.push(two);
    for (neighbours, theirs) in golden.neighbours.iter().zip(&golden.propagated) {
        for (tags, theirs) in groups.iter().zip(theirs) {
            let ours = propagated(&hits(neighbours), tags, &index);
            // Scores are float32, theirs float64.
            assert!((ours - theirs).abs() < 1e-6, "{ours}, not {theirs}");
        }
    }
}

#[test]
fn kappa_equals_scikit_learn() {
    let Kappa { first, second, value } = golden().kappa;
    let ours = cohen_kappa(first.into_iter().zip(second)).unwrap();
    assert!((ours - value).abs() < 1e-15);
    assert_eq!(cohen_kappa([(1, 1), (1, 1)]), None, "nothing is left to explain");
    assert_eq!(cohen_kappa::<u8>([]), None);
}

#[test]
fn a_picture_does_not_vote_for_itself() {
    let own = hits(&[(3, 1.0), (1, 0.9), (2, 0.8), (0, 0.1)]);
    let rows: Vec<u32> = without_self(&own, 3, 2).iter().map(|hit| hit.row_in_corpus).collect();
    assert_eq!(rows, [1, 2]);
    // A duplicate of the picture may come first.
    let rows: Vec<u32> = without_self(&own, 1, 3).iter().map(|hit| hit.row_in_corpus).collect();
    assert_eq!(rows, [3, 2, 0]);
}

#[test]
fn tags_of_equal_score_come_by_popularity_then_by_name() {
    let pictures = [vec!["b", "c"], vec!["a", "c", "C"], vec!["c"], vec![]];
    let index = TagIndex::new(pictures.iter().map(Vec::as_slice));
    let named = |tags: Vec<(u32, f64)>| -> Vec<String> {
        tags.into_iter().map(|(tag, _)| index.name(tag).to_owned()).collect()
    };
    let all = suggested(&hits(&[(0, 0.5), (1, 0.5)]), &index, 5, |_| true);
    assert_eq!(named(all), ["c", "a", "b"]);
    let rare = suggested(&hits(&[(0, 0.5), (1, 0.5)]), &index, 5, |tag| index.n_pictures(tag) < 3);
    assert_eq!(named(rare), ["a", "b"]);
    // Dissimilar pictures vote against a tag.
    let against = suggested(&hits(&[(0, 0.5), (1, -0.5)]), &index, 5, |_| true);
    assert_eq!(named(against), ["b"]);
    assert!(suggested(&[], &index, 5, |_| true).is_empty());
    let popular: Vec<&str> =
        most_popular(&index, 2, |_| true).into_iter().map(|tag| index.name(tag)).collect();
    assert_eq!(popular, ["c", "a"]);
}

proptest! {
    #[test]
    fn suggestions_equal_counting_words(
        pictures in prop::collection::vec(prop::collection::vec("[a-e]", 0..4), 1..12),
        votes in prop::collection::vec((0u32..12, -4i8..5), 0..10),
        n in 0usize..6,
    ) {
        let index = TagIndex::new(pictures.iter().map(Vec::as_slice));
        let neighbours: Vec<Hit> = votes
            .iter()
            .map(|&(row, eighths)| Hit { row_in_corpus: row, score: f32::from(eighths) / 8.0 })
            .collect();
        let has = |row: u32, tag: &str| {
            pictures.get(row as usize).is_some_and(|tags| tags.iter().any(|own| own == tag))
        };
        let tags: BTreeSet<&String> = pictures.iter().flatten().collect();
        let total: f64 = votes.iter().map(|(_, eighths)| f64::from(*eighths).abs()).sum();
        let mut expected: BTreeMap<&str, f64> = BTreeMap::new();
        for tag in tags {
            let sum: f64 =
                votes.iter().filter(|(row, _)| has(*row, tag)).map(|(_, e)| f64::from(*e)).sum();
            if sum > 0.0 {
                expected.insert(tag, sum / total);
            }
            let number = index.find(tag).unwrap();
            let ours = propagated(&neighbours, &[number], &index);
            let share = if total > 0.0 { sum / total } else { 0.0 };
            prop_assert!((ours - share).abs() < 1e-12);
        }
        let ours = suggested(&neighbours, &index, n, |_| true);
        prop_assert_eq!(ours.len(), n.min(expected.len()));
        let mut best: Vec<f64> = expected.values().copied().collect();
        best.sort_by(|a, b| b.total_cmp(a));
        for ((tag, score), best) in ours.iter().zip(best) {
            prop_assert!((score - best).abs() < 1e-12);
            prop_assert!((score - expected[index.name(*tag)]).abs() < 1e-12);
        }
    }
}
