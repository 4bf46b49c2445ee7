#![no_main]
//! Tables of logits: what is read is a run with each image once for a query, by scores from 0 to 1.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::{IdTable, Place, place_in_logits, run_from_logits};
use std::collections::HashSet;

fuzz_target!(|text: &str| {
    let mut documents = IdTable::default();
    let Ok(run) = run_from_logits("f", text, &mut documents) else { return };
    for one in run.queries {
        let rows: HashSet<u32> = one.documents.iter().map(|(row, _)| *row).collect();
        assert_eq!(rows.len(), one.documents.len());
        assert!(one.documents.is_sorted_by(|(_, a), (_, b)| a >= b));
        assert!(one.documents.iter().all(|(_, score)| (0.0..=1.0).contains(score)));
        for (row, _) in one.documents {
            let image = documents.ids()[row as usize].as_str();
            assert!(matches!(place_in_logits(text, &one.query, Some(image)), Place::Line(_)));
        }
    }
});
