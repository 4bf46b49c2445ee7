//! NumPy's `.npy` files: headers (NEP 1), matrices and lists of ids. A crate for them would bring a parser
//! generator, too large for the page.

use super::{
    FormatError, Place,
    ids::fault_of_id,
    matrix_rows::{MatrixRows, NumberKind},
};
use crate::limits::MAX_NPY_HEADER_BYTES;
use std::{collections::HashMap, io::Read};

pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NpyHead {
    /// The type as numpy writes it: `<f4`. A list of fields is kept as text.
    pub(super) descr: String,
    pub(super) is_fortran: bool,
    /// Empty for a single number.
    pub(super) shape: Vec<u64>,
    /// Of the first value, in bytes from the file's start.
    pub(super) offset: u64,
}

/// `head` may end after the header.
pub(super) fn npy_head(head: &[u8]) -> Result<NpyHead, String> {
    let rest =
        head.strip_prefix(MAGIC).ok_or("not a NumPy array: it does not begin with \\x93NUMPY")?;
    let cut_short = || String::from("not a NumPy array: its header is cut short");
    // The length has two bytes in version 1 and four in versions 2 and 3.
    let (&[major, _minor], rest) = rest.split_first_chunk().ok_or_else(cut_short)?;
    let (n_bytes, rest) = match major {
        1 => rest.split_first_chunk().map(|(n, rest)| (u16::from_le_bytes(*n).into(), rest)),
        2 | 3 => rest.split_first_chunk().map(|(n, rest)| (u32::from_le_bytes(*n), rest)),
        other => return Err(format!("not a NumPy array: it has version {other}, not 1 to 3")),
    }
    .ok_or_else(cut_short)?;
    if n_bytes > MAX_NPY_HEADER_BYTES {
        return Err(format!("not a NumPy array: its header would have {n_bytes} bytes"));
    }
    let text = rest.get(..n_bytes as usize).ok_or_else(cut_short)?;
    let offset = (head.len() - rest.len()) as u64 + u64::from(n_bytes);
    let text = String::from_utf8_lossy(text);
    let of_key = |key: &str| {
        let after = text.split_once(&format!("'{key}'")).map(|(_, after)| after.trim_start());
        let after = after.and_then(|after| after.strip_prefix(':')).map(str::trim_start);
        after.ok_or_else(|| format!("not a NumPy array: its header has no {key}: {}", text.trim()))
    };
    let quoted = of_key("descr")?;
    let descr = match quoted.strip_prefix('\'').and_then(|rest| rest.split_once('\'')) {
        Some((descr, _)) => descr,
        // The fields of a structured array.
        None => quoted.split_once(']').map_or(quoted, |(fields, _)| fields),
    };
    let is_fortran = of_key("fortran_order")?.starts_with("True");
    let sizes = of_key("shape")?.strip_prefix('(').and_then(|shape| shape.split_once(')'));
    let sizes = sizes.map(|(sizes, _)| sizes.split(',').map(str::trim));
    let sizes = sizes.map(|sizes| sizes.filter(|size| !size.is_empty()).map(str::parse));
    let shape = sizes.and_then(|sizes| sizes.collect::<Result<Vec<u64>, _>>().ok());
    let shape = shape
        .ok_or_else(|| format!("not a NumPy array: its header has no shape: {}", text.trim()))?;
    Ok(NpyHead { descr: descr.to_owned(), is_fortran, shape, offset })
}

/// A damaged header may declare gigabytes.
fn header_bytes(reader: &mut impl Read) -> Result<Vec<u8>, String> {
    let mut start = vec![0; MAGIC.len() + 2];
    let cut_short = |e: std::io::Error| format!("not a NumPy array: its header: {e}");
    reader.read_exact(&mut start).map_err(cut_short)?;
    if !start.starts_with(MAGIC) {
        return Err("not a NumPy array: it does not begin with \\x93NUMPY".into());
    }
    // The length has two bytes in version 1 and four in versions 2 and 3.
    let mut length = [0; 4];
    let n = if start.get(MAGIC.len()) == Some(&1) { 2 } else { 4 };
    let bytes = length.get_mut(..n).unwrap_or_default();
    reader.read_exact(bytes).map_err(cut_short)?;
    start.extend_from_slice(bytes);
    let n_bytes = u32::from_le_bytes(length);
    if n_bytes > MAX_NPY_HEADER_BYTES {
        return Err(format!("not a NumPy array: its header would have {n_bytes} bytes"));
    }
    let mut text = vec![0; n_bytes as usize];
    reader.read_exact(&mut text).map_err(cut_short)?;
    start.extend_from_slice(&text);
    Ok(start)
}

/// Reads a `.npy` matrix `[rows, dim]` of float16, float32 or float64. Fortran order is turned in memory.
pub fn rows_from_npy<R: Read>(file: &str, mut reader: R) -> Result<MatrixRows<R>, FormatError> {
    let NpyMatrix { shape, number, is_fortran, .. } = shape_from_npy(file, &mut reader)?;
    let rows = MatrixRows::new(file, reader, shape, number)?;
    if is_fortran { rows.of_columns() } else { Ok(rows) }
}

/// Leaves the reader at the first value.
pub(super) fn shape_from_npy(file: &str, reader: &mut impl Read) -> Result<NpyMatrix, FormatError> {
    let head = header_bytes(reader).and_then(|bytes| npy_head(&bytes));
    head.and_then(|head| matrix_of_npy(&head))
        .map_err(|reason| FormatError::new(file, Place::File, reason))
}

