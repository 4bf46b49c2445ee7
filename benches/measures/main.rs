//! Measures against peers: the same rankings, the same values, and the seconds they take.
//!
//! ```text
//! measures compare FOLDER PYTHON   everything below, interleaved; writes FOLDER/measures.json
//! measures values FOLDER           the value of every measure, system and query, for comparison
//! measures serve FOLDER            one repetition in memory for every line read
//! measures growth FOLDER           seconds in memory for growing numbers of queries
//! ```
//!
//! `scripts/bench measures` runs the first. The peers in `benches/peers/` also understand `values`
//! and `serve`, and `whole`, which reads run and qrels files, evaluates and prints means; ours is
//! the command `rankscope eval`.
#![allow(clippy::print_stdout, reason = "printing is what it is for")]

mod agreement;
mod compare;
mod contender;
mod files;
mod growth;
mod in_memory;
mod report;
mod timing;
mod world;

use rankscope_core::metrics::{Measure, MeasureError};
use std::{env, error::Error, path::Path};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Ten measures that all three programs define alike, in the order of all tables and lines.
const MEASURES: [&str; 10] = [
    "trec:P@10",
    "trec:R@10",
    "trec:R@100",
    "trec:AP",
    "trec:AP@100",
    "trec:nDCG",
    "trec:nDCG@10",
    "trec:RR",
    "trec:Rprec",
    "trec:Success@10",
];

fn measures() -> std::result::Result<Vec<Measure>, MeasureError> {
    MEASURES.iter().map(|name| name.parse()).collect()
}

fn main() -> Result<()> {
    // `cargo bench` adds a flag of its own.
    let words: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["compare", folder, python] => compare::compare(Path::new(folder), Path::new(python)),
        ["values", _] => in_memory::print_values(),
        ["serve", _] => in_memory::serve(),
        ["growth", _] => growth::print(),
        _ => Err("scripts/bench measures is the way in; benches/README.md says more".into()),
    }
}
