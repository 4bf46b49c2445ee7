#![no_main]
//! ConQA: the first byte picks seeds or votes; no seed is judged.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::{VoteRule, corpus_without_seeds, qrels_from_votes, queries_from_conqa, votes_from_conqa};

fuzz_target!(|bytes: &[u8]| {
    let Some((which, rest)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    if which % 2 == 0 {
        if let Ok(queries) = queries_from_conqa("f", text) {
            let seeds: Vec<String> = queries.iter().flat_map(|q| q.seeds.clone()).collect();
            assert!(corpus_without_seeds(&queries, &seeds).is_empty());
        }
    } else if let Ok(votes) = votes_from_conqa("f", text) {
        for rule in VoteRule::ALL {
            assert_eq!(qrels_from_votes(&[], &votes, rule).len(), votes.len());
        }
    }
});
