#![no_main]
//! Shards: what is read comes back from the writer.

use libfuzzer_sys::fuzz_target;
use rankscope_core::vectors::{shard_from_rows, vectors_from_shard};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(vectors) = vectors_from_shard("f", bytes) {
        assert_eq!(vectors.to_f32().len(), vectors.n_rows() * vectors.dim());
        let written = shard_from_rows("f", &vectors).unwrap();
        assert_eq!(vectors_from_shard("f", &written).unwrap(), vectors);
    }
});
