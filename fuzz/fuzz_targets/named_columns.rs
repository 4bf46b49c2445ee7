#![no_main]
//! Tables with named columns, of anything and of runs and judgements: every column has a value or none
//! for each row.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::{
    IdTable, columns_from_text, qrels_from_table, qrels_from_trec, run_from_table, trec_from_qrels,
};

fuzz_target!(|text: &str| {
    if let Ok(table) = columns_from_text("f", text, &["id", "text"]) {
        assert_eq!(table.columns.len(), 2);
        assert!(table.columns.iter().all(|column| column.len() == table.places.len()));
    }
    if let Ok(qrels) = qrels_from_table("f", text) {
        assert_eq!(qrels_from_trec("f", &trec_from_qrels(&qrels)).unwrap(), qrels);
    }
    if let Ok(run) = run_from_table("f", text, &mut IdTable::default()) {
        let is_ranked = |query: &[(u32, f64)]| query.is_sorted_by(|a, b| a.1 >= b.1);
        assert!(run.queries.iter().all(|query| is_ranked(&query.documents)));
    }
});
