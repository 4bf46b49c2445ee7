//! What the worker tells the page arrives as it was sent.
#![allow(clippy::unwrap_used)]

use rankscope::engine::protocol::Response;
use rankscope::ranking::Hit;

#[test]
fn rankings_arrive_to_the_last_bit() {
    let scores = [0.1, -0.0, f32::MIN_POSITIVE, f32::INFINITY, f32::NAN, 1.0e-45, 0.333_333_34];
    let hits = |n: usize| -> Vec<Hit> {
        (0u32..)
            .zip(scores)
            .take(n)
            .map(|(i, score)| Hit { row_in_corpus: u32::MAX - i, score })
            .collect()
    };
    let sent = vec![hits(3), hits(0), hits(7), hits(1)];
    let response = Response::Rankings { first_query: 32, rankings: sent.clone(), last: true };
    let json = serde_json::to_string(&response).unwrap();
    let Response::Rankings { first_query, rankings, last } = serde_json::from_str(&json).unwrap()
    else {
        unreachable!("{json}")
    };
    let bits = |rankings: &[Vec<Hit>]| -> Vec<Vec<(u32, u32)>> {
        let hit = |hit: &Hit| (hit.row_in_corpus, hit.score.to_bits());
        rankings.iter().map(|hits| hits.iter().map(hit).collect()).collect()
    };
    assert_eq!((first_query, last, bits(&rankings)), (32, true, bits(&sent)));
}

#[test]
fn rankings_that_lack_a_score_are_refused() {
    let json = r#"{"Rankings":{"first_query":0,"rankings":{"lengths":[2],"rows":[1,2],"score_bits":[0]},"last":true}}"#;
    let error = serde_json::from_str::<Response>(json).unwrap_err();
    assert!(error.to_string().contains("2 rows and 1 scores for rankings of 2 hits"), "{error}");
}
