//! Norms over rows.

use super::dims;
use crate::inputs::Residual;
use burn::backend::{Backend, tensor::FloatTensor};

pub(crate) fn layer_norm_of_sum<B: Backend>(
    x: FloatTensor<B>,
    residual: Residual<B>,
    gamma: FloatTensor<B>,
    beta: FloatTensor<B>,
    epsilon: f64,
) -> FloatTensor<B> {
    let x = match residual {
        Residual::None => x,
        Residual::Rows(rows) => B::float_add(x, rows),
    };
    B::layer_norm(x, gamma, Some(beta), epsilon)
}

pub(crate) fn l2_normalised<B: Backend>(x: FloatTensor<B>, shortest: f64) -> FloatTensor<B> {
    let [_, _] = dims(&x);
    let squares = B::float_sum_dim(B::float_mul(x.clone(), x.clone()), 1);
    B::float_div(x, B::float_clamp_min(B::float_sqrt(squares), shortest.into()))
}
