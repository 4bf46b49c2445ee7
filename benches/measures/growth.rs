//! How time grows with the number of queries: one system, rankings as deep as in the comparison,
//! generated a thousand at a time so that memory does not grow.

use super::{
    Result,
    in_memory::means,
    measures,
    timing::{Times, seconds},
    world,
};
use rankscope_core::ranking::Hit;
use serde_json::{Value, json};
use std::hint::black_box;

const N_QUERIES: [u32; 3] = [1_000, 10_000, 100_000];
const N_AT_A_TIME: u32 = 1_000;
const N_REPETITIONS: usize = 5;

/// Prints a list of `{n_queries, median_s, min_s, all_s}`.
pub(crate) fn print() -> Result<()> {
    let (measures, image_ids) = (measures()?, world::image_ids());
    let mut rows = Vec::new();
    for n_queries in N_QUERIES {
        let mut sums = [0.0; N_REPETITIONS];
        for first in (0..n_queries).step_by(N_AT_A_TIME as usize) {
            let judgements: Vec<_> = (first..first + N_AT_A_TIME).map(world::judgements).collect();
            let queries = (first..).zip(&judgements);
            let hits: Vec<Vec<Hit>> = queries
                .map(|(query, judged)| world::ranking(0, query, judged, world::DEPTH))
                .collect();
            let evaluate = || {
                let queries = hits.iter().map(Vec::as_slice).zip(&judgements);
                black_box(means(&measures, &image_ids, queries));
            };
            evaluate();
            for sum in &mut sums {
                *sum += seconds(evaluate);
            }
        }
        let mut times = Times::default();
        sums.into_iter().for_each(|sum| times.push(sum));
        let mut row = times.json();
        if let Some(row) = row.as_object_mut() {
            row.insert("n_queries".into(), json!(n_queries));
        }
        rows.push(row);
    }
    println!("{}", Value::from(rows));
    Ok(())
}
