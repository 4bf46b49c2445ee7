#![no_main]
//! BEIR: the first byte picks records or qrels; what is read comes back from the writer.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::{beir_from_qrels, beir_from_records, qrels_from_beir, records_from_beir};

fuzz_target!(|bytes: &[u8]| {
    let Some((which, rest)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    if which % 2 == 1 {
        if let Ok(qrels) = qrels_from_beir("f", text) {
            assert_eq!(qrels_from_beir("f", &beir_from_qrels(&qrels)).unwrap(), qrels);
        }
    } else if let Ok(records) = records_from_beir("f", text) {
        let written = beir_from_records("f", &records).unwrap();
        assert_eq!(records_from_beir("f", &written).unwrap(), records);
    }
});
