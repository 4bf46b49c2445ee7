//! Captions of a dataset → JSON lines, as benchmarks and recipes have them.

use crate::{build::dataset_in, files::name};
use anyhow::{Context, Result};
use rankscope_core::formats::CaptionRecord;
use serde_json::json;
use std::path::Path;

/// The captions in Karpathy's splits or COCO's captions, `FILE#SPLIT` for those of one split, as lines
/// of id, image and text; and how many there are.
pub(super) fn to_jsonl(path: &Path) -> Result<(String, usize)> {
    let dataset = dataset_in(path)?.with_context(|| {
        format!("{} is not a file with captions of Karpathy’s splits or of COCO’s kind", name(path))
    })?;
    let captions = dataset.captions();
    let mut lines = String::new();
    for CaptionRecord { id, image, text } in &captions {
        lines += &json!({ "id": id, "image": image, "text": text }).to_string();
        lines.push('\n');
    }
    Ok((lines, captions.len()))
}
