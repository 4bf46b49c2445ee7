#![no_main]
//! TREC qrels: what is read comes back from the writer.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::{qrels_from_trec, trec_from_qrels};

fuzz_target!(|text: &str| {
    if let Ok(qrels) = qrels_from_trec("f", text) {
        assert_eq!(qrels_from_trec("f", &trec_from_qrels(&qrels)).unwrap(), qrels);
    }
});
