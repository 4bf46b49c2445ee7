//! Comparison of two systems, and agreement of measures.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

use crate::made_benchmark::{Made, Noise, records, run};
use rankscope_core::analysis::{
    Agreement, Column, Comparison, ComparisonNames, Dataset, OnQuery, SystemValues, Tally,
    address_of_ids, cell_name, ids_in_address, interval_drawing, tested_pairs,
};
use rankscope_core::ranking::hits_in_order;
use rankscope_core::statistics::{
    Coefficient, Resampling, mean_interval, paired_randomisation, tau_b_intervals,
};
use serde_json::json;
use std::sync::Arc;

const N_QUERIES: usize = 30;

fn made(systems: &[&str]) -> Made {
    let mut noise = Noise(31);
    let mut qrels = || {
        let mut text = String::new();
        for query in 0..N_QUERIES - 1 {
            for image in 0..20 {
                if noise.below(5) == 0 {
                    text.push_str(&format!("q{query} 0 i{image} 1\n"));
                }
            }
        }
        text
    };
    let (strict, loose) = (qrels(), qrels());
    let relevance = [("strict", strict.as_str()), ("loose", loose.as_str())];
    Made::new(&records("q", N_QUERIES), &records("i", 20), &relevance, systems)
}

fn values(dataset: &Arc<Dataset>, system: &str, seed: u64) -> Arc<SystemValues> {
    let mut noise = Noise(seed);
    let columns = Arc::new(Column::all_of(dataset, &[]));
    let mut tally = Tally::new(dataset.clone(), columns, system.into());
    let rankings: Vec<_> = (0..N_QUERIES).map(|_| hits_in_order(&noise.order(20))).collect();
    tally.add(0, &rankings);
    Arc::new(tally.finished())
}

fn comparison(dataset: &Arc<Dataset>, names: ComparisonNames<'_>) -> Option<Comparison> {
    Comparison::new(dataset.clone(), names, &[], 1, None)
}

#[test]
fn missing_or_unknown_names_take_the_first_that_fits() {
    let dataset = made(&["s", "t", "u"]).dataset();
    let found = |a: Option<&'static str>, b: Option<&'static str>| {
        let found = comparison(&dataset, ComparisonNames { a, b, measure: None }).unwrap();
        (found.a.id, found.b.id, found.unknown)
    };
    let pair = |a: &str, b: &str| (a.to_string(), b.to_string(), Vec::<String>::new());
    assert_eq!(found(None, None), pair("s", "t"));
    assert_eq!(found(Some("u"), None), pair("u", "s"));
    assert_eq!(found(None, Some("s")), pair("t", "s"));
    assert_eq!(found(Some("t"), Some("t")), pair("t", "t"));
    let (a, b, unknown) = found(Some("x"), Some("y"));
    assert_eq!((a.as_str(), b.as_str()), ("s", "t"));
    assert_eq!(unknown, ["system x", "system y"]);
    let one = made(&["s"]).dataset();
    assert!(comparison(&one, ComparisonNames::default()).is_none());
}

#[test]
fn columns_are_those_of_the_definition_with_their_index_on_the_board() {
    let dataset = made(&["s", "t"]).dataset();
    let board = Column::all_of(&dataset, &[]);
    let of =
        |measure| comparison(&dataset, ComparisonNames { measure, ..Default::default() }).unwrap();
    let found = of(None);
    assert_eq!(found.columns.len(), 9);
    for (index, column) in &found.columns {
        assert_eq!((&board[*index], column.relevance.as_str()), (column, "loose"));
    }
    assert_eq!(found.column().unwrap().1.name(), "eccv:mAP@R loose");
    assert_eq!(of(Some("trec:P@10")).column().unwrap().1.name(), "trec:P@10 loose");
    let unknown = of(Some("trec:P@11"));
    assert_eq!(unknown.unknown, ["measure trec:P@11"]);
    assert_eq!(unknown.column().unwrap().1.name(), "eccv:mAP@R loose");
}