/// A matrix of vectors in a `.npy` file.
pub(super) struct NpyMatrix {
    pub(super) shape: [u64; 2],
    pub(super) number: NumberKind,
    /// Whether columns follow each other; with one row or column, both orders are the same.
    pub(super) is_fortran: bool,
    /// Of the first value.
    pub(super) offset: u64,
}

/// The matrix `[rows, dim]` of float16, float32 or float64 that a header describes. The error of another
/// type or shape gives the Python that makes a matrix of exactly this array.
pub(super) fn matrix_of_npy(head: &NpyHead) -> Result<NpyMatrix, String> {
    let NpyHead { descr, shape, offset, .. } = head;
    let number = number_of(descr);
    if let (Some(number), &[n_rows, dim]) = (number, shape.as_slice()) {
        let is_fortran = head.is_fortran && n_rows > 1 && dim > 1;
        return Ok(NpyMatrix { shape: [n_rows, dim], number, is_fortran, offset: *offset });
    }
    let other = if number.is_none() { Some(other_type(descr, shape)) } else { None };
    let mut faults = Vec::new();
    let (mut before, mut array) = ("", String::from("array"));
    if let Some(OtherType { words, change }) = other {
        faults.push(format!(
            "its type is '{descr}' ({words}), but float16, float32 or float64 is needed"
        ));
        let Some((first, makes)) = change else { return Err(faults.concat()) };
        (before, array) = (first, makes.to_owned());
    }
    // A list of objects or of fields becomes a matrix by the change of type alone.
    let is_list = shape.len() == 1 && (descr.ends_with('O') || descr.starts_with('['));
    let mut instead = String::new();
    if shape.len() != 2 && !is_list {
        faults.push(format!("its shape is {shape:?}, but [rows, dim] is needed"));
        let (rows, dim, other) = shape_of_vectors(shape);
        array.push_str(&format!(".reshape({rows}, {dim})"));
        instead = other;
    }
    Err(format!("{}: {before}save {array}{instead}", faults.join("; ")))
}

fn number_of(descr: &str) -> Option<NumberKind> {
    Some(match descr {
        "<f2" => NumberKind::F16,
        "<f4" => NumberKind::F32,
        "<f8" => NumberKind::F64,
        ">f2" => NumberKind::F16Big,
        ">f4" => NumberKind::F32Big,
        ">f8" => NumberKind::F64Big,
        _ => return None,
    })
}

/// A type that vectors cannot have.
struct OtherType {
    words: &'static str,
    /// What to do first, and the expression of floating-point numbers; `None` if there is none.
    change: Option<(&'static str, &'static str)>,
}

fn other_type(descr: &str, shape: &[u64]) -> OtherType {
    let kind = descr.trim_start_matches(['<', '>', '|', '=']);
    let (words, change) = match (kind.as_bytes().first(), kind) {
        (Some(b'O'), _) if shape.len() == 1 => (
            "Python objects",
            Some((
                "load it with allow_pickle=True and ",
                "numpy.stack(list(array)).astype('float32')",
            )),
        ),
        (Some(b'O'), _) => (
            "Python objects",
            Some(("load it with allow_pickle=True and ", "array.astype('float32')")),
        ),
        (_, "V2") => (
            "two bytes of no type, as numpy keeps bfloat16",
            Some(("import ml_dtypes and ", "array.view(ml_dtypes.bfloat16).astype('float32')")),
        ),
        (Some(b'['), _) => (
            "fields with names",
            Some((
                "import numpy.lib.recfunctions and ",
                "numpy.lib.recfunctions.structured_to_unstructured(array).astype('float32')",
            )),
        ),
        (Some(b'i' | b'u' | b'b'), _) => (
            "whole numbers",
            Some(("multiply it by its scale if it was quantised, and ", "array.astype('float32')")),
        ),
        (Some(b'f'), _) => ("more than double precision", Some(("", "array.astype('float64')"))),
        (Some(b'c'), _) => ("complex numbers", None),
        (Some(b'U' | b'S'), _) => ("texts", None),
        _ => ("no numbers", None),
    };
    OtherType { words, change }
}

/// Rows and dim for an array of another shape, and another reading of it in words.
fn shape_of_vectors(shape: &[u64]) -> (u64, u64, String) {
    let product = |sizes: &[u64]| sizes.iter().fold(1u64, |all, size| all.saturating_mul(*size));
    let (&last, before) = shape.split_last().unwrap_or((&1, &[]));
    let wide: Vec<u64> = shape.iter().copied().filter(|size| *size != 1).collect();
    match (wide.as_slice(), shape) {
        (&[rows, dim], [_, _, _, ..]) => (rows, dim, String::new()),
        (_, [first, rest @ ..]) if wide.len() > 2 => {
            let (rows, dim) = (product(before), last);
            let other = format!(
                " if each row is one vector of {} values, or array.reshape({rows}, {dim}) if each \
                 has {} vectors",
                product(rest),
                product(before) / (*first).max(1),
            );
            (*first, product(rest), other)
        }
        (_, [n]) => (1, *n, " if it is one vector, or its rows as array.reshape(rows, dim)".into()),
        _ => (product(before), last, String::new()),
    }
}

/// Reads the ids of a matrix's rows, such as `ids` in an `.npz`: whole numbers or text (`<U…`, `|S…`).
/// `None` if the array is not such a list. Refuses empty and duplicate ids.
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
        return Err(wrong(format!("cut short: its header says {n_ids} ids, but {n} bytes follow")));
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

enum IdKind {
    /// Bytes, and whether it is signed.
    Integer(usize, bool),
    /// Characters of four bytes, padded with zeros.
    Unicode(usize),
    /// Bytes, padded with zeros.
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
