//! Memory for a download, reserved as its bytes arrive.
//!
//! It uses nothing of the browser: a native test compiles this file.

use rankscope_core::limits::MAX_RESERVED_BYTES;

/// Makes room for `n_new` bytes of a file that is said to have `expected`. When memory runs out, it
/// reserves as much again as has arrived, at least [`MAX_RESERVED_BYTES`], but no more than the file
/// is said to have: a manifest that claims too much reserves little, and a file that keeps its word
/// ends in memory of its own size.
pub(super) fn reserve(arrived: &mut Vec<u8>, n_new: usize, expected: u64) {
    let n_arrived = arrived.len();
    if arrived.capacity() - n_arrived >= n_new {
        return;
    }
    let n_left = expected.saturating_sub(n_arrived as u64);
    let n_left = usize::try_from(n_left).unwrap_or(usize::MAX);
    arrived.reserve_exact(n_left.min(n_arrived.max(MAX_RESERVED_BYTES)).max(n_new));
}
