//! First hits in other orders, checked against all permutations.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

use crate::made_benchmark::{Made, Noise, records, run};
use crate::support::permutations;
use rankscope_core::analysis::{Column, Dataset, FirstStage, Imported, SystemValues, Tally};
use rankscope_core::imported::parse;
use rankscope_core::ranking::{Hit, hits_in_order};
use std::{cell::Cell, sync::Arc};

const N_QUERIES: usize = 40;
const N_FOUND: usize = 5;

struct World {
    dataset: Arc<Dataset>,
    columns: Arc<Vec<Column>>,
    found: Vec<Vec<Hit>>,
    first: FirstStage,
}

/// Five of twelve images found for each query, under two definitions with different grades.
fn world() -> World {
    let mut noise = Noise(21);
    let mut qrels = |n_grades: usize| {
        let mut text = String::new();
        for query in 0..N_QUERIES {
            for image in 0..12 {
                if noise.below(3) == 0 {
                    text.push_str(&format!("q{query} 0 i{image} {}\n", noise.below(n_grades)));
                }
            }
        }
        text
    };
    let (strict, graded) = (qrels(2), qrels(4));
    let relevance = [("strict", strict.as_str()), ("graded", graded.as_str())];
    let systems = ["s", "t", "u"];
    let dataset =
        Made::new(&records("q", N_QUERIES), &records("i", 12), &relevance, &systems).dataset();
    let found: Vec<Vec<Hit>> =
        (0..N_QUERIES).map(|_| hits_in_order(&noise.order(12)[..N_FOUND])).collect();
    let columns = Arc::new(Column::all_of(&dataset, &[]));
    let first = FirstStage::new(dataset.clone(), columns.clone(), "s".into(), found.clone());
    World { dataset, columns, found, first }
}

fn tallied(dataset: &Arc<Dataset>, columns: &Arc<Vec<Column>>, all: &[Vec<Hit>]) -> SystemValues {
    let mut tally = Tally::new(dataset.clone(), columns.clone(), "s".into());
    tally.add(0, all);
    tally.finished()
}

/// The values `[permutation][column][query]` of every order of the five hits.
fn all_orders(world: &World) -> Vec<Vec<Vec<Option<f64>>>> {
    let rows = world.first.rows();
    let of_query: Vec<Vec<Vec<u32>>> = rows.iter().map(|rows| permutations(rows)).collect();
    (0..of_query[0].len())
        .map(|place| {
            let order: Vec<Vec<Hit>> =
                of_query.iter().map(|all| hits_in_order(&all[place])).collect();
            tallied(&world.dataset, &world.columns, &order).values
        })
        .collect()
}

#[test]
fn as_found_is_the_order_of_the_first_stage() {
    let world = world();
    let found = run(world.first.as_found(async || ())).0;
    assert_eq!(found, tallied(&world.dataset, &world.columns, &world.found));
    let rows: Vec<Vec<u32>> =
        world.found.iter().map(|hits| hits.iter().map(|hit| hit.row_in_corpus).collect()).collect();
    assert_eq!(world.first.rows(), rows);
}

#[test]
fn no_order_is_better_than_the_best_under_any_definition() {
    let world = world();
    let best = run(world.first.best(async || ())).0.unwrap();
    let all = all_orders(&world);
    assert_eq!(all.len(), 120);
    for (index, column) in world.columns.iter().enumerate() {
        for query in 0..N_QUERIES {
            let values = all.iter().map(|order| order[index][query]);
            let greatest = values.reduce(|a, b| a.zip(b).map(|(a, b)| a.max(b))).unwrap();
            let found = best.value(index, query);
            match (found, greatest) {
                (Some(found), Some(greatest)) => assert!(
                    (found - greatest).abs() < 1e-12,
                    "{} of query {query}: {found}, but {greatest} is possible",
                    column.name()
                ),
                (found, greatest) => assert_eq!(found, greatest),
            }
        }
        let values: Vec<f64> =
            (0..N_QUERIES).filter_map(|query| best.value(index, query)).collect();
        let mean = best.mean(index).unwrap();
        assert_eq!(mean.n, values.len());
        assert!((mean.mean - values.iter().sum::<f64>() / mean.n as f64).abs() < 1e-12);
    }
}

#[test]
fn the_random_order_is_the_mean_over_all_orders() {
    let world = world();
    let random = run(world.first.random(async || ())).0;
    let all = all_orders(&world);
    for (index, column) in world.columns.iter().enumerate() {
        let mut means = Vec::new();
        for query in 0..N_QUERIES {
            let values = all.iter().map(|order| order[index][query]);
            let sum = values.reduce(|a, b| a.zip(b).map(|(a, b)| a + b)).unwrap();
            match (random.value(index, query), sum) {
                (Some(found), Some(sum)) => {
                    let mean = sum / all.len() as f64;
                    assert!((found - mean).abs() < 1e-12, "{}: {found}, {mean}", column.name());
                    means.push(mean);
                }
                (found, sum) => assert_eq!(found, sum),
            }
        }
        let mean = random.mean(index).unwrap();
        assert_eq!(mean.n, means.len());
        assert!((mean.mean - means.iter().sum::<f64>() / mean.n as f64).abs() < 1e-12);
    }
    assert_ne!(random.values, tallied(&world.dataset, &world.columns, &world.found).values);
}

