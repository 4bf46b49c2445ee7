#![no_main]
//! TREC runs: what is read comes back from the writer.

use libfuzzer_sys::fuzz_target;
use rankscope::formats::{run_from_trec, trec_from_run};

fuzz_target!(|text: &str| {
    if let Ok(run) = run_from_trec("f", text) {
        let written = trec_from_run("f", &run).unwrap();
        assert_eq!(run_from_trec("f", &written).unwrap(), run);
    }
});
