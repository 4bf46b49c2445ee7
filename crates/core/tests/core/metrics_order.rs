//! The order of ties and what is said of them, against sorting everything.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use rankscope_core::benchmark::Judgements;
use rankscope_core::metrics::{JudgedList, Order, RelevantHit};
use rankscope_core::ranking::Hit;
use std::cmp::Ordering;

/// Score descending, NaN last; what is equal stays in place.
fn score_order(a: &Hit, b: &Hit) -> Ordering {
    match (a.score.is_nan(), b.score.is_nan()) {
        (false, false) => b.score.partial_cmp(&a.score).unwrap(),
        (a_is_nan, b_is_nan) => a_is_nan.cmp(&b_is_nan),
    }
}

/// Every hit sorted, by id as well where that is the order.
fn sorted(order: Order, hits: &[Hit], ids: &[String]) -> Vec<Hit> {
    let id = |hit: &Hit| ids[hit.row_in_corpus as usize].as_bytes();
    let mut hits = hits.to_vec();
    match order {
        Order::AsGiven => {}
        Order::ByScore => hits.sort_by(score_order),
        Order::TrecEval => hits.sort_by(|a, b| score_order(a, b).then(id(b).cmp(id(a)))),
    }
    hits
}

/// Counted for each hit anew.
fn relevant_hits(hits: &[Hit], judgements: &Judgements) -> Vec<RelevantHit> {
    let grade = |index: usize| judgements.grade(hits[index].row_in_corpus);
    let tied = |a: usize, b: usize| score_order(&hits[a], &hits[b]) == Ordering::Equal;
    let is_relevant = |index: &usize| grade(*index).is_some_and(|grade| grade >= 1);
    (0..hits.len())
        .filter(is_relevant)
        .map(|index| RelevantHit {
            row_in_corpus: hits[index].row_in_corpus,
            rank: index + 1,
            grade: grade(index).unwrap(),
            n_relevant_so_far: (0..=index).filter(is_relevant).count(),
            n_nonrelevant_above: (0..index).filter(|above| grade(*above) == Some(0)).count(),
            first_tied: 1
                + (0..=index).rev().take_while(|other| tied(index, *other)).last().unwrap(),
            last_tied: 1
                + (index..hits.len()).take_while(|other| tied(index, *other)).last().unwrap(),
        })
        .collect()
}

fn agrees(order: Order, hits: &[Hit], judgements: &Judgements, ids: &[String]) {
    let list = JudgedList::in_order(order, hits, judgements, ids);
    let sorted = sorted(order, hits, ids);
    let grades: Vec<_> = sorted.iter().map(|hit| judgements.grade(hit.row_in_corpus)).collect();
    assert_eq!(list.grades(), grades, "{order:?}");
    assert_eq!(list.relevant_hits(), relevant_hits(&sorted, judgements), "{order:?}");
}

const N_IMAGES: u32 = 60;

/// Few different scores, and every kind of zero and NaN.
fn any_score() -> impl Strategy<Value = f32> {
    let special = [0.0, -0.0, f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
    prop_oneof![4 => (0u8..8).prop_map(|n| f32::from(n) / 8.0), 1 => prop::sample::select(special.to_vec())]
}

proptest! {
    #[test]
    fn every_order_is_that_of_sorting_everything(
        rows in Just((0..N_IMAGES).collect::<Vec<u32>>()).prop_shuffle(),
        ids in Just((0..N_IMAGES).map(|n| n.to_string()).collect::<Vec<_>>()).prop_shuffle(),
        scores in prop::collection::vec(any_score(), 0..N_IMAGES as usize),
        grades in prop::collection::vec((0..N_IMAGES, -1i32..4), 0..30),
        is_sorted: bool,
    ) {
        let hits = rows.iter().zip(&scores);
        let mut hits: Vec<Hit> =
            hits.map(|(&row_in_corpus, &score)| Hit { row_in_corpus, score }).collect();
        if is_sorted {
            hits.sort_by(score_order);
        }
        let judgements = Judgements::new(grades);
        for order in [Order::AsGiven, Order::ByScore, Order::TrecEval] {
            agrees(order, &hits, &judgements, &ids);
        }
    }
}

#[test]
fn a_judged_image_moves_over_the_unjudged_ones_that_it_is_tied_with() {
    // The only judged image is given last of its block, and by id comes first.
    let ids = ["a", "b", "c", "d", "e"].map(String::from);
    let scores = [0.9, 0.5, 0.5, 0.5, 0.1];
    let hits: Vec<Hit> =
        (0..).zip(scores).map(|(row_in_corpus, score)| Hit { row_in_corpus, score }).collect();
    let list = JudgedList::in_trec_order(&hits, &Judgements::new([(3, 1)]), &ids);
    assert_eq!(list.grades(), [None, Some(1), None, None, None]);
    assert_eq!(list.relevant_hits().len(), 1);
    let hit = list.relevant_hits()[0];
    assert_eq!((hit.rank, hit.first_tied, hit.last_tied), (2, 2, 4));
}

#[test]
fn rows_that_share_a_place_in_the_filter_are_told_apart() {
    // 4,096 rows apart; the unjudged one is in a block of ties with the judged one, and alone.
    let far = 4_096;
    let ids: Vec<String> = (0..=2 * far).map(|row| format!("{row:05}")).collect();
    let judgements = Judgements::new([(7, 2), (far, 0)]);
    for scores in [[0.9, 0.5, 0.5, 0.1], [0.5; 4], [0.9, 0.8, 0.7, 0.6]] {
        let rows = [0, 7, 7 + far, far];
        let hits = rows.into_iter().zip(scores);
        let hits: Vec<Hit> =
            hits.map(|(row_in_corpus, score)| Hit { row_in_corpus, score }).collect();
        for order in [Order::AsGiven, Order::ByScore, Order::TrecEval] {
            agrees(order, &hits, &judgements, &ids);
        }
    }
}

#[test]
fn nothing_given_or_nothing_judged_is_in_order() {
    let one = [Hit { row_in_corpus: 0, score: f32::NAN }];
    let ids = [String::from("a")];
    for order in [Order::AsGiven, Order::ByScore, Order::TrecEval] {
        agrees(order, &[], &Judgements::new([(0, 1)]), &ids);
        agrees(order, &one, &Judgements::default(), &ids);
        agrees(order, &one, &Judgements::new([(0, 1)]), &ids);
    }
}
