#![no_main]
//! Explanations: what is read comes back from the writer; names of columns are those of the table.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::{
    Explanation, columns_of_explanations, explanations_from_jsonl, jsonl_from_explanations,
};

fuzz_target!(|text: &str| {
    if let Some(columns) = columns_of_explanations(text) {
        assert!(!columns.query.is_empty() && !columns.text.is_empty());
    }
    let Ok(read) = explanations_from_jsonl("f", text) else { return };
    let said: Vec<Explanation> = read.into_iter().map(|(_, own)| own).collect();
    let written = jsonl_from_explanations(&said).unwrap();
    let again = explanations_from_jsonl("f", &written).unwrap();
    assert!(again.into_iter().map(|(_, own)| own).eq(said));
});
