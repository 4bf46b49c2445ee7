//! NumPy's `.npz`: a zip archive with an `.npy` file for each array, stored (`numpy.savez`) or deflated
//! (`numpy.savez_compressed`).

use super::{
    FormatError, Place,
    matrix_rows::MatrixRows,
    named_matrix::{Offered, chosen},
    npy::{NpyMatrix, rows_from_npy, shape_from_npy},
    zip_members::Members,
};
use std::io::{Read, Seek};

const ENDING: &str = ".npy";

/// Passes the rows of the array called `name`, or without one of the file's only matrix, to `take`.
/// Nothing is kept in memory.
pub fn rows_from_npz<R: Read + Seek, E: From<FormatError>>(
    file: &str,
    reader: R,
    name: Option<&str>,
    take: impl FnOnce(MatrixRows<&mut dyn Read>) -> Result<(), E>,
) -> Result<(), E> {
    let mut members = Members::open(file, reader)?;
    let names: Vec<String> =
        members.names().into_iter().filter(|name| name.ends_with(ENDING)).collect();
    let array_of = |member: &str| member.strip_suffix(ENDING).unwrap_or(member).to_owned();
    let mut offered = Vec::new();
    for member in &names {
        // Only the requested array needs checking.
        let is_wanted = name.is_none_or(|name| name == array_of(member));
        let fault = if is_wanted { fault_of(&mut members, member) } else { None };
        offered.push(Offered { name: array_of(member), fault });
    }
    let place = chosen(file, "array", &offered, name)?;
    let member = names.get(place).map_or("", String::as_str);
    let (_, mut content) = members.member(member)?;
    let named = format!("{file}#{}", array_of(member));
    take(rows_from_npy(&named, &mut content as &mut dyn Read)?)
}

/// The names of the arrays that are matrices of vectors.
pub fn matrices_of_npz<R: Read + Seek>(file: &str, reader: R) -> Result<Vec<String>, FormatError> {
    let mut members = Members::open(file, reader)?;
    let names = members.names().into_iter().filter(|name| name.ends_with(ENDING));
    let names: Vec<String> = names.collect();
    let mut matrices = Vec::new();
    for member in &names {
        if fault_of(&mut members, member).is_none() {
            matrices.push(member.strip_suffix(ENDING).unwrap_or(member).to_owned());
        }
    }
    Ok(matrices)
}

/// Why a member is not a matrix of vectors, or not the one that its archive declares.
fn fault_of<R: Read + Seek>(members: &mut Members<'_, R>, member: &str) -> Option<String> {
    let (declared, mut content) = match members.member(member) {
        Ok(opened) => opened,
        Err(e) => return Some(e.reason),
    };
    match shape_from_npy(member, &mut content) {
        Err(e) => Some(e.reason),
        Ok(NpyMatrix { shape: [n_rows, dim], number, offset, .. }) => {
            let n_values = n_rows.checked_mul(dim);
            let n_bytes = n_values.and_then(|n| n.checked_mul(number.bytes() as u64));
            let wanted = n_bytes.and_then(|n| n.checked_add(offset));
            let is_whole = wanted == Some(declared);
            (!is_whole).then(|| {
                format!(
                    "its header says [{n_rows}, {dim}], and the archive says that it has {declared} \
                     bytes"
                )
            })
        }
    }
}

/// The names of all arrays.
pub fn names_from_npz<R: Read + Seek>(file: &str, reader: R) -> Result<Vec<String>, FormatError> {
    let names = Members::open(file, reader)?.names();
    let arrays: Vec<String> =
        names.iter().filter_map(|name| Some(name.strip_suffix(ENDING)?.to_owned())).collect();
    if arrays.is_empty() {
        let reason = "it has no array: it is a zip archive, but not numpy's";
        return Err(FormatError::new(file, Place::File, reason));
    }
    Ok(arrays)
}
