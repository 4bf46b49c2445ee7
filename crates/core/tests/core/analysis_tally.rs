//! Values from rankings, checked against formulas written out here.
#![allow(clippy::unwrap_used, clippy::panic, clippy::cast_precision_loss)]

use crate::made_benchmark::{Made, Noise, record, records, run};
use rankscope_core::analysis::{Column, Dataset, N_KEPT, SystemValues, Tally, depths};
use rankscope_core::metrics::Mean;
use rankscope_core::ranking::{Hit, hits_in_order};
use serde_json::json;
use std::sync::Arc;

const N_QUERIES: usize = 25;
const N_IMAGES: usize = 130;

/// The grades `[query][image]` in the qrels.
type Grades = Vec<Vec<Option<i32>>>;

fn grades(seed: u64) -> Grades {
    let mut noise = Noise(seed);
    let grade = |noise: &mut Noise| match noise.below(12) {
        0 => Some(1),
        1 => Some(2),
        2 => Some(0),
        3 => Some(-1),
        _ => None,
    };
    let mut all: Grades =
        (0..N_QUERIES).map(|_| (0..N_IMAGES).map(|_| grade(&mut noise)).collect()).collect();
    // One query without a relevant image, one without any judgement.
    all[3].iter_mut().for_each(|grade| *grade = grade.map(|_| 0));
    all[4].fill(None);
    all
}

fn qrels(grades: &Grades) -> String {
    let mut text = String::new();
    for (query, grades) in grades.iter().enumerate() {
        for (image, grade) in grades.iter().enumerate() {
            if let Some(grade) = grade {
                text.push_str(&format!("q{query} 0 i{image} {grade}\n"));
            }
        }
    }
    text
}

fn made(strict: &Grades, pool: &Grades) -> Made {
    let relevance = [("strict", &qrels(strict)[..]), ("pool", &qrels(pool)[..])];
    let mut made = Made::new(&records("q", N_QUERIES), &records("i", N_IMAGES), &relevance, &["s"]);
    made.manifest["relevance"][1]["only_judged"] = json!(true);
    made
}

fn dataset(strict: &Grades, pool: &Grades) -> Arc<Dataset> {
    made(strict, pool).dataset()
}

fn rankings(seed: u64) -> Vec<Vec<Hit>> {
    let mut noise = Noise(seed);
    (0..N_QUERIES).map(|_| hits_in_order(&noise.order(N_IMAGES))).collect()
}

/// The tally of rankings that arrive in blocks of this size.
fn tallied(dataset: &Arc<Dataset>, rankings: &[Vec<Hit>], block: usize) -> SystemValues {
    let columns = Arc::new(Column::all_of(dataset, &[]));
    let mut tally = Tally::new(dataset.clone(), columns, "s".into());
    for (place, rankings) in rankings.chunks(block).enumerate() {
        tally.add(u32::try_from(place * block).unwrap(), rankings);
    }
    assert_eq!(tally.n_added, rankings.len());
    tally.finished()
}

/// The value of a measure for a list of grades; `n` is the number of relevant images.
fn by_formula(measure: &str, list: &[i32], all: &[i32]) -> Option<f64> {
    let n = all.iter().filter(|grade| **grade >= 1).count();
    if n == 0 {
        return None;
    }
    let is_relevant = |rank: usize| list.get(rank - 1).is_some_and(|grade| *grade >= 1);
    let among = |k: usize| (1..=k).filter(|rank| is_relevant(*rank)).count() as f64;
    let precisions = |k: usize| -> f64 {
        let ranks = (1..=k).filter(|rank| is_relevant(*rank));
        ranks.map(|rank| among(rank) / rank as f64).sum()
    };
    let dcg = |grades: &[i32]| -> f64 {
        let gains = (1..).zip(grades.iter().take(10));
        gains.map(|(rank, grade)| f64::from((*grade).max(0)) / f64::from(rank + 1).log2()).sum()
    };
    Some(match measure {
        "eccv:R@1" => among(1).min(1.0),
        "eccv:R@5" => among(5).min(1.0),
        "eccv:R@10" => among(10).min(1.0),
        "eccv:mAP@R" => precisions(n) / n as f64,
        "eccv:R-Precision" => among(n) / n as f64,
        "trec:P@10" => among(10) / 10.0,
        "trec:R@10" => among(10) / n as f64,
        "trec:AP@50" => precisions(50) / n as f64,
        "trec:nDCG@10" => {
            let mut ideal = all.to_vec();
            ideal.sort_by_key(|grade| -grade);
            dcg(list) / dcg(&ideal)
        }
        other => panic!("no formula for {other} here"),
    })
}

