//! Definitions of relevance measured by each other.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use crate::made_benchmark::{Made, record, records};
use rankscope_core::analysis::{
    ImportedKind, JoinedDefinition, Positives, positives, precisions, usual_counts,
};
use serde_json::json;
use std::sync::Arc;

/// By hand: q0 has {a} of {a, b, c}; q1 {b, d} beside {d}; q2 {c} and nothing; q3 nothing and {a}.
#[test]
fn precisions_are_means_over_the_queries_that_have_a_relevant_image() {
    let images = ["a", "b", "c", "d"].map(|id| record(id, &[]));
    let few = "q0 0 a 1\nq0 0 d 0\nq1 0 b 2\nq1 0 d 1\nq2 0 c 1\n";
    let many = "q0 0 a 1\nq0 0 b 1\nq0 0 c 3\nq1 0 d 1\nq1 0 a 0\nq3 0 a 1\n";
    let relevance = [("few", few), ("many", many)];
    let dataset = Made::new(&records("q", 5), &images, &relevance, &[]).dataset();
    assert_eq!(positives(&dataset, 0), Positives { n_queries: 3, n_positives: 4 });
    assert_eq!(positives(&dataset, 1), Positives { n_queries: 3, n_positives: 5 });
    let all = precisions(&dataset);
    assert_eq!((all[0][0], all[1][1]), (Some(1.0), Some(1.0)));
    // (1/1 + 1/2 + 0/1) / 3, and (1/3 + 1/1 + 0/1) / 3.
    assert!((all[0][1].unwrap() - 0.5).abs() < 1e-15);
    assert!((all[1][0].unwrap() - 4.0 / 9.0).abs() < 1e-15);
    let none = Made::new(&records("q", 2), &images, &[("none", "q0 0 a 0\n")], &[]).dataset();
    assert_eq!(precisions(&none), [[None]]);
}

#[test]
fn a_number_that_every_query_has_under_another_definition_is_usual() {
    let images = ["a", "b", "c", "d"].map(|id| record(id, &[]));
    let pairs = "q0 0 a 1\nq1 0 b 1\nq1 0 c 0\nq2 0 d 2\n";
    let twos = "q0 0 a 1\nq0 0 b 1\nq1 0 c 1\nq1 0 d 1\n";
    let mixed = "q0 0 a 1\nq0 0 b 1\nq1 0 b 1\n";
    let alone = "q0 0 a 1\n";
    let relevance = [("pairs", pairs), ("twos", twos), ("mixed", mixed), ("alone", alone)];
    let dataset = Made::new(&records("q", 4), &images, &relevance, &[]).dataset();
    let usual = |of: usize| -> Vec<usize> {
        usual_counts(&dataset, of).into_iter().map(|(n, _)| n).collect()
    };
    // Not its own, not that of a single query, and not one that differs between queries.
    assert_eq!((usual(0), usual(1), usual(2)), (vec![2], vec![1], vec![1, 2]));
}

/// Union and intersection, image by image; a name that joins nothing is not one.
#[test]
fn definitions_are_joined_by_union_and_intersection() {
    let queries = [json!({"id": "q0", "text": "a"}), json!({"id": "q1", "text": "b"})];
    let narrow = "q0 0 i1 2\nq0 0 i2 1\nq0 0 i3 0\n";
    let wide = "q0 0 i1 1\nq0 0 i3 1\nq1 0 i0 1\n";
    let qrels = [("narrow", narrow), ("wide", wide)];
    let dataset = Made::new(&queries, &records("i", 5), &qrels, &["s"]).dataset();
    let joined = |id: &str| JoinedDefinition::named(&dataset.own, id);
    for (id, wanted, of_second) in [
        ("narrow|wide", [None, Some(2), Some(1), Some(1), None], Some(1)),
        ("narrow&wide", [None, Some(1), Some(0), Some(0), None], Some(0)),
        ("wide & narrow", [None, Some(1), Some(0), Some(0), None], Some(0)),
    ] {
        let made = joined(id).unwrap().unwrap().definition(&dataset).unwrap();
        let ImportedKind::Judgements(judged) = &made.kind else { panic!("no judgements") };
        let of_query = judged.of_query(0).unwrap();
        assert_eq!([0, 1, 2, 3, 4].map(|row| of_query.grade(row)), wanted, "{id}");
        assert_eq!(judged.of_query(1).unwrap().grade(0), of_second, "{id}");
        let id = made.id.clone();
        let with = dataset.with_imports(vec![Arc::new(made)], dataset.ids());
        assert_eq!(with.definition_index(&id), Some(2));
    }
    assert!(joined("narrow").is_none());
    for (id, words) in [
        ("narrow|wide&narrow", "not both"),
        ("narrow|none", "there is no relevance \"none\": known are narrow, wide"),
        ("narrow|narrow", "twice"),
        ("narrow|", "there is no relevance \"\""),
    ] {
        let error = joined(id).unwrap().unwrap_err();
        assert!(error.contains(words), "{error}");
    }
}
