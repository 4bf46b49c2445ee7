#![allow(unsafe_code, reason = "the reader is in a separate part, called across modules")]

use super::vectors::restored_vectors;
use crate::ui::task::{Later, pause};
use rankscope_core::analysis::{Dataset, Imported};
use rankscope_core::imported::parse;
use rankscope_transfer::{kept_imports, kept_records};
use std::sync::Arc;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

struct Kept {
    files: Vec<(String, Vec<u8>)>,
    records: Vec<String>,
}

pub async fn has_kept(base_url: &str) -> bool {
    !kept_imports(base_url).await.is_empty() || !kept_records(base_url).await.is_empty()
}

/// The lists with the imports of earlier visits.
pub async fn restored(mut dataset: Dataset) -> Dataset {
    let kept = Kept {
        files: kept_imports(&dataset.base_url).await,
        records: kept_records(&dataset.base_url).await,
    };
    if kept.files.is_empty() && kept.records.is_empty() {
        return dataset;
    }
    if load_reading().await.is_err() {
        let reason = "A file of the page could not be loaded. Reload the page to try again.";
        dataset.not_restored.push(reason.into());
        return dataset;
    }
    match read_again(dataset.clone(), kept).await {
        Ok(restored) => restored.await,
        Err(_) => dataset,
    }
}

/// Few visits have imports, so the reader is in the part of the Benchmark page.
#[wasm_split(benchmark, preload(load_reading), fallible)]
fn read_again(dataset: Dataset, kept: Kept) -> Result<Later<Dataset>, SplitLoaderError> {
    Ok(Box::pin(with_kept(dataset, kept)))
}

async fn with_kept(mut dataset: Dataset, kept: Kept) -> Dataset {
    let mut ids = dataset.ids();
    let mut imported = Vec::new();
    for (file, bytes) in kept.files {
        let read = async {
            let parsed = parse(&file, &bytes, pause).await?;
            Imported::new(&file, &bytes, &parsed, &mut ids, pause).await
        };
        match read.await {
            Ok(import) => imported.push(Arc::new(import)),
            // The benchmark has been rebuilt since.
            Err(e) => dataset.not_restored.push(e.to_string()),
        }
    }
    let (systems, lost) = restored_vectors(&dataset, &kept.records).await;
    imported.extend(systems.into_iter().map(Arc::new));
    dataset.not_restored.extend(lost);
    dataset.with_imports(imported, ids)
}
