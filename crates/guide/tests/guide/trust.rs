//! Weights and how feedback moves them (§C.1).

use crate::{
    fixture::{assert_close, fixture},
    fusion::embedders,
};
use proptest::prelude::*;
use rankscope_guide::{
    ChangeReason, ETA, GuideError, Trust, checked_weights, losses, nearest_topic,
    normalised_weights, updated_weights,
};
use std::collections::HashSet;

fn two() -> Vec<String> {
    ["first", "second"].map(String::from).to_vec()
}

#[test]
fn the_example_of_the_method() {
    let lists = [vec![vec!["a", "b", "c"]], vec![vec!["b", "a", "d"]]];
    let losses = losses(&embedders(&[0.6, 0.4], &lists), &HashSet::from(["b"]), 3);
    assert_close(&losses, &[0.5, 1.0]);
    let mut trust = Trust::new(two(), &[0.6, 0.4]).unwrap();
    trust.give_feedback("birds", "q-1", 1, &losses, ETA).unwrap();
    assert_close(trust.weights("birds"), &[0.585 / 0.965, 0.38 / 0.965]);
    assert!((trust.weights("birds")[0] - 0.606_217_6).abs() < 5e-8);
    assert!((trust.weights("birds")[1] - 0.393_782_4).abs() < 5e-8);
    // Other topics do not change.
    assert_close(trust.weights("fungi"), &[0.6, 0.4]);
}

#[test]
fn updated_weights_equal_numpy() {
    for (k, eta, weights, lists, wrong, after) in fixture().trust {
        let wrong: HashSet<u32> = wrong.into_iter().collect();
        let losses = losses(&embedders(&weights, &lists), &wrong, k);
        assert_close(&updated_weights(&weights, &losses, eta).unwrap(), &after);
    }
}

#[test]
fn weights_that_all_become_0_stay() {
    assert_eq!(updated_weights(&[0.6, 0.4], &[30.0, 25.0], ETA).unwrap(), [0.6, 0.4]);
    assert_eq!(updated_weights(&[0.6, 0.4], &[30.0, 0.0], ETA).unwrap(), [0.0, 1.0]);
    assert_eq!(updated_weights(&[], &[], ETA).unwrap(), [0.0; 0]);
}

#[test]
fn a_wrong_hit_counts_once_a_list_and_only_within_k() {
    let of = embedders(&[1.0], &[vec![vec![5, 5, 6], vec![7, 8, 5]]]);
    assert_close(&losses(&of, &HashSet::from([5]), 3), &[1.0 + 1.0 / 3.0]);
    assert_close(&losses(&of, &HashSet::from([5]), 2), &[1.0]);
    assert_close(&losses(&of, &HashSet::from([99]), 3), &[0.0]);
}

#[test]
fn changes_are_kept_and_undone() {
    let mut trust = Trust::equal(two()).unwrap();
    trust.set("birds", &[3.0, 1.0]).unwrap();
    trust.give_feedback("birds", "heron", 2, &[2.0, 0.0], 0.5).unwrap();
    assert_close(trust.weights("birds"), &[0.0, 1.0]);
    let history = &trust.topics()["birds"].history;
    assert_eq!(history[0].reason, ChangeReason::Moved);
    assert!(
        matches!(&history[1].reason, ChangeReason::Feedback { query, n_wrong: 2, .. } if query == "heron")
    );
    let text = trust.to_json().unwrap();
    assert_eq!(Trust::from_json("trust.json", &text).unwrap(), trust);
    assert!(trust.undo("birds"));
    assert_close(trust.weights("birds"), &[0.75, 0.25]);
    assert!(trust.undo("birds"));
    assert_close(trust.weights("birds"), &[0.5, 0.5]);
    assert!(!trust.undo("birds"));
    assert!(!trust.undo("never seen"));
    assert_eq!(trust, Trust::equal(two()).unwrap());
}

#[test]
fn the_topic_of_a_text_is_that_of_the_nearest() {
    let known = || {
        [(vec![1.0, 0.0], "birds"), (vec![0.0, 2.0], "fungi"), (vec![0.0, 1.0], "plants")]
            .into_iter()
    };
    assert_eq!(nearest_topic(&[0.9, 0.1], known()), Some("birds"));
    assert_eq!(
        nearest_topic(&[0.1, 0.9], known()),
        Some("fungi"),
        "the first of equally near ones"
    );
    assert_eq!(nearest_topic(&[0.0, 0.0], known()), None);
    assert_eq!(nearest_topic(&[1.0], known()), None);
    assert_eq!(nearest_topic(&[1.0, 0.0], []), None);
}

#[test]
fn wrong_weights_are_refused() {
    let named = GuideError::Weight { embedder: "second".into(), weight: -0.1 };
    assert_eq!(checked_weights(&two(), &[0.5, -0.1]), Err(named));
    assert!(checked_weights(&two(), &[0.5, f64::NAN]).is_err());
    assert!(checked_weights(&two(), &[0.5]).is_err());
    assert_eq!(Trust::new(two(), &[0.0, 0.0]).err(), Some(GuideError::NoWeight));
    assert_eq!(Trust::equal(Vec::new()).err(), Some(GuideError::NoWeight));
    let rate = |rate| updated_weights(&[1.0], &[1.0], rate).err();
    assert_eq!(rate(0.0), Some(GuideError::LearningRate(0.0)));
    assert_eq!(rate(1.0), Some(GuideError::LearningRate(1.0)));
    assert!(rate(f64::NAN).is_some());
    assert!(updated_weights(&[1.0], &[], ETA).is_err());
    assert_eq!(normalised_weights(&[f64::MAX, f64::MAX]), Some(vec![0.5, 0.5]));
    assert_eq!(normalised_weights(&[f64::INFINITY, 1.0]), None);
    for damaged in [
        "{",
        r#"{"embedders":["a"],"start":[1,2],"topics":{}}"#,
        r#"{"embedders":["a"],"start":[1],"topics":{"t":{"weights":[-1],"history":[]}}}"#,
    ] {
        let error = Trust::from_json("trust.json", damaged).unwrap_err().to_string();
        assert!(error.starts_with("trust.json: "), "{error}");
    }
}

proptest! {
    #[test]
    fn weights_stay_a_distribution(
        weights in prop::collection::vec(0.001..1.0f64, 1..6),
        loss in prop::collection::vec(0.0..40.0f64, 6),
        eta in 0.001..0.999f64,
    ) {
        let weights = normalised_weights(&weights).unwrap();
        let after = updated_weights(&weights, &loss[..weights.len()], eta).unwrap();
        prop_assert!(after.iter().all(|weight| *weight >= 0.0));
        prop_assert!((after.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn equal_losses_change_nothing(
        weights in prop::collection::vec(0.001..1.0f64, 1..6),
        loss in 0.0..40.0f64,
    ) {
        let weights = normalised_weights(&weights).unwrap();
        let after = updated_weights(&weights, &vec![loss; weights.len()], ETA).unwrap();
        for (before, after) in weights.iter().zip(after) {
            prop_assert!((before - after).abs() < 1e-12);
        }
    }
}
