//! The layers of a model from its weights.

use burn_tensor::Tensor;
use rankscope_burn_ops::{Activation, Gpu, Layer, LayerShape, StoredWeights, layer_norm};
use rankscope_encode::{
    EncodeError, WeightDtype,
    kernels::{Codes, Nonlinearity, Values},
    model::{TANH_NOT_ON_GPU, Weights},
};

/// Layers `NAME.weight` `[n_out, n_in]` with `NAME.bias` `[n_out]`; several with the same input
/// become one. An error if a layer exceeds the device's largest buffer.
pub(crate) fn linear(
    gpu: &Gpu,
    weights: &mut Weights,
    names: &[String],
    (n_in, n_out): (usize, usize),
    activation: Nonlinearity,
) -> Result<Layer, EncodeError> {
    // Memory grows with the actual weights: `n_out` is only a claim of the configuration.
    let (mut parts, mut bias) = (Vec::new(), Vec::new());
    for name in names {
        parts.push(weights.take_stored(&format!("{name}.weight"), &[n_out, n_in])?);
        bias.extend(weights.take(&format!("{name}.bias"), &[n_out])?);
    }
    let name = names.iter().map(|name| format!("{name}.weight")).collect::<Vec<_>>().join(" with ");
    layer(gpu, (&name, Values::stacked(parts)), &bias, n_in, activation)
}

/// A layer `[n_out, n_in]` without a bias.
pub(crate) fn projection(
    gpu: &Gpu,
    weights: &mut Weights,
    name: &str,
    (n_in, n_out): (usize, usize),
) -> Result<Layer, EncodeError> {
    let stored = weights.take_stored(name, &[n_out, n_in])?;
    layer(gpu, (name, stored), &vec![0.0; n_out], n_in, Nonlinearity::None)
}

fn layer(
    gpu: &Gpu,
    (name, values): (&str, Values),
    bias: &[f32],
    n_in: usize,
    activation: Nonlinearity,
) -> Result<Layer, EncodeError> {
    let n_out = bias.len();
    let stored = match &values {
        Values::F32(values) => StoredWeights::F32(values),
        Values::F16(values) => StoredWeights::F16(values),
        Values::I8(Codes { codes, scales, .. }) => StoredWeights::Int8 { codes, scales },
    };
    let (bytes, most) = (stored.bytes_on_device(n_in, n_out), gpu.max_buffer_bytes());
    if bytes > most {
        return Err(EncodeError::TooLarge { name: name.into(), bytes, most });
    }
    let activation = match activation {
        Nonlinearity::None => Activation::None,
        Nonlinearity::Gelu => Activation::Gelu,
        Nonlinearity::QuickGelu => Activation::QuickGelu,
        Nonlinearity::Relu => Activation::Relu,
        Nonlinearity::GeluTanh | Nonlinearity::Tanh => {
            return Err(EncodeError::NotOnGpu(TANH_NOT_ON_GPU));
        }
    };
    Ok(Layer::new(gpu, stored, bias, LayerShape { n_in, n_out, activation }))
}

/// γ and β of a layer norm.
#[derive(Clone)]
pub(crate) struct Norm(pub(crate) Tensor<1>, pub(crate) Tensor<1>);

impl Norm {
    /// `NAME.weight` with `NAME.bias`, both `[len]`.
    pub(crate) fn new(
        gpu: &Gpu,
        weights: &mut Weights,
        name: &str,
        len: usize,
    ) -> Result<Self, EncodeError> {
        let mut take = |part: &str| weights.take(&format!("{name}.{part}"), &[len]);
        let (gamma, beta) = (take("weight")?, take("bias")?);
        Ok(Self(gpu.floats(gamma, [len]), gpu.floats(beta, [len])))
    }

    pub(crate) fn bytes(&self) -> usize {
        4 * (self.0.dims()[0] + self.1.dims()[0])
    }
}

/// Of `[rows, values]`, or of its sum with a residual.
pub(crate) fn normed(
    x: Tensor<2>,
    residual: Option<Tensor<2>>,
    Norm(gamma, beta): &Norm,
    epsilon: f64,
) -> Tensor<2> {
    layer_norm(x, residual, (gamma.clone(), beta.clone()), epsilon)
}

/// The number format in which weights stored as `stored` are multiplied, in words.
pub(crate) fn computed_in(stored: WeightDtype) -> &'static str {
    match stored {
        WeightDtype::F32 => "float32",
        WeightDtype::F16 => "float32, from weights kept in float16",
        WeightDtype::I8 => "float32, from weights kept in 8 bits with a scale for every 64",
    }
}
