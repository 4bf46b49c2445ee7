#![no_main]
//! INQUIRE: the first byte picks queries or annotations.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::{annotations_from_inquire, qrels_from_annotations, queries_from_inquire};

fuzz_target!(|bytes: &[u8]| {
    let Some((which, rest)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    if which % 2 == 0 {
        let _ = queries_from_inquire("f", text);
    } else if let Ok(annotations) = annotations_from_inquire("f", text) {
        assert_eq!(qrels_from_annotations(&annotations).len(), annotations.len());
    }
});
