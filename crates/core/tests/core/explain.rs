//! Explanations add up to the values, to the last bit.
#![allow(clippy::unwrap_used, clippy::float_cmp)]

use crate::support::{all_measures, hits, measure, tied};
use proptest::prelude::*;
use rankscope_core::benchmark::Judgements;
use rankscope_core::metrics::{
    ClassVector, Counted, Explanation, FoldCaption, Folds, Fraction, JudgedList, JudgedRanking,
    Measure, TieBlock, explain, plausible_matches,
};

/// What the page would compute from what it shows.
fn added_up(explanation: &Explanation) -> f64 {
    let sum: f64 = explanation.terms.iter().map(|term| term.gain * term.factor).sum();
    if sum == 0.0 { 0.0 } else { sum / explanation.denominator }
}

/// The explanation of a measure holds together; whether there is one.
fn check(measure: Measure, list: &JudgedList) -> Result<bool, TestCaseError> {
    let (value, explanation) = (measure.value(list), explain(measure, list));
    let Some(explanation) = explanation else {
        prop_assert_eq!(value, None, "{} has a value and no explanation", measure);
        return Ok(false);
    };
    prop_assert_eq!(value, Some(explanation.value), "{}", measure);
    check_fraction(&explanation)?;
    if ["trec:RBP-resid@", "trec:unj@"].iter().any(|own| measure.to_string().starts_with(own)) {
        // What is unjudged has no term.
        prop_assert!(explanation.terms.is_empty());
        prop_assert_eq!(explanation.value, explanation.sum / explanation.denominator);
        return Ok(true);
    }
    let difference = (added_up(&explanation) - explanation.value).abs();
    prop_assert!(difference < 1e-12, "{} is off by {}", measure, difference);
    let sum: f64 = explanation.terms.iter().map(|term| term.contribution).sum();
    prop_assert_eq!(sum, explanation.sum);
    if !explanation.ideal.is_empty() {
        let ideal: f64 = explanation.ideal.iter().map(|term| term.contribution).sum();
        prop_assert!((ideal - explanation.denominator).abs() < 1e-12, "{}", measure);
    }
    prop_assert!(explanation.terms.is_sorted_by(|a, b| a.rank < b.rank));
    let n_tied: usize = explanation.ties.iter().map(|block| block.n_terms).sum();
    prop_assert!(n_tied <= explanation.terms.len());
    for term in &explanation.terms {
        prop_assert!(
            term.rank <= list.n_given() && list.grades()[term.rank - 1] == Some(term.grade)
        );
    }
    Ok(true)
}

/// The boxes sum to the denominator, each term is above one of them, and the last step has the value.
fn check_fraction(explanation: &Explanation) -> Result<(), TestCaseError> {
    let (fraction, name) = (Fraction::of(explanation), &explanation.measure);
    let worth: f64 = fraction.slots.iter().map(|slot| slot.worth).sum();
    let difference = (worth - explanation.denominator).abs();
    prop_assert!(difference < 1e-12, "{}: {} over {:?}", name, worth, explanation);
    let above: Vec<usize> = fraction.slots.iter().filter_map(|slot| slot.term).collect();
    prop_assert_eq!(above, (0..explanation.terms.len()).collect::<Vec<_>>());
    for slot in &fraction.slots {
        let rank = slot.term.map(|place| explanation.terms[place].rank);
        prop_assert!(rank.is_none() || rank == slot.rank);
    }
    let sum = fraction.steps.last().map_or(0.0, |step| step.sum) + fraction.unjudged;
    prop_assert_eq!(sum, explanation.sum, "{}", name);
    if fraction.unjudged == 0.0 {
        let value = fraction.steps.last().map_or(0.0, |step| step.value);
        prop_assert_eq!(value, explanation.value, "{}", name);
    }
    for step in &fraction.steps {
        let term = step.term.map(|place| &explanation.terms[place]);
        prop_assert!(term.is_none_or(|term| term.precision_so_far == step.precision));
    }
    Ok(())
}

fn any_scores() -> impl Strategy<Value = Vec<f32>> {
    let score =
        prop_oneof![Just(0.5f32), Just(f32::NAN), (0u8..6).prop_map(|n| f32::from(n) / 8.0)];
    prop::collection::vec(score, 0..60)
}

