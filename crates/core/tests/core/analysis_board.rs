//! Means and intervals over subsets of the queries, and the depth of rankings.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

use crate::made_benchmark::{Made, Noise, record, records};
use rankscope_core::analysis::{
    Board, Column, Dataset, Standing, Subset, SystemValues, Tally, depths, depths_with_candidates,
    evenly_spread, ids_with_queries, interval_over, mean_over, n_draws,
};
use rankscope_core::metrics::Mean;
use rankscope_core::ranking::hits_in_order;
use rankscope_core::statistics::{Resampling, bootstrap};
use serde_json::json;
use std::sync::Arc;

/// 40 queries of three kinds and two folds, each with a relevant image or two among 30.
fn dataset() -> Arc<Dataset> {
    let mut noise = Noise(11);
    let queries: Vec<_> = (0..40)
        .map(|row| {
            let facets = [("kind", ["a", "b", "c"][row % 3]), ("fold", ["1", "2"][row / 20])];
            record(&format!("q{row}"), &facets)
        })
        .collect();
    let images: Vec<_> =
        (0..30).map(|row| record(&format!("i{row}"), &[("fold", ["1", "2"][row % 2])])).collect();
    let mut qrels = String::new();
    for query in 0..39 {
        let first = noise.below(30);
        qrels.push_str(&format!("q{query} 0 i{first} 1\nq{query} 0 i{} 1\n", (first + 7) % 30));
    }
    let mut made = Made::new(&queries, &images, &[("strict", &qrels)], &["s", "t"]);
    made.manifest["headlines"] = json!([
        { "measure": "trec:P@10", "relevance": "strict" },
        { "measure": "coco-1k:R@1", "relevance": "strict" },
    ]);
    made.dataset()
}

fn values(dataset: &Arc<Dataset>, columns: &[Column]) -> SystemValues {
    let mut noise = Noise(12);
    let rankings: Vec<_> = (0..40).map(|_| hits_in_order(&noise.order(30))).collect();
    let mut tally = Tally::new(dataset.clone(), Arc::new(columns.to_vec()), "s".into());
    tally.add(0, &rankings);
    tally.finished()
}

#[test]
fn means_are_over_the_queries_of_the_subset() {
    let dataset = dataset();
    let columns = Column::all_of(&dataset, &[]);
    let values = values(&dataset, &columns);
    for (kind, remainder) in [("a", 0), ("b", 1), ("c", 2)] {
        let subset = Subset::parse(&format!("kind={kind}"));
        let of_kind = |fold: Option<usize>| -> Vec<f64> {
            (0..40)
                .filter(|row| row % 3 == remainder && fold.is_none_or(|fold| row / 20 == fold))
                .filter_map(|row| values.values[if fold.is_some() { 1 } else { 0 }][row])
                .collect()
        };
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let chosen = of_kind(None);
        let found = mean_over(&dataset, &columns, &values, 0, &subset).unwrap();
        assert_eq!(found.n, chosen.len());
        assert!((found.mean - mean(&chosen)).abs() < 1e-12);
        // COCO 1K: the mean of the folds' means.
        let folds = [of_kind(Some(0)), of_kind(Some(1))];
        let found = mean_over(&dataset, &columns, &values, 1, &subset).unwrap();
        assert_eq!(found.n, folds[0].len() + folds[1].len());
        assert!((found.mean - f64::midpoint(mean(&folds[0]), mean(&folds[1]))).abs() < 1e-12);
    }
    // The last query has no relevant image.
    let all: Option<Mean> = mean_over(&dataset, &columns, &values, 0, &Subset::default());
    assert_eq!(all.map(|mean| mean.n), Some(39));
    assert_eq!(all, values.mean(0));
    let none = Subset::parse("kind=z");
    assert_eq!(mean_over(&dataset, &columns, &values, 0, &none), None);
    assert_eq!(mean_over(&dataset, &columns, &values, 99, &none), None);
}

#[test]
fn intervals_resample_the_queries_of_the_subset() {
    let dataset = dataset();
    let columns = Column::all_of(&dataset, &[]);
    let values = values(&dataset, &columns);
    for words in ["", "kind=b"] {
        let subset = Subset::parse(words);
        let chosen: Vec<f64> = (0..40)
            .filter(|row| words.is_empty() || row % 3 == 1)
            .filter_map(|row| values.values[0][row])
            .collect();
        let resampling = Resampling { n_resamples: 1000, ..Resampling::default() };
        let mean = |places: &[usize]| {
            Some(places.iter().map(|place| chosen[*place]).sum::<f64>() / places.len() as f64)
        };
        let expected = bootstrap(chosen.len(), &resampling, mean).unwrap();
        let found = interval_over(&dataset, &columns, &values, 0, &subset).unwrap();
        assert_eq!((found.n, found.n_resamples), (chosen.len(), 1000));
        assert!((found.low - expected.low).abs() < 1e-12);
        assert!((found.high - expected.high).abs() < 1e-12);
        assert!(found.low < found.high);
        // Resampled queries do not form folds.
        assert_eq!(interval_over(&dataset, &columns, &values, 1, &subset), None);
    }
    assert_eq!(interval_over(&dataset, &columns, &values, 0, &Subset::parse("kind=z")), None);
    assert_eq!(interval_over(&dataset, &columns, &values, 99, &Subset::default()), None);
}

#[test]
fn fewer_resamples_are_drawn_of_many_queries() {
    let drawn = [0, 1, 2_000, 4_000, 20_000, 1_000_000].map(n_draws);
    assert_eq!(drawn, [1000, 1000, 1000, 500, 100, 100]);
}

