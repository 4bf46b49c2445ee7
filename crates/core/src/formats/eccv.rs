//! `coco_test_ids.npy` of ECCV Caption: the 25,000 caption ids of the COCO 5K test split, in the
//! order from which the five folds are cut. [`judgements_from_json`](super::judgements_from_json)
//! reads its judgements in both directions.

use super::{FormatError, Place};
use std::collections::HashMap;

/// Folds of the COCO 1K protocol.
const N_FOLDS: usize = 5;
/// Captions in a fold: 1,000 images with five captions each.
const N_CAPTIONS_OF_FOLD: usize = 5_000;
/// The first bytes of every npy file.
const MAGIC: &[u8] = b"\x93NUMPY";

/// Reads a `.npy` list of integers as ids, in the order of the file. (NEP 1 describes the format;
/// the dependencies of `rows_from_npy`, which reads matrices row by row, are too heavy for the page.)
///
/// # Errors
/// Not an npy file; not one-dimensional; not little-endian 32- or 64-bit integers; shorter or
/// longer than its header says; or a duplicate id, by its row.
pub fn ids_from_npy(file: &str, bytes: &[u8]) -> Result<Vec<String>, FormatError> {
    let wrong = |reason: String| FormatError::new(file, Place::File, reason);
    let (header, values) = header_and_values(bytes)
        .ok_or_else(|| wrong("not a numpy array: its header is missing or truncated".into()))?;
    let of_key = |key: &str| {
        let after = header.split_once(&format!("'{key}'")).map(|(_, after)| after.trim_start());
        after
            .and_then(|after| after.strip_prefix(':'))
            .map(str::trim_start)
            .ok_or_else(|| wrong(format!("not a numpy array: its header {header:?} has no {key}")))
    };
    let quoted = of_key("descr")?;
    let descr = quoted.split('\'').nth(1).filter(|_| quoted.starts_with('\'')).unwrap_or(quoted);
    let n_ids: usize = of_key("shape")?
        .strip_prefix('(')
        .and_then(|shape| shape.split_once(",)"))
        .and_then(|(n, _)| n.trim().parse().ok())
        .ok_or_else(|| wrong(format!("a list [ids] is needed, but its header is {header:?}")))?;
    let ids = match descr {
        "<i8" => ids_of::<8>(values, |bytes| i64::from_le_bytes(bytes).to_string()),
        "<u8" => ids_of::<8>(values, |bytes| u64::from_le_bytes(bytes).to_string()),
        "<i4" => ids_of::<4>(values, |bytes| i32::from_le_bytes(bytes).to_string()),
        "<u4" => ids_of::<4>(values, |bytes| u32::from_le_bytes(bytes).to_string()),
        other => {
            return Err(wrong(format!(
                "its type is {other}, but integers ('<i8') are needed: convert it with \
                 array.astype('<i8')"
            )));
        }
    };
    let ids = ids.filter(|ids| ids.len() == n_ids).ok_or_else(|| {
        wrong(format!("its header says {n_ids} ids, but {} bytes follow", values.len()))
    })?;
    let mut first_row_of: HashMap<&str, usize> = HashMap::new();
    for (row, id) in ids.iter().enumerate() {
        if let Some(first) = first_row_of.insert(id, row) {
            let reason = format!("the id {id} is in row {first} already");
            return Err(FormatError::new(file, Place::Row(row), reason));
        }
    }
    Ok(ids)
}

/// The header's dictionary and the bytes after it; the length of the header has two bytes in
/// version 1 and four in versions 2 and 3.
fn header_and_values(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let (&[major, _minor], rest) = bytes.strip_prefix(MAGIC)?.split_first_chunk()?;
    let (len, rest) = match major {
        1 => rest.split_first_chunk().map(|(len, rest)| (u16::from_le_bytes(*len).into(), rest))?,
        2 | 3 => rest.split_first_chunk().map(|(len, rest)| (u32::from_le_bytes(*len), rest))?,
        _ => return None,
    };
    let (header, values) = rest.split_at_checked(usize::try_from(len).ok()?)?;
    Some((std::str::from_utf8(header).ok()?.trim(), values))
}

/// `None` if the bytes end within a value.
fn ids_of<const N: usize>(bytes: &[u8], id: impl Fn([u8; N]) -> String) -> Option<Vec<String>> {
    let (values, rest) = bytes.as_chunks::<N>();
    rest.is_empty().then(|| values.iter().map(|value| id(*value)).collect())
}

/// The five folds of the COCO 1K protocol: 5,000 consecutive caption ids each. A fold's
/// gallery is the images of its captions (`eccv_caption`, its COCO 1K recall).
///
/// # Errors
/// Not 25,000 ids.
pub fn coco_1k_folds<'a>(file: &str, ids: &'a [String]) -> Result<Vec<&'a [String]>, FormatError> {
    let wanted = N_FOLDS * N_CAPTIONS_OF_FOLD;
    if ids.len() != wanted {
        let reason = format!("{} ids, but the five folds need {wanted}", ids.len());
        return Err(FormatError::new(file, Place::File, reason));
    }
    Ok(ids.chunks(N_CAPTIONS_OF_FOLD).collect())
}
