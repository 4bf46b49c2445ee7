#![no_main]
//! Published tables in any format: the first byte picks figures or correlations.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::{ResultFile, correlations_from_csv, published_from_files};

fuzz_target!(|bytes: &[u8]| {
    let Some((which, rest)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    if which % 2 == 0 {
        if let Ok(table) = published_from_files(&[ResultFile::at("m/r/f", text)]) {
            for row in &table.rows {
                assert_eq!(row.values.len(), table.measures.len());
                assert_eq!(row.texts.len(), table.text_columns.len());
                assert!(row.values.iter().flatten().all(|value| value.is_finite()));
            }
        }
    } else if let Ok(table) = correlations_from_csv("f", text) {
        assert!(table.values.iter().all(|row| row.len() == table.measures.len()));
    }
});
