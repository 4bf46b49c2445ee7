use crate::layers::{Loader, Source};
use burn_tensor::{Device, Int, Tensor, TensorData, module};
use rankscope_encode::{BagConfig, EncodeError, model::Weights, training::BAG_ROWS};

/// A bag of tokens on a device.
pub(crate) struct Bag {
    device: Device,
    /// `[vocab, dim]`.
    rows: Tensor<2>,
}

impl Bag {
    pub(crate) fn new(
        config: &BagConfig,
        mut weights: Weights,
        device: &Device,
    ) -> Result<Self, EncodeError> {
        let mut load = Loader { weights: &mut weights, device };
        let rows = load.tensor(BAG_ROWS, [config.vocab_size, config.dim])?;
        weights.finish()?;
        Ok(Self { device: device.clone(), rows })
    }

    /// Token ids → the mean of their rows, `[dim]`, not yet normalised.
    pub(crate) fn forward(&self, ids: &[u32]) -> Tensor<1> {
        let n_tokens = ids.len();
        let ids: Vec<i32> = ids.iter().map(|id| id.cast_signed()).collect();
        let ids = Tensor::<2, Int>::from_data(TensorData::new(ids, [1, n_tokens]), &self.device);
        let [_, dim] = self.rows.dims();
        module::embedding(self.rows.clone(), ids).mean_dim(1).reshape([dim])
    }
}