#[test]
fn every_value_matches_its_formula() {
    let (strict, pool) = (grades(1), grades(2));
    let dataset = dataset(&strict, &pool);
    let rankings = rankings(3);
    let values = tallied(&dataset, &rankings, 4);
    let columns = Column::all_of(&dataset, &[]);
    assert_eq!(columns.len(), 18);
    for (index, column) in columns.iter().enumerate() {
        let of_definition = if column.relevance == "strict" { &strict } else { &pool };
        let mut expected = Vec::new();
        for (query, grades) in of_definition.iter().enumerate() {
            // The second definition ranks only what it judges.
            let ranked = rankings[query].iter().map(|hit| grades[hit.row_in_corpus as usize]);
            let list: Vec<i32> = if column.relevance == "pool" {
                ranked.flatten().collect()
            } else {
                ranked.map(|grade| grade.unwrap_or(0)).collect()
            };
            let all: Vec<i32> = grades.iter().flatten().copied().collect();
            let value = by_formula(&column.measure.to_string(), &list, &all);
            let found = values.value(index, query);
            match (found, value) {
                (Some(found), Some(value)) => {
                    assert!((found - value).abs() < 1e-12, "{}: {found}, {value}", column.name());
                }
                (found, value) => assert_eq!(found, value, "{} of query {query}", column.name()),
            }
            expected.extend(value);
        }
        let Mean { mean, n } = values.mean(index).unwrap();
        assert_eq!(n, expected.len());
        assert!((mean - expected.iter().sum::<f64>() / n as f64).abs() < 1e-12);
    }
    assert_eq!((values.value(99, 0), values.value(0, 999), values.mean(99)), (None, None, None));
}

#[test]
fn values_do_not_depend_on_the_block_size() {
    let dataset = dataset(&grades(1), &grades(2));
    let rankings = rankings(5);
    let whole = tallied(&dataset, &rankings, N_QUERIES);
    for block in [1, 7, 16] {
        assert_eq!(tallied(&dataset, &rankings, block), whole);
    }
}

#[test]
fn the_first_hits_are_kept_as_each_definition_ranks_them() {
    let (strict, pool) = (grades(1), grades(2));
    let dataset = dataset(&strict, &pool);
    let rankings = rankings(3);
    let values = tallied(&dataset, &rankings, 25);
    for (row, hits) in (0u32..).zip(&rankings) {
        assert_eq!(values.hits(row), &hits[..N_KEPT]);
        assert_eq!(values.head(0, row), &hits[..N_KEPT]);
        let judged: Vec<Hit> = hits
            .iter()
            .filter(|hit| pool[row as usize][hit.row_in_corpus as usize].is_some())
            .copied()
            .collect();
        assert_eq!(values.head(1, row), &judged[..judged.len().min(N_KEPT)]);
    }
    assert!(values.hits(25).is_empty() && values.head(1, 25).is_empty());
}

#[test]
fn candidates_are_counted() {
    let dataset = dataset(&grades(1), &grades(2));
    let scored = |counts: &[Option<usize>]| {
        let mut tally = Tally::new(dataset.clone(), Arc::default(), "s".into());
        counts.iter().for_each(|n| tally.scored(*n));
        let values = tally.finished();
        (values.n_scored, values.n_candidates(&dataset))
    };
    assert_eq!(scored(&[]), (None, None));
    assert_eq!(scored(&[None, None]), (None, None));
    assert_eq!(scored(&[Some(70), Some(90), None, Some(50)]), (Some((50, 90)), Some((50, 90))));
    // Every row was scored, so these are not candidates.
    assert_eq!(scored(&[Some(N_IMAGES), Some(N_IMAGES)]), (Some((130, 130)), None));
}

