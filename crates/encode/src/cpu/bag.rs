//! A bag of tokens: the mean of their rows.

use super::load::table;
use crate::{
    architecture::{BAG_ROWS, BagConfig},
    error::EncodeError,
    kernels::Table,
    weights::Weights,
};

pub(super) struct Bag {
    rows: Table,
}

impl Bag {
    pub(super) fn new(config: &BagConfig, weights: &mut Weights) -> Result<Self, EncodeError> {
        Ok(Self { rows: table(weights, BAG_ROWS, [config.vocab_size, config.dim])? })
    }

    pub(super) fn bytes(&self) -> usize {
        self.rows.bytes()
    }

    /// Token ids → `[dim]`.
    pub(super) fn forward(&self, ids: &[u32]) -> Vec<f32> {
        let mut sum = vec![0.0; self.rows.row_len()];
        for id in ids {
            self.rows.add_row(*id as usize, &mut sum);
        }
        let n = ids.len() as f32;
        sum.iter_mut().for_each(|value| *value /= n);
        sum
    }
}
