#![no_main]
//! Lists of ids as numpy writes them.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::{coco_1k_folds, ids_from_npy};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(ids) = ids_from_npy("f", bytes) {
        assert!(ids.len() <= bytes.len() / 4);
        let _ = coco_1k_folds("f", &ids);
    }
});
