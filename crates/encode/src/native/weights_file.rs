use crate::{
    error::EncodeError,
    kernels::{Codes, GROUP, codes_from_rows},
    pack::WeightDtype,
    weights::{SCALE_SUFFIX, Weights},
};
use half::f16;
use safetensors::{Dtype, tensor::TensorView};

/// Weights → a safetensors file in this type. As I8 only the large ones: matrices of layers and of
/// tokens, and the patch projection; the rest is F16. An error names a value that the type cannot
/// hold.
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
                let row_len = shape.iter().skip(1).product();
                let Codes { codes, scales, .. } = codes_from_rows(&values, row_len);
                let codes = codes.iter().map(|code| code.cast_unsigned()).collect();
                let scales_shape = vec![shape[0], usize::div_ceil(row_len, GROUP)];
                parts.push((name.clone(), Dtype::I8, shape, codes));
                parts.push((
                    format!("{name}{SCALE_SUFFIX}"),
                    Dtype::F32,
                    scales_shape,
                    f32_bytes(&scales),
                ));
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

/// Matrices and the patch projection, except small ones that are part of every token or of the
/// vector: positions, token types, distances and SigLIP's query.
fn is_coded(name: &str, shape: &[usize]) -> bool {
    let small = ["position_embedding", "token_type_embedding", "relative_attention", "probe"];
    let is_small = small.iter().any(|part| name.contains(part));
    shape.len() >= 2 && !is_small
}

fn f32_bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

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

pub(super) fn n_parameters(weights: &Weights) -> u64 {
    weights.by_name.values().map(|weight| weight.values.len() as u64).sum()
}
