//! Two lists side by side, against counting by hand and by brute force.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use rankscope_core::ranking::{Hit, common_ranks, moves, overlap_at};

fn list(rows: &[u32]) -> Vec<Hit> {
    let scores = (0..rows.len()).map(|index| -(index as f32));
    rows.iter().zip(scores).map(|(row, score)| Hit { row_in_corpus: *row, score }).collect()
}

#[test]
fn lists_by_hand() {
    let (a, b) = (list(&[7, 3, 9, 1]), list(&[3, 5, 7]));
    assert_eq!(common_ranks(&a, &b), [(1, 3), (2, 1)]);
    let ranks: Vec<_> =
        moves(&a, &b).iter().map(|m| (m.row_in_corpus, m.rank_in_a, m.rank_in_b)).collect();
    assert_eq!(
        ranks,
        [
            (7, Some(1), Some(3)),
            (3, Some(2), Some(1)),
            (9, Some(3), None),
            (1, Some(4), None),
            (5, None, Some(2)),
        ]
    );
    assert_eq!(overlap_at(&a, &b, 2), Some(0.5));
    // Two images in common, and the longer list has four.
    assert_eq!(overlap_at(&a, &b, 100), Some(0.5));
    assert_eq!(overlap_at(&a, &[], 3), Some(0.0));
    assert_eq!(overlap_at(&[], &[], 3), None);
    assert_eq!(overlap_at(&a, &b, 0), None);
}

proptest! {
    #[test]
    fn moves_name_every_image_once_with_its_ranks(
        a in Just((0u32..30).collect::<Vec<_>>()).prop_shuffle(),
        b in Just((0u32..30).collect::<Vec<_>>()).prop_shuffle(),
        n_a in 0usize..20,
        n_b in 0usize..20,
    ) {
        let (a, b) = (list(&a[..n_a]), list(&b[..n_b]));
        let all = moves(&a, &b);
        for row in 0..30 {
            let place = |list: &[Hit]| list.iter().position(|hit| hit.row_in_corpus == row).map(|p| p + 1);
            let own: Vec<_> = all.iter().filter(|m| m.row_in_corpus == row).collect();
            match (place(&a), place(&b)) {
                (None, None) => prop_assert!(own.is_empty()),
                (in_a, in_b) => {
                    prop_assert_eq!(own.len(), 1);
                    prop_assert_eq!((own[0].rank_in_a, own[0].rank_in_b), (in_a, in_b));
                }
            }
        }
        let both = all.iter().filter(|m| m.rank_in_a.is_some() && m.rank_in_b.is_some()).count();
        prop_assert_eq!(common_ranks(&a, &b).len(), both);
        let (mut forth, mut back) = (common_ranks(&a, &b), common_ranks(&b, &a));
        forth.sort_unstable();
        back.iter_mut().for_each(|pair| *pair = (pair.1, pair.0));
        back.sort_unstable();
        prop_assert_eq!(forth, back);
    }
}
