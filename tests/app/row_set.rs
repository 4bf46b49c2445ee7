//! Row filters, as the page sends them to the worker.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use rankscope_messages::{Request, RowSet, RowSetError, SearchQuery};

/// A search among these rows, as a message.
fn request(among: Option<RowSet>) -> Request {
    Request::Search {
        system: "words".into(),
        query: SearchQuery::Stored(3),
        k: 10,
        rerank: None,
        all_rows: false,
        among,
    }
}

/// The rows that a worker reads from a message.
fn received(among: &str) -> Result<Vec<u32>, String> {
    let json = format!(
        r#"{{"Search":{{"system":"words","query":{{"Stored":3}},"k":10,"rerank":null,"among":{among}}}}}"#
    );
    match serde_json::from_str(&json).unwrap() {
        Request::Search { among: Some(among), .. } => among.rows(10).map_err(|e| e.to_string()),
        _ => Err("no filter".into()),
    }
}

proptest! {
    /// Through JSON and back: the same rows in order, and the same answer for each row.
    #[test]
    fn rows_survive_a_round_trip(belongs in prop::collection::vec(any::<bool>(), 0..200)) {
        let json = serde_json::to_string(&request(Some(RowSet::new(belongs.iter().copied())))).unwrap();
        let Request::Search { among: Some(back), .. } = serde_json::from_str(&json).unwrap() else {
            return Err(TestCaseError::fail("the filter is lost"));
        };
        let expected: Vec<u32> =
            (0u32..).zip(&belongs).filter(|(_, belongs)| **belongs).map(|(row, _)| row).collect();
        prop_assert_eq!(back.rows(belongs.len()).unwrap(), expected);
        for (row, belongs) in (0u32..).zip(&belongs) {
            prop_assert_eq!(back.has(row), *belongs);
        }
        prop_assert!(!back.has(u32::try_from(belongs.len()).unwrap()));
        // A quarter of a byte per row, plus overhead.
        prop_assert!(json.len() <= belongs.len().div_ceil(4) + 160);
    }
}

#[test]
fn a_search_without_a_filter_omits_it() {
    let json = serde_json::to_string(&request(None)).unwrap();
    assert!(!json.contains("among"), "{json}");
    assert_eq!(serde_json::from_str::<Request>(&json).unwrap(), request(None));
}

#[test]
fn invalid_sets_are_refused_with_a_reason() {
    assert_eq!(received(r#"{"n_rows":10,"digits":"902"}"#).unwrap(), [0, 3, 9]);
    assert_eq!(received(r#"{"n_rows":10,"digits":"000"}"#).unwrap(), [0; 0]);
    let refused = |among: &str| received(among).unwrap_err();
    assert_eq!(
        refused(r#"{"n_rows":11,"digits":"902"}"#),
        "the filter is for a corpus of 11 rows, but this one has 10"
    );
    for (digits, n) in [("90", 2), ("9020", 4), ("", 0)] {
        let words = format!("the filter has {n} digits, but 10 rows need 3");
        assert_eq!(refused(&format!(r#"{{"n_rows":10,"digits":"{digits}"}}"#)), words);
    }
    for digits in ["9g2", "9-2", "9é2"] {
        assert!(refused(&format!(r#"{{"n_rows":10,"digits":"{digits}"}}"#)).contains("digit 1"));
    }
    assert_eq!(
        refused(r#"{"n_rows":10,"digits":"904"}"#),
        "the filter contains row 10, but the corpus has 10 rows"
    );
    assert_eq!(RowSet::new([true; 5]).rows(6), Err(RowSetError::Corpus { found: 5, expected: 6 }));
}
