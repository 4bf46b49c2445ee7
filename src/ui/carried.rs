//! What pictures carry: fields and conditions on them, in the part with the results.
#![allow(unsafe_code, reason = "the readers are in a separate part, called across modules")]

use crate::ui::task::{Later, part_missing, pause};
use rankscope_core::analysis::{CarriedBy, CarriedFilter, Dataset};
use rankscope_core::benchmark::FieldsFile;
use rankscope_core::formats::text_in_turns;
use rankscope_messages::{Failure, Progress, ProgressUnit};
use rankscope_transfer::fetch_file;
use std::rc::Rc;
use std::sync::Arc;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// Reads the file at `place` among the benchmark's files of fields.
pub(in crate::ui) async fn fields(
    dataset: Arc<Dataset>,
    place: usize,
    show: Rc<dyn Fn(Progress)>,
) -> Result<Arc<FieldsFile>, Failure> {
    read_fields(dataset, place, show).await.map_err(|_| not_loaded())?.await
}

pub(in crate::ui) async fn filter(
    words: String,
    dataset: Arc<Dataset>,
    files: Vec<Arc<FieldsFile>>,
) -> Result<CarriedFilter, Failure> {
    look_up(words, dataset, files).await.map_err(|_| not_loaded())
}

#[wasm_split(results, fallible)]
fn read_fields(
    dataset: Arc<Dataset>,
    place: usize,
    show: Rc<dyn Fn(Progress)>,
) -> Result<Later<Result<Arc<FieldsFile>, Failure>>, SplitLoaderError> {
    Ok(Box::pin(async move {
        let unreadable = |detail: String| Failure {
            title: "What the pictures carry cannot be read".into(),
            detail,
            advice: "Rebuild the benchmark, or tell its publisher.".into(),
        };
        let file = dataset.own.field_files().nth(place);
        let (file, rows) = file.ok_or_else(|| unreadable("There is no such file.".into()))?;
        let mut on_progress = |done, total| {
            let (what, unit) = (file.path.clone(), ProgressUnit::Bytes);
            show(Progress { what, done, total, unit });
        };
        let bytes = fetch_file(&dataset.base_url, file, &|| false, &mut on_progress).await;
        let bytes = bytes.map_err(|e| Failure::from(&e))?;
        let text = text_in_turns(&file.path, &bytes, async || pause().await).await;
        let text = text.map_err(|e| unreadable(e.to_string()))?;
        let read = FieldsFile::read(&file.path, &text, rows, dataset.image_ids());
        read.map(Arc::new).map_err(|e| unreadable(e.to_string()))
    }))
}

#[wasm_split(results, fallible)]
fn look_up(
    words: String,
    dataset: Arc<Dataset>,
    files: Vec<Arc<FieldsFile>>,
) -> Result<CarriedFilter, SplitLoaderError> {
    let (images, n_images) = (dataset.images(), dataset.n_images());
    Ok(CarriedFilter::new(&words, CarriedBy { images, n_images, files: &files }))
}

fn not_loaded() -> Failure {
    part_missing("What the pictures carry cannot be read")
}
