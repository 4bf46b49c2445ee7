//! Memory for a download, reserved as its bytes arrive. Uses nothing of the browser: a native test
//! compiles this file.

use rankscope_core::limits::MAX_RESERVED_BYTES;

/// Makes room for `n_new` more bytes of a file of claimed size `expected`. A full buffer doubles,
/// by at least [`MAX_RESERVED_BYTES`], but not beyond the claim: a false one reserves little, and a
/// true one ends in a buffer of exactly the file's size.
pub(super) fn reserve(arrived: &mut Vec<u8>, n_new: usize, expected: u64) {
    let n_arrived = arrived.len();
    if arrived.capacity() - n_arrived >= n_new {
        return;
    }
    let n_left = expected.saturating_sub(n_arrived as u64);
    let n_left = usize::try_from(n_left).unwrap_or(usize::MAX);
    arrived.reserve_exact(n_left.min(n_arrived.max(MAX_RESERVED_BYTES)).max(n_new));
}
