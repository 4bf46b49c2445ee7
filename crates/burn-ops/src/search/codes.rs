use super::layout::Layout;
use crate::device::Gpu;
use crate::sizes::ROWS;
use burn::tensor::{Int, Tensor};
use rankscope_core::search::scan::Int8Codes;
use rankscope_core::vectors::Vectors;

/// Of codes in one buffer: every device can bind that much.
const MAX_PART_BYTES: usize = 96 << 20;

/// The codes of a gallery on the device, and what its rows' estimates need.
pub(super) struct Codes {
    pub(super) layout: Layout,
    /// `[blocks, words, 8, 64, 4]`, with the first block of each part.
    pub(super) parts: Vec<(usize, Tensor<5, Int>)>,
    /// Scales, then radii, `[2, 8, threads]`; −1 for rows that the kernels skip.
    pub(super) rows: Tensor<3>,
}

impl Codes {
    pub(super) fn new(vectors: &Vectors, coded: &Int8Codes, gpu: &Gpu) -> Self {
        let layout = Layout { n_rows: vectors.n_rows(), dim: vectors.dim() };
        let (codes, scales) = coded.of(vectors);
        let part_bytes = MAX_PART_BYTES.min(gpu.max_buffer_bytes());
        let blocks_per_part = (part_bytes / layout.bytes_per_block().max(1)).max(1);
        let parts = (0..layout.n_blocks()).step_by(blocks_per_part).map(|first| {
            let blocks = first..layout.n_blocks().min(first + blocks_per_part);
            let (shape, bytes) = (layout.part_shape(blocks.len()), layout.part(codes, blocks));
            (first, gpu.lasting(|| gpu.codes(bytes, shape)))
        });
        let parts = parts.collect();
        let mut rows = scales.to_vec();
        rows.resize(layout.n_slots(), 0.0);
        let radii = coded.radii().iter();
        rows.extend(radii.map(|radius| if radius.is_finite() { *radius } else { -1.0 }));
        rows.resize(2 * layout.n_slots(), -1.0);
        let shape = [2, ROWS, layout.n_threads()];
        Self { layout, parts, rows: gpu.lasting(|| gpu.floats(rows, shape)) }
    }

    pub(super) fn bytes(&self) -> usize {
        self.layout.n_blocks() * self.layout.bytes_per_block() + 8 * self.layout.n_slots()
    }
}

impl Drop for Codes {
    fn drop(&mut self) {
        let parts = std::mem::take(&mut self.parts).into_iter();
        let mut tensors: Vec<_> = parts.map(|(_, part)| part.into_dispatch()).collect();
        let nothing = Tensor::empty([1, 1, 1], &self.rows.device());
        tensors.push(std::mem::replace(&mut self.rows, nothing).into_dispatch());
        Gpu::give_back(tensors);
    }
}
