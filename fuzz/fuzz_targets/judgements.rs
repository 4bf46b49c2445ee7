#![no_main]
//! ECCV Caption, CxC and COCO: what is read comes back from the writer.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::{json_from_judgements, judgements_from_json};

fuzz_target!(|text: &str| {
    if let Ok(qrels) = judgements_from_json("f", text) {
        assert_eq!(judgements_from_json("f", &json_from_judgements(&qrels)).unwrap(), qrels);
    }
});
