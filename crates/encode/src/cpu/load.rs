//! Weights by name → layers.

use crate::{
    error::EncodeError,
    kernels::{Linear, Norm, Table, Values},
    weights::Weights,
};

/// Layers `NAME.weight` `[n_out, n_in]` with `NAME.bias` `[n_out]`; several with the same input
/// become one.
pub(crate) fn linear(
    weights: &mut Weights,
    names: &[String],
    (n_in, n_out): (usize, usize),
) -> Result<Linear, EncodeError> {
    // Memory grows with the actual weights: `n_out` is only a claim of the configuration.
    let (mut parts, mut biases) = (Vec::new(), Vec::new());
    for name in names {
        parts.push(weights.take_stored(&format!("{name}.weight"), &[n_out, n_in])?);
        biases.extend(weights.take(&format!("{name}.bias"), &[n_out])?);
    }
    Ok(Linear::new(Values::stacked(parts), &biases, n_in))
}

/// The layer norm `NAME.weight` `[len]` with `NAME.bias` `[len]`.
pub fn norm(
    weights: &mut Weights,
    name: &str,
    len: usize,
    epsilon: f64,
) -> Result<Norm, EncodeError> {
    let gamma = weights.take(&format!("{name}.weight"), &[len])?;
    Ok(Norm::new(gamma, weights.take(&format!("{name}.bias"), &[len])?, epsilon))
}

pub(crate) fn table(
    weights: &mut Weights,
    name: &str,
    [n_rows, row_len]: [usize; 2],
) -> Result<Table, EncodeError> {
    Ok(Table::new(weights.take_stored(name, &[n_rows, row_len])?, row_len))
}
