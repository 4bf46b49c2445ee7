//! How int8 codes lie on the device: neighbouring threads of a workgroup read neighbouring words.

use std::ops::Range;

/// Threads of a workgroup.
pub(super) const THREADS: usize = 64;
/// Rows of a thread; they share each read of a query's values.
pub(super) const ROWS: usize = 8;
/// Words before the codes of a part; the first is the number of the part's first block.
pub(super) const HEADER: usize = 64;

/// A gallery in blocks of [`THREADS`] · [`ROWS`] rows, one for each workgroup.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    pub(super) n_rows: usize,
    pub(super) dim: usize,
}

impl Layout {
    /// Words of a row, with four codes each.
    pub(super) fn n_words(&self) -> usize {
        self.dim.div_ceil(4)
    }

    pub(super) fn n_blocks(&self) -> usize {
        self.n_rows.div_ceil(THREADS * ROWS)
    }

    /// Threads of all blocks.
    pub(super) fn n_threads(&self) -> usize {
        self.n_blocks() * THREADS
    }

    /// Rows, the last block filled up.
    pub(super) fn n_slots(&self) -> usize {
        self.n_threads() * ROWS
    }

    pub(super) fn words_per_block(&self) -> usize {
        THREADS * ROWS * self.n_words()
    }

    /// The words of some blocks from codes `[rows, dim]`: a header, then `[blocks, words of a row,
    /// rows of a thread, threads]`. Row `n` of thread `t` is row `n · n_threads + t` of the gallery.
    pub(super) fn part(&self, codes: &[u8], blocks: Range<usize>) -> Vec<u32> {
        let mut words = vec![0u32; HEADER + blocks.len() * self.words_per_block()];
        let (header, body) = words.split_at_mut(HEADER);
        if let (Some(first), Ok(block)) = (header.first_mut(), u32::try_from(blocks.start)) {
            *first = block;
        }
        for (block, body) in blocks.zip(body.chunks_exact_mut(self.words_per_block().max(1))) {
            for slot in 0..ROWS * THREADS {
                let row = slot / THREADS * self.n_threads() + block * THREADS + slot % THREADS;
                let row = codes.get(row * self.dim..(row + 1) * self.dim).unwrap_or_default();
                let words = body.iter_mut().skip(slot).step_by(ROWS * THREADS);
                for (codes, word) in row.chunks(4).zip(words) {
                    let mut four = [0; 4];
                    four.iter_mut().zip(codes).for_each(|(to, code)| *to = *code);
                    *word = u32::from_le_bytes(four);
                }
            }
        }
        words
    }
}
