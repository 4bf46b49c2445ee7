//! Inputs of operations with several forms.

use burn::backend::tensor::{FloatTensor, IntTensor};
use burn::backend::{Backend, ExtensionType};

/// The weights of a linear layer, `[in / v, out / 4, v, 4]`: inputs, padded to a multiple of 4, in
/// groups of `v`, outputs in fours.
#[derive(ExtensionType)]
pub enum Weights<B: Backend> {
    /// float32 with v = 1, or float16 with v = 2.
    Float(FloatTensor<B>),
    /// Codes from −127 to 127 with v = 4, and the value of one step `[in / 64, out]`, also padded.
    Int8 { codes: IntTensor<B>, scales: FloatTensor<B> },
}

/// Something added to an operation's rows, `[rows, values]`.
#[derive(ExtensionType)]
pub enum Residual<B: Backend> {
    None,
    Rows(FloatTensor<B>),
}

#[derive(ExtensionType)]
pub enum RowFilter<B: Backend> {
    All,
    /// Those whose bit is 1: U32 `[slots / 32]`, the lowest bit first.
    Bits(IntTensor<B>),
}

#[derive(ExtensionType)]
pub struct Queries<B: Backend> {
    /// `[groups, values, queries of a group]`, with 1 or 4 queries in a group.
    pub values: FloatTensor<B>,
    /// `[queries]`.
    pub norms: FloatTensor<B>,
}

/// What a search knows of each query's scores.
#[derive(ExtensionType)]
pub struct Scored<B: Backend> {
    /// `[queries, 8, threads]`.
    pub estimates: FloatTensor<B>,
    /// The highest lower bound of the rows of a thread that may be found, `[queries, threads]`.
    pub bounds: FloatTensor<B>,
}
