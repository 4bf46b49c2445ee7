//! Measures as values, and what holds of all of them.
#![allow(clippy::unwrap_used, clippy::float_cmp)]

use crate::support::{all_measures, hits, measure};
use proptest::prelude::*;
use rankscope_core::benchmark::Judgements;
use rankscope_core::metrics::{
    JudgedList, JudgedRanking, Mean, Measure, Protocol, default_measures, known_measures,
    tag_suggestion_share,
};

/// PMRP needs judgements by class, COCO 1K a fold: other tests give them those.
fn needs_nothing_special(measure: &Measure) -> bool {
    measure.protocol() != Protocol::Coco1k && !measure.to_string().contains("PMRP")
}

/// Of a list of n relevant images, measures that the length of the list decides.
fn of_all_judged(measure: &Measure, n: usize) -> Option<f64> {
    let beyond = 0.8f64.powi(n as i32);
    match measure.to_string().split('@').next()? {
        "trec:RBP" => Some(1.0 - beyond),
        "trec:RBP-resid" => Some(beyond),
        "trec:unj" => Some(0.0),
        _ => None,
    }
}

#[test]
fn the_measures_are_those_of_the_nine_protocols() {
    assert_eq!(known_measures().len(), 43);
    for protocol in Protocol::ALL {
        let prefix = format!("{}:", protocol.name());
        let own: Vec<String> =
            known_measures().into_iter().filter(|name| name.starts_with(&prefix)).collect();
        assert!(!own.is_empty(), "{prefix}");
    }
    for measure in all_measures(7, "0.3") {
        assert!(measure.to_string().starts_with(measure.protocol().name()), "{measure}");
        let words = measure.describe();
        assert!(words.ends_with('.') && !words.contains('{'), "{measure}: {words}");
    }
    let names: Vec<String> = default_measures().iter().map(Measure::to_string).collect();
    assert_eq!(names.len(), 9);
    assert_eq!(names[3], "eccv:mAP@R");
    assert_eq!(
        measure("eccv:R@1").describe(),
        "Share of queries with a relevant image in first place."
    );
    assert_eq!(
        measure("eccv:R@5").describe_one(),
        "1 if a relevant image is among the first 5, otherwise 0."
    );
    assert_eq!(measure("eccv:mAP@R").describe_one(), measure("eccv:mAP@R").describe());
}

#[test]
fn what_has_no_value_says_so() {
    let nothing = JudgedList::as_given(&[], &Judgements::default());
    let unanswered = JudgedList::as_given(&[], &Judgements::new([(3, 1)]));
    let irrelevant = JudgedList::as_given(&hits(&[0.5]), &Judgements::new([(0, 0), (1, -1)]));
    for measure in all_measures(5, "0.3") {
        assert_eq!(measure.value(&nothing), None, "{measure} without a judgement");
        assert_eq!(measure.value(&irrelevant), None, "{measure} without a relevant image");
        // All of it is still unjudged.
        let of_empty = if measure.to_string().contains("RBP-resid") { 1.0 } else { 0.0 };
        let wanted = needs_nothing_special(&measure).then_some(of_empty);
        assert_eq!(measure.value(&unanswered), wanted, "{measure} of an empty list");
    }
    assert_eq!(Mean::of([None, None]), None);
    let mean = Mean::of([Some(1.0), None, Some(0.0)]).unwrap();
    assert_eq!((mean.mean, mean.n), (0.5, 2));
}

#[test]
fn names_that_are_no_measures_are_refused_with_the_name() {
    let names = ": r@1 eccv:R eccv:R@0 eccv:R@05 eccv:R@-1 eccv:R@+1 eccv:mAP eccv:mAP@5 \
                 eccv:R-Precision@R eccv:PMRP trec:P@R trec:nDCG@ trec:ndcg@10 trec:AP@1.5 ECCV:R@1 \
                 trec:IPrec@0.15 trec:IPrec@1 trec:IPrec@1.1 trec:bpref@5 trec:ERR coco1k:R@1 \
                 conqa:R@1 trec:RBP trec:RBP@0.80 trec:RBP@1 trec:RBP@.8 inquire:AP needle:RR@5 trec:P@k";
    for name in names.split(' ').chain(["", "eccv:R@1 "]) {
        let error = name.parse::<Measure>().unwrap_err();
        assert!(error.to_string().contains(&format!("{name:?}")), "{error}");
    }
    let error = "conqa:R@1".parse::<Measure>().unwrap_err().to_string();
    assert!(error.contains("known are conqa:nDCG, conqa:R-Precision, conqa:HR@k,"), "{error}");
    assert_eq!(
        "R@1".parse::<Measure>().unwrap_err().to_string(),
        "which R@1? did you mean trec:R@1, inquire:R@1, eccv:R@1, coco-1k:R@1, coco-5k:R@1, \
         cxc:R@1, needle:R@1?"
    );
    let error = "ERR@5".parse::<Measure>().unwrap_err().to_string();
    assert_eq!(error, "which ERR@5? did you mean trec:ERR@5?");
}

