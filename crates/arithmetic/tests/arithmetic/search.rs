//! Every search gives the hits of the reference.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use rankscope_arithmetic::ranking::{Hit, best_with_ties, hit_order, select_top_k};
use rankscope_arithmetic::vectors::{ShardDtype, Vectors};
use rankscope_arithmetic::{
    search::{RowMask, bounded, reference},
    vectors::{NormaliseError, normalised, score},
};

fn vectors(rows: &[Vec<f32>], dtype: ShardDtype) -> Vectors {
    let mut vectors = Vectors::new(rows.first().map_or(1, Vec::len), dtype);
    for row in rows {
        vectors.push(row.iter().copied());
    }
    vectors
}

fn rows(hits: &[Hit]) -> Vec<u32> {
    hits.iter().map(|hit| hit.row_in_corpus).collect()
}

#[test]
fn ties_go_to_the_lower_row() {
    let gallery =
        vectors(&[vec![0.5, 0.0], vec![1.0, 0.0], vec![1.0, 0.0], vec![0.5, 0.0]], ShardDtype::F16);
    assert_eq!(rows(&reference::top_k(&[1.0, 0.0], &gallery, 3)), [1, 2, 0]);
    assert_eq!(rows(&reference::top_k(&[1.0, 0.0], &gallery, 9)), [1, 2, 0, 3]);
}

#[test]
fn nothing_is_found_in_nothing() {
    assert!(reference::top_k(&[1.0], &vectors(&[], ShardDtype::F16), 5).is_empty());
    assert!(bounded::top_k_of(&[], &[], &vectors(&[], ShardDtype::F16), &[1.0], 5).is_empty());
    assert!(select_top_k(vec![Hit { row_in_corpus: 0, score: 1.0 }], 0).is_empty());
}

#[test]
fn nan_comes_last_and_does_not_disturb_the_order() {
    let hit = |row_in_corpus, score| Hit { row_in_corpus, score };
    let hits = vec![
        hit(0, f32::NAN),
        hit(1, 0.1),
        hit(2, f32::NAN),
        hit(3, 0.9),
        hit(4, f32::NEG_INFINITY),
    ];
    assert_eq!(rows(&select_top_k(hits, 5)), [3, 1, 4, 0, 2]);
}

#[test]
fn vectors_without_a_direction_are_refused() {
    assert_eq!(normalised(&[0.0, -0.0]), Err(NormaliseError::Zero));
    assert!(matches!(
        normalised(&[1.0, f32::NAN]),
        Err(NormaliseError::NotFinite { index: 1, .. })
    ));
    assert!(normalised(&[f32::INFINITY]).is_err());
    assert_eq!(normalised(&[3.0, 4.0]).unwrap(), [0.6, 0.8]);
    // The sum of squares would overflow in float32.
    assert_eq!(normalised(&[f32::MAX, 0.0]).unwrap(), [1.0, 0.0]);
    assert_eq!(normalised(&[f32::MIN_POSITIVE, 0.0]).unwrap(), [1.0, 0.0]);
}

fn unit_rows(dim: usize) -> impl Strategy<Value = Vec<Vec<f32>>> {
    // Few different values, so that there are ties.
    let row = prop::collection::vec(-2i8..=2, dim).prop_map(|values| {
        let values: Vec<f32> = values.into_iter().map(f32::from).collect();
        normalised(&values).unwrap_or_else(|_| vec![1.0; values.len()])
    });
    prop::collection::vec(row, 1..60)
}

#[test]
fn a_row_proposed_twice_counts_once() {
    let gallery = vectors(&[vec![1.0], vec![0.5], vec![0.25]], ShardDtype::F32);
    let proposed = [(0, 1.0), (0, 1.0), (1, 0.5), (2, 0.25)];
    let hits = bounded::top_k_of(&proposed, &[1e-6; 3], &gallery, &[1.0], 2);
    assert_eq!(rows(&hits), [0, 1]);
}

