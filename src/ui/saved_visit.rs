//! Saves a visit. The writer is in the part of the Benchmark page, with the reader.
#![allow(unsafe_code, reason = "the writer is in a separate part, called across modules")]

use crate::ui::save::save_bytes;
use crate::ui::task::{Later, pause};
use rankscope_core::visit::{SavedView, VisitKind, VisitWriter, VisitedBenchmark};
use rankscope_messages::Failure;
use rankscope_transfer::kept_import;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

#[derive(Debug, Clone)]
pub(in crate::ui) struct VisitToSave {
    pub(in crate::ui) file: String,
    pub(in crate::ui) base_url: String,
    pub(in crate::ui) benchmark: VisitedBenchmark,
    pub(in crate::ui) view: SavedView,
    /// `(kind, id, name)` of imported files.
    pub(in crate::ui) imports: Vec<(VisitKind, String, String)>,
    /// `(kind, name, text)` of answers.
    pub(in crate::ui) answers: Vec<(VisitKind, &'static str, String)>,
}

/// Returns the archive's size in bytes. On an error nothing is saved.
pub(in crate::ui) async fn save_visit(visit: VisitToSave) -> Result<usize, Failure> {
    match packed(visit).await {
        Ok(packed) => packed.await,
        Err(_) => Err(not_saved(
            "A file of the page did not arrive: the network may be down.".into(),
            "Reload the page and try again.",
        )),
    }
}

#[wasm_split(benchmark, fallible)]
fn packed(visit: VisitToSave) -> Result<Later<Result<usize, Failure>>, SplitLoaderError> {
    Ok(Box::pin(async move {
        let mut writer = VisitWriter::new(visit.benchmark, visit.view);
        let too_large = "Remove an import on the Benchmark page, and keep its file with the visit.";
        for (kind, id, file) in visit.imports {
            let Some(bytes) = kept_import(&visit.base_url, &id, &file).await else {
                return Err(not_saved(
                    format!("This browser no longer has the bytes of {file}."),
                    "Import it once more on the Benchmark page, or remove it there.",
                ));
            };
            writer.add(kind, &file, bytes).map_err(|e| not_saved(e.to_string(), too_large))?;
            pause().await;
        }
        for (kind, name, text) in visit.answers {
            let added = writer.add(kind, name, text.into_bytes());
            added.map_err(|e| not_saved(e.to_string(), too_large))?;
        }
        let archive = writer.finish().map_err(|e| not_saved(e.to_string(), too_large))?;
        save_bytes(&visit.file, "application/zip", &archive);
        Ok(archive.len())
    }))
}

fn not_saved(detail: String, advice: &str) -> Failure {
    Failure { title: "The visit was not saved".into(), detail, advice: advice.into() }
}
