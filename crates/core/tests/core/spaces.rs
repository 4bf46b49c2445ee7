//! Derived spaces and relevance feedback, against their definitions.
#![allow(clippy::unwrap_used)]

use rankscope_core::feedback::{Feedback, FeedbackMethod};
use rankscope_core::random::SplitMix64;
use rankscope_core::ranking::{Hit, hits_in_order};
use rankscope_core::search::reference::top_k;
use rankscope_core::spaces::{BankPart, Projection, QueryBank};
use rankscope_core::vectors::{ShardDtype, Vectors, normalised, score};

const DIM: usize = 6;

fn random_rows(n: usize, seed: u64) -> Vec<Vec<f32>> {
    let mut random = SplitMix64::new(seed);
    let mut value = || (random.next_u64() >> 40) as f32 / (1u32 << 24) as f32 - 0.3;
    (0..n).map(|_| normalised(&(0..DIM).map(|_| value()).collect::<Vec<_>>()).unwrap()).collect()
}

fn gallery(rows: &[Vec<f32>]) -> Vectors {
    let mut vectors = Vectors::new(rows[0].len(), ShardDtype::F32);
    rows.iter().for_each(|row| vectors.push(row.iter().copied()));
    vectors
}

#[test]
fn first_dimensions_are_cut_and_have_length_1_again() {
    let first = Projection::first(2);
    assert_eq!(first.vector(&[3.0, 4.0, 12.0]), [0.6, 0.8]);
    assert_eq!(first.vector(&[0.0, 0.0, 1.0]), [0.0, 0.0]);
    let projected = first.gallery(&gallery(&[vec![3.0, 4.0, 12.0], vec![0.0, 5.0, 0.0]]));
    assert_eq!(projected.to_f32(), [0.6, 0.8, 0.0, 1.0]);
}

#[test]
fn principal_components_are_directions_of_variance_and_together_a_rotation() {
    // All variance is along the second axis, and the mean, which is not, is not subtracted.
    let rows = [vec![1.0, 0.2], vec![1.0, -0.4], vec![1.0, 0.9]];
    let first = Projection::principal(&gallery(&rows), 1);
    let along: Vec<f32> = rows.iter().flat_map(|row| first.vector(row)).collect();
    assert_eq!(along.iter().map(|value| value * along[0]).collect::<Vec<_>>(), [1.0, -1.0, 1.0]);

    let rows = random_rows(40, 1);
    let all = Projection::principal(&gallery(&rows), DIM);
    for (a, b) in rows.iter().zip(rows.iter().skip(1)) {
        let found = score(&all.vector(a), all.vector(b).into_iter());
        assert!((found - score(a, b.iter().copied())).abs() < 1e-6);
    }
}

#[test]
fn a_bank_of_queries_orders_by_the_inverted_softmax() {
    let (images, bank) = (random_rows(50, 2), random_rows(9, 3));
    let vectors = gallery(&images);
    let beta = 20.0;
    let part = |rows| BankPart::of_rows(&vectors, rows, &bank, beta);
    let whole = QueryBank::of_parts([part(0..50)]);
    // Parts are put together in the order of their rows.
    assert_eq!(whole, QueryBank::of_parts([part(0..17), part(17..30), part(30..50)]));
    let with = whole.gallery(&vectors);
    assert_eq!((with.n_rows(), with.dim()), (50, DIM + 1));
    let exp = |query: &[f32], image: &[f32]| {
        (beta * f64::from(score(query, image.iter().copied()))).exp()
    };
    for query in random_rows(20, 4) {
        let share = |hit: &Hit| {
            let image = &images[hit.row_in_corpus as usize];
            exp(&query, image) / bank.iter().map(|other| exp(other, image)).sum::<f64>()
        };
        let found = top_k(&QueryBank::query(&query, true), &with, 50);
        assert!(found.is_sorted_by(|a, b| share(a) >= share(b) * (1.0 - 1e-5)));
        // A query that is not normalised has the order of the plain gallery.
        let plain = top_k(&query, &vectors, 50);
        assert_eq!(top_k(&QueryBank::query(&query, false), &with, 50), plain);
        let best = plain[0].row_in_corpus;
        let is_active = bank.iter().any(|other| top_k(other, &vectors, 1)[0].row_in_corpus == best);
        assert_eq!(whole.is_active(best), is_active);
    }
}

#[test]
fn rocchio_moves_the_query_and_images_once_judged_keep_their_places() {
    let mut feedback = Feedback::new(FeedbackMethod::Rocchio, vec![1.0, 0.0]);
    assert_eq!(feedback.next_query(), [1.0, 0.0]);
    feedback.judge(7, vec![0.0, 1.0], true);
    feedback.judge(3, vec![0.0, 0.5], true);
    feedback.judge(5, vec![-1.0, 0.0], false);
    // q + 0.75 (0, 0.75) − 0.15 (−1, 0).
    let wanted = normalised(&[1.15, 0.5625]).unwrap();
    for (found, wanted) in feedback.next_query().iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-7);
    }
    let found = hits_in_order(&[5, 9, 7, 1]);
    let hit = |row_in_corpus, score| Hit { row_in_corpus, score };
    let wanted = [hit(7, 5.0), hit(3, 4.0), hit(5, 3.0), hit(9, 2.0), hit(1, 1.0)];
    assert_eq!(feedback.ranking(&found), wanted);
    assert_eq!(feedback.residual(&found), [found[1], found[3]]);
}

/// Where the gradient of what is minimised is 0.
#[test]
fn ridge_queries_minimise_their_sums() {
    let (rows, query) = (random_rows(10, 5), random_rows(1, 6).remove(0));
    let lambda = 1.0;
    for (method, low, is_biased) in
        [(FeedbackMethod::Ridge, 0.0, true), (FeedbackMethod::RidgeTowardQuery, -1.0, false)]
    {
        let mut feedback = Feedback::new(method, query.clone());
        feedback.judge(0, rows[0].clone(), false);
        if is_biased {
            assert_eq!(feedback.next_query(), query, "all judged are of one kind");
        }
        for (place, row) in (1..).zip(rows.iter().skip(1)) {
            feedback.judge(place, row.clone(), place % 3 == 0);
        }
        let weights: Vec<f64> = feedback.next_query().into_iter().map(f64::from).collect();
        let errors: Vec<f64> = (0..)
            .zip(&rows)
            .map(|(place, row)| {
                let found: f64 = row.iter().zip(&weights).map(|(x, w)| f64::from(*x) * w).sum();
                found - if place > 0 && place % 3 == 0 { 1.0 } else { low }
            })
            .collect();
        // The best bias of these weights.
        let bias = if is_biased { -errors.iter().sum::<f64>() / (10.0 + lambda) } else { 0.0 };
        for (at, weight) in weights.iter().enumerate() {
            let start = if is_biased { 0.0 } else { f64::from(query[at]) };
            let sum: f64 =
                rows.iter().zip(&errors).map(|(row, e)| f64::from(row[at]) * (e + bias)).sum();
            assert!((sum + lambda * (weight - start)).abs() < 1e-6);
        }
    }
}
