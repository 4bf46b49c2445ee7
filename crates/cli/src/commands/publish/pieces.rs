//! Splits files that a host would refuse: shards and image lists by their rows. Other lists become
//! gzip under their own names, which every reader inflates.

use crate::ranking::stored_values::gzip;
use anyhow::Result;
use rankscope_core::benchmark::{FileEntry, RowRange};
use rankscope_core::formats::text_from_bytes;
use rankscope_core::vectors::{ShardDtype, Vectors, shard_from_rows, vectors_from_shard};

/// More than the header of a shard that this program writes.
const HEADER_BYTES: u64 = 512;

pub(super) struct Piece {
    pub(super) path: String,
    pub(super) bytes: Vec<u8>,
    pub(super) rows: Option<RowRange>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Gallery,
    ImageList,
    /// Another list of lines.
    Lines,
    Other,
}

/// The pieces of a file, in the order of their rows. A file that is small enough or cannot be split is one
/// piece.
pub(super) fn pieces(
    entry: &FileEntry,
    bytes: Vec<u8>,
    kind: Kind,
    max: Option<u64>,
) -> Result<Vec<Piece>> {
    let is_small = max.is_none_or(|max| bytes.len() as u64 <= max);
    let max = max.unwrap_or(u64::MAX);
    match (kind, entry.rows) {
        (Kind::Gallery, Some(rows)) if !is_small => split_shard(entry, &bytes, rows, max),
        (Kind::ImageList, Some(rows)) if !is_small => split_list(entry, &bytes, rows, max),
        (Kind::Lines, rows) if !is_small && !entry.path.ends_with(".gz") => {
            let text = text_from_bytes(&entry.path, &bytes)?;
            Ok(vec![Piece { path: entry.path.clone(), bytes: gzip(&text)?, rows }])
        }
        (_, rows) => Ok(vec![Piece { path: entry.path.clone(), bytes, rows }]),
    }
}

/// Rows as stored, so that no value changes; all pieces but the last have as many.
fn split_shard(entry: &FileEntry, bytes: &[u8], rows: RowRange, max: u64) -> Result<Vec<Piece>> {
    let vectors = vectors_from_shard(&entry.path, bytes)?;
    let scale = if vectors.dtype() == ShardDtype::I8 { 4 } else { 0 };
    let row_bytes = vectors.dim() * vectors.dtype().bytes() + scale;
    let most = max.saturating_sub(HEADER_BYTES) / row_bytes as u64;
    let most = usize::try_from(most).unwrap_or(usize::MAX).max(1);
    let n_pieces = vectors.n_rows().div_ceil(most);
    let per_piece = vectors.n_rows().div_ceil(n_pieces.max(1)).max(1);
    (0..n_pieces)
        .map(|number| {
            let first = number * per_piece;
            let last = (first + per_piece).min(vectors.n_rows());
            let piece: Vectors = vectors.rows_as_stored(first..last);
            Ok(Piece {
                path: numbered(&entry.path, number),
                bytes: shard_from_rows(&entry.path, &piece)?,
                rows: Some(rows_from(rows, first, last)?),
            })
        })
        .collect()
}

/// Lines as they are; each piece has the largest size, or half of it.
fn split_list(entry: &FileEntry, bytes: &[u8], rows: RowRange, max: u64) -> Result<Vec<Piece>> {
    let text = text_from_bytes(&entry.path, bytes)?;
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let encoded = |lines: &[&str]| {
        let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        if entry.path.ends_with(".gz") { gzip(&text) } else { Ok(text.into_bytes()) }
    };
    let mut pieces: Vec<Piece> = Vec::new();
    // Halves on a stack, the first on top.
    let mut parts = vec![(0, lines.len())];
    while let Some((first, last)) = parts.pop() {
        let bytes = encoded(lines.get(first..last).unwrap_or_default())?;
        if bytes.len() as u64 > max && last - first > 1 {
            let middle = first.midpoint(last);
            parts.extend([(middle, last), (first, middle)]);
            continue;
        }
        let path = numbered(&entry.path, pieces.len());
        pieces.push(Piece { path, bytes, rows: Some(rows_from(rows, first, last)?) });
    }
    Ok(pieces)
}

/// Rows of a file as rows of the corpus.
fn rows_from(rows: RowRange, first: usize, last: usize) -> Result<RowRange> {
    Ok(RowRange {
        start: rows.start + u32::try_from(first)?,
        end: rows.start + u32::try_from(last)?,
    })
}

/// The path of a piece: its number before the ending, `images/00000-2.jsonl.gz`.
fn numbered(path: &str, number: usize) -> String {
    let name = path.rfind('/').map_or(0, |slash| slash + 1);
    let dot = path.get(name..).and_then(|name| name.find('.')).map_or(path.len(), |dot| name + dot);
    let (stem, ending) = path.split_at(dot);
    format!("{stem}-{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::numbered;

    #[test]
    fn a_piece_keeps_the_ending() {
        assert_eq!(numbered("images/00000.jsonl.gz", 2), "images/00000-2.jsonl.gz");
        assert_eq!(numbered("systems/a.b/gallery", 0), "systems/a.b/gallery-0");
    }
}
