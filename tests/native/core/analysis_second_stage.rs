//! First hits in other orders, checked against all permutations.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

use crate::made_benchmark::{Made, Noise, records, run};
use rankscope_core::analysis::{
    Column, Dataset, FirstStage, Imported, N_SHUFFLES, SystemValues, Tally,
};
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
    let values = Arc::new(tallied(&dataset, &columns, &found));
    let first = FirstStage::new(dataset.clone(), columns.clone(), values);
    World { dataset, columns, found, first }
}

fn tallied(dataset: &Arc<Dataset>, columns: &Arc<Vec<Column>>, all: &[Vec<Hit>]) -> SystemValues {
    let mut tally = Tally::new(dataset.clone(), columns.clone(), "s".into());
    tally.add(0, all);
    tally.finished()
}

fn permutations(rows: &[u32]) -> Vec<Vec<u32>> {
    let [first, rest @ ..] = rows else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for shorter in permutations(rest) {
        for place in 0..=shorter.len() {
            let mut longer = shorter.clone();
            longer.insert(place, *first);
            all.push(longer);
        }
    }
    all
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
fn the_random_order_is_a_mean_over_orders() {
    let world = world();
    let random = run(world.first.random(async || ())).0;
    let all = all_orders(&world);
    for (index, column) in world.columns.iter().enumerate() {
        let (mut expected, mut n) = (0.0, 0.0);
        for query in 0..N_QUERIES {
            let values: Vec<Option<f64>> = all.iter().map(|order| order[index][query]).collect();
            let Some(found) = random.value(index, query) else {
                assert!(values.iter().all(Option::is_none));
                continue;
            };
            let values: Vec<f64> = values.into_iter().flatten().collect();
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            let most = values.iter().copied().fold(0.0, f64::max);
            assert!((least - 1e-12..=most + 1e-12).contains(&found), "{}", column.name());
            expected += values.iter().sum::<f64>() / values.len() as f64;
            n += 1.0;
        }
        // Five shuffles of some forty queries: the standard error is below 0.5 / √200.
        let mean = random.mean(index).unwrap();
        assert!((mean.mean - expected / n).abs() < 0.1, "{}: {}", column.name(), mean.mean);
    }
    // Hit or miss in five shuffles: a multiple of 1/5, sometimes neither 0 nor 1.
    let place = world.columns.iter().position(|column| column.name() == "eccv:R@1 strict").unwrap();
    let fifths: Vec<f64> = random.values[place].iter().flatten().map(|value| 5.0 * value).collect();
    assert!(fifths.iter().all(|value| (value - value.round()).abs() < 1e-9), "{fifths:?}");
    assert!(fifths.iter().any(|value| *value > 0.5 && *value < 4.5), "{fifths:?}");
    // P@10 of five hits does not depend on their order.
    let place =
        world.columns.iter().position(|column| column.name() == "trec:P@10 strict").unwrap();
    let found = tallied(&world.dataset, &world.columns, &world.found);
    for (a, b) in random.values[place].iter().zip(&found.values[place]) {
        assert!(a.zip(*b).is_none_or(|(a, b)| (a - b).abs() < 1e-12) && a.is_some() == b.is_some());
    }
    assert_eq!(run(world.first.random(async || ())).0, random);
    assert_ne!(random.values, found.values);
}

#[test]
fn there_is_a_pause_every_sixteen_queries() {
    let world = world();
    let n = Cell::new(0);
    let pause = async || n.set(n.get() + 1);
    run(world.first.as_found(pause));
    assert_eq!(n.replace(0), 3);
    run(world.first.random(pause));
    assert_eq!(n.replace(0), 3 * N_SHUFFLES);
    run(world.first.best(pause));
    assert_eq!(n.get(), 3 * 2);
}

#[test]
fn every_other_system_with_vectors_reranks() {
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
    let values = Arc::new(tallied(&dataset, &world.columns, &world.found));
    let first = FirstStage::new(dataset, world.columns.clone(), values);
    assert_eq!(first.rerankers(), ["t", "u"]);
}
