//! The operations composed of stock ones, for every backend.

mod attention;
mod linear;
mod norms;

#[cfg(feature = "stock-only")]
mod only;
mod patches;
mod search;

pub(crate) use attention::attention;
pub(crate) use linear::linear;
pub(crate) use norms::{l2_normalised, layer_norm_of_sum};

#[cfg(feature = "stock-only")]
pub use only::StockOnly;
pub(crate) use patches::patch_projection;
pub(crate) use search::{estimates_of_kept, kept_rows, score_codes};

use burn::backend::{Backend, TensorMetadata, tensor::FloatTensor};
use burn::tensor::{Shape, Slice};
use std::ops::Range;

fn dims<const D: usize>(tensor: &impl TensorMetadata) -> [usize; D] {
    let shape = tensor.shape();
    assert_eq!(shape.num_dims(), D, "a tensor of shape {shape:?}");
    std::array::from_fn(|dim| shape[dim])
}

fn reshaped<B: Backend>(x: FloatTensor<B>, shape: impl Into<Shape>) -> FloatTensor<B> {
    B::float_reshape(x, shape.into())
}

fn sliced<B: Backend>(x: FloatTensor<B>, ranges: &[Range<usize>]) -> FloatTensor<B> {
    B::float_slice(x, &slices(ranges))
}

fn slices(ranges: &[Range<usize>]) -> Vec<Slice> {
    ranges.iter().cloned().map(Slice::from).collect()
}
