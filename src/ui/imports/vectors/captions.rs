//! Captions → matrices of a system: a row of words for each image, and one for each query.

use super::found::{bytes_of, not_imported, whole};
use super::matrix::Found;
use crate::ui::imports::dropped::Dropped;
use crate::ui::task::pause;
use gloo::file::Blob;
use rankscope_core::analysis::Dataset;
use rankscope_core::formats::{FileKind, HEAD_BYTES, MatrixPlace, file_kind, is_picture_name};
use rankscope_core::imported::{FoundCaptions, NewSystem, WORD_DIM, captions_in, vectors_of_words};
use rankscope_messages::Failure;

pub struct OfCaptions {
    pub system: NewSystem,
    pub found: Vec<Found>,
    pub notes: Vec<String>,
}

/// The captions of a file; `None` if it is another file.
pub async fn captions_of(dropped: &Dropped) -> Option<Result<FoundCaptions, Failure>> {
    let (name, n_bytes) = (dropped.file.name(), dropped.file.size());
    let head = bytes_of(&name, &dropped.file, n_bytes.min(HEAD_BYTES as u64)).await.ok()?;
    // A run in JSON may be large and is read by others.
    let may_have = match file_kind(&head, n_bytes) {
        FileKind::Csv | FileKind::Tsv | FileKind::JsonLines | FileKind::Text => true,
        FileKind::Json => head.starts_with(&[0x1f, 0x8b]) || is_dataset(&head),
        _ => false,
    };
    if !may_have {
        return None;
    }
    let bytes = match whole(&name, &dropped.file, "split it").await {
        Ok(bytes) => bytes,
        Err(detail) => return Some(Err(not_imported(&name, detail))),
    };
    let found = captions_in(&name, &bytes)?;
    Some(found.map_err(|e| not_imported(&name, e.to_string())))
}

/// Whether JSON begins as Karpathy's and COCO's datasets, arrays of objects and lists of captions by file do.
fn is_dataset(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if text.starts_with('[') {
        return true;
    }
    // `{file: [caption, …]}`.
    let name = text.strip_prefix('{').and_then(|inside| inside.trim_start().strip_prefix('"'));
    if name.and_then(|rest| rest.split('"').next()).is_some_and(is_picture_name) {
        return true;
    }
    let keys = ["\"images\"", "\"annotations\"", "\"dataset\"", "\"info\"", "\"licenses\""];
    let first = text.strip_prefix('{').map(str::trim_start).unwrap_or_default();
    keys.iter().any(|key| first.starts_with(key))
}

/// The matrices of captions, in the order of a benchmark.
pub async fn of_captions(
    dataset: &Dataset,
    name: &str,
    captions: FoundCaptions,
) -> Result<OfCaptions, Failure> {
    let failed = |detail: String| not_imported(name, detail);
    let matched = captions.matched_to(name, &dataset.ids()).map_err(|e| failed(e.to_string()))?;
    let queries = dataset.queries.iter().map(|query| query.text.as_str());
    let vectors = vectors_of_words(&matched.texts, queries, pause).await;
    let vectors = vectors.ok_or_else(|| failed(format!("{name}: its captions have no word")))?;
    let matrix = |part: &str, values: &[f32]| {
        let n_rows = values.len() / WORD_DIM;
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let place = MatrixPlace::of_singles(n_rows, WORD_DIM);
        Found::new(name, Some(part.to_owned()), place, Blob::new(bytes.as_slice()))
    };
    let mut found = vec![matrix("images", &vectors.images)];
    if !vectors.queries.is_empty() {
        found.push(matrix("queries", &vectors.queries));
    }
    let queries = (found.len() > 1).then_some(1);
    let stem = name.strip_suffix(".gz").unwrap_or(name);
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    let system = NewSystem { name: format!("Words of {stem}"), gallery: 0, queries };
    Ok(OfCaptions { system, found, notes: matched.notes() })
}