#[test]
fn rankings_are_as_deep_as_their_columns_need() {
    // 150, 12 and no relevant images of 400.
    let mut qrels = String::new();
    (0..150).for_each(|row| qrels.push_str(&format!("q0 0 i{row} 1\n")));
    (0..12).for_each(|row| qrels.push_str(&format!("q1 0 i{row} 1\n")));
    let made = |change: fn(&mut Made)| {
        let mut made = Made::new(&records("q", 3), &records("i", 400), &[("strict", &qrels)], &[]);
        change(&mut made);
        made.dataset()
    };
    let depths = |dataset: &Dataset| depths(dataset, &Column::all_of(dataset, &[]));
    // mAP@R reads R hits; curves are never shorter than 100.
    assert_eq!(depths(&made(|_| ())), [150, 100, 100]);
    let headline = |measure: &str| json!([{ "measure": measure, "relevance": "strict" }]);
    let deeper = made(|made| {
        made.manifest["headlines"] = json!([
            { "measure": "trec:P@120", "relevance": "strict" }
        ])
    });
    assert_eq!(depths(&deeper), [150, 120, 120]);
    let mut whole = Made::new(&records("q", 3), &records("i", 400), &[("strict", &qrels)], &[]);
    whole.manifest["headlines"] = headline("trec:AP");
    assert_eq!(depths(&whole.dataset()), [u32::MAX; 3]);
    // Candidates are ranked apart, so that no column reads 150 hits of the whole ranking. Found in a
    // whole ranking, they may be anywhere in it.
    let candidates = made(|m| m.manifest["relevance"][0]["only_judged"] = json!(true));
    assert_eq!(depths(&candidates), [100, 100, 100]);
    let columns = Column::all_of(&candidates, &[]);
    assert_eq!(depths_with_candidates(&candidates, &columns), [400, 400, 100]);
}

/// The first definition ranks candidates, the second all images, the third other candidates.
#[test]
fn candidates_of_several_definitions_are_ranked_apart() {
    let (few, all) = ("q0 0 i7 1\nq0 0 i2 0\nq2 0 i1 1\n", "q0 0 i3 1\n");
    let relevance = [("few", few), ("all", all), ("others", "q0 0 i9 1\nq0 0 i2 1\nq1 0 i4 0\n")];
    let mut made = Made::new(&records("q", 3), &records("i", 400), &relevance, &[]);
    for place in [0, 2] {
        made.manifest["relevance"][place]["only_judged"] = json!(true);
    }
    let dataset = made.dataset();
    let board = |ids: &[&str]| {
        let measure = "trec:P@120".parse().unwrap();
        let column = |id: &&str| Column::new(&dataset, measure, id).unwrap();
        Board::new(dataset.clone(), ids.iter().map(column).collect())
    };
    let one = board(&["few"]);
    assert_eq!(one.candidates(), [(0, vec![vec![2, 7], vec![], vec![1]])]);
    assert_eq!(one.depths_apart(), [0, 0, 0]);
    let three = board(&["few", "all", "others"]);
    let others = (2, vec![vec![2, 9], vec![4], vec![]]);
    assert_eq!(three.candidates(), [(0, vec![vec![2, 7], vec![], vec![1]]), others]);
    assert_eq!(three.depths_apart(), [120, 120, 120]);
    assert_eq!(three.depths(0), [usize::MAX; 3]);
    assert!(board(&["all"]).candidates().is_empty());
}

#[test]
fn samples_are_spread_evenly() {
    assert_eq!(evenly_spread(10, 5), [0, 2, 4, 6, 8]);
    assert_eq!(evenly_spread(7, 3), [0, 2, 4]);
    assert_eq!(evenly_spread(3, 32), [0, 1, 2]);
    assert_eq!(evenly_spread(0, 32), [0; 0]);
    assert_eq!(evenly_spread(5, 5), [0, 1, 2, 3, 4]);
}

#[test]
fn systems_with_stored_query_vectors_can_be_ranked() {
    let mut made = Made::new(&records("q", 1), &records("i", 1), &[("r", "")], &["s", "t", "u"]);
    made.manifest["systems"][1].as_object_mut().unwrap().remove("queries");
    assert_eq!(ids_with_queries(&made.dataset()), ["s", "u"]);
}

#[test]
fn a_system_stands_above_the_next_that_is_no_better() {
    let words = |mean: f64, others: &[(&str, f64)]| {
        let means: Vec<f64> = others.iter().map(|(_, mean)| *mean).collect();
        let standing = Standing::of(mean, &means);
        let next = standing.next.map_or("", |(place, _)| others[place].0);
        standing.words("AP@50", next)
    };
    let others = [("Large", 0.5), ("Base", 0.4), ("Tiny", 0.2)];
    assert_eq!(words(0.403, &others), "rank 2 of 4, +0.003 AP@50 over Base");
    assert_eq!(words(0.7, &others), "rank 1 of 4, +0.200 AP@50 over Large");
    assert_eq!(words(0.19, &others), "rank 4 of 4, 0.010 AP@50 behind Tiny");
    // Equal means share a rank, and so do those that print alike.
    assert_eq!(words(0.4, &others), "rank 2 of 4, level with Base by AP@50");
    assert_eq!(words(0.400_01, &others), "rank 2 of 4, level with Base by AP@50");
    assert_eq!(words(0.4, &[]), "rank 1 of 1");
}
