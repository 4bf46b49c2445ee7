//! Pixels → the first tokens of a vision tower.

use super::{
    dims,
    linear::{row_of, unpacked},
    reshaped, sliced,
};
use crate::sizes::PatchShape;
use burn::backend::{Backend, tensor::FloatTensor};

pub(crate) fn patch_projection<B: Backend>(
    pixels: FloatTensor<B>,
    weights: FloatTensor<B>,
    bias: FloatTensor<B>,
    shape: PatchShape,
) -> FloatTensor<B> {
    let [n_images, size, _, n_colours] = dims(&pixels);
    let PatchShape { side, n_out } = shape;
    let across = size / side;
    let len = n_colours * side * side;
    let cut = reshaped::<B>(pixels, [n_images, across, side, across, side, n_colours]);
    // [images, patches down, patches across, colours, rows, columns]
    let patches = B::float_permute(cut, &[0, 1, 3, 5, 2, 4]);
    let patches = reshaped::<B>(patches, [n_images * across * across, len]);
    let matrix = sliced::<B>(unpacked::<B>(weights), &[0..len, 0..n_out]);
    B::float_add(B::float_matmul(patches, matrix), row_of::<B>(bias, n_out))
}
