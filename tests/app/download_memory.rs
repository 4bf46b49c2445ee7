//! The memory that a download takes while it arrives.
//!
//! Downloads are built for WebAssembly only, but this file of them needs no browser and is compiled
//! into these tests too.

#[path = "../../crates/transfer/src/reserve.rs"]
mod reserve;

use rankscope_core::limits::MAX_RESERVED_BYTES;

/// Takes a file of `n_bytes` in chunks; the largest memory reserved for each byte that had arrived,
/// and the memory at the end.
fn take(n_bytes: usize, chunk: usize, expected: u64) -> (f64, usize) {
    let (mut arrived, mut largest) = (Vec::new(), 0.0f64);
    while arrived.len() < n_bytes {
        let n_new = chunk.min(n_bytes - arrived.len());
        reserve::reserve(&mut arrived, n_new, expected);
        assert!(arrived.capacity() - arrived.len() >= n_new);
        arrived.resize(arrived.len() + n_new, 0);
        if arrived.capacity() > MAX_RESERVED_BYTES + chunk {
            largest = largest.max(arrived.capacity() as f64 / arrived.len() as f64);
        }
    }
    (largest, arrived.capacity())
}

/// It reserved up to 1 GiB on the manifest's word.
#[test]
fn a_manifest_that_claims_too_much_reserves_little() {
    for expected in [1 << 30, u64::from(u32::MAX) + 1, u64::MAX] {
        let (_, end) = take(10, 10, expected);
        assert!(end <= MAX_RESERVED_BYTES, "{end}");
        let (largest, end) = take(9 << 20, 1 << 16, expected);
        assert!(largest <= 2.0 && end <= 18 << 20, "{largest} {end}");
    }
}

#[test]
fn a_file_that_keeps_its_word_ends_in_memory_of_its_size() {
    for (n_bytes, chunk) in [(1, 1), (1000, 7), (5 << 20, 1 << 16), ((9 << 20) + 5, 1 << 19)] {
        assert_eq!(take(n_bytes, chunk, n_bytes as u64).1, n_bytes);
    }
}

#[test]
fn a_file_that_is_longer_than_claimed_is_still_taken() {
    assert!(take(5 << 20, 1 << 16, 3).1 >= 5 << 20);
}
