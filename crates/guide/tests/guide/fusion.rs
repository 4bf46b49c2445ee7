//! Rank fusion (eq. 5) and mean distance (eq. 4).

use crate::fixture::{assert_close, fixture};
use proptest::prelude::*;
use rankscope_guide::{
    Bm25, EmbedderLists, FusedHit, MeanDistances, distance_from_cosine, importance, rank_fused,
};

pub(crate) fn embedders<T: Clone>(weights: &[f64], lists: &[Vec<Vec<T>>]) -> Vec<EmbedderLists<T>> {
    let of = |(place, (weight, lists)): (usize, (&f64, &Vec<Vec<T>>))| EmbedderLists {
        embedder: format!("e{place}"),
        weight: *weight,
        lists: lists.clone(),
    };
    weights.iter().zip(lists).enumerate().map(of).collect()
}

fn example() -> Vec<EmbedderLists<&'static str>> {
    embedders(&[0.6, 0.4], &[vec![vec!["a", "b", "c"]], vec![vec!["b", "a", "d"]]])
}

#[test]
fn the_example_of_the_method() {
    let hits = rank_fused(&example(), 3);
    let items: Vec<&str> = hits.iter().map(|hit| hit.item).collect();
    assert_eq!(items, ["a", "b", "c", "d"]);
    let scores: Vec<f64> = hits.iter().map(|hit| hit.score).collect();
    assert_close(&scores, &[0.8, 0.7, 0.2, 0.4 / 3.0]);
    let terms: Vec<(usize, usize, usize)> =
        hits[0].terms.iter().map(|term| (term.embedder, term.guide, term.rank)).collect();
    assert_eq!(terms, [(0, 0, 1), (1, 0, 2)]);
    assert_close(&hits[0].terms.iter().map(|term| term.adds).collect::<Vec<_>>(), &[0.6, 0.2]);
}

#[test]
fn ranks_beyond_k_add_nothing() {
    assert_eq!([0, 1, 2, 3].map(|rank| importance(rank, 2)), [0.0, 1.0, 0.5, 0.0]);
    let items: Vec<&str> = rank_fused(&example(), 1).iter().map(|hit| hit.item).collect();
    assert_eq!(items, ["a", "b"]);
    assert_eq!(rank_fused(&example(), 0), []);
    assert_eq!(rank_fused::<u32>(&[], 5), []);
    assert_eq!(rank_fused(&embedders::<u32>(&[1.0], &[vec![vec![]]]), 5), []);
}

/// 1/10 + 1/15 is 1/6; in float64, added as it comes, it is more, and item 2 came before item 1.
#[test]
fn equal_sums_of_different_ranks_are_ties() {
    let list = |own: &[(u32, u32)], filler: u32| -> Vec<u32> {
        let at = |rank| own.iter().find(|(_, own)| *own == rank).map(|(item, _)| *item);
        (1..=15).map(|rank| at(rank).unwrap_or(filler + rank)).collect()
    };
    let lists = vec![list(&[(1, 6), (2, 10)], 100), list(&[(2, 15)], 200)];
    let hits = rank_fused(&embedders(&[1.0], &[lists]), 15);
    let own: Vec<(u32, f64)> =
        hits.iter().filter(|hit| hit.item < 100).map(|hit| (hit.item, hit.score)).collect();
    assert_eq!(own, [(1, 1.0 / 6.0), (2, 1.0 / 6.0)]);
}

#[test]
fn ties_stand_in_the_order_of_first_appearance() {
    let hits = rank_fused(&embedders(&[0.5, 0.5], &[vec![vec![7, 3]], vec![vec![3, 7]]]), 2);
    assert_eq!(hits.iter().map(|hit| hit.item).collect::<Vec<_>>(), [7, 3]);
    // 1 + 1/2 + 1/3 in three orders, which round differently when added as they come.
    let lists = [vec![vec![9, 4, 6]], vec![vec![4, 6, 9]], vec![vec![6, 9, 4]]];
    let hits = rank_fused(&embedders(&[0.1, 0.1, 0.1], &lists), 3);
    assert_eq!(hits.iter().map(|hit| hit.item).collect::<Vec<_>>(), [9, 4, 6]);
    assert!(hits.iter().all(|hit| hit.score.to_bits() == hits[0].score.to_bits()));
    // An item that a list has twice counts once, where it stands first.
    let hits = rank_fused(&embedders(&[1.0], &[vec![vec![5, 5, 8]]]), 3);
    assert_close(&hits.iter().map(|hit| hit.score).collect::<Vec<_>>(), &[1.0, 1.0 / 3.0]);
}