#[test]
fn one_ranking_is_read_in_the_order_of_each_protocol() {
    // Rows 0 and 1 are equal; by id, descending, row 1 comes first. Row 2 is given too late.
    let hits = hits(&[0.5, 0.5, 0.9, f32::NAN]);
    let ids = ["a", "b", "c", "d"].map(String::from);
    let judgements = Judgements::new([(0, 1), (2, 0), (3, 3)]);
    let ranking = JudgedRanking::new(&hits, &judgements, &ids);
    let grades = |protocol| ranking.list(protocol).grades().to_vec();
    assert_eq!(ranking.as_given().grades(), [Some(1), None, Some(0), Some(3)]);
    assert_eq!(grades(Protocol::Eccv), [Some(0), Some(1), None, Some(3)]);
    assert_eq!(grades(Protocol::Inquire), [Some(0), Some(1), None, Some(3)]);
    assert_eq!(grades(Protocol::Trec), [Some(0), None, Some(1), Some(3)]);
    let found = ranking.list(Protocol::Trec).relevant_hits()[0];
    assert_eq!((found.rank, found.first_tied, found.last_tied), (3, 2, 3));
    assert_eq!(found.n_nonrelevant_above, 1);
}

#[test]
fn a_discount_is_the_same_beyond_the_table_of_discounts() {
    for rank in [1usize, 2, 1024, 1025, 3000] {
        let hits = hits(&vec![0.0; 3000]);
        let list = JudgedList::as_given(&hits, &Judgements::new([(rank as u32 - 1, 2)]));
        let wanted = 1.0 / (rank as f64 + 1.0).log2();
        assert!((measure("trec:nDCG").value(&list).unwrap() - wanted).abs() < 1e-15, "{rank}");
        // All are tied: INQUIRE's gain is the same wherever in the block the image stands.
        let mean = (1..=3000).map(|r| 1.0 / (f64::from(r) + 1.0).log2()).sum::<f64>() / 3000.0;
        assert!((measure("inquire:nDCG@3000").value(&list).unwrap() - mean).abs() < 1e-12);
    }
}

#[test]
fn needle_counts_at_most_ten_images_as_needed() {
    let judgements = Judgements::new((0..30).map(|row| (row, 1)));
    let list = JudgedList::as_given(&hits(&[0.5; 20]), &judgements);
    assert_eq!(measure("needle:R@5").value(&list), Some(0.5));
    assert_eq!(measure("needle:R@20").value(&list), Some(2.0), "above 1, as published");
    assert_eq!(measure("needle:AP").value(&list), Some(2.0), "above 1, as published");
    assert_eq!(measure("needle:AP@15").value(&list), Some(1.5));
    assert_eq!(measure("needle:AP@60").value(&list), Some(2.0));
    assert_eq!(measure("needle:P@40").value(&list), Some(0.5));
    assert_eq!(measure("needle:RR").value(&list), Some(1.0));
    let few = JudgedList::as_given(&hits(&[0.5; 4]), &Judgements::new([(1, 1), (3, 1), (9, 1)]));
    assert_eq!(measure("needle:R@10").value(&few), Some(2.0 / 3.0));
    assert_eq!(measure("needle:AP").value(&few), Some((0.5 + 0.5) / 3.0));
}

#[test]
fn a_suggestion_counts_if_one_of_the_first_five_tags_is_the_pictures_own() {
    let share = tag_suggestion_share([
        (&["sky", "sea", "dog", "cat", "sun", "car"][..], &["sun"][..]),
        (&["sky", "sea", "dog", "cat", "sun", "car"][..], &["car"][..]),
        (&[][..], &["car"][..]),
        (&["sky"][..], &[][..]),
    ]);
    assert_eq!(share, Some(Mean { mean: 1.0 / 3.0, n: 3 }), "one has no tag to be found");
    assert_eq!(tag_suggestion_share::<u32>([]), None);
}

