use super::error::EngineError;
use rankscope_core::benchmark::System;
use rankscope_core::vectors::Vectors;

/// Refuses vectors `what` of a system that are not `[n_rows, dim]`.
pub(super) fn check_shape(
    vectors: &Vectors,
    what: String,
    system: &System,
    n_rows: u32,
) -> Result<(), EngineError> {
    check_size((vectors.n_rows(), vectors.dim()), what, system, n_rows)
}

/// [`check_shape`] of a shape alone.
pub(super) fn check_size(
    (found_rows, found_dim): (usize, usize),
    what: String,
    system: &System,
    n_rows: u32,
) -> Result<(), EngineError> {
    let (found, expected) = (found_rows, n_rows as usize);
    if found != expected {
        return Err(EngineError::Rows { what, found, expected });
    }
    let (found, expected) = (found_dim, system.dim as usize);
    if found != expected {
        return Err(EngineError::Dim { what, system: system.id.clone(), found, expected });
    }
    Ok(())
}
