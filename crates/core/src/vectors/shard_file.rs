//! A shard that is read where it lies, some rows at a time: for corpora larger than memory.

use super::{
    ShardDtype, Vectors,
    shard::{LENGTH_BYTES, ShardLayout, scales_from_bytes},
};
use crate::formats::{FormatError, Place};
use safetensors::tensor::Metadata;
use std::io;

/// The longest header that is read. It names two tensors; safetensors would allow 100 MB.
const LONGEST_HEADER: u64 = 1 << 20;

/// Rows are read together where no more bytes lie between two of them: reading that much takes no
/// longer than asking once more.
const SPAN_BYTES: usize = 1 << 13;
/// Rows that are read together are at most so many that they fill this, if none lay between them.
const MOST_BYTES: usize = 1 << 18;

/// A file of which any part can be read.
pub trait ReadAt {
    /// Its length in bytes.
    ///
    /// # Errors
    /// What the system says.
    fn len_bytes(&self) -> io::Result<u64>;

    /// Fills `into` with what lies at `offset`.
    ///
    /// # Errors
    /// What the system says; also where the file ends too early.
    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()>;
}

#[cfg(unix)]
impl ReadAt for std::fs::File {
    fn len_bytes(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, into, offset)
    }
}

impl ReadAt for Vec<u8> {
    fn len_bytes(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let part = self.get(start..).and_then(|rest| rest.get(..into.len()));
        into.copy_from_slice(part.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// A shard in a file, of which only the header is in memory, and the scales of int8 rows.
#[derive(Debug)]
pub struct ShardFile<R> {
    name: String,
    file: R,
    layout: ShardLayout,
    scales: Vec<f32>,
    /// Where the header ends.
    data: u64,
}

impl<R: ReadAt> ShardFile<R> {
    /// Reads the header and the scales; `name` is for messages.
    ///
    /// # Errors
    /// As [`super::vectors_from_shard`], and what the system says.
    pub fn open(name: &str, file: R) -> Result<Self, FormatError> {
        let failed = |e: io::Error| unreadable(name, e);
        let wrong = |reason: String| {
            FormatError::new(name, Place::File, format!("not a safetensors file: {reason}"))
        };
        let len = file.len_bytes().map_err(failed)?;
        let mut length = [0; LENGTH_BYTES];
        file.read_at(0, &mut length).map_err(failed)?;
        let length = u64::from_le_bytes(length);
        if length > LONGEST_HEADER {
            return Err(wrong(format!("its header would have {length} bytes")));
        }
        #[expect(clippy::cast_possible_truncation, reason = "no longer than the longest")]
        let mut header = vec![0; length as usize];
        file.read_at(LENGTH_BYTES as u64, &mut header).map_err(failed)?;
        let metadata: Metadata =
            serde_json::from_slice(&header).map_err(|e| wrong(e.to_string()).because(e))?;
        let data = LENGTH_BYTES as u64 + length;
        let end = metadata.tensors().values().map(|info| info.data_offsets.1).max().unwrap_or(0);
        if data + end as u64 != len {
            let expected = data + end as u64;
            return Err(wrong(format!("it has {len} bytes, and its header says {expected}")));
        }
        let layout = ShardLayout::new(name, &metadata)?;
        let mut scales = vec![0; layout.scales.as_ref().map_or(0, std::ops::Range::len)];
        if let Some(range) = &layout.scales {
            file.read_at(data + range.start as u64, &mut scales).map_err(failed)?;
        }
        let scales = scales_from_bytes(name, &scales)?;
        Ok(Self { name: name.into(), file, layout, scales, data })
    }

    /// Number of vectors.
    #[must_use]
    pub fn n_rows(&self) -> usize {
        self.layout.n_rows
    }

    /// Values in a vector.
    #[must_use]
    pub fn dim(&self) -> usize {
        self.layout.dim
    }

    /// How the values are kept.
    #[must_use]
    pub fn dtype(&self) -> ShardDtype {
        self.layout.dtype
    }

    /// Bytes of a row, without its scale.
    #[must_use]
    pub fn bytes_a_row(&self) -> usize {
        self.layout.dim * self.layout.dtype.bytes()
    }

    /// Bytes that it takes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.scales[..])
    }

    /// The vectors of `n` rows from `first` on, as many as there are.
    ///
    /// # Errors
    /// What the system says.
    pub fn rows(&self, first: usize, n: usize) -> Result<Vectors, FormatError> {
        let first = first.min(self.n_rows());
        let n = n.min(self.n_rows() - first);
        let mut values = vec![0; n * self.bytes_a_row()];
        let place = self.layout.values.start as u64 + first as u64 * self.bytes_a_row() as u64;
        let read = self.file.read_at(self.data + place, &mut values);
        read.map_err(|e| unreadable(&self.name, e))?;
        // None where the values are not int8.
        let scales = self.scales.get(first..first + n).unwrap_or_default();
        Ok(self.layout.vectors(values, scales.to_vec()))
    }

    /// The vectors of chosen rows, in their order. Rows that lie near each other in an order that
    /// rises are read in one go.
    ///
    /// # Errors
    /// As [`Self::rows`].
    pub fn chosen_rows(&self, rows: &[u32]) -> Result<Vectors, FormatError> {
        let nearest = |a: u32, b: u32| {
            b.checked_sub(a).is_some_and(|gap| gap as usize * self.bytes_a_row() <= SPAN_BYTES)
        };
        let mut chosen = Vectors::new(self.layout.dim, self.layout.dtype);
        for near in rows.chunk_by(|a, b| nearest(*a, *b)) {
            for span in near.chunks((MOST_BYTES / self.bytes_a_row()).max(1)) {
                let (Some(first), Some(last)) = (span.first(), span.last()) else { continue };
                let read = self.rows(*first as usize, (last - first) as usize + 1)?;
                for row in span {
                    chosen.push_stored(&read, (row - first) as usize);
                }
            }
        }
        Ok(chosen)
    }
}

fn unreadable(name: &str, error: io::Error) -> FormatError {
    FormatError::new(name, Place::File, format!("it cannot be read: {error}")).because(error)
}
