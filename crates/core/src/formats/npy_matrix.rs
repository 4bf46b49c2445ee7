//! Whether an array of numpy is a matrix of vectors, and what makes one of it.

use super::{matrix_rows::NumberKind, npy_head::NpyHead};

/// The matrix that a `.npy` file has.
pub(super) struct NpyMatrix {
    pub(super) shape: [u64; 2],
    pub(super) number: NumberKind,
    /// Whether columns follow each other instead of rows; of one row or column, both orders are the
    /// same.
    pub(super) is_fortran: bool,
    /// Bytes before the first value.
    pub(super) offset: u64,
}

/// The matrix `[rows, dim]` of float16, float32 or float64 that a header describes.
///
/// # Errors
/// An array of another type or shape, with the Python that makes a matrix of exactly this array.
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
    // A list of objects or of fields becomes a matrix by that alone.
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

/// A type that no vectors have.
struct OtherType {
    /// What it is, in words.
    words: &'static str,
    /// What to do first, and what gives floating-point numbers; `None` if nothing does.
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

/// Rows and dim for an array of another shape, and in words another reading of it.
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
