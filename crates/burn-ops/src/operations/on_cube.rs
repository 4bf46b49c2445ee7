//! The operations on CubeCL: our kernels on wgpu, stock operations on its other runtimes.

use super::Operations;
use crate::inputs::{Queries, Residual, RowFilter, Scored, Weights};
use crate::sizes::{CodesShape, Heads, LinearShape, PatchShape, ROWS, Selection, THREADS};
use crate::stock;
use crate::wgsl::{
    Attention, Gather, Keep, L2Norm, LayerNorm, Linear, Patches, Score, Storage, Threshold, Use,
    empty, is_wgpu, launch,
};
use burn::tensor::DType;
use burn_cubecl::{CubeBackend, kernel::into_contiguous, tensor::CubeTensor};

const READ: Use = Use::ReadOnly;
const WRITTEN: Use = Use::WriteOnly;
const CHANGED: Use = Use::ReadWrite;

impl Operations for CubeBackend {
    fn linear(
        x: CubeTensor,
        weights: Weights<Self>,
        bias: CubeTensor,
        residual: Residual<Self>,
        shape: LinearShape,
    ) -> CubeTensor {
        if !is_wgpu(&x) {
            return stock::linear::<Self>(x, weights, bias, residual, shape);
        }
        let [n_rows, n_in] = sizes(&x);
        let LinearShape { n_out, activation } = shape;
        let (x, residual) = (into_contiguous(x), rows_of(residual));
        let y = empty(&x, [n_rows, n_out], DType::F32);
        let (storage, blocks, scales) = match weights {
            Weights::Float(blocks) if blocks.dtype == DType::F16 => (Storage::F16, blocks, None),
            Weights::Float(blocks) => (Storage::F32, blocks, None),
            Weights::Int8 { codes, scales } => (Storage::I8, codes, Some(scales)),
        };
        let n_values = 16 * n_in.div_ceil(4) * n_out.div_ceil(4);
        assert_eq!(blocks.meta.shape().num_elements(), n_values, "the weights of {n_in} inputs");
        assert_eq!(sizes(&bias), [n_out.next_multiple_of(4)], "the bias of {n_out} outputs");
        let has_residual = residual.is_some();
        let kernel = Linear { storage, n_in, n_out, activation, has_residual };
        let mut tensors = vec![(&x, READ), (&blocks, READ), (&bias, READ), (&y, WRITTEN)];
        tensors.extend(scales.iter().map(|scales| (scales, READ)));
        tensors.extend(residual.iter().map(|rows| (rows, READ)));
        let workgroups = kernel.workgroups(n_rows);
        launch(kernel, workgroups, &tensors, &[n_rows]);
        y
    }

    fn attention(qkv: CubeTensor, heads: Heads) -> CubeTensor {
        if !is_wgpu(&qkv) {
            return stock::attention::<Self>(qkv, heads);
        }
        let [n_rows, width] = sizes(&qkv);
        let Heads { n_heads, n_tokens, max_tokens, is_causal } = heads;
        let hidden = width / 3;
        assert!(
            n_tokens <= max_tokens && n_rows.is_multiple_of(n_tokens),
            "{n_rows} rows: {heads:?}"
        );
        let qkv = into_contiguous(qkv);
        let y = empty(&qkv, [n_rows, hidden], DType::F32);
        let kernel = Attention { hidden, n_heads, max_tokens, is_causal };
        launch(kernel, [n_rows, n_heads], &[(&qkv, READ), (&y, WRITTEN)], &[n_tokens]);
        y
    }

    fn layer_norm_of_sum(
        x: CubeTensor,
        residual: Residual<Self>,
        gamma: CubeTensor,
        beta: CubeTensor,
        epsilon: f64,
    ) -> CubeTensor {
        if !is_wgpu(&x) {
            return stock::layer_norm_of_sum::<Self>(x, residual, gamma, beta, epsilon);
        }
        let [n_rows, len] = sizes(&x);
        let (x, residual) = (into_contiguous(x), rows_of(residual));
        let y = empty(&x, [n_rows, len], DType::F32);
        let kernel = LayerNorm::new(len, epsilon, residual.is_some());
        let mut tensors = vec![(&x, READ), (&gamma, READ), (&beta, READ), (&y, CHANGED)];
        tensors.extend(residual.iter().map(|rows| (rows, READ)));
        launch(kernel, [n_rows, 1], &tensors, &[]);
        y
    }

    fn l2_normalised(x: CubeTensor, shortest: f64) -> CubeTensor {
        if !is_wgpu(&x) {
            return stock::l2_normalised::<Self>(x, shortest);
        }
        let [n_rows, len] = sizes(&x);
        let x = into_contiguous(x);
        let y = empty(&x, [n_rows, len], DType::F32);
        launch(L2Norm::new(len, shortest), [n_rows, 1], &[(&x, READ), (&y, WRITTEN)], &[]);
        y
    }