#[test]
fn how_much_is_judged_is_told_beside_each_measure() {
    let judgements = Judgements::new([(0, 0), (2, 1), (7, 1), (8, 1)]);
    let list = JudgedList::as_given(&hits(&[0.5; 4]), &judgements);
    let judged = |name: &str| {
        let share = measure(name).judged(&list);
        (share.n_judged, share.n_hits)
    };
    assert_eq!(judged("trec:P@1"), (1, 1));
    assert_eq!(judged("eccv:mAP@R"), (2, 3));
    assert_eq!(judged("trec:AP"), (2, 4));
    assert_eq!(judged("trec:P@100"), (2, 4), "a short list does not look unjudged");
    assert_eq!(measure("trec:P@2").judged(&list).share(), Some(0.5));
    let empty = JudgedList::as_given(&[], &judgements);
    assert_eq!(measure("trec:P@2").judged(&empty).share(), None);
}

fn any_measure() -> impl Strategy<Value = Measure> {
    (any::<prop::sample::Index>(), 1usize..10_000).prop_map(|(which, k)| {
        let all = all_measures(k, "0.3");
        all[which.index(all.len())]
    })
}

proptest! {
    #[test]
    fn what_a_measure_prints_it_parses(measure in any_measure()) {
        prop_assert_eq!(measure.to_string().parse::<Measure>().unwrap(), measure);
    }

    #[test]
    fn values_lie_between_0_and_1(
        k in 1usize..60,
        grades in prop::collection::vec(-1i32..4, 1..40),
        scores in prop::collection::vec(prop_oneof![Just(0.5f32), Just(f32::NAN), 0f32..1.0], 0..40),
    ) {
        let judgements = Judgements::new((0u32..).zip(grades));
        let hits = hits(&scores);
        let ids: Vec<String> = (0..40).map(|row| row.to_string()).collect();
        let ranking = JudgedRanking::new(&hits, &judgements, &ids);
        for measure in all_measures(k, "0.3") {
            let list = ranking.list(measure.protocol());
            let Some(value) = measure.value(list) else {
                prop_assert!(!needs_nothing_special(&measure) || list.n_relevant() == 0);
                continue;
            };
            // Needle divides by ten even where more are found.
            let most = if measure.protocol() == Protocol::Needle { 4.0 } else { 1.0 };
            prop_assert!((0.0..=most + 1e-12).contains(&value), "{} = {}", measure, value);
        }
    }

    #[test]
    fn beyond_its_depth_a_measure_sees_nothing(
        k in 1usize..12,
        grades in prop::collection::vec(0i32..3, 1..40),
        n_given in 0usize..40,
    ) {
        let judgements = Judgements::new((0u32..).zip(grades));
        let hits = hits(&vec![0.5; n_given]);
        let whole = JudgedList::as_given(&hits, &judgements);
        for measure in all_measures(k, "0.3") {
            let depth = measure.depth(judgements.n_relevant()).min(n_given);
            let cut = JudgedList::as_given(&hits[..depth], &judgements);
            prop_assert_eq!(measure.value(&whole), measure.value(&cut), "{}", measure);
        }
    }

    #[test]
    fn the_relevant_first_are_worth_1(k in 1usize..50, n in 1usize..10) {
        // All relevant images, best first, no ties and nothing else.
        let judgements = Judgements::new((0u32..).take(n).map(|row| (row, 1)));
        let scores: Vec<f32> = (0..n).map(|row| -(row as f32)).collect();
        let list = JudgedList::as_given(&hits(&scores), &judgements);
        for measure in all_measures(k, "0.3").into_iter().filter(needs_nothing_special) {
            // A list shorter than k loses under P@k, and k below R loses recall.
            let divides_by_k = measure.to_string().ends_with(&format!("@{k}")) && k != n;
            if measure.to_string().starts_with("trec:ERR@") {
                // Not over an ideal: a grade of 1 satisfies one reader in sixteen.
                let value = measure.value(&list).unwrap();
                let stops_at = |rank: usize| (15f64 / 16.0).powi(rank as i32 - 1) / 16.0;
                let wanted: f64 = (1..=n.min(k)).map(|rank| stops_at(rank) / rank as f64).sum();
                prop_assert!((value - wanted).abs() < 1e-12, "{} = {}", measure, value);
            } else if let Some(of_all_judged) = of_all_judged(&measure, n) {
                let value = measure.value(&list).unwrap();
                prop_assert!((value - of_all_judged).abs() < 1e-12, "{} = {}", measure, value);
            } else if !divides_by_k {
                prop_assert_eq!(measure.value(&list), Some(1.0), "{}", measure);
            }
        }
    }
}
