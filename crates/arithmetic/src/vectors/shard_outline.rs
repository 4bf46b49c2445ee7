//! Where a shard's rows are in its file, known from its header alone: for rows that are read one by
//! one, from a file or from a server that sends parts of it.

use super::{
    ShardDtype, Vectors,
    shard::{LENGTH_BYTES, ShardLayout, scales_from_bytes},
};
use crate::limits::MAX_SHARD_HEADER_BYTES;
use crate::{FormatError, Place};
use safetensors::tensor::Metadata;
use std::ops::Range;

/// A shard's header, read and checked against the size of its file.
#[derive(Debug, Clone)]
pub struct ShardOutline {
    name: String,
    pub(super) layout: ShardLayout,
    /// The offset of the first byte after the header.
    data: u64,
}

impl ShardOutline {
    /// The first bytes of a file, which give the length of its header.
    pub const FIRST_BYTES: usize = LENGTH_BYTES;

    /// Where the header is in a file that begins with these bytes; `name` is for error messages. An
    /// error if it would be longer than [`MAX_SHARD_HEADER_BYTES`].
    pub fn header(name: &str, first: [u8; Self::FIRST_BYTES]) -> Result<Range<usize>, FormatError> {
        let length = u64::from_le_bytes(first);
        if length > MAX_SHARD_HEADER_BYTES {
            return Err(wrong(name, &format!("its header would have {length} bytes")));
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most MAX_SHARD_HEADER_BYTES")]
        let length = length as usize;
        Ok(LENGTH_BYTES..LENGTH_BYTES + length)
    }

    /// Reads the header of a file of `n_bytes`. An error if the header says another size.
    pub fn new(name: &str, header: &[u8], n_bytes: u64) -> Result<Self, FormatError> {
        let metadata: Metadata =
            serde_json::from_slice(header).map_err(|e| wrong(name, &e.to_string()).because(e))?;
        let data = (LENGTH_BYTES + header.len()) as u64;
        let end = metadata.tensors().values().map(|info| info.data_offsets.1).max().unwrap_or(0);
        let expected = data.saturating_add(end as u64);
        if expected != n_bytes {
            let reason = format!("it has {n_bytes} bytes, and its header says {expected}");
            return Err(wrong(name, &reason));
        }
        Ok(Self { name: name.into(), layout: ShardLayout::new(name, &metadata)?, data })
    }

    /// For error messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn n_rows(&self) -> usize {
        self.layout.n_rows
    }

    pub fn dim(&self) -> usize {
        self.layout.dim
    }

    pub fn dtype(&self) -> ShardDtype {
        self.layout.dtype
    }

    /// Without its scale.
    pub fn bytes_per_row(&self) -> usize {
        self.layout.dim * self.layout.dtype.bytes()
    }

    /// The bytes of the file that have the values of these rows, without their scales.
    pub fn rows(&self, rows: Range<usize>) -> Range<u64> {
        let first = self.data + self.layout.values.start as u64;
        let at = |row: usize| first + row as u64 * self.bytes_per_row() as u64;
        at(rows.start)..at(rows.end)
    }

    /// The bytes of the file that have the scales of all rows; `None` unless int8.
    pub fn scales(&self) -> Option<Range<u64>> {
        let range = self.layout.scales.as_ref()?;
        Some(self.data + range.start as u64..self.data + range.end as u64)
    }

    /// From the bytes of all scales. An error if one is negative, or makes a value that is not
    /// finite.
    pub fn scales_from(&self, bytes: &[u8]) -> Result<Vec<f32>, FormatError> {
        scales_from_bytes(&self.name, bytes)
    }

    /// Consecutive rows from `first` on, from the bytes of their values. `scales` are those of all
    /// rows, or empty if not int8. An error names a value that is NaN or infinite.
    pub fn vectors(
        &self,
        first: usize,
        values: Vec<u8>,
        scales: &[f32],
    ) -> Result<Vectors, FormatError> {
        let n = values.len() / self.bytes_per_row();
        let scales = scales.get(first..first + n).unwrap_or_default();
        let vectors = self.layout.vectors(values, scales.to_vec());
        vectors.check_finite(&self.name, first)?;
        Ok(vectors)
    }
}

fn wrong(name: &str, reason: &str) -> FormatError {
    FormatError::new(name, Place::File, format!("not a safetensors file: {reason}"))
}
