#![no_main]
//! Lists of ids: what is read has no white space and no duplicates.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::ids_from_lines;

fuzz_target!(|text: &str| {
    if let Ok(ids) = ids_from_lines("f", text) {
        assert_eq!(ids_from_lines("f", &ids.join("\n")).unwrap(), ids);
    }
});
