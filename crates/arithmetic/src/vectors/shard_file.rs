//! A shard in a file, read some rows at a time: for galleries larger than memory.

use super::{ShardDtype, ShardOutline, Vectors};
use crate::{FormatError, Place};
use std::io;

/// Rows that start at most this many bytes apart are read together: reading the gap takes no
/// longer than another read.
const MAX_GAP_BYTES: usize = 1 << 13;
/// The most bytes of chosen rows in one read, gaps not counted.
const MAX_READ_BYTES: usize = 1 << 18;

/// A file that can be read at any offset.
pub trait ReadAt {
    fn len_bytes(&self) -> io::Result<u64>;

    /// Fills `into` with the bytes from `offset` on.
    ///
    /// # Errors
    /// Those of the system, and a file that ends too early.
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

#[cfg(not(unix))]
impl ReadAt for std::fs::File {
    fn len_bytes(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        use io::{Read, Seek};
        let mut file = self;
        file.seek(io::SeekFrom::Start(offset))?;
        file.read_exact(into)
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

/// A shard in a file; only its header and the scales of int8 rows are in memory.
#[derive(Debug)]
pub struct ShardFile<R> {
    file: R,
    outline: ShardOutline,
    scales: Vec<f32>,
}

impl<R: ReadAt> ShardFile<R> {
    /// Reads the header and the scales; `name` is for error messages.
    pub fn open(name: &str, file: R) -> Result<Self, FormatError> {
        let failed = |e: io::Error| unreadable(name, e);
        let len = file.len_bytes().map_err(failed)?;
        let mut first = [0; ShardOutline::FIRST_BYTES];
        file.read_at(0, &mut first).map_err(failed)?;
        let place = ShardOutline::header(name, first)?;
        let mut header = vec![0; place.len()];
        file.read_at(place.start as u64, &mut header).map_err(failed)?;
        let outline = ShardOutline::new(name, &header, len)?;
        let mut scales = Vec::new();
        if let Some(range) = outline.scales() {
            // No longer than the file, whose size the header was checked against.
            scales.resize(usize::try_from(range.end - range.start).unwrap_or(0), 0);
            file.read_at(range.start, &mut scales).map_err(failed)?;
        }
        let scales = outline.scales_from(&scales)?;
        Ok(Self { file, outline, scales })
    }

    pub fn n_rows(&self) -> usize {
        self.outline.n_rows()
    }

    pub fn dim(&self) -> usize {
        self.outline.dim()
    }

    pub fn dtype(&self) -> ShardDtype {
        self.outline.dtype()
    }

    /// Without its scale.
    pub fn bytes_per_row(&self) -> usize {
        self.outline.bytes_per_row()
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&self.scales[..])
    }

    /// Up to `n` rows from `first` on. An error names a value that is NaN or infinite.
    pub fn rows(&self, first: usize, n: usize) -> Result<Vectors, FormatError> {
        let first = first.min(self.n_rows());
        let n = n.min(self.n_rows() - first);
        let mut values = vec![0; n * self.bytes_per_row()];
        let read = self.file.read_at(self.outline.rows(first..first + n).start, &mut values);
        read.map_err(|e| unreadable(self.outline.name(), e))?;
        self.outline.vectors(first, values, &self.scales)
    }

    /// Chosen rows, in the order given. Runs of ascending rows that are close in the file are read
    /// at once.
    pub fn chosen_rows(&self, rows: &[u32]) -> Result<Vectors, FormatError> {
        let are_close = |a: u32, b: u32| {
            let bytes = |gap: u32| (gap as usize).saturating_mul(self.bytes_per_row());
            b.checked_sub(a).is_some_and(|gap| bytes(gap) <= MAX_GAP_BYTES)
        };
        let mut chosen = Vectors::new(self.dim(), self.dtype());
        for run in rows.chunk_by(|a, b| are_close(*a, *b)) {
            for span in run.chunks((MAX_READ_BYTES / self.bytes_per_row()).max(1)) {
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