/// Kendall's τ-b by counting pairs.
fn tau_b(x: &[f64], y: &[f64]) -> Option<f64> {
    let (mut sum, mut n_x, mut n_y) = (0.0, 0.0, 0.0);
    for i in 0..x.len() {
        for j in 0..i {
            let sign = |a: f64, b: f64| f64::from(i8::from(a > b) - i8::from(a < b));
            let (of_x, of_y) = (sign(x[i], x[j]), sign(y[i], y[j]));
            sum += of_x * of_y;
            n_x += of_x * of_x;
            n_y += of_y * of_y;
        }
    }
    (n_x > 0.0 && n_y > 0.0).then(|| sum / (n_x * n_y).sqrt())
}

#[test]
fn contrasts_match_the_two_lists() {
    let dataset = made(&["s", "t"]).dataset();
    let found = comparison(&dataset, ComparisonNames::default()).unwrap();
    let (a, b) = (values(&dataset, "s", 41), values(&dataset, "t", 42));
    let index = found.column().unwrap().0;
    for k in [1, 5, 20, 50] {
        let contrasts = found.contrasts(&a, &b, k);
        assert_eq!(contrasts.len(), N_QUERIES);
        for (row, contrast) in (0u32..).zip(&contrasts) {
            let rows = |of: &SystemValues| -> Vec<u32> {
                of.hits(row).iter().take(k).map(|hit| hit.row_in_corpus).collect()
            };
            let (of_a, of_b) = (rows(&a), rows(&b));
            let both: Vec<u32> = of_a.iter().filter(|row| of_b.contains(row)).copied().collect();
            let overlap = both.len() as f64 / of_a.len() as f64;
            assert_eq!((contrast.query_row, contrast.overlap), (row, Some(overlap)));
            let ranks = |of: &[u32]| -> Vec<f64> {
                both.iter()
                    .map(|row| of.iter().position(|own| own == row).unwrap() as f64)
                    .collect()
            };
            let tau = tau_b(&ranks(&of_a), &ranks(&of_b));
            assert_eq!(contrast.tau.is_some(), tau.is_some());
            assert!(contrast.tau.zip(tau).is_none_or(|(a, b)| (a - b).abs() < 1e-12));
            let expected = a.value(index, row as usize).zip(b.value(index, row as usize));
            let expected = expected.map(|(a, b)| OnQuery { query_row: row, a, b });
            assert_eq!(contrast.values, expected);
        }
    }
}

#[test]
fn pairs_omit_queries_without_a_value_and_tests_use_them() {
    let dataset = made(&["s", "t"]).dataset();
    let found = comparison(&dataset, ComparisonNames::default()).unwrap();
    let (a, b) = (values(&dataset, "s", 41), values(&dataset, "t", 42));
    let index = found.column().unwrap().0;
    let pairs = found.pairs(&a, &b, index);
    // The last query has no relevant image.
    let expected: Vec<OnQuery> = (0..N_QUERIES - 1)
        .filter_map(|row| {
            let (a, b) = (a.value(index, row)?, b.value(index, row)?);
            Some(OnQuery { query_row: u32::try_from(row).unwrap(), a, b })
        })
        .collect();
    assert_eq!(pairs, expected);
    assert!(pairs.len() > 20);

    let (x, y): (Vec<f64>, Vec<f64>) = pairs.iter().map(|on| (on.a, on.b)).unzip();
    let tested = run(tested_pairs(&pairs, None, async || ())).0.unwrap();
    assert_eq!(tested.randomisation, paired_randomisation(&x, &y, 1000, 0).unwrap());
    let differences: Vec<f64> = x.iter().zip(&y).map(|(x, y)| x - y).collect();
    let resampling = Resampling { n_resamples: 1000, ..Resampling::default() };
    assert_eq!(tested.interval, mean_interval(&differences, &resampling).ok());
    let one = run(tested_pairs(&pairs[..1], None, async || ())).0;
    assert!(one.is_none_or(|tested| tested.interval.is_none()));
    assert_eq!(run(tested_pairs(&[], None, async || ())).0, None);
}

