#![no_main]
//! Parquet, by every reader of its columns: of names, of text and whole numbers, and also of
//! fractions and dates. The Parquet crate panics on some damaged files, which the program catches;
//! so does this target, to find what cannot be caught: memory and time.

use libfuzzer_sys::fuzz_target;
use rankscope_parquet::{columns_from_parquet, names_from_parquet, values_from_parquet};
use std::{
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

static QUIET: Once = Once::new();

/// Stops where a panic would go unnoticed.
fn hold(is_so: bool) {
    if !is_so {
        std::process::abort();
    }
}

fuzz_target!(|data: &[u8]| {
    // The fuzzer's panic hook would end the process even if the panic is caught.
    QUIET.call_once(|| panic::set_hook(Box::new(|_| {})));
    let file = bytes::Bytes::copy_from_slice(data);
    let caught = AssertUnwindSafe(|| names_from_parquet("f", file.clone()));
    let Ok(Ok(mut names)) = panic::catch_unwind(caught) else { return };
    names.truncate(4);
    names.dedup();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    // Each column alone, so that one of another type does not hide the others.
    for name in &names {
        let text = panic::catch_unwind(AssertUnwindSafe(|| {
            columns_from_parquet("f", file.clone(), &[name])
        }));
        let values = panic::catch_unwind(AssertUnwindSafe(|| {
            values_from_parquet("f", file.clone(), &[name])
        }));
        if let Ok(Ok(text)) = text {
            hold(text.len() == 1);
            hold(matches!(values, Ok(Ok(values)) if values == text));
        }
    }
    let together = AssertUnwindSafe(|| values_from_parquet("f", file.clone(), &names));
    if let Ok(Ok(columns)) = panic::catch_unwind(together) {
        hold(columns.len() == names.len());
        hold(columns.windows(2).all(|pair| pair[0].len() == pair[1].len()));
    }
});
