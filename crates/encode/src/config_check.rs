//! Checks of configurations.

use crate::error::EncodeError;

pub(crate) fn check_heads(path: &str, n_heads: usize, hidden: usize) -> Result<(), EncodeError> {
    if n_heads == 0 || hidden == 0 || !hidden.is_multiple_of(n_heads) {
        let reason = format!("{n_heads} attention heads do not divide a hidden size of {hidden}");
        return Err(EncodeError::Unsupported { path: path.into(), reason });
    }
    Ok(())
}

/// Refuses sizes that are 0 or above their limit, before anything is computed from them: name,
/// size, limit.
pub(crate) fn check_sizes(path: &str, sizes: &[(&str, usize, usize)]) -> Result<(), EncodeError> {
    for &(name, size, most) in sizes {
        if size == 0 || size > most {
            let reason = format!("its {name} is {size}, and 1 to {most} are possible");
            return Err(EncodeError::Unsupported { path: path.into(), reason });
        }
    }
    Ok(())
}
