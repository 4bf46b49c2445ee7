//! Weights by name: a model takes each once, with the shape it must have, and may leave none.
//!
//! A weight is stored as F32, F16 or I8. An I8 weight holds codes `[rows, columns]` from −127 to
//! 127, with its scales in `NAME_scale`, F32 `[rows, ⌈columns / 64⌉]`: a value is its code times
//! the scale of its 64 columns in its row. A row is an output of a linear layer or a token of an
//! embedding table; the columns of a patch projection `[rows, 3, patch, patch]` are its other three
//! dimensions in one.

use crate::{
    architecture::Architecture,
    error::EncodeError,
    kernels::{Codes, GROUP, Values},
    weight_names::{bert, clip},
};
use half::f16;
use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use std::collections::BTreeMap;

pub(crate) const SCALE_SUFFIX: &str = "_scale";

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Weight {
    pub(crate) shape: Vec<usize>,
    pub(crate) values: Values,
}

#[derive(Debug, Clone, Default)]
pub struct Weights {
    pub(crate) by_name: BTreeMap<String, Weight>,
}

impl Weights {
    pub(crate) fn for_text(
        path: &str,
        bytes: &[u8],
        architecture: &Architecture,
    ) -> Result<Self, EncodeError> {
        let name_used: fn(&str) -> Option<&str> = match architecture {
            Architecture::Bert(_) => bert::used,
            Architecture::Clip(_) | Architecture::Siglip(_) => clip::used_for_text,
            Architecture::Bag(_) => |name| Some(name),
        };
        Self::from_safetensors(path, bytes, name_used)
    }

    /// The weights that `name_used` has a name for. `path` is for errors, of files that are not
    /// safetensors and of values and types that cannot be used.
    pub fn from_safetensors(
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

    fn join_scales(&mut self) -> Result<(), EncodeError> {
        let coded = self.by_name.iter().filter(|(_, w)| matches!(w.values, Values::I8(_)));
        let coded: Vec<(String, Vec<usize>)> =
            coded.map(|(name, weight)| (name.clone(), weight.shape.clone())).collect();
        for (name, shape) in coded {
            let &[n_rows, _, ..] = shape.as_slice() else {
                let reason =
                    format!("its type is I8 and its shape {shape:?}, not that of a matrix");
                return Err(EncodeError::WeightValue { name, reason });
            };
            // The safetensors reader has checked that the shape's product is the number of bytes.
            let row_len = shape.iter().skip(1).product::<usize>();
            let scales =
                self.take(&format!("{name}{SCALE_SUFFIX}"), &[n_rows, row_len.div_ceil(GROUP)])?;
            if let Some(Weight { values: Values::I8(codes), .. }) = self.by_name.get_mut(&name) {
                (codes.row_len, codes.scales) = (row_len, scales);
            }
        }
        Ok(())
    }

    /// Of all of them as float32.
    pub fn bytes_as_f32(&self) -> usize {
        4 * self.by_name.values().map(|weight| weight.values.len()).sum::<usize>()
    }

    /// Takes a weight of this shape, as float32.
    pub fn take(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, EncodeError> {
        Ok(self.take_stored(name, shape)?.into_f32())
    }

    pub fn take_stored(&mut self, name: &str, shape: &[usize]) -> Result<Values, EncodeError> {
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

    pub fn finish(self) -> Result<(), EncodeError> {
        let names: Vec<String> = self.by_name.into_keys().collect();
        if names.is_empty() { Ok(()) } else { Err(EncodeError::ExtraWeights { names }) }
    }
}

fn values_from_view(name: &str, view: &TensorView<'_>) -> Result<Values, EncodeError> {
    let wrong = |reason| EncodeError::WeightValue { name: name.into(), reason };
    let bytes = view.data();
    let finite = |values: Vec<f32>| match values.iter().find(|value| !value.is_finite()) {
        Some(value) => Err(wrong(format!("it contains {value}"))),
        None => Ok(Values::F32(values)),
    };
    match view.dtype() {
        Dtype::F16 => {
            let values: Vec<f16> =
                bytes.as_chunks::<2>().0.iter().map(|b| f16::from_le_bytes(*b)).collect();
            match values.iter().find(|value| !value.is_finite()) {
                Some(value) => Err(wrong(format!("it contains {value}"))),
                None => Ok(Values::F16(values)),
            }
        }
        // BF16 is the upper half of a float32.
        Dtype::BF16 => {
            let upper = bytes.as_chunks::<2>().0.iter().map(|b| u16::from_le_bytes(*b));
            finite(upper.map(|upper| f32::from_bits(u32::from(upper) << 16)).collect())
        }
        Dtype::F32 => {
            finite(bytes.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect())
        }
        Dtype::I8 => {
            let codes: Vec<i8> = bytes.iter().map(|byte| byte.cast_signed()).collect();
            if codes.contains(&i8::MIN) {
                return Err(wrong("it contains the code -128, and the lowest is -127".into()));
            }
            Ok(Values::I8(Codes { row_len: 0, codes, scales: Vec::new() }))
        }
        other => Err(wrong(format!("its type is {other:?}, and F32, F16, BF16 or I8 is needed"))),
    }
}
