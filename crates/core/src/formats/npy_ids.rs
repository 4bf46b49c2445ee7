//! Ids of a matrix's rows as a numpy array beside it, such as `ids` in an `.npz`.

use super::{FormatError, Place, id_list::fault_of_id, npy_head::npy_head};
use std::collections::HashMap;

/// Reads a `.npy` list of whole numbers or of texts (`<U…`, `|S…`) as ids, in order; `None` if the
/// array is no such list.
///
/// # Errors
/// A damaged header, a file whose size is not the one in its header, an id that is empty or has white
/// space, or one that occurs twice, by row.
pub fn row_ids_from_npy(file: &str, bytes: &[u8]) -> Result<Option<Vec<String>>, FormatError> {
    let wrong = |reason: String| FormatError::new(file, Place::File, reason);
    let head = npy_head(bytes).map_err(wrong)?;
    let &[n_ids] = head.shape.as_slice() else { return Ok(None) };
    let Some(kind) = IdKind::of(&head.descr) else { return Ok(None) };
    let values = usize::try_from(head.offset).ok().and_then(|offset| bytes.get(offset..));
    let values = values.unwrap_or_default();
    let wanted = n_ids.checked_mul(kind.bytes() as u64);
    if wanted != Some(values.len() as u64) {
        let n = values.len();
        return Err(wrong(format!("cut short: its header says {n_ids} ids, and {n} bytes follow")));
    }
    let ids: Vec<String> = values.chunks_exact(kind.bytes()).map(|value| kind.id(value)).collect();
    let mut first_row_of: HashMap<&str, usize> = HashMap::new();
    for (row, id) in ids.iter().enumerate() {
        if let Some(fault) = fault_of_id(id) {
            return Err(FormatError::new(file, Place::Row(row), fault));
        }
        if let Some(first) = first_row_of.insert(id, row) {
            let reason = format!("the id {id} is in row {first} already");
            return Err(FormatError::new(file, Place::Row(row), reason));
        }
    }
    Ok(Some(ids))
}

/// How an id is stored.
enum IdKind {
    /// A whole number of as many bytes, with a sign or without.
    Integer(usize, bool),
    /// So many characters of four bytes, filled with zeros.
    Unicode(usize),
    /// So many bytes, filled with zeros.
    Bytes(usize),
}

impl IdKind {
    fn of(descr: &str) -> Option<Self> {
        let length = |digits: &str| digits.parse().ok().filter(|n| (1..=4096).contains(n));
        match descr {
            "<i4" | "<i8" => Some(Self::Integer(length(descr.get(2..)?)?, true)),
            "<u4" | "<u8" => Some(Self::Integer(length(descr.get(2..)?)?, false)),
            _ => match (descr.strip_prefix("<U"), descr.strip_prefix("|S")) {
                (Some(n), _) => Some(Self::Unicode(length(n)?)),
                (_, Some(n)) => Some(Self::Bytes(length(n)?)),
                _ => None,
            },
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Integer(n, _) | Self::Bytes(n) => *n,
            Self::Unicode(n) => 4 * n,
        }
    }

    fn id(&self, value: &[u8]) -> String {
        match self {
            Self::Integer(_, is_signed) => {
                let is_negative = *is_signed && value.last().is_some_and(|byte| *byte >= 0x80);
                let mut wide = [if is_negative { 0xff } else { 0 }; 16];
                wide.iter_mut().zip(value).for_each(|(wide, byte)| *wide = *byte);
                i128::from_le_bytes(wide).to_string()
            }
            Self::Unicode(_) => {
                let codes = value.as_chunks::<4>().0.iter().map(|b| u32::from_le_bytes(*b));
                let chars = codes.map(|code| char::from_u32(code).unwrap_or('\u{fffd}'));
                chars.collect::<String>().trim_end_matches('\0').to_owned()
            }
            Self::Bytes(_) => String::from_utf8_lossy(value).trim_end_matches('\0').to_owned(),
        }
    }
}
