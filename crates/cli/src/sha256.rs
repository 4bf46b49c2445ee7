//! The hash that identifies a file's bytes.

use sha2::{Digest, Sha256};

/// SHA-256 of the bytes as 64 lower-case hexadecimal digits.
pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
