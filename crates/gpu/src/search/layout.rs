//! Where a row's codes lie on the device: so that the units of a workgroup, side by side, read
//! words that are side by side.

use std::ops::Range;

/// Units of a workgroup.
pub(super) const UNITS: usize = 64;
/// Rows of a unit: as many share the reading of a query's values.
pub(super) const ROWS: usize = 8;
/// Words before the codes of a part; the first says which block is its first.
pub(super) const HEADER: usize = 64;

/// A corpus in blocks of [`UNITS`] times [`ROWS`] rows, one for each workgroup.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    pub(super) n_rows: usize,
    pub(super) dim: usize,
}

impl Layout {
    /// Words of a row: four codes each.
    pub(super) fn n_words(&self) -> usize {
        self.dim.div_ceil(4)
    }

    pub(super) fn n_blocks(&self) -> usize {
        self.n_rows.div_ceil(UNITS * ROWS)
    }

    pub(super) fn n_units(&self) -> usize {
        self.n_blocks() * UNITS
    }

    /// Rows with those that fill up the last block.
    pub(super) fn n_slots(&self) -> usize {
        self.n_units() * ROWS
    }

    /// Words of a block.
    pub(super) fn block_words(&self) -> usize {
        UNITS * ROWS * self.n_words()
    }

    /// The words of some blocks from codes `[rows, dim]`: block, word of a row, row of a unit,
    /// unit. The n-th row of a unit is its number plus n times the number of units.
    pub(super) fn part(&self, codes: &[u8], blocks: Range<usize>) -> Vec<u32> {
        let mut words = vec![0u32; HEADER + blocks.len() * self.block_words()];
        let (header, body) = words.split_at_mut(HEADER);
        if let (Some(first), Ok(block)) = (header.first_mut(), u32::try_from(blocks.start)) {
            *first = block;
        }
        for (block, body) in blocks.zip(body.chunks_exact_mut(self.block_words().max(1))) {
            for place in 0..ROWS * UNITS {
                let row = place / UNITS * self.n_units() + block * UNITS + place % UNITS;
                let row = codes.get(row * self.dim..(row + 1) * self.dim).unwrap_or_default();
                let places = body.iter_mut().skip(place).step_by(ROWS * UNITS);
                for (codes, word) in row.chunks(4).zip(places) {
                    let mut four = [0; 4];
                    four.iter_mut().zip(codes).for_each(|(to, code)| *to = *code);
                    *word = u32::from_le_bytes(four);
                }
            }
        }
        words
    }
}
