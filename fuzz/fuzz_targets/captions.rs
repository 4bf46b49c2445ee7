#![no_main]
//! Captions as JSON lines.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::{CaptionKeys, captions_from_jsonl};

fuzz_target!(|text: &str| {
    let key = |name: &str| name.to_owned();
    let keys = CaptionKeys { id: key("id"), image: key("image"), text: key("text") };
    let _ = captions_from_jsonl("f", text, &keys);
});
