//! The query that `view` has a benchmark open with, where nobody named one.

use crate::{files, open::Benchmark, publication};
use anyhow::Result;
use rankscope_core::{
    benchmark::Welcome,
    formats::{text_from_bytes, values_from_jsonl},
};
use std::{path::Path, sync::Arc};

/// The most bytes of vectors that a page fetches before anybody has asked for anything (`Opening`).
const MAX_OPENED_BYTES: u64 = 32 << 20;

/// Names the query nearest to the middle for which the usual system finds anything, unless it is the one
/// in the middle, with which a page opens by itself. The benchmark has the values of its systems.
pub(super) fn choose(folder: &Path) -> Result<()> {
    let Benchmark { manifest, queries, .. } = Benchmark::open_without_values(folder)?;
    let mut manifest = Arc::unwrap_or_clone(manifest);
    let Some(usual) = manifest.systems.iter().find(|system| system.queries.is_some()) else {
        return Ok(());
    };
    let n_bytes = u64::from(usual.dim) * u64::from(manifest.counts.images) * 4;
    let Some(file) = manifest.values_file(&usual.id).filter(|_| n_bytes <= MAX_OPENED_BYTES) else {
        return Ok(());
    };
    let bytes = files::bytes(&folder.join(&file.path))?;
    let columns =
        values_from_jsonl(&file.path, &text_from_bytes(&file.path, &bytes)?, queries.len())?;
    let finds_anything = |query: &usize| {
        let value = |column: &[Option<f64>]| column.get(*query).copied().flatten();
        columns.iter().any(|column| value(&column.values) > Some(0.0))
    };
    let middle = queries.len() / 2;
    let opening = (0..queries.len()).filter(finds_anything).min_by_key(|q| q.abs_diff(middle));
    if let Some(query) = opening.filter(|query| *query != middle)
        && let Some(query) = queries.get(query)
        && manifest.welcome.is_none()
    {
        let query = query.id.clone();
        let welcome = Welcome { title: String::new(), query, systems: Vec::new(), relevance: None };
        manifest.welcome = Some(welcome);
        let text = serde_json::to_string_pretty(&manifest)? + "\n";
        publication::write_file(&folder.join("benchmark.json"), &text, true)?;
    }
    Ok(())
}
