//! The expected value of a random order, against the mean over all permutations.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss, clippy::cast_possible_truncation)]

use crate::made_benchmark::Noise;
use crate::support::permutations;
use rankscope_core::benchmark::Judgements;
use rankscope_core::metrics::{
    FoldCaption, Folds, JudgedList, JudgedRanking, Measure, Protocol, known_measures,
};
use rankscope_core::ranking::{Hit, before_rest, hits_in_order};
use std::collections::BTreeSet;

const N_IMAGES: usize = 9;
const N_FOUND: usize = 6;

/// All of them, with every cut-off around the length of the lists and three recalls.
fn measures() -> Vec<Measure> {
    let names = known_measures().into_iter().flat_map(|pattern| match pattern.rsplit_once('@') {
        Some((stem, "k")) => (1..=N_FOUND + 2).map(|k| format!("{stem}@{k}")).collect(),
        Some((stem, "p")) => ["0.5", "0.85"].map(|p| format!("{stem}@{p}")).to_vec(),
        Some((stem, "r")) => ["0.0", "0.3", "1.0"].map(|r| format!("{stem}@{r}")).to_vec(),
        _ => vec![pattern],
    });
    names.map(|name| name.parse().unwrap()).collect()
}

/// Judgements of some images, from −1 to `most`.
fn judgements(noise: &mut Noise, most: i32) -> Judgements {
    let mut grade = || noise.below(most as usize + 2) as i32 - 1;
    let all: Vec<i32> = (0..N_IMAGES).map(|_| grade()).collect();
    let some = (0u32..).zip(all).filter(|_| noise.below(4) > 0);
    Judgements::new(some.collect::<Vec<_>>())
}

/// The list of a measure, as rankings of a benchmark are judged: the first five of the nine images and
/// query 0 are a fold.
fn list_of<T>(
    hits: &[Hit],
    judgements: &Judgements,
    is_complete: bool,
    measure: &Measure,
    value: impl Fn(&JudgedList) -> T,
) -> T {
    let caption = |row_in_corpus| FoldCaption { query_row: Some(0), row_in_corpus };
    let folds = Folds::consecutive(&[0, 1, 2, 3, 4].map(caption), 1, 1, N_IMAGES);
    let ids: Vec<String> = (0..N_IMAGES).map(|row| format!("i{row}")).collect();
    let ranking =
        JudgedRanking::new(hits, judgements, &ids).complete(is_complete).in_folds(&folds, 0);
    value(ranking.list(measure.protocol()))
}

#[test]
fn the_expected_value_is_the_mean_over_all_permutations() {
    let mut noise = Noise(4);
    let mut n_compared = 0;
    let mut simulated = BTreeSet::new();
    for case in 0..40 {
        // Four is the grade of the query's own picture, without which PMRP has no value.
        let judgements = judgements(&mut noise, 4);
        let is_complete = case % 3 == 0;
        let n_found = case % (N_FOUND + 1);
        let rows = &noise.order(N_IMAGES)[..n_found];
        // As found, hits may be tied; in a random order none are.
        let mut scores: Vec<f32> = rows.iter().map(|_| noise.below(3) as f32).collect();
        scores.sort_by(|a, b| b.total_cmp(a));
        let hit = |(row, score): (&u32, &f32)| Hit { row_in_corpus: *row, score: *score };
        let found: Vec<Hit> = rows.iter().zip(&scores).map(hit).collect();
        let orders: Vec<Vec<Hit>> =
            permutations(rows).iter().map(|rows| hits_in_order(rows)).collect();
        for measure in measures() {
            let value = |hits: &[Hit]| {
                list_of(hits, &judgements, is_complete, &measure, |list| measure.value(list))
            };
            let expected =
                list_of(&found, &judgements, is_complete, &measure, |list| measure.expected(list));
            let sum: Option<f64> = orders.iter().map(|order| value(order)).sum();
            let (Some(expected), Some(sum)) = (expected, sum) else {
                assert_eq!((expected, sum), (None, None), "{measure}");
                continue;
            };
            let mean = sum / orders.len() as f64;
            // The standard error of a thousand shuffles is below 0.5 / √1000.
            let tolerance = if measure.has_closed_form() { 1e-12 } else { 0.08 };
            assert!(
                (expected - mean).abs() < tolerance,
                "{measure}, case {case}: {expected}, and the mean of all orders is {mean}"
            );
            n_compared += 1;
            if !measure.has_closed_form() {
                simulated.insert(measure.to_string());
            }
        }
    }
    assert!(n_compared > 2_000, "{n_compared}");
    assert_eq!(
        simulated.into_iter().collect::<Vec<_>>(),
        ["trec:IPrec@0.0", "trec:IPrec@0.3", "trec:IPrec@1.0"],
        "all others are exact"
    );
    let protocols: BTreeSet<&str> =
        measures().iter().map(|measure| measure.protocol().name()).collect();
    assert_eq!(protocols.len(), Protocol::ALL.len());
}

