//! Weights by name: each is taken once with the shape it must have, and none may be left.
//!
//! A weight is stored as F32, F16 or I8. One of I8, `[rows, columns]` between −127 and 127,
//! has beside it its scales `NAME_scale`, F32 `[rows]`: a value is its code times the scale of
//! its row, which in a linear layer is an output and in an embedding table a token.

use super::{
    Architecture, EncodeError, WeightDtype,
    kernels::{Codes, Values, codes_from_rows},
};
use half::f16;
use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use std::collections::BTreeMap;

/// What stands behind the name of a weight of I8 in that of its scales.
const SCALE: &str = "_scale";

/// A weight as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Weight {
    pub(super) shape: Vec<usize>,
    pub(super) values: Values,
}

/// Named weights that were not yet taken.
#[derive(Debug, Clone, Default)]
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

    /// Reads the weights that `name_used` has a name for.
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
            let values = values_from_view(full_name, &view)?;
            by_name.insert(name.to_owned(), Weight { shape: view.shape().to_vec(), values });
        }
        let mut weights = Self { by_name };
        weights.join_scales()?;
        Ok(weights)
    }

    /// Moves the scales of I8 weights to where they belong.
    fn join_scales(&mut self) -> Result<(), EncodeError> {
        let coded = self.by_name.iter().filter(|(_, w)| matches!(w.values, Values::I8(_)));
        let coded: Vec<(String, Vec<usize>)> =
            coded.map(|(name, weight)| (name.clone(), weight.shape.clone())).collect();
        for (name, shape) in coded {
            let &[n_rows, _] = shape.as_slice() else {
                let reason = format!("its type is I8 and its shape {shape:?}, which is no matrix");
                return Err(EncodeError::WeightValue { name, reason });
            };
            let found = self.take(&format!("{name}{SCALE}"), &[n_rows])?;
            if let Some(Weight { values: Values::I8(Codes { scales, .. }), .. }) =
                self.by_name.get_mut(&name)
            {
                *scales = found;
            }
        }
        Ok(())
    }

    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn from_named(named: impl IntoIterator<Item = (String, Weight)>) -> Self {
        Self { by_name: named.into_iter().collect() }
    }

    /// A weight of this shape, widened to float32.
    pub(super) fn take(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, EncodeError> {
        Ok(self.take_stored(name, shape)?.into_f32())
    }

    /// A weight of this shape, as it is stored.
    pub(super) fn take_stored(
        &mut self,
        name: &str,
        shape: &[usize],
    ) -> Result<Values, EncodeError> {
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

fn values_from_view(name: &str, view: &TensorView<'_>) -> Result<Values, EncodeError> {
    let wrong = |reason| EncodeError::WeightValue { name: name.into(), reason };
    let bytes = view.data();
    match view.dtype() {
        Dtype::F16 => {
            let values: Vec<f16> =
                bytes.as_chunks::<2>().0.iter().map(|b| f16::from_le_bytes(*b)).collect();
            match values.iter().find(|value| !value.is_finite()) {
                Some(value) => Err(wrong(format!("it contains {value}"))),
                None => Ok(Values::F16(values)),
            }
        }
        Dtype::F32 => {
            let values: Vec<f32> =
                bytes.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
            match values.iter().find(|value| !value.is_finite()) {
                Some(value) => Err(wrong(format!("it contains {value}"))),
                None => Ok(Values::F32(values)),
            }
        }
        Dtype::I8 => {
            let codes: Vec<i8> = bytes.iter().map(|byte| byte.cast_signed()).collect();
            if codes.contains(&i8::MIN) {
                return Err(wrong("it contains the code -128, and the lowest is -127".into()));
            }
            Ok(Values::I8(Codes { codes, scales: Vec::new() }))
        }
        other => Err(wrong(format!("its type is {other:?}, and F32, F16 or I8 is needed"))),
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
#[cfg(feature = "encode")]
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

/// Writes weights in this type. In I8 only what is large is: matrices of layers and of tokens;
/// the rest is F16.
///
/// # Errors
/// A value that the type cannot hold.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn safetensors_from_weights(
    path: &str,
    weights: &Weights,
    dtype: WeightDtype,
) -> Result<Vec<u8>, EncodeError> {
    let mut parts: Vec<(String, Dtype, Vec<usize>, Vec<u8>)> = Vec::new();
    for (name, weight) in &weights.by_name {
        let shape = weight.shape.clone();
        let values = weight.values.clone().into_f32();
        let dtype = if dtype == WeightDtype::I8 && !is_coded(name, &shape) {
            WeightDtype::F16
        } else {
            dtype
        };
        match dtype {
            WeightDtype::F32 => parts.push((name.clone(), Dtype::F32, shape, f32_bytes(&values))),
            WeightDtype::F16 => {
                parts.push((name.clone(), Dtype::F16, shape, f16_bytes(name, &values)?));
            }
            WeightDtype::I8 => {
                let Codes { codes, scales } = codes_from_rows(&values, shape[1]);
                let codes = codes.iter().map(|code| code.cast_unsigned()).collect();
                let (n_rows, scales) = (scales.len(), f32_bytes(&scales));
                parts.push((name.clone(), Dtype::I8, shape, codes));
                parts.push((format!("{name}{SCALE}"), Dtype::F32, vec![n_rows], scales));
            }
        }
    }
    let failed = |source| EncodeError::Weights { path: path.into(), source };
    let mut views = Vec::new();
    for (name, dtype, shape, bytes) in &parts {
        views.push((name, TensorView::new(*dtype, shape.clone(), bytes).map_err(failed)?));
    }
    safetensors::serialize(views, None).map_err(failed)
}

/// Positions and token types are few and count in every token: they are not worth it.
#[cfg(not(target_arch = "wasm32"))]
fn is_coded(name: &str, shape: &[usize]) -> bool {
    let is_small = name.contains("position_embedding") || name.contains("token_type_embedding");
    shape.len() == 2 && !is_small
}

#[cfg(not(target_arch = "wasm32"))]
fn f32_bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

#[cfg(not(target_arch = "wasm32"))]
fn f16_bytes(name: &str, values: &[f32]) -> Result<Vec<u8>, EncodeError> {
    let mut bytes = Vec::with_capacity(values.len() * 2);
    for value in values {
        let half = f16::from_f32(*value);
        if !half.is_finite() {
            let reason = format!("{value} does not fit float16");
            return Err(EncodeError::WeightValue { name: name.into(), reason });
        }
        bytes.extend(half.to_le_bytes());
    }
    Ok(bytes)
}

/// How many values there are in all.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn n_parameters(weights: &Weights) -> u64 {
    weights.by_name.values().map(|weight| weight.values.len() as u64).sum()
}
