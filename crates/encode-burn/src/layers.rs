//! Linear layers and layer norms, and the source of their weights.

use burn_tensor::{Device, Tensor, TensorData, module};
use rankscope_encode::{EncodeError, model::Weights};

/// The source of a model's tensors: a weights file, or the parameters in training.
pub trait Source {
    /// The tensor `name`, of this shape. A model takes each name once.
    fn tensor<const D: usize>(
        &mut self,
        name: &str,
        shape: [usize; D],
    ) -> Result<Tensor<D>, EncodeError>;

    /// The transpose `[in, out]` of a matrix that is stored as `[out, in]`.
    fn transposed(
        &mut self,
        name: &str,
        n_in: usize,
        n_out: usize,
    ) -> Result<Tensor<2>, EncodeError> {
        Ok(self.tensor(name, [n_out, n_in])?.transpose())
    }
}

/// Weights of a file, uploaded to a device one by one.
pub(crate) struct Loader<'a> {
    pub(crate) weights: &'a mut Weights,
    pub(crate) device: &'a Device,
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

    /// Transposed once, here, so that the device need not read columns.
    fn transposed(
        &mut self,
        name: &str,
        n_in: usize,
        n_out: usize,
    ) -> Result<Tensor<2>, EncodeError> {
        let stored = self.weights.take(name, &[n_out, n_in])?;
        let mut transposed: Vec<f32> = Vec::with_capacity(stored.len());
        for column in 0..n_in {
            transposed.extend(stored.iter().skip(column).step_by(n_in));
        }
        Ok(Tensor::from_data(TensorData::new(transposed, [n_in, n_out]), self.device))
    }
}

/// y = x · weight + bias.
pub(crate) struct Linear {
    /// `[in, out]`.
    pub(crate) weight: Tensor<2>,
    /// `[1, out]`.
    pub(crate) bias: Tensor<2>,
}

impl Linear {
    /// `NAME.weight` `[out, in]` with `NAME.bias` `[out]`.
    pub(crate) fn new(
        source: &mut impl Source,
        name: &str,
        n_in: usize,
        n_out: usize,
    ) -> Result<Self, EncodeError> {
        Ok(Self {
            weight: source.transposed(&format!("{name}.weight"), n_in, n_out)?,
            bias: source.tensor(&format!("{name}.bias"), [n_out])?.reshape([1, n_out]),
        })
    }

    /// `[rows, in]` → `[rows, out]`.
    pub(crate) fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        x.matmul(self.weight.clone()) + self.bias.clone()
    }
}

/// Layer norm over the last dimension.
pub(crate) struct Norm {
    gamma: Tensor<1>,
    beta: Tensor<1>,
    epsilon: f64,
}

impl Norm {
    /// `NAME.weight` `[len]` with `NAME.bias` `[len]`.
    pub(crate) fn new(
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
    pub(crate) fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        module::layer_norm(x, self.gamma.clone(), Some(self.beta.clone()), self.epsilon)
    }
}
