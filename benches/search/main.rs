//! How good the codes of the CPU search are on given vectors, natively:
//!
//! ```text
//! search NAME=GALLERY.safetensors,QUERIES.safetensors …   one JSON object by name
//! search made                                             the same for generated vectors, 100,000 × 384
//! ```
//!
//! For every gallery: the share of the exact top k that the codes alone find, how many rows are
//! rescored, and the bytes per row; none of this depends on the machine. Then how long a search
//! takes natively ([`native`]); `run.mjs` times it in a browser. `scripts/bench
//! search` runs both.
#![allow(clippy::print_stdout, reason = "printing is what it is for")]

mod faiss;
mod native;

use rankscope_core::vectors::{ShardDtype, Vectors, vectors_from_shard};
use rankscope_core::{
    search::{
        CpuGallery, bounded, coded_overlap, estimated, reference,
        scan::{Int8Codes, Scan, SignCodes},
    },
    vectors::normalised,
};
use serde_json::{Map, Value, json};
use std::{env, error::Error, fs};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const K: usize = 100;
/// Queries of each gallery, evenly spaced.
const N_QUERIES: usize = 200;
/// Queries that are also checked against brute force.
const N_HELD: usize = 10;
const SEED: u64 = 1;
/// Candidates by signs, in multiples of k.
const DEPTHS: [usize; 4] = [1, 4, 16, 64];

fn main() -> Result<()> {
    let mut galleries = Map::new();
    // `cargo bench` adds a flag of its own.
    for word in env::args().skip(1).filter(|word| word != "--bench") {
        if word == "made" {
            let (gallery, queries) = made()?;
            galleries.insert(word, report(&gallery, &queries)?);
            continue;
        }
        let (name, files) = word.split_once('=').ok_or("NAME=GALLERY,QUERIES is needed")?;
        let (gallery, queries) = files.split_once(',').ok_or("NAME=GALLERY,QUERIES is needed")?;
        galleries.insert(name.into(), report(&read(gallery)?, &read(queries)?)?);
    }
    println!("{}", Value::Object(galleries));
    Ok(())
}

fn read(file: &str) -> Result<Vectors> {
    Ok(vectors_from_shard(file, &fs::read(file).map_err(|e| format!("{file}: {e}"))?)?)
}

/// Random directions, 100,000 and 100 × 384, in float16.
fn made() -> Result<(Vectors, Vectors)> {
    let mut state = 1u64;
    // From −1 to 1 (Knuth's MMIX generator, its high bits).
    let mut number = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    let mut vectors = |n_rows| -> Result<Vectors> {
        let mut vectors = Vectors::new(384, ShardDtype::F16);
        for _ in 0..n_rows {
            let values: Vec<f32> = (0..384).map(|_| number() + number() + number()).collect();
            vectors.push(normalised(&values)?);
        }
        Ok(vectors)
    };
    Ok((vectors(100_000)?, vectors(100)?))
}

fn report(gallery: &Vectors, stored: &Vectors) -> Result<Value> {
    let every = stored.n_rows().div_ceil(N_QUERIES).max(1);
    let queries: Vec<Vec<f32>> =
        (0..stored.n_rows()).step_by(every).map(|row| stored.row(row).collect()).collect();
    let int8 = Int8Codes::new(gallery);
    let signs = SignCodes::new(gallery, SEED);
    let exact = bounded::top_k(&int8.scan(gallery), gallery, &queries, K, None);
    for (query, exact) in queries.iter().zip(&exact).take(N_HELD) {
        if *exact != reference::top_k(query, gallery, K) {
            return Err("the bounded search differs from brute force".into());
        }
    }
    let overlap = coded_overlap(&int8.scan(gallery), gallery, &queries, K);
    let worst = overlap.per_query.iter().copied().flatten().fold(1.0, f64::min);
    let mut scored: Vec<usize> = queries
        .iter()
        .filter_map(|query| bounded::n_scored(&int8.scan(gallery), gallery, query, K))
        .collect();
    scored.sort_unstable();
    let by_signs = DEPTHS.map(|depth| {
        let candidates = estimated::top_k(&signs.scan(), &queries, depth * K, None);
        let found = exact.iter().zip(&candidates).map(|(exact, candidates)| {
            let mut rows: Vec<u32> = candidates.iter().map(|hit| hit.row_in_corpus).collect();
            rows.sort_unstable();
            exact.iter().filter(|hit| rows.binary_search(&hit.row_in_corpus).is_ok()).count()
        });
        let wanted: usize = exact.iter().map(Vec::len).sum();
        let recall = found.sum::<usize>() as f64 / wanted.max(1) as f64;
        json!({ "candidates": depth * K, "recall": recall })
    });
    let n_rows = gallery.n_rows().max(1);
    let radii = int8.scan(gallery);
    let widest = radii.radii().iter().copied().fold(0.0, f32::max);
    Ok(json!({
        "rows": gallery.n_rows(), "dim": gallery.dim(), "stored": gallery.dtype(),
        "queries": queries.len(), "k": K,
        "int8_alone": { "mean_recall": overlap.mean(), "least_recall": worst },
        "rows_scored": {
            "median": scored.get(scored.len() / 2), "most": scored.last(),
        },
        "widest_radius": widest,
        "signs_then_exact": by_signs,
        "bytes_per_row": {
            "signs": signs.bytes() / n_rows,
            "all_in_memory": CpuGallery::new(gallery.clone()).bytes() / n_rows,
        },
        "native": native::report(gallery, &queries, K, SEED)?,
    }))
}
