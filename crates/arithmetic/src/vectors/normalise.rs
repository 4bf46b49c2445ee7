use thiserror::Error;

/// Why a vector cannot be made of length 1, so that a dot product is a cosine.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum NormaliseError {
    #[error("value {index} is {value}")]
    NotFinite { index: usize, value: f32 },
    #[error("all its values are 0, so it has no direction")]
    Zero,
}

/// The vector `[dim]` divided by its L2 norm, computed in float64.
pub fn normalised(vector: &[f32]) -> Result<Vec<f32>, NormaliseError> {
    if let Some((index, value)) = vector.iter().enumerate().find(|(_, value)| !value.is_finite()) {
        return Err(NormaliseError::NotFinite { index, value: *value });
    }
    let norm = vector.iter().map(|value| f64::from(*value).powi(2)).sum::<f64>().sqrt();
    if norm == 0.0 {
        return Err(NormaliseError::Zero);
    }
    #[expect(clippy::cast_possible_truncation, reason = "rounding to float32 is the point")]
    let unit = vector.iter().map(|value| (f64::from(*value) / norm) as f32).collect();
    Ok(unit)
}