/// Below the shuffled hits, others keep their ranks and ties.
#[test]
fn the_first_hits_in_random_order_have_the_mean_over_their_permutations() {
    let mut noise = Noise(5);
    let mut n_compared = 0;
    for case in 0..60 {
        let judgements = judgements(&mut noise, 4);
        let is_complete = case % 3 == 0;
        let rows = &noise.order(N_IMAGES)[..N_IMAGES - case % 3];
        let (first, rest) = rows.split_at(case % 5);
        let mut scores: Vec<f32> = rest.iter().map(|_| noise.below(3) as f32).collect();
        scores.sort_by(|a, b| b.total_cmp(a));
        let hit = |(row, score): (&u32, &f32)| Hit { row_in_corpus: *row, score: *score };
        let rest: Vec<Hit> = rest.iter().zip(&scores).map(hit).collect();
        let whole = |first: &[u32]| before_rest(&hits_in_order(first), &rest);
        let found = whole(first);
        let orders: Vec<Vec<Hit>> = permutations(first).iter().map(|first| whole(first)).collect();
        for measure in measures().iter().filter(|measure| measure.has_closed_form()) {
            let list =
                |hits: &[Hit]| list_of(hits, &judgements, is_complete, measure, JudgedList::clone);
            let n = list(&found[..first.len()]).n_given();
            let expected = measure.expected_of_first(&list(&found), n);
            let sum: Option<f64> = orders.iter().map(|order| measure.value(&list(order))).sum();
            let mean = sum.map(|sum| sum / orders.len() as f64);
            let is_near = match (expected, mean) {
                (Some(a), Some(b)) => (a - b).abs() < 1e-12,
                (a, b) => a == b,
            };
            assert!(is_near, "{measure}, case {case}: {expected:?}, not {mean:?}");
            n_compared += usize::from(mean.is_some());
        }
    }
    assert!(n_compared > 3_000, "{n_compared}");
}

/// A hundred candidates of INQUIRE's size, 10 of them relevant:
///
/// ```python
/// from scipy.stats import hypergeom; import numpy as np
/// n, r, i = 100, 10, np.arange(1, 101)
/// first = hypergeom.pmf(0, n, r, i - 1) * r / (n - i + 1)   # the first relevant hit has rank i
/// ap = r/n * (1 + (i - 1) * (r - 1)/(n - 1)) / i
/// ndcg = r/n * (1/np.log2(i + 1)).sum() / (1/np.log2(i[:10] + 1)).sum()
/// print(ap.sum() / r, ap[:50].sum() / r, 1 - hypergeom.pmf(0, n, r, 5), (first / i).sum(), ndcg)
/// ```
#[test]
fn a_hundred_candidates_have_the_values_of_scipy() {
    let judgements = Judgements::new((0..10).map(|row| (row * 7, 1)));
    let ids: Vec<String> = (0..100).map(|row| row.to_string()).collect();
    let hits = hits_in_order(&(0..100).collect::<Vec<u32>>());
    let ranking = JudgedRanking::new(&hits, &judgements, &ids);
    let expected = |name: &str| {
        let measure: Measure = name.parse().unwrap();
        measure.expected(ranking.list(measure.protocol())).unwrap()
    };
    for (name, value) in [
        ("inquire:AP@100", 0.138_067_068_342_178_38),
        ("trec:AP@50", 0.086_356_412_166_631_15),
        ("eccv:R@5", 0.416_247_633_073_848_04),
        ("trec:RR", 0.259_165_853_150_699_57),
        ("trec:nDCG", 0.460_842_905_665_465_8),
    ] {
        assert!((expected(name) - value).abs() < 1e-12, "{name}: {}", expected(name));
    }
    // What the paper's task, 100 candidates in random order, is reported to give.
    assert!((expected("inquire:AP@100") - 0.138_067).abs() < 5e-7);
}
