//! The recall of signs in a corpus larger than memory, natively:
//!
//! ```text
//! scale SYSTEM_FOLDER   the folder of a system, with its shards and its queries' vectors
//! ```
//!
//! For several numbers of candidates: the share of the exact top k among them, which does not depend
//! on the machine. `run.mjs` measures times and memory in a browser.
//! `scripts/bench scale` runs both.
#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use rankscope_core::ranking::Hit;
use rankscope_core::search::large::{Effort, LargeSearch, LargeShard};
use rankscope_core::vectors::{ShardFile, vectors_from_shard};
use serde_json::json;
use std::{
    collections::BTreeSet, env, error::Error, fs, fs::File, future::Future, path::Path, pin::pin,
    task,
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const K: usize = 100;
/// The most queries, evenly spaced.
const N_QUERIES: usize = 31;
const CANDIDATES: [usize; 4] = [1_000, 2_000, 4_000, 8_000];

fn main() -> Result<()> {
    // `cargo bench` adds a flag of its own.
    let folder = env::args().skip(1).find(|word| word != "--bench").ok_or("a folder is needed")?;
    let folder = Path::new(&folder);
    let mut paths: Vec<_> = fs::read_dir(folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("gallery-"))
        })
        .collect();
    paths.sort_unstable();
    let stored = vectors_from_shard("queries", &fs::read(folder.join("queries.safetensors"))?)?;
    let every = stored.n_rows().div_ceil(N_QUERIES).max(1);
    let queries: Vec<Vec<f32>> =
        (0..stored.n_rows()).step_by(every).map(|row| stored.row(row).collect()).collect();
    let mut exact = LargeSearch::new(queries.clone(), K, Effort::AllRows, None);
    let mut by_signs =
        CANDIDATES.map(|n| LargeSearch::new(queries.clone(), K, Effort::Candidates(n), None));
    let mut first_row = 0;
    let mut bytes = 0;
    for path in &paths {
        let file = ShardFile::open(&path.to_string_lossy(), File::open(path)?)?;
        let shard = at_once(LargeShard::coded(first_row, file, async |_| true))??;
        let shard = shard.ok_or("the coding stopped")?;
        first_row += u32::try_from(shard.n_rows())?;
        bytes += shard.bytes();
        exact.add_shard(&shard)?;
        for search in &mut by_signs {
            search.add_shard(&shard)?;
        }
    }
    let exact = exact.best();
    let recall = by_signs.each_ref().map(|search| mean_recall(&exact, &search.best()));
    println!(
        "{}",
        json!({
            "rows": first_row, "dim": stored.dim(), "queries": queries.len(), "k": K,
            "bytes_in_memory": bytes, "candidates": CANDIDATES, "recall": recall,
        })
    );
    Ok(())
}

/// The share of the exact lists that was found.
fn mean_recall(exact: &[Vec<Hit>], found: &[Vec<Hit>]) -> f64 {
    let rows = |hits: &[Hit]| hits.iter().map(|hit| hit.row_in_corpus).collect::<BTreeSet<_>>();
    let common = exact
        .iter()
        .zip(found)
        .map(|(exact, found)| rows(exact).intersection(&rows(found)).count());
    common.sum::<usize>() as f64 / exact.iter().map(Vec::len).sum::<usize>().max(1) as f64
}

/// Of a future that never waits.
fn at_once<T>(future: impl Future<Output = T>) -> Result<T> {
    match pin!(future).poll(&mut task::Context::from_waker(task::Waker::noop())) {
        task::Poll::Ready(value) => Ok(value),
        task::Poll::Pending => Err("it waits".into()),
    }
}
