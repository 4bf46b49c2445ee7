#![no_main]
//! Files that visitors import: a run, judgements, votes or facets, matched to a benchmark of
//! three queries and three images.

use libfuzzer_sys::fuzz_target;
use rankscope_core::imported::{Ids, Matched, parse};
use std::{
    pin::pin,
    task::{Context, Poll, Waker},
};

fuzz_target!(|bytes: &[u8]| {
    let mut ids = Ids::new(["q1", "q2", "q3"].into_iter(), ["a", "b", "c"].into_iter());
    let reading = async {
        parse("f", bytes, async || ()).await?.matched_to("f", &mut ids, async || ()).await
    };
    let Poll::Ready(read) = pin!(reading).poll(&mut Context::from_waker(Waker::noop())) else {
        panic!("nothing is to be waited for");
    };
    match read {
        Ok(Matched::Run(run)) => {
            assert_eq!(run.rankings.len(), 3);
            for hits in &run.rankings {
                assert!(hits.is_sorted_by(|a, b| a.score >= b.score));
            }
            run.notes();
        }
        Ok(Matched::Judgements(judged)) => drop(judged.notes()),
        Ok(Matched::Votes(matched)) => {
            assert_eq!(matched.voted.len(), matched.rows.len());
            matched.notes();
        }
        Ok(Matched::Facets(facets)) => {
            let n = facets.names.len();
            assert!(facets.rows.iter().all(|(row, values)| *row < 3 && values.len() == n));
            facets.notes();
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
