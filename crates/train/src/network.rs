//! Both towers over a chunk of pairs: the forward pass, and the backward pass after the loss.
//!
//! A contrastive loss needs the vectors of a whole batch, but a batch in one piece would not fit
//! the caches, and would run on one core. So it goes through the towers in chunks with a graph
//! each; the loss gives the gradient of every vector; and each graph propagates its part of it (Gao
//! et al., "Scaling Deep Contrastive Learning Batch Size under Memory Limited Setup", RepL4NLP
//! 2021, but with the graphs kept instead of computed again).

use crate::{
    error::TrainError,
    parameters::{LOGIT_SCALE, Parameter, Parameters, Towers},
};
use burn_tensor::{Device, Tensor, TensorData};
use rankscope_encode::EncodeError;
use rankscope_encode_burn::{ClipText, ClipVision, Source};
use std::{borrow::Cow, collections::BTreeMap};

/// Parameters on the device, shared by all chunks of a step.
pub(super) struct OnDevice {
    by_name: BTreeMap<String, Tensor<1>>,
    device: Device,
}

impl OnDevice {
    pub(super) fn new(parameters: &Parameters) -> Self {
        let device = Device::flex();
        let put = |(name, parameter): (&String, &Parameter)| {
            let data = TensorData::new(parameter.values.clone(), [parameter.values.len()]);
            (name.clone(), Tensor::from_data(data, &device))
        };
        let by_name = parameters.by_name.iter().filter(|(name, _)| *name != LOGIT_SCALE).map(put);
        Self { by_name: by_name.collect(), device }
    }
}

/// The leaves of a chunk's graph, over the shared parameters.
struct Leaves<'a> {
    shared: &'a OnDevice,
    leaves: Vec<(&'a str, Tensor<1>)>,
}

impl Source for Leaves<'_> {
    fn tensor<const D: usize>(
        &mut self,
        name: &str,
        shape: [usize; D],
    ) -> Result<Tensor<D>, EncodeError> {
        let Some((name, values)) = self.shared.by_name.get_key_value(name) else {
            return Err(EncodeError::MissingWeight { name: name.into() });
        };
        let found = values.dims();
        if found[0] != shape.iter().product::<usize>() {
            let (expected, found) = (shape.to_vec(), found.to_vec());
            return Err(EncodeError::WeightShape { name: name.clone(), expected, found });
        }
        let leaf = Tensor::from_inner(values.clone()).require_grad();
        self.leaves.push((name, leaf.clone()));
        Ok(leaf.reshape(shape))
    }
}

/// Pairs as input of the towers.
pub(super) struct Chunk {
    /// `[pairs, patches, 3 · patch · patch]`.
    pub(super) patches: Vec<f32>,
    /// Token ids, by caption.
    pub(super) texts: Vec<Vec<u32>>,
}

impl Chunk {
    pub(super) fn new(towers: &Towers, images: &[Cow<'_, [u8]>], texts: Vec<Vec<u32>>) -> Self {
        let mut patches = Vec::with_capacity(
            images.len() * towers.vision.n_patches() * towers.vision.patch_len(),
        );
        for image in images {
            towers.vision.patching().append_patches(image, &mut patches);
        }
        Self { patches, texts }
    }
}

/// A chunk after the forward pass, with its graph.
pub(super) struct Forward<'a> {
    images: Tensor<2>,
    texts: Tensor<2>,
    leaves: Vec<(&'a str, Tensor<1>)>,
}

impl<'a> Forward<'a> {
    /// A text's vector is the output of its token `end`.
    pub(super) fn new(
        towers: &Towers,
        shared: &'a OnDevice,
        chunk: Chunk,
        end: u32,
    ) -> Result<Self, TrainError> {
        let mut source = Leaves { shared, leaves: Vec::new() };
        let text = ClipText::new(&towers.text, &mut source, &shared.device)?;
        let vision = ClipVision::new(&towers.vision, &mut source, &shared.device)?;
        let texts: Vec<&[u32]> = chunk.texts.iter().map(Vec::as_slice).collect();
        let images = vision.forward(chunk.patches, texts.len());
        Ok(Self { images, texts: text.forward(&texts, end), leaves: source.leaves })
    }

    /// Of images and texts, `[pairs, dim]` each.
    pub(super) fn vectors(&self) -> Result<(Vec<f32>, Vec<f32>), TrainError> {
        let values = |vectors: &Tensor<2>| {
            let data = vectors.clone().inner().into_data();
            data.try_to_vec::<f32>().map_err(|e| TrainError::Device(format!("{e:?}")))
        };
        Ok((values(&self.images)?, values(&self.texts)?))
    }

