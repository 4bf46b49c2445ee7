#![no_main]
//! What a file is, by its first bytes and by the shape of its JSON.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::{HEAD_BYTES, file_kind, json_kind, list_kind};

fuzz_target!(|bytes: &[u8]| {
    let head = &bytes[..bytes.len().min(HEAD_BYTES)];
    let kind = file_kind(head, bytes.len() as u64);
    assert!(!kind.words().is_empty() && !kind.no_vectors().is_empty());
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = json_kind("f", text);
        let _ = list_kind("f", text);
    }
});
