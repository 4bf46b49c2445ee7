#![no_main]
//! TREC runs: what is read comes back from the writer, and is the same query by query, ranked
//! by score.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::{IdTable, query_runs_from_trec, run_from_trec, trec_from_run};

fuzz_target!(|text: &str| {
    if let Ok(run) = run_from_trec("f", text) {
        let written = trec_from_run("f", &run).unwrap();
        assert_eq!(run_from_trec("f", &written).unwrap(), run);
    }
    let mut documents = IdTable::default();
    match (run_from_trec("f", text), query_runs_from_trec("f", text, &mut documents)) {
        (Ok(run), Ok(by_query)) => {
            for one in by_query.queries {
                let of_query = run.iter().filter(|entry| entry.query == one.query);
                let mut of_query: Vec<_> =
                    of_query.map(|e| (e.document.as_str(), e.score)).collect();
                of_query.sort_by(|(_, a), (_, b)| b.partial_cmp(a).unwrap());
                let ids = documents.ids();
                let found: Vec<_> = one
                    .documents
                    .iter()
                    .map(|(row, s)| (ids[*row as usize].as_str(), *s))
                    .collect();
                assert_eq!(found, of_query);
            }
        }
        (Err(a), Err(b)) => assert_eq!(a.to_string(), b.to_string()),
        (run, by_query) => panic!("{run:?} {by_query:?}"),
    }
});
