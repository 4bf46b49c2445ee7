#![no_main]
//! Parquet: the crate beneath panics on some damaged files, which the program catches; a target
//! does as well, and finds what cannot be caught: memory and time.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::columns_from_parquet;
use std::{
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

static QUIET: Once = Once::new();

fuzz_target!(|data: &[u8]| {
    // The fuzzer's panic hook would end the process even if the panic is caught.
    QUIET.call_once(|| panic::set_hook(Box::new(|_| {})));
    let file = bytes::Bytes::copy_from_slice(data);
    let read = panic::catch_unwind(AssertUnwindSafe(|| {
        columns_from_parquet("f", file, &["image_path", "caption"])
    }));
    if let Ok(Ok(columns)) = read {
        if columns.len() != 2 || columns[0].len() != columns[1].len() {
            // A panic would go unnoticed here.
            std::process::abort();
        }
    }
});
