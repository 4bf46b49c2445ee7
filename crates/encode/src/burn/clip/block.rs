//! A transformer block with its layer norms first, the same in both of CLIP's towers.

use crate::{
    Activation, EncodeError,
    burn::layers::{Linear, Norm, Source},
};
use burn_tensor::{Tensor, activation};

/// What a block needs to know of its tower.
#[derive(Clone, Copy)]
pub(super) struct BlockShape {
    pub(super) hidden: usize,
    pub(super) wide: usize,
    pub(super) n_heads: usize,
    pub(super) epsilon: f64,
    pub(super) activation: Activation,
}

pub(super) struct Block {
    shape: BlockShape,
    attention_norm: Norm,
    query: Linear,
    key: Linear,
    value: Linear,
    attended: Linear,
    feed_norm: Norm,
    widen: Linear,
    narrow: Linear,
}

impl Block {
    pub(super) fn new(
        source: &mut impl Source,
        at: &str,
        shape: BlockShape,
    ) -> Result<Self, EncodeError> {
        let BlockShape { hidden, wide, epsilon, .. } = shape;
        let attention = format!("{at}.self_attn");
        Ok(Self {
            shape,
            attention_norm: Norm::new(source, &format!("{at}.layer_norm1"), hidden, epsilon)?,
            query: Linear::new(source, &format!("{attention}.q_proj"), hidden, hidden)?,
            key: Linear::new(source, &format!("{attention}.k_proj"), hidden, hidden)?,
            value: Linear::new(source, &format!("{attention}.v_proj"), hidden, hidden)?,
            attended: Linear::new(source, &format!("{attention}.out_proj"), hidden, hidden)?,
            feed_norm: Norm::new(source, &format!("{at}.layer_norm2"), hidden, epsilon)?,
            widen: Linear::new(source, &format!("{at}.mlp.fc1"), hidden, wide)?,
            narrow: Linear::new(source, &format!("{at}.mlp.fc2"), wide, hidden)?,
        })
    }

    /// `[batch · tokens, hidden]` → the same; `mask` `[1, 1, tokens, tokens]` is added to the
    /// attention's logits.
    pub(super) fn forward(
        &self,
        x: Tensor<2>,
        n_tokens: usize,
        mask: Option<&Tensor<4>>,
    ) -> Tensor<2> {
        let [n_rows, hidden] = x.dims();
        let n_heads = self.shape.n_heads;
        let per_head = hidden / n_heads;
        let batch = n_rows / n_tokens;
        // [batch · tokens, hidden] → [batch, heads, tokens, hidden / heads]
        let heads = |x: Tensor<2>| x.reshape([batch, n_tokens, n_heads, per_head]).swap_dims(1, 2);
        #[expect(clippy::cast_precision_loss, reason = "a head has at most some hundred values")]
        let scale = 1.0 / (per_head as f64).sqrt();
        let normed = self.attention_norm.forward(x.clone());
        let query = heads(self.query.forward(normed.clone()) * scale);
        let key = heads(self.key.forward(normed.clone()));
        let value = heads(self.value.forward(normed));
        let mut logits = query.matmul(key.transpose());
        if let Some(mask) = mask {
            logits = logits + mask.clone();
        }
        let attended = activation::softmax(logits, 3).matmul(value);
        let attended = attended.swap_dims(1, 2).reshape([n_rows, hidden]);
        let x = x + self.attended.forward(attended);
        let widened = self.widen.forward(self.feed_norm.forward(x.clone()));
        let widened = match self.shape.activation {
            Activation::QuickGelu => widened.clone() * activation::sigmoid(widened * 1.702),
            Activation::Gelu => activation::gelu(widened),
            Activation::Relu => activation::relu(widened),
        };
        x + self.narrow.forward(widened)
    }
}