#[test]
fn the_matrix_matches_coefficients_from_counted_pairs() {
    let mut made = made(&["s", "t", "u", "v", "w"]);
    made.manifest["headlines"] = json!([
        { "measure": "eccv:R@1", "relevance": "strict" },
        { "measure": "trec:P@10", "relevance": "loose" },
        { "measure": "coco-1k:R@1", "relevance": "loose" },
    ]);
    let dataset = made.dataset();
    let systems: Vec<_> = (0..5).map(|n| values(&dataset, "x", 50 + n)).collect();
    let of = |columns, by, cell| Agreement::new(dataset.clone(), &[], columns, by, cell);
    assert_eq!(of(None, None, None).columns.len(), 3);
    assert_eq!(of(Some("unknown"), None, None).columns.len(), 3);
    let all = of(Some("all"), None, None);
    assert_eq!(all.columns.len(), Column::all_of(&dataset, &[]).len());
    let loose = of(Some("loose"), Some("rho"), None);
    assert!(loose.columns.iter().all(|(_, column)| column.relevance == "loose"));
    assert_eq!(loose.coefficient, Coefficient::Spearman);

    let matrix = all.matrix(&systems);
    for (i, row) in matrix.iter().enumerate() {
        for (j, found) in row.iter().enumerate() {
            let means = |place: usize| -> Vec<f64> {
                let index = all.columns[place].0;
                let mean =
                    |of: &Arc<SystemValues>| of.mean(index).map_or(f64::NAN, |mean| mean.mean);
                systems.iter().map(mean).collect()
            };
            let (x, y) = (means(i), means(j));
            // Without folds COCO 1K has neither a value nor a coefficient.
            let has_means = x.iter().chain(&y).all(|mean| !mean.is_nan());
            let expected = tau_b(&x, &y).filter(|_| has_means);
            assert_eq!(found.is_some(), expected.is_some(), "{i} {j}");
            assert!(found.zip(expected).is_none_or(|(a, b)| (a - b).abs() < 1e-12));
        }
    }

    let name = cell_name(&all.columns[1].1, &all.columns[0].1);
    assert_eq!(name, "trec:P@10 loose~eccv:R@1 strict");
    assert_eq!(of(None, None, Some(&name)).cell, Some((1, 0)));
    assert_eq!(of(None, None, Some("trec:P@10 loose~nothing")).cell, None);
    assert_eq!(of(None, None, Some("trec:P@10 loose")).cell, None);

    let shown = of(None, None, None);
    let mut drawing =
        interval_drawing(&shown.columns, shown.coefficient, std::slice::from_ref(&systems), None)
            .unwrap();
    while drawing.draw(7) {}
    let per_query: Vec<Vec<Vec<Option<f64>>>> = shown
        .columns
        .iter()
        .map(|(index, _)| systems.iter().map(|system| system.values[*index].clone()).collect())
        .collect();
    let expected = tau_b_intervals(&per_query, &Resampling::default()).unwrap();
    assert_eq!(drawing.intervals(), expected);
    assert!(
        interval_drawing(&shown.columns, shown.coefficient, &[systems[..1].to_vec()], None)
            .is_none()
    );
}

#[test]
fn systems_in_the_address_keep_the_order_of_the_others() {
    let others = ["b", "c", "d"].map(String::from);
    assert_eq!(ids_in_address("_all", &others), others);
    assert_eq!(ids_in_address("all", &others), others, "an address of an earlier version");
    assert_eq!(ids_in_address("d,x,b", &others), ["b", "d"]);
    assert_eq!(ids_in_address("", &others), [""; 0]);
    assert_eq!(address_of_ids(&[], &others), None);
    assert_eq!(address_of_ids(&others[1..], &others).unwrap(), "c,d");
    assert_eq!(address_of_ids(&others, &others).unwrap(), "_all");
}

#[test]
fn a_single_relevant_image_opens_with_more_than_hit_or_miss() {
    let single: String = (0..N_QUERIES).map(|query| format!("q{query} 0 i3 1\n")).collect();
    let relevance = [("single", single.as_str()), ("several", "q0 0 i1 1\nq0 0 i2 1\n")];
    let dataset =
        Made::new(&records("q", N_QUERIES), &records("i", 20), &relevance, &["s", "t"]).dataset();
    let shown = |definition: usize| {
        let names = ComparisonNames::default();
        let found = Comparison::new(dataset.clone(), names, &[], definition, None).unwrap();
        found.column().unwrap().1.measure.to_string()
    };
    assert_eq!([0, 1].map(shown), ["trec:AP@50", "eccv:mAP@R"]);
}
