//! Definitions of relevance measured by each other.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::made_benchmark::{Made, record, records};
use rankscope_core::analysis::{Positives, positives, precisions, usual_counts};

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
