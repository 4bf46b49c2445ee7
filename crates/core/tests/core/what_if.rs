//! Changed rankings and judgements, worked by hand and by counting.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use rankscope_core::benchmark::Judgements;
use rankscope_core::metrics::{Edit, Edits, JudgedList, Measure};
use rankscope_core::ranking::Hit;

fn hits(rows: &[u32]) -> Vec<Hit> {
    let scores = (0..rows.len()).map(|index| 1.0 - index as f32 / 10.0);
    rows.iter().zip(scores).map(|(row, score)| Hit { row_in_corpus: *row, score }).collect()
}

fn rows(hits: &[Hit]) -> Vec<u32> {
    hits.iter().map(|hit| hit.row_in_corpus).collect()
}

#[test]
fn a_move_shifts_those_between_and_leaves_the_scores_in_place() {
    let before = hits(&[5, 6, 7, 8]);
    let after = "7to1".parse::<Edits>().unwrap().apply_to_hits(&before);
    assert_eq!(rows(&after), [7, 5, 6, 8]);
    let scores = |hits: &[Hit]| hits.iter().map(|hit| hit.score).collect::<Vec<_>>();
    assert_eq!(scores(&after), scores(&before));
    let moved = |edits: &str| rows(&edits.parse::<Edits>().unwrap().apply_to_hits(&before));
    assert_eq!(moved("5to3"), [6, 7, 5, 8]);
    assert_eq!(moved("5to99"), [6, 7, 8, 5]);
    assert_eq!(moved("1234to1"), [5, 6, 7, 8]);
    assert_eq!(moved("5to3.8to1"), [8, 6, 7, 5]);
    assert_eq!("7to1".parse::<Edits>().unwrap().apply_to_hits(&[]), []);
}

#[test]
fn average_precision_moves_as_by_hand() {
    // Relevant: 6 and 8 of four. AP = (1/2 + 2/4) / 2 = 0.5.
    let (ranking, judgements) = (hits(&[5, 6, 7, 8]), Judgements::new([(6, 1), (8, 2), (5, 0)]));
    let ap: Measure = "trec:AP".parse().unwrap();
    let value = |edits: &str| {
        let edits: Edits = edits.parse().unwrap();
        let list = JudgedList::as_given(
            &edits.apply_to_hits(&ranking),
            &edits.apply_to_judgements(&judgements),
        );
        ap.value(&list).unwrap()
    };
    assert!((value("") - 0.5).abs() < 1e-12);
    // 8 to the top: (1/1 + 2/3) / 2.
    assert!((value("8to1") - 5.0 / 6.0).abs() < 1e-12);
    // 5 relevant as well: (1/1 + 2/2 + 3/4) / 3.
    assert!((value("5yes") - 2.75 / 3.0).abs() < 1e-12);
    // 8 not relevant: (1/2) / 1.
    assert!((value("8no") - 0.5).abs() < 1e-12);
    // Neither: nothing is relevant, and there is no value.
    let none: Edits = "6no.8no".parse().unwrap();
    let list = JudgedList::as_given(&ranking, &none.apply_to_judgements(&judgements));
    assert_eq!(ap.value(&list), None);
}

#[test]
fn a_grade_stays_when_it_says_the_same() {
    let judgements = Judgements::new([(1, 3), (2, -1), (4, 0)]);
    let edits: Edits = "1yes.2no.3yes.4yes.5no".parse().unwrap();
    assert_eq!(
        edits.apply_to_judgements(&judgements).as_slice(),
        [(1, 3), (2, -1), (3, 1), (4, 1), (5, 0)]
    );
}

#[test]
fn the_list_of_changes_stays_short() {
    let mut edits = Edits::default();
    for rank in [9, 8, 7] {
        edits.push(Edit::Move { row_in_corpus: 5, rank });
    }
    edits.push(Edit::Judge { row_in_corpus: 5, is_relevant: true });
    edits.push(Edit::Judge { row_in_corpus: 5, is_relevant: false });
    assert_eq!(edits.to_string(), "5to7.5no");
    edits.forget_judgement(5);
    assert_eq!(edits.to_string(), "5to7");
    assert_eq!(edits.len(), 1);
}

#[test]
fn what_is_no_change_is_refused_with_its_words() {
    for wrong in ["x", "7to0", "to3", "7to", "yes", "7maybe", "7to2.", "-1to2"] {
        let error = wrong.parse::<Edits>().unwrap_err();
        assert!(wrong.contains(&error.edit), "{wrong}: {error}");
    }
}

proptest! {
    #[test]
    fn changes_print_and_parse_and_lose_no_image(
        moves in prop::collection::vec((0u32..12, 1usize..15, any::<bool>(), any::<bool>()), 0..12),
    ) {
        let mut edits = Edits::default();
        for (row_in_corpus, rank, is_move, is_relevant) in moves {
            edits.push(if is_move {
                Edit::Move { row_in_corpus, rank }
            } else {
                Edit::Judge { row_in_corpus, is_relevant }
            });
        }
        prop_assert_eq!(&edits.to_string().parse::<Edits>().unwrap(), &edits);
        let before = hits(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let mut after = rows(&edits.apply_to_hits(&before));
        after.sort_unstable();
        prop_assert_eq!(after, rows(&before));
    }
}