proptest! {
    #[test]
    fn noisy_estimates_give_the_reference(
        rows in unit_rows(5),
        query in prop::collection::vec(-1.0f32..1.0, 5),
        noise in prop::collection::vec(-1.0f32..=1.0, 60),
        radius in 0.0f32..0.5,
        unknown in 0usize..60,
        k in 0usize..70,
        masked in prop::option::of(prop::collection::vec(0u32..60, 0..40)),
    ) {
        let mask = masked.map(RowMask::new);
        prop_assume!(normalised(&query).is_ok());
        let query = normalised(&query).unwrap();
        let gallery = vectors(&rows, ShardDtype::F16);
        let mut radii = vec![radius + 1e-5; gallery.n_rows()];
        let mut proposed: Vec<(u32, f32)> = (0u32..)
            .zip(0..gallery.n_rows())
            .filter(|(_, row)| mask.as_ref().is_none_or(|mask| mask.contains(*row)))
            .map(|(id, row)| (id, score(&query, gallery.row(row)) + noise[row] * radius * 0.99))
            .collect();
        // Of one row the device says nonsense, and nothing is known.
        if let Some(nothing) = radii.get_mut(unknown) {
            *nothing = f32::INFINITY;
            let said = proposed.iter_mut().filter(|(row, _)| *row as usize == unknown);
            said.for_each(|(_, estimate)| *estimate = f32::NAN);
        }
        let found = bounded::top_k_of(&proposed, &radii, &gallery, &query, k);
        prop_assert_eq!(found, reference::top_k_among(&query, &gallery, k, mask.as_ref()));
    }

    #[test]
    fn selecting_is_sorting_and_cutting(
        scores in prop::collection::vec(prop_oneof![
            Just(f32::NAN), Just(-f32::NAN), Just(0.0f32), Just(-0.0f32), Just(f32::INFINITY),
            Just(f32::NEG_INFINITY), Just(-f32::from_bits(1)), -2.0f32..2.0, Just(0.5f32),
        ], 0..50),
        k in 0usize..60,
    ) {
        let hits: Vec<Hit> = (0u32..)
            .zip(&scores)
            .map(|(row_in_corpus, score)| Hit { row_in_corpus, score: *score })
            .collect();
        let mut sorted = hits.clone();
        sorted.sort_by(hit_order);
        sorted.truncate(k);
        let bits = |hits: &[Hit]| -> Vec<(u32, u32)> {
            hits.iter().map(|hit| (hit.row_in_corpus, hit.score.to_bits())).collect()
        };
        prop_assert_eq!(bits(&select_top_k(hits, k)), bits(&sorted));
    }

    #[test]
    fn the_best_with_ties_are_those_above_the_score_of_rank_k(
        scores in prop::collection::vec((-9i8..9).prop_map(|n| f32::from(n) / 4.0), 0..60),
        k in 0usize..70,
    ) {
        let mut wanted: Vec<Hit> = (0u32..)
            .zip(&scores)
            .map(|(row_in_corpus, score)| Hit { row_in_corpus, score: *score })
            .collect();
        wanted.sort_by(hit_order);
        let last = k.checked_sub(1).map(|last| wanted.get(last).map_or(f32::MIN, |hit| hit.score));
        wanted.retain(|hit| last.is_some_and(|last| hit.score >= last));
        prop_assert_eq!(best_with_ties(&scores, &[], k), wanted.clone());
        // Every later row is a little better, which float32 does not see.
        let doubles: Vec<f64> = (0u32..)
            .zip(&scores)
            .map(|(row, score)| f64::from(*score) + f64::from(row) * 1e-12)
            .collect();
        wanted.sort_by(|a, b| {
            b.score.total_cmp(&a.score).then(b.row_in_corpus.cmp(&a.row_in_corpus))
        });
        prop_assert_eq!(best_with_ties(&scores, &doubles, k), wanted);
    }

    #[test]
    fn selecting_from_deep_lists_is_sorting_and_cutting(
        // Few scores, so that there are ties; in some lists scores with several representations.
        scores in prop_oneof![
            prop::collection::vec((-300i16..300).prop_map(|n| f32::from(n) / 7.0 + 0.01), 250..1200),
            prop::collection::vec(
                prop_oneof![Just(f32::NAN), Just(-0.0f32), Just(0.0f32), -2.0f32..2.0], 250..700),
            prop::collection::vec(any::<u32>().prop_map(f32::from_bits), 250..700),
            prop::collection::vec(Just(0.5f32), 250..700),
        ],
        shuffled in any::<bool>(),
        k in 0usize..1300,
    ) {
        let mut hits: Vec<Hit> = (0u32..)
            .zip(&scores)
            .map(|(row_in_corpus, score)| Hit { row_in_corpus, score: *score })
            .collect();
        if shuffled {
            hits.rotate_left(scores.len() / 3);
        }
        let mut sorted = hits.clone();
        sorted.sort_by(hit_order);
        sorted.truncate(k);
        let bits = |hits: &[Hit]| -> Vec<(u32, u32)> {
            hits.iter().map(|hit| (hit.row_in_corpus, hit.score.to_bits())).collect()
        };
        prop_assert_eq!(bits(&select_top_k(hits, k)), bits(&sorted));
    }
}