#[test]
fn coco_1k_ranks_a_querys_fold_and_averages_over_folds() {
    // Folds of two and one queries; the corpus is 2 + 2 images.
    let queries = [
        record("q0", &[("fold", "1")]),
        record("q1", &[("fold", "1")]),
        record("q2", &[("fold", "2")]),
    ];
    let images = [("a", "1"), ("b", "2"), ("c", "1"), ("d", "2")];
    let images: Vec<_> = images.iter().map(|(id, fold)| record(id, &[("fold", fold)])).collect();
    let qrels = "q0 0 a 1\nq1 0 c 1\nq2 0 d 1\n";
    let mut made = Made::new(&queries, &images, &[("pairs", qrels)], &["s"]);
    made.manifest["headlines"] = json!([{ "measure": "coco-1k:R@1", "relevance": "pairs" }]);
    let dataset = made.dataset();
    // q0: b is outside its fold, then a: hit. q1: a before c: miss. q2: a is outside, then d: hit.
    let rankings = [[1, 0, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2]].map(|rows| hits_in_order(&rows));
    let values = tallied(&dataset, &rankings, 2);
    assert_eq!(values.values[0], [Some(1.0), Some(0.0), Some(1.0)]);
    assert_eq!(values.mean(0), Some(Mean { mean: (0.5 + 1.0) / 2.0, n: 3 }));
}

/// Candidates that are scored by themselves have the values that they have in a ranking of everything.
#[test]
fn candidates_that_come_apart_have_the_same_values() {
    let (strict, pool) = (grades(1), grades(2));
    let dataset = dataset(&strict, &pool);
    let rankings = rankings(3);
    let columns = Arc::new(Column::all_of(&dataset, &[]));
    let candidates = dataset.candidates(1).unwrap();
    let apart: Vec<Vec<Hit>> = rankings
        .iter()
        .zip(&candidates)
        .map(|(hits, rows)| {
            hits.iter().filter(|hit| rows.contains(&hit.row_in_corpus)).copied().collect()
        })
        .collect();
    let mut tally = Tally::new(dataset.clone(), columns, "s".into()).with_candidates_apart();
    tally.add(0, &rankings);
    let half = apart.len() / 2;
    tally.add_candidates(1, 0, &apart[..half]);
    tally.add_candidates(1, u32::try_from(half).unwrap(), &apart[half..]);
    assert_eq!(tally.finished(), tallied(&dataset, &rankings, 4));
}

#[test]
fn values_reach_the_page_bit_for_bit_and_damaged_ones_do_not() {
    let dataset = dataset(&grades(1), &grades(2));
    let mut values = tallied(&dataset, &rankings(3), 25);
    values.n_scored = Some((7, 9));
    let columns = Arc::new(Column::all_of(&dataset, &[]));
    let bytes = values.to_bytes();
    let back = |bytes: &[u8]| SystemValues::from_bytes(&dataset, &columns, "s", bytes);
    let read = back(&bytes).unwrap();
    assert_eq!(read, values);
    let bits = |of: &SystemValues| -> Vec<Option<u64>> {
        of.values.iter().flatten().map(|value| value.map(f64::to_bits)).collect()
    };
    assert_eq!(bits(&read), bits(&values));
    assert!(bits(&read).contains(&None));

    for n in (0..bytes.len()).step_by(997) {
        assert_eq!(back(&bytes[..n]), None, "the first {n} bytes");
    }
    assert_eq!(back(&[bytes.as_slice(), &[0; 4]].concat()), None);
    // A length that no memory holds is refused before anything is allocated.
    assert_eq!(back(&[u32::MAX.to_le_bytes(), [0; 4]].concat()), None);
    let fewer = Arc::new(columns[1..].to_vec());
    assert_eq!(SystemValues::from_bytes(&dataset, &fewer, "s", &bytes), None);
}

#[test]
fn columns_of_a_loaded_definition_need_no_other() {
    let made = made(&grades(1), &grades(2));
    let whole = made.dataset();
    let (manifest, source) = (made.manifest().unwrap(), made.source());
    let (loaded, _) = run(Dataset::load_unjudged("https://x/".into(), manifest, &source));
    let Ok(partly) = loaded else { panic!("the lists cannot be read") };
    assert!(run(partly.load_judgements_of([0], &source)).0.is_ok());
    let columns: Vec<Column> =
        Column::all_of(&whole, &[]).into_iter().filter(|column| column.definition == 0).collect();
    assert_eq!(depths(&partly, &columns), depths(&whole, &columns));

    let (rankings, columns) = (rankings(3), Arc::new(columns));
    let values = |dataset: Arc<Dataset>| {
        let mut tally = Tally::new(dataset, columns.clone(), "s".into()).with_candidates_apart();
        tally.add(0, &rankings);
        tally.finished()
    };
    let (few, all) = (values(Arc::new(partly)), values(whole));
    assert!(few.has(&columns) && few.values == all.values && few.means == all.means);
    assert_eq!(few.head(0, 3), all.head(0, 3));
}
