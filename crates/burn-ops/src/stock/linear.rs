//! f(x · W + b) + residual.

use super::{dims, reshaped, sliced};
use crate::inputs::{Residual, Weights};
use crate::sizes::{Activation, INPUTS_PER_SCALE, LinearShape};
use burn::backend::{Backend, TensorMetadata, tensor::FloatTensor};
use burn::tensor::{DType, FloatDType};

pub(crate) fn linear<B: Backend>(
    x: FloatTensor<B>,
    weights: Weights<B>,
    bias: FloatTensor<B>,
    residual: Residual<B>,
    shape: LinearShape,
) -> FloatTensor<B> {
    let [_, n_in] = dims(&x);
    let LinearShape { n_out, activation } = shape;
    let matrix = sliced::<B>(matrix::<B>(weights), &[0..n_in, 0..n_out]);
    let product = B::float_add(B::float_matmul(x, matrix), row_of::<B>(bias, n_out));
    let y = activated::<B>(product, activation);
    match residual {
        Residual::None => y,
        Residual::Rows(rows) => B::float_add(y, rows),
    }
}

/// A padded bias → `[1, out]`.
pub(super) fn row_of<B: Backend>(bias: FloatTensor<B>, n_out: usize) -> FloatTensor<B> {
    let row = 0..n_out;
    reshaped::<B>(sliced::<B>(bias, &[row]), [1, n_out])
}

/// Weights → `[in, out]` as float32, both padded.
fn matrix<B: Backend>(weights: Weights<B>) -> FloatTensor<B> {
    match weights {
        Weights::Float(blocks) => {
            // Some backends refuse a cast that changes nothing.
            let is_float32 = blocks.dtype() == DType::F32;
            let blocks = if is_float32 { blocks } else { B::float_cast(blocks, FloatDType::F32) };
            unpacked::<B>(blocks)
        }
        Weights::Int8 { codes, scales } => {
            let matrix = unpacked::<B>(B::int_into_float(codes, FloatDType::F32));
            let [n_in, n_out] = dims(&matrix);
            let [n_groups, _] = dims(&scales);
            let scales = reshaped::<B>(scales, [n_groups, 1, n_out]);
            let scales = B::float_expand(scales, [n_groups, INPUTS_PER_SCALE, n_out].into());
            let scales = reshaped::<B>(scales, [n_groups * INPUTS_PER_SCALE, n_out]);
            B::float_mul(matrix, sliced::<B>(scales, &[0..n_in, 0..n_out]))
        }
    }
}

/// `[in / v, out / 4, v, 4]` → `[in, out]`.
pub(super) fn unpacked<B: Backend>(blocks: FloatTensor<B>) -> FloatTensor<B> {
    let [n_in_groups, n_out_quads, n_inputs, four] = dims(&blocks);
    let rows = B::float_permute(blocks, &[0, 2, 1, 3]);
    reshaped::<B>(rows, [n_in_groups * n_inputs, n_out_quads * four])
}

fn activated<B: Backend>(x: FloatTensor<B>, activation: Activation) -> FloatTensor<B> {
    match activation {
        Activation::None => x,
        Activation::Gelu => B::gelu(x),
        Activation::QuickGelu => {
            let gate = B::sigmoid(B::float_mul_scalar(x.clone(), 1.702f64.into()));
            B::float_mul(x, gate)
        }
        Activation::Relu => B::relu(x),
    }
}