    fn patch_projection(
        pixels: CubeTensor,
        weights: CubeTensor,
        bias: CubeTensor,
        shape: PatchShape,
    ) -> CubeTensor {
        if !is_wgpu(&pixels) {
            return stock::patch_projection::<Self>(pixels, weights, bias, shape);
        }
        let [n_images, image, width, n_colours] = sizes(&pixels);
        let PatchShape { side, n_out } = shape;
        assert!(
            image == width && n_colours == 3 && image.is_multiple_of(side),
            "patches of {side} in images of {image} · {width} · {n_colours}"
        );
        let n_patches = n_images * (image / side) * (image / side);
        let pixels = into_contiguous(pixels);
        let y = empty(&pixels, [n_patches, n_out], DType::F32);
        let kernel = Patches { image, side, n_out };
        let workgroups = kernel.workgroups(n_patches);
        let tensors = [(&pixels, READ), (&weights, READ), (&bias, READ), (&y, WRITTEN)];
        launch(kernel, workgroups, &tensors, &[n_patches]);
        y
    }

    fn score_codes(
        codes: CubeTensor,
        rows: CubeTensor,
        queries: Queries<Self>,
        scored: Scored<Self>,
        filter: RowFilter<Self>,
        shape: CodesShape,
    ) -> Scored<Self> {
        if !is_wgpu(&codes) {
            return stock::score_codes::<Self>(codes, rows, queries, scored, filter, shape);
        }
        let Queries { values, norms } = queries;
        let [n_blocks, n_words, ..]: [usize; 5] = sizes(&codes);
        let [n_groups, _, per_group] = sizes(&values);
        let [_, _, n_threads] = sizes(&scored.estimates);
        let (estimates, bounds) = (changeable(scored.estimates), changeable(scored.bounds));
        let mask = bits_of(filter);
        let kernel = Score { queries: per_group, has_mask: mask.is_some() };
        let mut tensors = vec![(&codes, READ), (&rows, READ), (&values, READ), (&norms, READ)];
        tensors.extend([(&estimates, CHANGED), (&bounds, CHANGED)]);
        tensors.extend(mask.iter().map(|mask| (mask, READ)));
        let of_part = [n_threads, n_words, shape.first_block];
        launch(kernel, [n_blocks, n_groups], &tensors, &of_part);
        Scored { estimates, bounds }
    }

    fn kept_rows(
        scored: Scored<Self>,
        rows: CubeTensor,
        norms: CubeTensor,
        filter: RowFilter<Self>,
        selection: Selection,
    ) -> CubeTensor {
        if !is_wgpu(&rows) {
            return stock::kept_rows::<Self>(scored, rows, norms, filter, selection);
        }
        let Scored { estimates, bounds } = scored;
        let [_, n_threads] = sizes(&bounds);
        let Selection { n_queries, k, capacity } = selection;
        let thresholds = empty(&rows, [n_queries], DType::U32);
        let kept = empty(&rows, [n_queries, 1 + capacity], DType::U32);
        let tensors = [(&bounds, READ), (&thresholds, WRITTEN), (&kept, CHANGED)];
        launch(Threshold, [n_queries, 1], &tensors, &[n_threads, k, capacity]);
        let mask = bits_of(filter);
        let mut tensors = vec![(&rows, READ), (&norms, READ), (&estimates, READ)];
        tensors.extend([(&thresholds, READ), (&kept, CHANGED)]);
        tensors.extend(mask.iter().map(|mask| (mask, READ)));
        let kernel = Keep { has_mask: mask.is_some() };
        launch(kernel, [n_threads / THREADS, n_queries], &tensors, &[n_threads, capacity]);
        kept
    }

    fn estimates_of_kept(estimates: CubeTensor, kept: CubeTensor) -> CubeTensor {
        if !is_wgpu(&estimates) {
            return stock::estimates_of_kept::<Self>(estimates, kept);
        }
        let [_, _, n_threads] = sizes(&estimates);
        let [n_queries, width] = sizes(&kept);
        let capacity = width - 1;
        let y = empty(&estimates, [n_queries, capacity], DType::F32);
        let tensors = [(&estimates, READ), (&kept, READ), (&y, WRITTEN)];
        let workgroups = Gather::workgroups(capacity, n_queries);
        launch(Gather, workgroups, &tensors, &[ROWS * n_threads, capacity]);
        y
    }
}

fn sizes<const D: usize>(tensor: &CubeTensor) -> [usize; D] {
    let shape = tensor.meta.shape();
    assert_eq!(shape.num_dims(), D, "a tensor of shape {shape:?}");
    std::array::from_fn(|dim| shape[dim])
}

fn rows_of(residual: Residual<CubeBackend>) -> Option<CubeTensor> {
    match residual {
        Residual::None => None,
        Residual::Rows(rows) => Some(into_contiguous(rows)),
    }
}

fn bits_of(filter: RowFilter<CubeBackend>) -> Option<CubeTensor> {
    match filter {
        RowFilter::All => None,
        RowFilter::Bits(words) => Some(words),
    }
}

/// A tensor to write into: this one, unless it is shared.
fn changeable(tensor: CubeTensor) -> CubeTensor {
    if tensor.can_mut() { tensor } else { tensor.copy() }
}
