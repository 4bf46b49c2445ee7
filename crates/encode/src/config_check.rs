//! Checks that configurations share.

use crate::error::EncodeError;

/// Refuses attention heads that do not divide the hidden size.
pub(crate) fn check_heads(path: &str, n_heads: usize, hidden: usize) -> Result<(), EncodeError> {
    if n_heads == 0 || hidden == 0 || !hidden.is_multiple_of(n_heads) {
        let reason = format!("{n_heads} attention heads do not divide a hidden size of {hidden}");
        return Err(EncodeError::Unsupported { path: path.into(), reason });
    }
    Ok(())
}

/// Refuses a size of 0.
pub(crate) fn check_sizes(path: &str, sizes: &[usize]) -> Result<(), EncodeError> {
    if sizes.contains(&0) {
        let reason = format!("one of its sizes is 0: {sizes:?}");
        return Err(EncodeError::Unsupported { path: path.into(), reason });
    }
    Ok(())
}
