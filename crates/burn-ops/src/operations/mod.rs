//! The operations that have our kernels, as an extension of Burn's backends.

mod on_cube;

use crate::inputs::{Queries, Residual, RowFilter, Scored, Weights};
use crate::sizes::{CodesShape, Heads, LinearShape, PatchShape, Selection};
use crate::stock;
use burn::backend::{
    Backend, backend_extension,
    tensor::{FloatTensor, IntTensor},
};

/// Operations with our kernels. The bodies are the same in stock operations: the reference, and
/// what a backend without the kernel computes. Tensors are float32 unless noted.
#[backend_extension(Cube, Flex: cfg(feature = "flex"))]
pub trait Operations: Backend {
    /// x `[rows, in]` → f(x · W + bias) + residual `[rows, out]`. The bias is padded to a multiple
    /// of 4.
    fn linear(
        x: FloatTensor<Self>,
        #[extension_type] weights: Weights<Self>,
        bias: FloatTensor<Self>,
        #[extension_type] residual: Residual<Self>,
        shape: LinearShape,
    ) -> FloatTensor<Self> {
        stock::linear::<Self>(x, weights, bias, residual, shape)
    }

    /// softmax(Q Kᵀ / √d) V of each head: `[texts · tokens, 3 · hidden]`, query, key and value of a
    /// token one after the other, → `[texts · tokens, hidden]`.
    fn attention(qkv: FloatTensor<Self>, heads: Heads) -> FloatTensor<Self> {
        stock::attention::<Self>(qkv, heads)
    }

    /// γ · (x − mean) / √(variance + ε) + β of every row of x + residual `[rows, values]`.
    fn layer_norm_of_sum(
        x: FloatTensor<Self>,
        #[extension_type] residual: Residual<Self>,
        gamma: FloatTensor<Self>,
        beta: FloatTensor<Self>,
        epsilon: f64,
    ) -> FloatTensor<Self> {
        stock::layer_norm_of_sum::<Self>(x, residual, gamma, beta, epsilon)
    }

    /// Every row `[rows, values]` divided by its length, or by `shortest` if it is shorter.
    fn l2_normalised(x: FloatTensor<Self>, shortest: f64) -> FloatTensor<Self> {
        stock::l2_normalised::<Self>(x, shortest)
    }

    /// Images `[images, size, size, 3]` → their patches times weights `[3 · side · side, out / 4,
    /// 1, 4]`, which are ordered by colour, row and column, plus a bias padded to a multiple of 4:
    /// `[images · patches, out]`, row by row.
    fn patch_projection(
        pixels: FloatTensor<Self>,
        weights: FloatTensor<Self>,
        bias: FloatTensor<Self>,
        shape: PatchShape,
    ) -> FloatTensor<Self> {
        stock::patch_projection::<Self>(pixels, weights, bias, shape)
    }

    /// Estimates the scores of some blocks of a gallery, and writes them into the given tensors.
    /// Codes are I8 `[blocks, words, 8, 64, 4]`; `rows` are the scales and error bounds `[2, 8,
    /// threads]` of all rows, −1 for rows that are never found.
    fn score_codes(
        codes: IntTensor<Self>,
        rows: FloatTensor<Self>,
        #[extension_type] queries: Queries<Self>,
        #[extension_type] scored: Scored<Self>,
        #[extension_type] filter: RowFilter<Self>,
        shape: CodesShape,
    ) -> Scored<Self> {
        stock::score_codes::<Self>(codes, rows, queries, scored, filter, shape)
    }

    /// The rows whose upper bound reaches the k-th highest of the bounds, U32 `[queries, 1 +
    /// capacity]`: their number, which may exceed the capacity, and then as many as fit, in any
    /// order. Rounding may add a few.
    fn kept_rows(
        #[extension_type] scored: Scored<Self>,
        rows: FloatTensor<Self>,
        norms: FloatTensor<Self>,
        #[extension_type] filter: RowFilter<Self>,
        selection: Selection,
    ) -> IntTensor<Self> {
        stock::kept_rows::<Self>(scored, rows, norms, filter, selection)
    }

    /// The estimates `[queries, capacity]` of the rows that [`Self::kept_rows`] listed.
    fn estimates_of_kept(estimates: FloatTensor<Self>, kept: IntTensor<Self>) -> FloatTensor<Self> {
        stock::estimates_of_kept::<Self>(estimates, kept)
    }
}

#[cfg(feature = "flex")]
impl Operations for burn::backend::Flex {}
