//! Runs are ranked by score, and lines that say otherwise are named.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use rankscope_core::benchmark::Judgements;
use rankscope_core::formats::{Contradiction, IdTable, RankedRun, query_runs_from_trec};
use rankscope_core::metrics::{JudgedRanking, Measure, Protocol};
use rankscope_core::ranking::Hit;

fn read(text: &str) -> (RankedRun, IdTable) {
    let mut documents = IdTable::default();
    let run = query_runs_from_trec("x.run", text, &mut documents).unwrap();
    (run, documents)
}

fn ids(text: &str) -> Vec<String> {
    let (run, documents) = read(text);
    let ids = run.queries.iter().flat_map(|query| &query.documents);
    ids.map(|(row, _)| documents.ids()[*row as usize].clone()).collect()
}

fn disorder(text: &str) -> Option<(usize, String, Contradiction)> {
    read(text).0.disorder.map(|one| (one.line, one.query, one.contradicted_by))
}

#[test]
fn scores_decide_and_equal_scores_stay_in_the_order_of_the_lines() {
    assert_eq!(ids("q Q0 a 1 1 t\nq Q0 b 2 3 t\nq Q0 c 3 2 t\n"), ["b", "c", "a"]);
    assert_eq!(ids("q Q0 b 1 2 t\nq Q0 a 2 2 t\nq Q0 c 3 2 t\n"), ["b", "a", "c"]);
    assert_eq!(ids("q Q0 b 1 -0 t\nq Q0 a 2 0 t\nq Q0 c 3 inf t\n"), ["c", "b", "a"]);
    // Scores that are equal in float32 only, which trec_eval ties, are still ordered.
    assert_eq!(ids("q Q0 a 1 1.00000000001 t\nq Q0 b 2 1.00000000002 t\n"), ["b", "a"]);
}

#[test]
fn the_first_line_that_contradicts_its_score_is_named() {
    let place = |line| Some((line, "q".to_owned(), Contradiction::Place));
    let rank = |line| Some((line, "q".to_owned(), Contradiction::Rank));
    // In order: by rank, without ranks, with other columns, tied in any order of ranks.
    assert_eq!(disorder("q Q0 a 1 3 t\nq Q0 b 2 2 t\nq Q0 c 3 1 t\n"), None);
    assert_eq!(disorder("q Q0 a 0 3 t\nq Q0 b 0 2 t\nq Q0 c 0 1 t\n"), None);
    assert_eq!(disorder("q Q0 a - 3 t\nq Q0 b x 2 t\nq Q0 c 1.5 1 t\n"), None);
    assert_eq!(disorder("q Q0 a 1 3 t\nq Q0 b 3 2 t\nq Q0 c 2 2 t\nq Q0 d 4 1 t\n"), None);
    assert_eq!(disorder("q Q0 a 1 3 t\nr Q0 a 1 9 t\nq Q0 b 2 2 t\nr Q0 b 2 8 t\n"), None);
    assert_eq!(disorder("q Q0 a 1 1 t\n\nq Q0 b 2 2 t\n"), place(3));
    assert_eq!(disorder("q Q0 a 1 3 t\nr Q0 a 1 1 t\nq Q0 b 2 4 t\n"), place(3));
    // The lines are in order, and the ranks count the other way.
    assert_eq!(disorder("q Q0 a 3 3 t\nq Q0 b 2 2 t\nq Q0 c 1 1 t\n"), rank(2));
    // Smaller than a rank two scores above, not than that before it.
    assert_eq!(disorder("q Q0 a 1 3 t\nq Q0 b 4 2 t\nq Q0 c 2 2 t\nq Q0 d 3 1 t\n"), rank(4));
}

const N: usize = 30;

proptest! {
    /// The unsorted run of the issue, under every measure: the lines' order changes nothing.
    #[test]
    fn the_order_of_the_lines_changes_no_measure(
        order in Just((0..N).collect::<Vec<usize>>()).prop_shuffle(),
        relevant in prop::collection::vec(0..N, 1..10),
    ) {
        let line = |row: &usize| format!("q Q0 d{row:02} {} {} t\n", row + 1, N - row);
        let sorted: String = (0..N).map(|row| line(&row)).collect();
        let shuffled: String = order.iter().map(line).collect();
        let values = |text: &str| -> Vec<Option<f64>> {
            let (run, documents) = read(text);
            let hits: Vec<Hit> = run.queries[0]
                .documents
                .iter()
                .map(|(row, score)| Hit { row_in_corpus: *row, score: *score as f32 })
                .collect();
            let row_of = |row: &usize| documents.row_of(&format!("d{row:02}")).unwrap();
            let judgements = Judgements::new(relevant.iter().map(|row| (row_of(row), 1)));
            let ranking = JudgedRanking::new(&hits, &judgements, documents.ids());
            all_measures().iter().map(|one| one.value(ranking.list(one.protocol()))).collect()
        };
        prop_assert_eq!(values(&sorted), values(&shuffled));
        prop_assert_eq!(read(&shuffled).0.disorder.is_none(), order.is_sorted());
    }
}

fn all_measures() -> Vec<Measure> {
    let names = "trec:AP trec:nDCG@10 inquire:AP@50 eccv:R@1 eccv:mAP@R eccv:R-Precision \
                 coco-5k:R@5 cxc:R@5 conqa:nDCG mirflickr:AP needle:AP needle:RR";
    let measures: Vec<Measure> = names.split(' ').map(|name| name.parse().unwrap()).collect();
    // Every protocol is there, except that of folds.
    for protocol in Protocol::ALL.into_iter().filter(|protocol| !protocol.is_within_fold()) {
        assert!(measures.iter().any(|one| one.protocol() == protocol), "{protocol:?}");
    }
    measures
}