proptest! {
    #[test]
    fn the_terms_over_the_denominator_are_the_value(
        k in 1usize..80,
        recall in 0u32..=10,
        grades in prop::collection::btree_map(0u32..80, -2i32..4, 0..40),
        scores in any_scores(),
    ) {
        let (hits, judgements) = (hits(&scores), Judgements::new(grades));
        let ids: Vec<String> = (0..60).map(|row| row.to_string()).collect();
        let ranking = JudgedRanking::new(&hits, &judgements, &ids);
        let mut n_explained = 0;
        for measure in all_measures(k, &format!("{}.{}", recall / 10, recall % 10)) {
            n_explained += usize::from(check(measure, ranking.list(measure.protocol()))?);
        }
        // All but COCO 1K and PMRP, which the other properties see to.
        prop_assert_eq!(n_explained, if judgements.n_relevant() > 0 { 36 } else { 0 });
    }

    #[test]
    fn so_they_are_of_a_fold_and_of_judgements_by_class(
        k in 1usize..30,
        classes in prop::collection::vec(prop::collection::vec(0u32..4, 0..3), 2..40),
        order in prop::collection::vec(any::<u32>(), 40),
        n_given in 0usize..40,
    ) {
        let n = classes.len();
        let mut rows: Vec<u32> = (0..n as u32).collect();
        rows.sort_by_key(|row| order[*row as usize]);
        let mut hits = tied(rows);
        hits.truncate(n_given);
        let classes: Vec<_> = classes.into_iter().map(ClassVector::new).collect();
        let by_class = plausible_matches(classes[0].as_ref(), &classes, |row| row == 0);
        let captions: Vec<FoldCaption> =
            (0..n).map(|row| FoldCaption { query_row: Some(row), row_in_corpus: row }).collect();
        let folds = Folds::consecutive(&captions, 2, n, n);
        let in_fold = folds.judge(0, &hits, &Judgements::new([(0, 1)])).unwrap();
        let by_class_list = JudgedList::as_given(&hits, &by_class);
        for measure in all_measures(k, "0.5") {
            let name = measure.to_string();
            if name.starts_with("coco-1k:") {
                prop_assert!(check(measure, &in_fold)?);
            } else if name.contains("PMRP") {
                let is_explained = check(measure, &by_class_list)?;
                let others = by_class.as_slice().iter().filter(|(_, grade)| (1..4).contains(grade));
                let n_others = if name.ends_with("library") { others.count() } else { 1 };
                prop_assert_eq!(is_explained, classes[0].is_some() && n_others > 0, "{}", name);
            }
        }
    }
}

/// Ranks 1, 2 and 3 tied, of which 2 and 3 are relevant; three relevant images in all.
fn small() -> JudgedList {
    let judgements = Judgements::new([(0, 0), (1, 2), (2, 1), (9, 3)]);
    JudgedList::as_given(&hits(&[0.5, 0.5, 0.5, 0.1]), &judgements)
}

fn explained(name: &str) -> Explanation {
    explain(measure(name), &small()).unwrap()
}

#[test]
fn an_explanation_names_its_denominator_and_its_ties() {
    let ap = explained("inquire:AP@4");
    assert_eq!(
        ap.denominator_words,
        "min(N⁺, k) = 3, of N⁺ = 3 relevant images in the corpus and k = 4 images given"
    );
    assert_eq!(ap.ties, [TieBlock { first_rank: 1, last_rank: 3, n_terms: 2 }]);
    assert!(ap.tie_rule.starts_with("one block"), "{}", ap.tie_rule);
    assert!(ap.terms.iter().all(|term| term.factor == 2.0 / 3.0));

    let ap = explained("trec:AP");
    assert_eq!(ap.denominator_words, "R = 3 relevant images");
    assert_eq!(ap.tie_rule, "ordered by image id, descending");
    let terms: Vec<_> =
        ap.terms.iter().map(|t| (t.rank, t.row_in_corpus, t.precision_so_far)).collect();
    assert_eq!(terms, [(2, 1, 0.5), (3, 2, 2.0 / 3.0)]);

    assert_eq!(explained("trec:P@10").denominator_words, "k = 10");
    assert_eq!(explained("inquire:P@10").denominator_words, "4 images given, k at most");
    assert_eq!(
        explained("needle:AP").denominator_words,
        "min(10, R) = 3, of R = 3 relevant images"
    );
    assert_eq!(
        explained("eccv:R-Precision").denominator_words,
        "3 images retrieved among the first R = 3"
    );
    assert_eq!(explained("trec:RR").denominator_words, "1: nothing is divided");
}

