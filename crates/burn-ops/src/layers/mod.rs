//! Layers of models, with their weights on the device, and the other operations on tensors.

mod packed;

use crate::device::Gpu;
use crate::inputs::{Residual, Weights};
use crate::operations::Operations;
use crate::sizes::{Activation, Heads, LinearShape, PatchShape};
use burn::backend::Dispatch;
use burn::tensor::{DType, Int, Tensor, TensorData};
use half::f16;
use packed::{packed, packed_shape, scales_by_group};

/// `[out, in]`, as stored.
#[derive(Debug, Clone, Copy)]
pub enum StoredWeights<'a> {
    F32(&'a [f32]),
    F16(&'a [f16]),
    Int8 {
        /// From −127 to 127.
        codes: &'a [i8],
        /// The value of one step, for every 64 inputs of an output: `[out, ⌈in / 64⌉]`.
        scales: &'a [f32],
    },
}

#[derive(Debug, Clone, Copy)]
pub struct LayerShape {
    /// Per input row.
    pub n_in: usize,
    /// Per output row.
    pub n_out: usize,
    pub activation: Activation,
}

impl StoredWeights<'_> {
    pub fn bytes_on_device(&self, n_in: usize, n_out: usize) -> usize {
        let n_values = n_in.next_multiple_of(4) * n_out.next_multiple_of(4);
        match self {
            Self::F32(_) => 4 * n_values,
            Self::F16(_) => 2 * n_values,
            Self::Int8 { .. } => n_values,
        }
    }
}

pub struct Layer {
    shape: LayerShape,
    weights: LayerWeights,
    bias: Tensor<1>,
}

#[allow(clippy::large_enum_variant, reason = "a model has a few dozen")]
enum LayerWeights {
    Float(Tensor<4>),
    Int8 { codes: Tensor<4, Int>, scales: Tensor<2> },
}

impl Layer {
    /// Packs weights `[out, in]` and a bias `[out]`, and uploads them.
    pub fn new(gpu: &Gpu, weights: StoredWeights<'_>, bias: &[f32], shape: LayerShape) -> Self {
        let LayerShape { n_in, n_out, .. } = shape;
        let weights = gpu.lasting(|| match weights {
            StoredWeights::F32(values) => {
                let values = packed(values, 1, n_in);
                LayerWeights::Float(gpu.floats(values, packed_shape(1, n_in, n_out)))
            }
            StoredWeights::F16(values) => {
                let data = TensorData::new(packed(values, 2, n_in), packed_shape(2, n_in, n_out));
                LayerWeights::Float(Tensor::from_data(data, (gpu.burn(), DType::F16)))
            }
            StoredWeights::Int8 { codes, scales } => {
                let data = TensorData::new(packed(codes, 4, n_in), packed_shape(4, n_in, n_out));
                let (scales, scales_shape) = scales_by_group(scales, n_in, n_out);
                LayerWeights::Int8 {
                    codes: Tensor::from_data(data, (gpu.burn(), DType::I8)),
                    scales: gpu.floats(scales, scales_shape),
                }
            }
        });
        Self { shape, weights, bias: filled_up(gpu, bias, n_out) }
    }

    pub fn bytes(&self) -> usize {
        let of_weights = match &self.weights {
            LayerWeights::Float(blocks) => {
                blocks.dtype().size() * blocks.dims().iter().product::<usize>()
            }
            LayerWeights::Int8 { codes, scales } => {
                codes.dims().iter().product::<usize>() + 4 * scales.dims().iter().product::<usize>()
            }
        };
        of_weights + 4 * self.bias.dims()[0]
    }

    /// Frees the memory of layers at once; a browser would do so late.
    pub fn give_back(layers: impl IntoIterator<Item = Self>) {
        let mut tensors = Vec::new();
        for Self { weights, bias, .. } in layers {
            match weights {
                LayerWeights::Float(blocks) => tensors.push(blocks.into_dispatch()),
                LayerWeights::Int8 { codes, scales } => {
                    tensors.extend([codes.into_dispatch(), scales.into_dispatch()]);
                }
            }
            tensors.push(bias.into_dispatch());
        }
        Gpu::give_back(tensors);
    }

