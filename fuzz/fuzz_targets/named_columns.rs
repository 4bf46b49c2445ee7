#![no_main]
//! Tables with named columns: every column has a value or none for each row.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::columns_from_text;

fuzz_target!(|text: &str| {
    if let Ok(table) = columns_from_text("f", text, &["id", "text"]) {
        assert_eq!(table.columns.len(), 2);
        assert!(table.columns.iter().all(|column| column.len() == table.places.len()));
    }
});