#[test]
fn a_product_over_the_ranks_above_is_explained_by_terms_too() {
    // Grades 2 and 1 at ranks 2 and 3: 3 of 16 readers stop at the first, 1 of 16 at the other.
    let err = explained("trec:ERR@5");
    let terms: Vec<_> = err.terms.iter().map(|t| (t.rank, t.gain, t.factor)).collect();
    assert_eq!(terms, [(2, 3.0 / 16.0, 1.0 / 2.0), (3, 1.0 / 16.0, (13.0 / 16.0) / 3.0)]);
    assert_eq!(err.denominator, 1.0);
    assert!(err.ideal.is_empty());
    assert_eq!(explained("trec:ERR@2").terms.len(), 1);
}

#[test]
fn the_ideal_list_is_shown_where_there_is_one() {
    let ndcg = explained("trec:nDCG@2");
    let gains: Vec<f64> = ndcg.ideal.iter().map(|term| term.gain).collect();
    assert_eq!(gains, [3.0, 2.0]);
    assert_eq!(ndcg.ideal[1].discount, 1.0 / 3f64.log2());
    assert_eq!(ndcg.terms[0].gain, 2.0);
    assert_eq!(explained("conqa:nDCG").ideal.len(), 3);
    assert!(explained("conqa:nDCG").ideal.iter().all(|term| term.gain == 1.0));
    assert_eq!(explained("inquire:nDCG@2").ideal.len(), 2);
    assert!(explained("trec:AP").ideal.is_empty());
}

#[test]
fn a_fraction_has_a_box_for_all_that_its_denominator_counts() {
    let fraction = |name: &str| Fraction::of(&explained(name));
    let boxes = |name: &str| {
        let all = fraction(name).slots;
        all.iter().map(|slot| (slot.rank, slot.term.is_some(), slot.worth)).collect::<Vec<_>>()
    };
    // Ranks, of which the last has no hit at all.
    let ranks = [false, true, true, false, false].into_iter().zip(1..);
    let ranks: Vec<_> = ranks.map(|(is_hit, rank)| (Some(rank), is_hit, 1.0)).collect();
    assert_eq!(boxes("trec:P@5"), ranks);
    // Relevant images, of which one was not found.
    let relevant = [(Some(2), true, 1.0), (Some(3), true, 1.0), (None, false, 1.0)];
    assert_eq!(boxes("trec:R@4"), relevant);
    assert_eq!(boxes("trec:AP"), relevant);
    assert_eq!(boxes("trec:RR"), [(Some(2), true, 1.0)]);
    assert_eq!(boxes("trec:nDCG@2").len(), 2);
    assert_eq!(explained("trec:nDCG@2").counted, Counted::Ideal);
    assert_eq!(fraction("trec:P@5").numbers, "(1 + 1) ÷ 5 = 0.400");
    assert_eq!(fraction("trec:AP").numbers, "(0.500 + 0.667) ÷ 3 = 0.389");
    assert_eq!(fraction("trec:P@1").numbers, "0 ÷ 1 = 0.000");
    let steps = fraction("trec:AP").steps;
    let steps: Vec<_> = steps.iter().map(|step| (step.rank, step.precision, step.sum)).collect();
    let sum = 0.5 + 2.0 / 3.0;
    assert_eq!(steps, [(1, 0.0, 0.0), (2, 0.5, 0.5), (3, 2.0 / 3.0, sum), (4, 0.5, sum)]);
}

#[test]
fn an_explanation_travels_as_json() {
    let explanation = explained("trec:nDCG");
    let text = serde_json::to_string(&explanation).unwrap();
    assert_eq!(serde_json::from_str::<Explanation>(&text).unwrap(), explanation);
}
