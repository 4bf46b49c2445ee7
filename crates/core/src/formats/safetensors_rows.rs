//! Matrices in safetensors files of other programs. `vectors` reads a benchmark's shards.

use super::{
    FormatError, Place,
    matrix_rows::{MatrixRows, NumberKind},
    named_matrix::{Offered, chosen},
};
use crate::limits::MAX_SAFETENSORS_HEADER_BYTES;
use safetensors::{
    Dtype,
    tensor::{Metadata, TensorInfo},
};
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use std::{
    collections::HashSet,
    fmt,
    io::{Read, Seek, SeekFrom, Take},
};

/// The header begins with its length.
const LENGTH_BYTES: u64 = 8;

/// Reads the tensor called `name`, or without one the file's only matrix `[rows, dim]`, of F16, BF16, F32
/// or F64. The file must have the `n_bytes` bytes that its header implies.
pub fn rows_from_safetensors<R: Read + Seek>(
    file: &str,
    mut reader: R,
    n_bytes: u64,
    name: Option<&str>,
) -> Result<MatrixRows<Take<R>>, FormatError> {
    let (metadata, data) = header_of_safetensors(file, &mut reader, n_bytes)?;
    // In file order, which the header does not keep.
    let mut tensors: Vec<_> = metadata.tensors().into_iter().collect();
    tensors.sort_by_key(|(_, info)| info.data_offsets);
    let wrong = |reason: &str| FormatError::new(file, Place::File, reason);
    let offered: Vec<Offered> = tensors.iter().map(|(name, info)| offered(name, info)).collect();
    let place = chosen(file, "tensor", &offered, name)?;
    let matrix = tensors.get(place).and_then(|(_, info)| Some((info, matrix_of(info)?)));
    let (info, (shape, number)) = matrix.ok_or_else(|| wrong("it has no matrix"))?;
    let (start, end) = info.data_offsets;
    reader
        .seek(SeekFrom::Start(data + start as u64))
        .map_err(|e| wrong("it cannot be read from its middle").because(e))?;
    MatrixRows::new(file, reader.take((end - start) as u64), shape, number)
}

/// The names of all tensors.
pub fn names_from_safetensors(
    file: &str,
    mut reader: impl Read,
    n_bytes: u64,
) -> Result<Vec<String>, FormatError> {
    let (metadata, _) = header_of_safetensors(file, &mut reader, n_bytes)?;
    Ok(metadata.tensors().into_keys().collect())
}

/// Reads the header, and returns where the data begins.
pub(super) fn header_of_safetensors(
    file: &str,
    reader: &mut impl Read,
    n_bytes: u64,
) -> Result<(Metadata, u64), FormatError> {
    let wrong = |reason: String| FormatError::new(file, Place::File, reason);
    let cut_short =
        |e: std::io::Error| wrong(format!("not a safetensors file: its header: {e}")).because(e);
    let mut length = [0; LENGTH_BYTES as usize];
    reader.read_exact(&mut length).map_err(cut_short)?;
    let length = u64::from_le_bytes(length);
    if length > MAX_SAFETENSORS_HEADER_BYTES {
        return Err(wrong(format!("not a safetensors file: its header would have {length} bytes")));
    }
    let mut header = Vec::new();
    reader.take(length).read_to_end(&mut header).map_err(cut_short)?;
    if let Some(name) = twice(&header) {
        return Err(wrong(format!("it has the tensor {name} twice")));
    }
    let metadata: Metadata = serde_json::from_slice(&header)
        .map_err(|e| wrong(format!("not a safetensors file: {e}")).because(e))?;
    let data = LENGTH_BYTES + length;
    let end = metadata.tensors().values().map(|info| info.data_offsets.1).max().unwrap_or(0);
    let expected = data.saturating_add(end as u64);
    if expected != n_bytes {
        return Err(wrong(format!("it has {n_bytes} bytes, but its header says {expected}")));
    }
    Ok((metadata, data))
}

/// A name that occurs twice in the header's object; JSON readers keep the last.
fn twice(header: &[u8]) -> Option<String> {
    struct Names(HashSet<String>, Option<String>);
    impl<'de> Deserialize<'de> for Names {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_map(Names(HashSet::new(), None))
        }
    }
    impl<'de> Visitor<'de> for Names {
        type Value = Self;
        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("an object of tensors")
        }
        fn visit_map<A: MapAccess<'de>>(mut self, mut object: A) -> Result<Self, A::Error> {
            while let Some((name, _)) = object.next_entry::<String, IgnoredAny>()? {
                if self.0.contains(&name) {
                    self.1.get_or_insert(name);
                } else {
                    self.0.insert(name);
                }
            }
            Ok(self)
        }
    }
    // What is not an object is refused by the next reader.
    serde_json::from_slice::<Names>(header).ok()?.1
}

/// A matrix of floating-point numbers.
pub(super) struct TensorMatrix {
    pub(super) name: String,
    pub(super) shape: [u64; 2],
    pub(super) number: NumberKind,
    /// In bytes from the beginning of the data.
    pub(super) offset: u64,
}

/// In the order of the file.
pub(super) fn matrices_of_safetensors(metadata: &Metadata) -> Vec<TensorMatrix> {
    let matrices = metadata.tensors().into_iter().filter_map(|(name, info)| {
        let (shape, number) = matrix_of(info)?;
        Some(TensorMatrix { name, shape, number, offset: info.data_offsets.0 as u64 })
    });
    let mut matrices: Vec<TensorMatrix> = matrices.collect();
    matrices.sort_by_key(|matrix| matrix.offset);
    matrices
}

fn offered(name: &str, info: &TensorInfo) -> Offered {
    let fault = match matrix_of(info) {
        Some(_) => None,
        None if info.shape.len() == 2 => {
            Some(format!("its type is {:?}, but F16, BF16, F32 or F64 is needed", info.dtype))
        }
        None => Some(format!("its shape is {:?}, but [rows, dim] is needed", info.shape)),
    };
    Offered { name: name.to_owned(), fault }
}

fn matrix_of(info: &TensorInfo) -> Option<([u64; 2], NumberKind)> {
    let &[n_rows, dim] = info.shape.as_slice() else { return None };
    let number = match info.dtype {
        Dtype::F16 => NumberKind::F16,
        Dtype::BF16 => NumberKind::Bf16,
        Dtype::F32 => NumberKind::F32,
        Dtype::F64 => NumberKind::F64,
        _ => return None,
    };
    Some(([n_rows as u64, dim as u64], number))
}
