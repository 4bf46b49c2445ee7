//! The parameters of two towers by name, and how they begin.

use super::{
    TrainError,
    random::{Random, hash},
};
use burn_tensor::{Device, Tensor, TensorData};
use rankscope_encode::{
    ClipTextConfig, ClipVisionConfig, EncodeError,
    training::{ClipText, ClipVision, Source},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The name of the temperature: ln of what cosines are multiplied by in the loss.
pub(super) const LOGIT_SCALE: &str = "logit_scale";

/// Deviation of embeddings at first.
const EMBEDDING_DEVIATION: f32 = 0.02;

/// Both towers' shapes. They meet in `projection_dim`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Towers {
    /// The text tower.
    pub text: ClipTextConfig,
    /// The vision tower.
    pub vision: ClipVisionConfig,
}

/// A parameter, or its gradient, or a moment of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Parameter {
    pub(super) shape: Vec<usize>,
    pub(super) values: Vec<f32>,
}

/// Parameters by name, in the order of their names.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Parameters {
    pub(super) by_name: BTreeMap<String, Parameter>,
}

impl Parameters {
    /// Random parameters for both towers, the same for the same seed. `logit_scale` is ln of
    /// the first temperature's inverse.
    pub(super) fn initial(
        towers: &Towers,
        seed: u64,
        logit_scale: f32,
    ) -> Result<Self, TrainError> {
        let device = Device::flex();
        let n_blocks = towers.text.num_hidden_layers.max(towers.vision.num_hidden_layers);
        let mut initial = Initial { seed, n_blocks, device: &device, made: Self::default() };
        ClipText::new(&towers.text, &mut initial, &device)?;
        ClipVision::new(&towers.vision, &mut initial, &device)?;
        let mut made = initial.made;
        let scale = Parameter { shape: vec![], values: vec![logit_scale] };
        made.by_name.insert(LOGIT_SCALE.into(), scale);
        Ok(made)
    }

    pub(super) fn logit_scale(&self) -> f32 {
        self.by_name.get(LOGIT_SCALE).and_then(|scale| scale.values.first()).copied().unwrap_or(0.0)
    }
}

/// Makes up each tensor that a tower asks for.
struct Initial<'a> {
    seed: u64,
    n_blocks: usize,
    device: &'a Device,
    made: Parameters,
}

impl Source for Initial<'_> {
    fn tensor<const D: usize>(
        &mut self,
        name: &str,
        shape: [usize; D],
    ) -> Result<Tensor<D>, EncodeError> {
        // The stream is the name's own: another shape elsewhere changes nothing here.
        let mut random = Random::new(self.seed, &[hash(name)]);
        let n_values = shape.iter().product();
        let values: Vec<f32> = match beginning(name, &shape, self.n_blocks) {
            Beginning::Constant(value) => vec![value; n_values],
            Beginning::Normal(deviation) => {
                (0..n_values).map(|_| deviation * random.normal()).collect()
            }
        };
        let parameter = Parameter { shape: shape.to_vec(), values: values.clone() };
        self.made.by_name.insert(name.to_owned(), parameter);
        Ok(Tensor::from_data(TensorData::new(values, shape), self.device))
    }
}

enum Beginning {
    Constant(f32),
    Normal(f32),
}

/// As GPT-2 and CLIP begin: norms do nothing, a matrix keeps the variance of what goes
/// through, and what is added to the residual stream is smaller the more blocks add to it.
fn beginning(name: &str, shape: &[usize], n_blocks: usize) -> Beginning {
    let is_norm = name.contains("norm") || name.contains("layrnorm");
    if name.ends_with(".bias") {
        return Beginning::Constant(0.0);
    }
    if is_norm {
        return Beginning::Constant(1.0);
    }
    if name.contains("embedding.weight") && !name.contains("patch") {
        return Beginning::Normal(EMBEDDING_DEVIATION);
    }
    // `[out, in, …]`; a vector counts as its own input.
    let n_in: usize = shape.iter().skip(usize::from(shape.len() > 1)).product();
    #[expect(clippy::cast_precision_loss, reason = "sizes of layers")]
    let (n_in, n_blocks) = (n_in as f32, n_blocks as f32);
    let into_residual = name.ends_with("out_proj.weight") || name.ends_with("fc2.weight");
    let share = if into_residual { 2.0 * n_blocks } else { 1.0 };
    Beginning::Normal(1.0 / (n_in * share).sqrt())
}