    /// The gradient of the loss with respect to each parameter, by name, from those with respect to
    /// the vectors of images and texts, `[pairs, dim]` each.
    pub(super) fn backward(
        self,
        images: &[f32],
        texts: &[f32],
    ) -> Result<BTreeMap<&'a str, Vec<f32>>, TrainError> {
        // The gradient of Σ vectors · gradient is the vector-Jacobian product.
        let weighted_sum = |vectors: Tensor<2>, gradient: &[f32]| {
            let data = TensorData::new(gradient.to_vec(), vectors.dims());
            let gradient = Tensor::<2>::from_data(data, &vectors.device().inner());
            (vectors * Tensor::from_inner(gradient)).sum()
        };
        let mut gradients =
            (weighted_sum(self.images, images) + weighted_sum(self.texts, texts)).backward();
        let mut by_name = BTreeMap::new();
        for (name, leaf) in self.leaves {
            // A parameter that the chunk did not use has no gradient.
            let Some(gradient) = leaf.grad_remove(&mut gradients) else { continue };
            let values = gradient.into_data().try_to_vec::<f32>();
            by_name.insert(name, values.map_err(|e| TrainError::Device(format!("{e:?}")))?);
        }
        Ok(by_name)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{
        Loss, Negatives,
        loss::{Batch, Outcome},
        random::Random,
    };
    use rankscope_encode::{Activation, ClipTextConfig, ClipVisionConfig};

    const END: u32 = 9;

    fn towers(hidden_act: Activation) -> Towers {
        let text = ClipTextConfig {
            hidden_size: 8,
            num_hidden_layers: 2,
            num_attention_heads: 2,
            intermediate_size: 12,
            vocab_size: 10,
            max_position_embeddings: 6,
            projection_dim: 5,
            layer_norm_eps: 1e-5,
            hidden_act,
        };
        let vision = ClipVisionConfig {
            hidden_size: 8,
            num_hidden_layers: 1,
            num_attention_heads: 2,
            intermediate_size: 12,
            image_size: 4,
            patch_size: 2,
            projection_dim: 5,
            layer_norm_eps: 1e-5,
            hidden_act,
            image_mean: [0.5; 3],
            image_std: [0.25; 3],
            ..ClipVisionConfig::default()
        };
        Towers { text, vision }
    }

    fn chunk(towers: &Towers) -> Chunk {
        let mut random = Random::new(3, &[]);
        let mut image = || (0..48).map(|_| random.below(256) as u8).collect::<Vec<u8>>();
        let images: Vec<_> = (0..4).map(|_| Cow::Owned(image())).collect();
        let texts =
            vec![vec![0, 1, 2, END], vec![0, 3, END], vec![0, 2, 4, 5, 6, END], vec![0, 7, 1, END]];
        Chunk::new(towers, &images, texts)
    }

    fn outcome(towers: &Towers, parameters: &Parameters, loss: Loss) -> Outcome {
        let shared = OnDevice::new(parameters);
        let forward = Forward::new(towers, &shared, chunk(towers), END).unwrap();
        let (images, texts) = forward.vectors().unwrap();
        let batch = Batch { images: &images, texts: &texts, dim: 5, groups: &[0, 1, 2, 3] };
        loss.outcome(&batch, parameters.logit_scale())
    }

    /// For every parameter of both towers: the gradient predicts how the loss changes if the
    /// parameter moves a little in a random direction.
    #[test]
    fn gradients_are_the_finite_differences() {
        let losses = [
            Loss::Contrastive { temperature: 0.2 },
            Loss::Triplet { margin: 0.3, negatives: Negatives::All },
        ];
        for (loss, act) in losses.into_iter().zip([Activation::QuickGelu, Activation::Gelu]) {
            let towers = towers(act);
            let scale = loss.initial_logit_scale();
            let mut parameters = Parameters::initial(&towers, 5, scale).unwrap();
            // Embeddings start near 0, where layer norms are strongly curved.
            for (name, parameter) in &mut parameters.by_name {
                if name.contains("embedding") {
                    parameter.values.iter_mut().for_each(|value| *value *= 20.0);
                }
            }
            let shared = OnDevice::new(&parameters);
            let forward = Forward::new(&towers, &shared, chunk(&towers), END).unwrap();
            let wanted = outcome(&towers, &parameters, loss);
            let gradients = forward.backward(&wanted.images, &wanted.texts).unwrap();
            // Biases of keys have no effect: softmax ignores what all logits share.
            assert_eq!(gradients.len(), parameters.by_name.len() - 1);
            for (name, gradient) in &gradients {
                let mut random = Random::new(11, &[rankscope_core::random::fnv1a(name.bytes())]);
                let direction: Vec<f32> = gradient.iter().map(|_| random.normal()).collect();
                let along: f64 = gradient
                    .iter()
                    .zip(&direction)
                    .map(|(g, d)| f64::from(*g) * f64::from(*d))
                    .sum();
                let moved = |by: f32| {
                    let mut parameters = parameters.clone();
                    let values = &mut parameters.by_name.get_mut(*name).unwrap().values;
                    values.iter_mut().zip(&direction).for_each(|(v, d)| *v += by * d);
                    outcome(&towers, &parameters, loss).loss
                };
                let step = 1.0 / 1024.0;
                let difference = (moved(step) - moved(-step)) / (2.0 * f64::from(step));
                let error = (difference - along).abs();
                assert!(
                    error < 4e-3 + 0.02 * along.abs(),
                    "{loss:?} {name}: {difference} and {along}"
                );
            }
        }
    }
}
