//! SHA-256 in the form that manifests use.

use sha2::{Digest, Sha256};

/// The SHA-256 of bytes, as 64 lower-case hexadecimal digits.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    sha256_of_digest(Sha256::new_with_prefix(bytes))
}

pub(super) fn sha256_of_digest(digest: Sha256) -> String {
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
