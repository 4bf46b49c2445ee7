//! Weights by name: each is taken once with the shape it must have, and none may be left.

use super::{Architecture, EncodeError};
use half::f16;
use safetensors::{Dtype, SafeTensors};
use std::collections::BTreeMap;

/// A weight as float32.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Weight {
    pub(super) shape: Vec<usize>,
    pub(super) values: Vec<f32>,
}

/// Named weights that were not yet taken.
#[derive(Debug, Default)]
pub(super) struct Weights {
    by_name: BTreeMap<String, Weight>,
}

impl Weights {
    /// Reads what a text encoder of this architecture uses.
    pub(super) fn for_text(
        path: &str,
        bytes: &[u8],
        architecture: &Architecture,
    ) -> Result<Self, EncodeError> {
        let name_used = match architecture {
            Architecture::Bert(_) => bert_weight,
            Architecture::Clip(_) => clip_text_weight,
            Architecture::Bag(_) => any_weight,
        };
        Self::from_safetensors(path, bytes, name_used)
    }

    /// Reads float16 and float32 weights, those that `name_used` has a name for.
    pub(super) fn from_safetensors(
        path: &str,
        bytes: &[u8],
        name_used: fn(&str) -> Option<&str>,
    ) -> Result<Self, EncodeError> {
        let file = SafeTensors::deserialize(bytes)
            .map_err(|source| EncodeError::Weights { path: path.into(), source })?;
        let mut by_name = BTreeMap::new();
        for (full_name, view) in file.iter() {
            let Some(name) = name_used(full_name) else { continue };
            let values: Vec<f32> = match view.dtype() {
                Dtype::F16 => view
                    .data()
                    .as_chunks::<2>()
                    .0
                    .iter()
                    .map(|b| f16::from_le_bytes(*b).to_f32())
                    .collect(),
                Dtype::F32 => {
                    view.data().as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect()
                }
                other => {
                    let reason = format!("its type is {other:?}, and F16 or F32 is needed");
                    return Err(EncodeError::WeightValue { name: full_name.into(), reason });
                }
            };
            if let Some(value) = values.iter().find(|value| !value.is_finite()) {
                let reason = format!("it contains {value}");
                return Err(EncodeError::WeightValue { name: full_name.into(), reason });
            }
            by_name.insert(name.to_owned(), Weight { shape: view.shape().to_vec(), values });
        }
        Ok(Self { by_name })
    }

    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn from_named(named: impl IntoIterator<Item = (String, Weight)>) -> Self {
        Self { by_name: named.into_iter().collect() }
    }

    /// A weight of this shape.
    pub(super) fn take(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, EncodeError> {
        let weight = self
            .by_name
            .remove(name)
            .ok_or_else(|| EncodeError::MissingWeight { name: name.into() })?;
        if weight.shape != shape {
            return Err(EncodeError::WeightShape {
                name: name.into(),
                expected: shape.to_vec(),
                found: weight.shape,
            });
        }
        Ok(weight.values)
    }

    /// Refuses weights that nobody took.
    pub(super) fn finish(self) -> Result<(), EncodeError> {
        let names: Vec<String> = self.by_name.into_keys().collect();
        if names.is_empty() { Ok(()) } else { Err(EncodeError::ExtraWeights { names }) }
    }
}

/// What of a checkpoint a BERT encoder uses: neither stored position numbers nor the pooler
/// of the classification head. A leading `bert.` is dropped.
fn bert_weight(full_name: &str) -> Option<&str> {
    let name = full_name.strip_prefix("bert.").unwrap_or(full_name);
    let is_unused = name == "embeddings.position_ids" || name.starts_with("pooler.");
    (!is_unused).then_some(name)
}

/// What of a checkpoint CLIP's text tower uses: not the other tower, nor the temperature of
/// the loss, nor stored position numbers.
fn clip_text_weight(name: &str) -> Option<&str> {
    let is_unused = name.starts_with("vision_model.")
        || matches!(
            name,
            "visual_projection.weight" | "logit_scale" | "text_model.embeddings.position_ids"
        );
    (!is_unused).then_some(name)
}

/// What of a checkpoint CLIP's vision tower uses.
pub(super) fn vision_weight(name: &str) -> Option<&str> {
    let is_unused = name.starts_with("text_model.")
        || matches!(
            name,
            "text_projection.weight" | "logit_scale" | "vision_model.embeddings.position_ids"
        );
    (!is_unused).then_some(name)
}

/// All of it.
fn any_weight(name: &str) -> Option<&str> {
    Some(name)
}

/// Writes weights as float16, refusing values that it cannot hold.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn safetensors_from_weights(
    path: &str,
    weights: &Weights,
) -> Result<Vec<u8>, EncodeError> {
    use safetensors::tensor::TensorView;
    let mut halves: Vec<(&str, &[usize], Vec<u8>)> = Vec::new();
    for (name, weight) in &weights.by_name {
        let mut bytes = Vec::with_capacity(weight.values.len() * 2);
        for value in &weight.values {
            let half = f16::from_f32(*value);
            if !half.is_finite() {
                let reason = format!("{value} does not fit float16");
                return Err(EncodeError::WeightValue { name: name.clone(), reason });
            }
            bytes.extend(half.to_le_bytes());
        }
        halves.push((name, &weight.shape, bytes));
    }
    let failed = |source| EncodeError::Weights { path: path.into(), source };
    let mut views = Vec::new();
    for (name, shape, bytes) in &halves {
        views.push((*name, TensorView::new(Dtype::F16, shape.to_vec(), bytes).map_err(failed)?));
    }
    safetensors::serialize(views, None).map_err(failed)
}

/// How many values there are in all.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn n_parameters(weights: &Weights) -> u64 {
    weights.by_name.values().map(|weight| weight.values.len() as u64).sum()
}
