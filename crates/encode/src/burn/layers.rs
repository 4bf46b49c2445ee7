//! Linear layers and layer norms, and where their weights come from.

use crate::{EncodeError, weights::Weights};
use burn_tensor::{Device, Tensor, TensorData, module};

/// Where a model takes its tensors from: a file that was read, or parameters in training.
pub trait Source {
    /// A tensor of this shape. A name is asked for once.
    fn tensor<const D: usize>(
        &mut self,
        name: &str,
        shape: [usize; D],
    ) -> Result<Tensor<D>, EncodeError>;

    /// A matrix that is kept as `[out, in]` and used as `[in, out]`.
    fn turned(&mut self, name: &str, n_in: usize, n_out: usize) -> Result<Tensor<2>, EncodeError> {
        Ok(self.tensor(name, [n_out, n_in])?.transpose())
    }
}

/// Weights of a file, put on a device as they are asked for.
pub(super) struct Loader<'a> {
    pub(super) weights: &'a mut Weights,
    pub(super) device: &'a Device,
}

impl Source for Loader<'_> {
    fn tensor<const D: usize>(
        &mut self,
        name: &str,
        shape: [usize; D],
    ) -> Result<Tensor<D>, EncodeError> {
        let values = self.weights.take(name, &shape)?;
        Ok(Tensor::from_data(TensorData::new(values, shape), self.device))
    }

    /// Turned here, once, so that no device has to read columns.
    fn turned(&mut self, name: &str, n_in: usize, n_out: usize) -> Result<Tensor<2>, EncodeError> {
        let stored = self.weights.take(name, &[n_out, n_in])?;
        let mut turned: Vec<f32> = Vec::with_capacity(stored.len());
        for column in 0..n_in {
            turned.extend(stored.iter().skip(column).step_by(n_in));
        }
        Ok(Tensor::from_data(TensorData::new(turned, [n_in, n_out]), self.device))
    }
}

/// y = x · weight + bias.
pub(super) struct Linear {
    /// `[in, out]`.
    weight: Tensor<2>,
    /// `[1, out]`.
    bias: Tensor<2>,
}

impl Linear {
    pub(super) fn new(
        source: &mut impl Source,
        name: &str,
        n_in: usize,
        n_out: usize,
    ) -> Result<Self, EncodeError> {
        Ok(Self {
            weight: source.turned(&format!("{name}.weight"), n_in, n_out)?,
            bias: source.tensor(&format!("{name}.bias"), [n_out])?.reshape([1, n_out]),
        })
    }

    /// `[rows, in]` → `[rows, out]`.
    pub(super) fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        x.matmul(self.weight.clone()) + self.bias.clone()
    }
}

/// Layer norm over the last dimension.
pub(super) struct Norm {
    gamma: Tensor<1>,
    beta: Tensor<1>,
    epsilon: f64,
}

impl Norm {
    pub(super) fn new(
        source: &mut impl Source,
        name: &str,
        len: usize,
        epsilon: f64,
    ) -> Result<Self, EncodeError> {
        Ok(Self {
            gamma: source.tensor(&format!("{name}.weight"), [len])?,
            beta: source.tensor(&format!("{name}.bias"), [len])?,
            epsilon,
        })
    }

    /// `[rows, len]` → `[rows, len]`.
    pub(super) fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        module::layer_norm(x, self.gamma.clone(), Some(self.beta.clone()), self.epsilon)
    }
}
