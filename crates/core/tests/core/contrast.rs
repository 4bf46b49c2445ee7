//! Two lists side by side, against counting by hand and by brute force.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use rankscope_core::analysis::{Join, Strips, chance_words, query_verdict};
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

#[test]
fn strips_say_what_they_hold_and_share() {
    let is_relevant = |row: u32| [3, 9, 5].contains(&row);
    let strips = |a: &[u32], b: &[u32], k| Strips::new(&list(a), &list(b), k, is_relevant);
    let both = strips(&[7, 3, 9, 1], &[3, 5, 9], 20);
    assert_eq!((both.a.n, both.a.relevant.as_slice()), (4, &[2, 3][..]));
    assert_eq!((both.b.n, both.b.relevant.as_slice()), (3, &[1, 2, 3][..]));
    let join = |rank_in_a, rank_in_b| Join { rank_in_a, rank_in_b, is_relevant: true };
    assert_eq!(both.joins, [join(2, 1), join(3, 3)]);
    let [a, b] = both.sentences(["Base", "Large"]);
    assert_eq!(
        a,
        "Base: of the first 4, 2 are relevant, at ranks 2 and 3; Large shares 2, 1 at another rank."
    );
    assert!(b.starts_with("Large: of the first 3, all are relevant; Base"));
    // Cut after k, an image may be in one alone.
    let cut = strips(&[7, 3, 9, 1], &[3, 5, 9], 1);
    assert_eq!(cut.joins, []);
    let [a, b] = cut.sentences(["Base", "Large"]);
    assert_eq!(a, "Base: of the first 1, none is relevant; Large shares none of them.");
    assert_eq!(b, "Large: of the first 1, one is relevant, at rank 1; Base shares none of them.");
    let [none, _] = strips(&[], &[3], 20).sentences(["Base", "Large"]);
    assert_eq!(none, "Base ranks no image.");
}

#[test]
fn the_verdict_on_a_query_names_the_values_in_the_order_of_the_systems() {
    let of = |values: &[(&str, Option<f64>)]| {
        let own = values.iter().map(|(title, value)| ((*title).to_owned(), *value));
        query_verdict("owls", "AP@50", &own.collect::<Vec<_>>())
    };
    let (a, b) = (("A", Some(0.5)), ("B", Some(0.25)));
    assert_eq!(of(&[a, b]), "For “owls”, A beats B: AP@50 0.500 and 0.250.");
    let none = "Nothing judges “owls”, so no value says which list is better.";
    assert_eq!(of(&[("A", None), ("B", None)]), none);
    assert!(chance_words(Some(0.0004)).contains("less than 0.1% of trials: unlikely"));
    assert!(chance_words(Some(0.25)).contains("25.0% of trials: it may well be chance"));
}
