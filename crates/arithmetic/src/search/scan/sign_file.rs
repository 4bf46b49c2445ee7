//! Sign codes as a file, so that they need not be computed again: bits, scales and error bounds,
//! little-endian, then a footer with shape, seed and checksum. It is written and read in parts: in
//! one piece it would briefly need twice the memory, and a browser never takes back memory that a
//! module has grown to.

use super::{Rotation, SignCodes, sign_sums::ROWS, signs::BITS};
use crate::crc32;
use crate::simd::InstructionSet;
use crate::vectors::ReadAt;

/// Name and version, rows, dim, seed, and the checksum (CRC-32) of everything before it.
const FOOTER_BYTES: usize = 40;
const CHECKSUM_BYTES: usize = 8;

/// Floats converted at once: a megabyte, since every read from a browser's file has a fixed cost.
const FLOATS_PER_PART: usize = 1 << 18;

fn footer(n_rows: usize, dim: usize, seed: u64) -> Vec<u8> {
    let words = [*b"signs  3", (n_rows as u64).to_le_bytes(), (dim as u64).to_le_bytes()];
    words.into_iter().chain([seed.to_le_bytes()]).flatten().collect()
}

impl SignCodes {
    /// Writes the file, part by part from its start to its end.
    pub fn write<E>(&self, mut put: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let mut crc = crc32();
        let mut put_checked = |part: &[u8]| {
            crc.update(part);
            put(part)
        };
        put_checked(&self.bits)?;
        for floats in [&self.scales, &self.radii] {
            for floats in floats.chunks(FLOATS_PER_PART) {
                let part: Vec<u8> = floats.iter().flat_map(|value| value.to_le_bytes()).collect();
                put_checked(&part)?;
            }
        }
        put_checked(&footer(self.scales.len(), self.dim, self.seed))?;
        put(&u64::from(crc.finalize()).to_le_bytes())
    }

    /// The size of the file for so many rows; `None` if these are too many.
    pub fn file_bytes(n_rows: usize, dim: usize) -> Option<usize> {
        let n_bits = n_rows.checked_next_multiple_of(ROWS)?.checked_mul(dim.div_ceil(BITS))?;
        let n_floats = size_of::<f32>().checked_mul(n_rows)?;
        n_floats.checked_mul(2)?.checked_add(n_bits)?.checked_add(FOOTER_BYTES)
    }

    /// The same for the same vectors on every machine.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.bytes() + FOOTER_BYTES);
        let put = |part: &[u8]| {
            bytes.extend_from_slice(part);
            Ok::<(), std::convert::Infallible>(())
        };
        match self.write(put) {
            Ok(()) => bytes,
            Err(never) => match never {},
        }
    }

    /// `None` if the file cannot be read, has other rows, dim or seed, or is damaged. If it
    /// `was_checked` before, the checksum is not computed again.
    pub fn read(
        n_rows: usize,
        dim: usize,
        seed: u64,
        file: &impl ReadAt,
        was_checked: bool,
    ) -> Option<Self> {
        let len = Self::file_bytes(n_rows, dim)?;
        let footer_start = len - FOOTER_BYTES;
        let n_floats = size_of::<f32>() * n_rows;
        let n_bits = footer_start - 2 * n_floats;
        let len = len as u64;
        if file.len_bytes().ok()? != len {
            return None;
        }
        let mut crc = crc32();
        let mut read = |start: usize, into: &mut [u8]| {
            file.read_at(start as u64, into).ok()?;
            if !was_checked {
                crc.update(into);
            }
            Some(())
        };
        let mut bits = vec![0; n_bits];
        read(0, &mut bits)?;
        let mut floats = |start: usize| {
            let mut floats = Vec::with_capacity(n_rows);
            let mut part = vec![0; size_of::<f32>() * FLOATS_PER_PART.min(n_rows)];
            while floats.len() < n_rows {
                let n = FLOATS_PER_PART.min(n_rows - floats.len());
                let part = part.get_mut(..size_of::<f32>() * n)?;
                read(start + size_of::<f32>() * floats.len(), part)?;
                floats.extend(part.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)));
            }
            Some(floats)
        };
        let (scales, radii) = (floats(n_bits)?, floats(n_bits + n_floats)?);
        let mut found = vec![0; FOOTER_BYTES - CHECKSUM_BYTES];
        read(footer_start, &mut found)?;
        let mut checksum = [0; CHECKSUM_BYTES];
        file.read_at(len - CHECKSUM_BYTES as u64, &mut checksum).ok()?;
        let is_intact = was_checked || u64::from(crc.finalize()) == u64::from_le_bytes(checksum);
        (is_intact && found == footer(n_rows, dim, seed)).then_some(())?;
        let (rotation, on) = (Rotation::new(dim, seed), InstructionSet::widest());
        Some(Self { rotation, seed, dim, bits, scales, radii, on })
    }
}