    /// `[rows, in]` → f(x · Wᵀ + bias) `[rows, out]`, plus a residual of the same shape.
    pub fn forward(&self, x: Tensor<2>, residual: Option<Tensor<2>>) -> Tensor<2> {
        let LayerShape { n_in, n_out, activation } = self.shape;
        assert_eq!(x.dims()[1], n_in, "the values of an input row");
        let weights: Weights<Dispatch> = match &self.weights {
            LayerWeights::Float(blocks) => Weights::Float(blocks.clone().into_dispatch()),
            LayerWeights::Int8 { codes, scales } => Weights::Int8 {
                codes: codes.clone().into_dispatch(),
                scales: scales.clone().into_dispatch(),
            },
        };
        Tensor::from_dispatch(Dispatch::linear(
            x.into_dispatch(),
            weights,
            self.bias.clone().into_dispatch(),
            rows(residual),
            LinearShape { n_out, activation },
        ))
    }
}

/// A vision tower's patch projection.
pub struct PatchLayer {
    shape: PatchShape,
    weights: Tensor<4>,
    bias: Tensor<1>,
}

impl PatchLayer {
    /// Packs weights `[out, 3, side, side]` and a bias `[out]`, and uploads them.
    pub fn new(gpu: &Gpu, weights: &[f32], bias: &[f32], shape: PatchShape) -> Self {
        let PatchShape { side, n_out } = shape;
        let n_in = 3 * side * side;
        let values = packed(weights, 1, n_in);
        let weights = gpu.lasting(|| gpu.floats(values, packed_shape(1, n_in, n_out)));
        Self { shape, weights, bias: filled_up(gpu, bias, n_out) }
    }

    pub fn bytes(&self) -> usize {
        4 * (self.weights.dims().iter().product::<usize>() + self.bias.dims()[0])
    }

    /// Images `[images, size, size, 3]` → their tokens `[images · patches, out]`, row by row.
    pub fn forward(&self, pixels: Tensor<4>) -> Tensor<2> {
        Tensor::from_dispatch(Dispatch::patch_projection(
            pixels.into_dispatch(),
            self.weights.clone().into_dispatch(),
            self.bias.clone().into_dispatch(),
            self.shape,
        ))
    }
}

/// softmax(Q Kᵀ / √d) V of each head: `[texts · tokens, 3 · hidden]`, query, key and value of a token
/// one after the other, → `[texts · tokens, hidden]`.
pub fn attention(qkv: Tensor<2>, heads: Heads) -> Tensor<2> {
    Tensor::from_dispatch(Dispatch::attention(qkv.into_dispatch(), heads))
}

/// γ · (x − mean) / √(variance + ε) + β of every row of x, or of x plus a residual `[rows, values]`.
pub fn layer_norm(
    x: Tensor<2>,
    residual: Option<Tensor<2>>,
    (gamma, beta): (Tensor<1>, Tensor<1>),
    epsilon: f64,
) -> Tensor<2> {
    Tensor::from_dispatch(Dispatch::layer_norm_of_sum(
        x.into_dispatch(),
        rows(residual),
        gamma.into_dispatch(),
        beta.into_dispatch(),
        epsilon,
    ))
}

/// Every row `[rows, values]` divided by its length, or by `shortest` if it is shorter.
pub fn l2_normalised(x: Tensor<2>, shortest: f64) -> Tensor<2> {
    Tensor::from_dispatch(Dispatch::l2_normalised(x.into_dispatch(), shortest))
}

fn rows(residual: Option<Tensor<2>>) -> Residual<Dispatch> {
    residual.map_or(Residual::None, |rows| Residual::Rows(rows.into_dispatch()))
}

/// A bias, with zeros up to a multiple of 4.
fn filled_up(gpu: &Gpu, bias: &[f32], n_out: usize) -> Tensor<1> {
    let mut bias = bias.to_vec();
    bias.resize(n_out.next_multiple_of(4), 0.0);
    let shape = [bias.len()];
    gpu.lasting(|| gpu.floats(bias, shape))
}