#[test]
fn fused_scores_equal_numpy() {
    for (k, weights, lists, items, scores) in fixture().fusion {
        let hits = rank_fused(&embedders(&weights, &lists), k);
        assert_eq!(hits.iter().map(|hit| hit.item).collect::<Vec<_>>(), items);
        assert_close(&hits.iter().map(|hit| hit.score).collect::<Vec<_>>(), &scores);
    }
}

#[test]
fn mean_distances_equal_numpy() {
    for (cosines, means) in fixture().distance {
        let mut distances = MeanDistances::new(means.len());
        cosines.iter().for_each(|row| distances.add(row).unwrap());
        assert_close(&distances.means(), &means);
        let nearest = distances.nearest(means.len());
        assert!(nearest.is_sorted_by(|a, b| (a.distance, a.row) < (b.distance, b.row)));
        assert_eq!(distances.nearest(2), nearest[..nearest.len().min(2)]);
    }
}

#[test]
fn distances_at_the_edges() {
    assert_eq!([1.0, 0.0, -1.0].map(distance_from_cosine), [0.0, 1.0, 2.0]);
    let empty = MeanDistances::new(3);
    assert_eq!((empty.means(), empty.nearest(2)), (vec![], vec![]));
    let mut some = MeanDistances::new(3);
    assert!(some.add(&[0.5]).is_err());
    some.add(&[f32::NAN, 0.5, 0.5]).unwrap();
    assert_eq!(some.nearest(9).iter().map(|hit| hit.row).collect::<Vec<_>>(), [1, 2, 0]);
    assert_eq!(some.nearest(0), []);
}

#[test]
fn bm25_scores_equal_numpy() {
    let word = |word: &u32| word.to_string();
    for (texts, query, scores) in fixture().bm25 {
        let mut index = Bm25::default();
        texts.iter().for_each(|text| index.add(text.iter().map(word)));
        let mut ours = vec![0.0; texts.len()];
        let hits = index.search(query.iter().map(word));
        hits.iter().for_each(|hit| ours[hit.text] = hit.score);
        assert_close(&ours, &scores);
        assert!(hits.is_sorted_by(
            |a, b| a.score > b.score || a.score.total_cmp(&b.score).is_eq() && a.text < b.text
        ));
    }
    assert!(Bm25::default().is_empty());
    assert_eq!(Bm25::default().search(["newt".to_owned()]), []);
}

fn some_lists() -> impl Strategy<Value = (Vec<f64>, Vec<Vec<Vec<u8>>>)> {
    let list = Just((0u8..12).collect::<Vec<u8>>()).prop_shuffle();
    let of_embedder = prop::collection::vec(list, 1..4);
    prop::collection::vec((0.0..1.0f64, of_embedder), 1..5).prop_map(|all| all.into_iter().unzip())
}

proptest! {
    #[test]
    fn the_terms_are_the_score((weights, lists) in some_lists(), k in 1usize..14) {
        let hits = rank_fused(&embedders(&weights, &lists), k);
        for FusedHit { score, terms, .. } in &hits {
            prop_assert!((terms.iter().map(|term| term.adds).sum::<f64>() - score).abs() < 1e-12);
        }
        prop_assert!(hits.is_sorted_by(|a, b| a.score >= b.score));
    }

    #[test]
    fn the_order_of_embedders_and_guides_does_not_matter((weights, lists) in some_lists()) {
        let scores = |of: &[EmbedderLists<u8>]| {
            let mut hits = rank_fused(of, 12);
            hits.sort_by_key(|hit| hit.item);
            hits.into_iter().map(|hit| hit.score.to_bits()).collect::<Vec<_>>()
        };
        let mut of = embedders(&weights, &lists);
        let before = scores(&of);
        of.reverse();
        of.iter_mut().for_each(|embedder| embedder.lists.reverse());
        prop_assert_eq!(scores(&of), before);
    }
}
