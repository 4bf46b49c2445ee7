//! The parameters of two towers by name, and their initial values.

use crate::{error::TrainError, random::Random};
use burn_tensor::{Device, Tensor, TensorData};
use rankscope_core::random::fnv1a;
use rankscope_encode::{ClipTextConfig, ClipVisionConfig, EncodeError};
use rankscope_encode_burn::{ClipText, ClipVision, Source};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The parameter for the temperature: ln of the factor of cosines in the loss.
pub(super) const LOGIT_SCALE: &str = "logit_scale";

/// The standard deviation of initial embeddings.
const EMBEDDING_DEVIATION: f32 = 0.02;

/// Both must have the same `projection_dim`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Towers {
    pub text: ClipTextConfig,
    pub vision: ClipVisionConfig,
}

/// A parameter, or a moment of its gradient.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Parameter {
    pub(super) shape: Vec<usize>,
    pub(super) values: Vec<f32>,
}

/// Ordered by name.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Parameters {
    pub(super) by_name: BTreeMap<String, Parameter>,
}

impl Parameters {
    /// Initial parameters of both towers, the same for the same seed. `logit_scale` is ln(1 /
    /// temperature).
    pub(super) fn initial(
        towers: &Towers,
        seed: u64,
        logit_scale: f32,
    ) -> Result<Self, TrainError> {
        let device = Device::flex();
        let n_blocks = towers.text.num_hidden_layers.max(towers.vision.num_hidden_layers);
        let mut initial = Initial { seed, n_blocks, device: &device, parameters: Self::default() };
        ClipText::new(&towers.text, &mut initial, &device)?;
        ClipVision::new(&towers.vision, &mut initial, &device)?;
        let mut parameters = initial.parameters;
        let scale = Parameter { shape: vec![], values: vec![logit_scale] };
        parameters.by_name.insert(LOGIT_SCALE.into(), scale);
        Ok(parameters)
    }

    pub(super) fn logit_scale(&self) -> f32 {
        self.by_name.get(LOGIT_SCALE).and_then(|scale| scale.values.first()).copied().unwrap_or(0.0)
    }
}

/// A source of weights that draws each tensor that a tower reads, and keeps it.
struct Initial<'a> {
    seed: u64,
    n_blocks: usize,
    device: &'a Device,
    parameters: Parameters,
}

impl Source for Initial<'_> {
    fn tensor<const D: usize>(
        &mut self,
        name: &str,
        shape: [usize; D],
    ) -> Result<Tensor<D>, EncodeError> {
        // A random stream for each name: a change elsewhere does not affect it.
        let mut random = Random::new(self.seed, &[fnv1a(name.bytes())]);
        let n_values = shape.iter().product();
        let values: Vec<f32> = match distribution(name, &shape, self.n_blocks) {
            Distribution::Constant(value) => vec![value; n_values],
            Distribution::Normal(deviation) => {
                (0..n_values).map(|_| deviation * random.normal()).collect()
            }
        };
        let parameter = Parameter { shape: shape.to_vec(), values: values.clone() };
        self.parameters.by_name.insert(name.to_owned(), parameter);
        Ok(Tensor::from_data(TensorData::new(values, shape), self.device))
    }
}

enum Distribution {
    Constant(f32),
    /// Mean 0, with this standard deviation.
    Normal(f32),
}

/// Initial values as in GPT-2 and CLIP: norms are the identity, a matrix keeps the variance of its
/// input, and outputs into the residual stream are smaller the more blocks add to it.
fn distribution(name: &str, shape: &[usize], n_blocks: usize) -> Distribution {
    let is_norm = name.contains("norm") || name.contains("layrnorm");
    if name.ends_with(".bias") {
        return Distribution::Constant(0.0);
    }
    if is_norm {
        return Distribution::Constant(1.0);
    }
    if name.contains("embedding.weight") && !name.contains("patch") {
        return Distribution::Normal(EMBEDDING_DEVIATION);
    }
    // `[out, in, …]`; of a vector, the only dimension counts as input.
    let n_in: usize = shape.iter().skip(usize::from(shape.len() > 1)).product();
    let (n_in, n_blocks) = (n_in as f32, n_blocks as f32);
    let into_residual = name.ends_with("out_proj.weight") || name.ends_with("fc2.weight");
    let share = if into_residual { 2.0 * n_blocks } else { 1.0 };
    Distribution::Normal(1.0 / (n_in * share).sqrt())
}
