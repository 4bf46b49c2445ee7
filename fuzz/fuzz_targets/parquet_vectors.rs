#![no_main]
//! Vectors in Parquet: rows of equal length, as many as the file says. The Parquet crate panics on
//! some damaged files, which the program catches; so does this target, to find what cannot be
//! caught.

use libfuzzer_sys::fuzz_target;
use rankscope_parquet::ParquetVectors;
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
        let mut rows = ParquetVectors::open("f", file, None)?;
        let mut dims = Vec::new();
        while let Some(row) = rows.next_row()? {
            dims.push(row.len());
        }
        Ok::<_, rankscope_core::formats::FormatError>((rows.n_rows(), dims))
    }));
    if let Ok(Ok((n_rows, dims))) = read {
        if dims.len() != n_rows || dims.windows(2).any(|pair| pair[0] != pair[1]) {
            // A panic would go unnoticed here.
            std::process::abort();
        }
    }
});
