//! Attention of several heads over texts or images of equal length.

use super::{dims, reshaped, sliced};
use crate::sizes::Heads;
use burn::backend::{Backend, TensorMetadata, tensor::FloatTensor};
use burn::tensor::TensorData;

/// Added to the logits of later tokens, which a token must not attend to.
const MASKED: f32 = -1e9;

pub(crate) fn attention<B: Backend>(qkv: FloatTensor<B>, heads: Heads) -> FloatTensor<B> {
    let [n_rows, width] = dims(&qkv);
    let Heads { n_heads, n_tokens, is_causal, .. } = heads;
    let (hidden, n_texts) = (width / 3, n_rows / n_tokens.max(1));
    let per_head = hidden / n_heads;
    // [texts · tokens, hidden] → [texts, heads, tokens, values of a head]
    let part = |index: usize| {
        let part = sliced::<B>(qkv.clone(), &[0..n_rows, index * hidden..(index + 1) * hidden]);
        let part = reshaped::<B>(part, [n_texts, n_tokens, n_heads, per_head]);
        B::float_swap_dims(part, 1, 2)
    };
    let keys = B::float_swap_dims(part(1), 2, 3);
    let scale = 1.0 / (per_head as f64).sqrt();
    let mut logits = B::float_mul_scalar(B::float_matmul(part(0), keys), scale.into());
    if is_causal {
        let of = |row: usize, column: usize| if column > row { MASKED } else { 0.0 };
        let mask: Vec<f32> =
            (0..n_tokens * n_tokens).map(|at| of(at / n_tokens, at % n_tokens)).collect();
        let mask = TensorData::new(mask, [1, 1, n_tokens, n_tokens]);
        logits = B::float_add(logits, B::float_from_data(mask, &qkv.device()));
    }
    let attended = B::float_matmul(B::softmax(logits, 3), part(2));
    reshaped::<B>(B::float_swap_dims(attended, 1, 2), [n_rows, hidden])
}