#[test]
fn another_system_orders_the_hits_by_its_scores() {
    let world = world();
    let first = world.first.rows();
    // Scores tie the first and the last hit at the top; the second has none.
    let scores = [3.0, f32::NAN, 1.0, 2.0, 3.0];
    let hit = |(row, score): (&u32, f32)| Hit { row_in_corpus: *row, score };
    let second: Vec<Vec<Hit>> =
        first.iter().map(|rows| rows.iter().zip(scores).map(hit).rev().collect()).collect();
    let order = [0, 4, 3, 2, 1];
    let expected: Vec<Vec<Hit>> =
        first.iter().map(|rows| hits_in_order(&order.map(|place: usize| rows[place]))).collect();
    let by = world.first.by(&second);
    assert_eq!((by.hits, by.n_unscored), (expected, vec![1; N_QUERIES]));
}

/// Three of five hits are reordered; the last two stay.
#[test]
fn some_first_hits_are_reordered_before_the_rest() {
    let world = world();
    let first = world.first.reordering(3);
    assert_eq!(run(first.as_found(async || ())).0, run(world.first.as_found(async || ())).0);
    assert_eq!(first.n_hits(), vec![3; N_QUERIES]);
    let rows = world.first.rows();
    let heads: Vec<Vec<u32>> = rows.iter().map(|rows| rows[..3].to_vec()).collect();
    assert_eq!(first.rows(), heads);
    let whole = |order: &[u32], rows: &[u32]| hits_in_order(&[order, &rows[3..]].concat());
    let all: Vec<Vec<Vec<Hit>>> = rows
        .iter()
        .map(|rows| permutations(&rows[..3]).iter().map(|order| whole(order, rows)).collect())
        .collect();
    let values: Vec<SystemValues> = (0..6)
        .map(|place| {
            let order: Vec<Vec<Hit>> = all.iter().map(|orders| orders[place].clone()).collect();
            tallied(&world.dataset, &world.columns, &order)
        })
        .collect();
    let best = run(first.best(async || ())).0.unwrap();
    let random = run(first.random(async || ())).0;
    for (index, column) in world.columns.iter().enumerate() {
        for query in 0..N_QUERIES {
            let of: Option<Vec<f64>> = values.iter().map(|of| of.value(index, query)).collect();
            let Some(of) = of else {
                assert_eq!(best.value(index, query), None);
                continue;
            };
            let (most, mean) = (of.iter().copied().reduce(f64::max), of.iter().sum::<f64>() / 6.0);
            let (best, random) = (best.value(index, query), random.value(index, query));
            assert!((best.unwrap() - most.unwrap()).abs() < 1e-12, "{}", column.name());
            assert!((random.unwrap() - mean).abs() < 1e-12, "{}", column.name());
        }
    }
    // Scored in the opposite order; the others have scores in vain.
    let hit = |(place, row): (usize, &u32)| Hit { row_in_corpus: *row, score: place as f32 };
    let second: Vec<Vec<Hit>> =
        rows.iter().map(|rows| rows.iter().enumerate().map(hit).collect()).collect();
    let turned: Vec<Vec<Hit>> =
        rows.iter().map(|rows| whole(&[rows[2], rows[1], rows[0]], rows)).collect();
    let by = first.by(&second);
    assert_eq!((by.hits, by.n_unscored), (turned, vec![0; N_QUERIES]));
}

#[test]
fn queries_count_by_the_relevant_hits_among_those_reordered() {
    let world = world();
    let n_relevant = world.first.reordering(4).n_relevant(0);
    let counts = |range| world.first.reordering(4).counts(0, range);
    let expected = |least, most| n_relevant.iter().map(|n| (least..=most).contains(n)).collect();
    let by_rule: Vec<bool> = expected(1, 2);
    assert_eq!(counts(None), by_rule);
    assert!(by_rule.contains(&true) && by_rule.contains(&false));
    let by_range: Vec<bool> = expected(2, 3);
    assert_eq!(counts(Some(&"2-3".parse().unwrap())), by_range);
}

#[test]
fn there_is_a_pause_every_sixteen_queries() {
    let world = world();
    let n = Cell::new(0);
    let pause = async || n.set(n.get() + 1);
    run(world.first.as_found(pause));
    assert_eq!(n.replace(0), 3);
    run(world.first.random(pause));
    assert_eq!(n.replace(0), 3);
    run(world.first.best(pause));
    assert_eq!(n.get(), 3 * 2);
}

#[test]
fn every_other_system_and_every_run_reranks() {
    let world = world();
    assert_eq!(world.first.rerankers(), ["t", "u"]);
    let text = b"q0 Q0 i1 1 9 t\n";
    let mut ids = world.dataset.ids();
    let reading = async {
        let parsed = parse("x.run", text, async || ()).await.unwrap();
        Imported::new("x.run", text, &parsed, &mut ids, async || ()).await.unwrap()
    };
    let import = Arc::new(run(reading).0);
    let dataset = Arc::new(world.dataset.with_imports(vec![import], ids));
    let run_id = dataset.imported[0].id.clone();
    let found = world.found.clone();
    let first = FirstStage::new(dataset.clone(), world.columns.clone(), "s".into(), found.clone());
    assert_eq!(first.rerankers(), ["t", "u", &run_id]);
    let run_first = FirstStage::new(dataset, world.columns.clone(), run_id, found);
    assert_eq!(run_first.rerankers(), ["s", "t", "u"]);
}

#[test]
fn relevant_hits_are_counted_by_definition() {
    let world = world();
    for definition in 0..2 {
        let expected: Vec<usize> = (0u32..)
            .zip(&world.found)
            .map(|(row, hits)| {
                let judged = world.dataset.relevance.get(definition).unwrap().of_query(row);
                let grade = |hit: &Hit| judged.and_then(|own| own.grade(hit.row_in_corpus));
                hits.iter().filter(|hit| grade(hit) >= Some(1)).count()
            })
            .collect();
        assert_eq!(world.first.n_relevant(definition), expected);
    }
    assert_eq!(world.first.n_hits(), vec![N_FOUND; N_QUERIES]);
}
