//! The layout of int8 codes on the device: neighbouring threads of a workgroup read neighbouring
//! words.

use crate::sizes::{ROWS, THREADS};
use std::ops::Range;

/// A gallery in blocks of [`THREADS`] · [`ROWS`] rows, one for each workgroup.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    pub(super) n_rows: usize,
    pub(super) dim: usize,
}

impl Layout {
    /// Of a row, with four codes each; at least one, since no tensor may be empty.
    pub(super) fn n_words(&self) -> usize {
        self.dim.div_ceil(4).max(1)
    }

    pub(super) fn n_blocks(&self) -> usize {
        self.n_rows.div_ceil(THREADS * ROWS).max(1)
    }

    pub(super) fn n_threads(&self) -> usize {
        self.n_blocks() * THREADS
    }

    /// Rows, the last block padded.
    pub(super) fn n_slots(&self) -> usize {
        self.n_threads() * ROWS
    }

    pub(super) fn bytes_per_block(&self) -> usize {
        4 * THREADS * ROWS * self.n_words()
    }

    pub(super) fn part_shape(&self, n_blocks: usize) -> [usize; 5] {
        [n_blocks, self.n_words(), ROWS, THREADS, 4]
    }

    /// Some blocks of codes `[rows, dim]`: `[blocks, words of a row, rows of a thread, threads, 4]`.
    /// Row `n` of thread `t` is row `n · n_threads + t` of the gallery.
    pub(super) fn part(&self, codes: &[u8], blocks: Range<usize>) -> Vec<u8> {
        let mut part = vec![0u8; blocks.len() * self.bytes_per_block()];
        for (block, body) in blocks.zip(part.chunks_exact_mut(self.bytes_per_block().max(1))) {
            for slot in 0..ROWS * THREADS {
                let row = slot / THREADS * self.n_threads() + block * THREADS + slot % THREADS;
                let row = codes.get(row * self.dim..(row + 1) * self.dim).unwrap_or_default();
                let words = body.chunks_exact_mut(4).skip(slot).step_by(ROWS * THREADS);
                for (codes, word) in row.chunks(4).zip(words) {
                    word.iter_mut().zip(codes).for_each(|(to, code)| *to = *code);
                }
            }
        }
        part
    }
}
