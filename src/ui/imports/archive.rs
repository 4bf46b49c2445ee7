//! BEIR's zip archive → its judgements, one file for each split.

use super::dropped::Dropped;
use gloo::file::{File, futures::read_as_bytes};
use rankscope_core::analysis::words;
use rankscope_core::formats::{
    FileKind, HEAD_BYTES, beir_splits, file_kind, member_of_zip, names_from_zip,
};
use rankscope_core::limits::MAX_INFLATED_BYTES;
use rankscope_core::visit::is_visit;
use rankscope_messages::Failure;
use std::io::Cursor;

/// The files of judgements in a zip archive; `None` if the file is no archive, or a saved visit.
pub async fn unpacked(dropped: &Dropped) -> Option<Result<Vec<Dropped>, Failure>> {
    let n_bytes = dropped.file.size();
    let head = read_as_bytes(&dropped.file.slice(0, n_bytes.min(HEAD_BYTES as u64))).await.ok()?;
    let is_zip = file_kind(&head, n_bytes) == FileKind::Zip && head.starts_with(b"PK");
    if !is_zip {
        return None;
    }
    let name = dropped.file.name();
    let refused = |detail| Failure {
        title: format!("{name} was not imported"),
        detail,
        advice: "Nothing else changed. Unpack it, and drop the files or the folder in it.".into(),
    };
    match content(dropped, &name).await {
        Ok(bytes) if is_visit(&bytes) => None,
        Ok(bytes) => Some(splits(&name, &bytes).map_err(refused)),
        Err(detail) => Some(Err(refused(detail))),
    }
}

async fn content(dropped: &Dropped, name: &str) -> Result<Vec<u8>, String> {
    let n_bytes = dropped.file.size();
    if n_bytes > MAX_INFLATED_BYTES {
        return Err(format!(
            "{name} has {}, more than the {} that the page unpacks.",
            words::bytes(n_bytes),
            words::binary_bytes(MAX_INFLATED_BYTES)
        ));
    }
    let bytes = read_as_bytes(&dropped.file).await;
    bytes.map_err(|e| format!("{name}: the browser cannot read the file: {e}"))
}

fn splits(name: &str, bytes: &[u8]) -> Result<Vec<Dropped>, String> {
    let members = names_from_zip(name, Cursor::new(bytes)).map_err(|e| e.to_string())?;
    let splits = beir_splits(&members);
    if splits.is_empty() {
        return Err(format!(
            "{name} is a zip archive without qrels/<split>.tsv. The page reads BEIR’s archives (for \
             their judgements), numpy’s (for their vectors) and saved visits."
        ));
    }
    let mut files = Vec::new();
    for (split, member) in splits {
        let (_, values) =
            member_of_zip(name, Cursor::new(bytes), member).map_err(|e| e.to_string())?;
        let stem = name.strip_suffix(".zip").unwrap_or(name);
        let file = File::new(&format!("{stem}-{split}.tsv"), values.as_slice());
        files.push(Dropped { path: format!("{name}/{member}"), file });
    }
    Ok(files)
}
