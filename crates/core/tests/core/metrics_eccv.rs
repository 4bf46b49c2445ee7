//! `eccv:…` and `coco-1k:…` against `eccv_caption`.
#![allow(clippy::unwrap_used)]

use crate::support::{close, golden, measure, tied};
use rankscope_core::benchmark::{Judgements, Relevance};
use rankscope_core::metrics::{
    ClassVector, FoldCaption, Folds, JudgedList, Mean, are_by_class, plausible_matches,
};
use serde_json::Value;

fn numbers(value: &Value) -> Vec<u32> {
    value.as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as u32).collect()
}

#[test]
fn all_cases_are_those_of_eccv_caption() {
    let golden = golden("eccv.json");
    let cases = golden["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 40);
    let mut n_compared = 0;
    for (index, case) in cases.iter().enumerate() {
        let judgements =
            Judgements::new(numbers(&case["positives"]).into_iter().map(|row| (row, 1)));
        let list = JudgedList::as_given(&tied(numbers(&case["ranking"])), &judgements);
        for (name, key) in [
            ("eccv:R@1", "r1"),
            ("eccv:R@5", "r5"),
            ("eccv:R@10", "r10"),
            ("coco-5k:R@5", "r5"),
            ("cxc:R@5", "r5"),
            ("eccv:mAP@R", "map_at_r"),
            ("eccv:R-Precision", "rprecision"),
        ] {
            // Where the list is shorter than R the original raises; the golden file leaves it out.
            let Some(wanted) = case[key].as_f64() else { continue };
            let found = measure(name).value(&list).unwrap();
            close(found, wanted, &format!("case {index}, {name}"));
            n_compared += 1;
        }
    }
    assert_eq!(n_compared, 40 * 7);
}

#[test]
fn a_list_shorter_than_r_costs_map_at_r_and_not_r_precision() {
    let two = tied([3, 9]);
    let list = JudgedList::as_given(&two, &Judgements::new([(3, 1), (4, 1), (5, 1), (6, 1)]));
    assert_eq!(measure("eccv:mAP@R").value(&list), Some(0.25));
    assert_eq!(measure("eccv:R-Precision").value(&list), Some(0.5));
    assert_eq!(measure("trec:Rprec").value(&list), Some(0.25));
    assert_eq!(measure("conqa:R-Precision").value(&list), Some(0.25));
}

#[test]
fn coco_1k_is_that_of_eccv_caption() {
    let golden = golden("coco1k.json");
    let asked = numbers(&golden["asked"]);
    let captions: Vec<Vec<u32>> =
        golden["captions"].as_array().unwrap().iter().map(numbers).collect();
    let own = |caption: u32| captions.iter().find(|pair| pair[0] == caption).unwrap()[1];
    let in_folds: Vec<FoldCaption> = captions
        .iter()
        .map(|pair| FoldCaption {
            query_row: asked.iter().position(|caption| *caption == pair[0]),
            row_in_corpus: pair[1] as usize,
        })
        .collect();
    let folds = Folds::consecutive(&in_folds, 5, asked.len(), 20);
    for (k, wanted) in golden["expected"].as_object().unwrap() {
        let measure = measure(&format!("coco-1k:R@{k}"));
        let values: Vec<Option<f64>> = (0..asked.len())
            .map(|query_row| {
                let judgements = Judgements::new([(own(asked[query_row]), 1)]);
                let hits = tied(numbers(&golden["rankings"][query_row]));
                let whole = JudgedList::as_given(&hits, &judgements);
                assert_eq!(measure.value(&whole), None, "no fold has cut this list");
                measure.value(&folds.judge(query_row, &hits, &judgements).unwrap())
            })
            .collect();
        let mean = folds.mean(&values).unwrap();
        assert_eq!(mean.n, asked.len());
        close(mean.mean, wanted[5].as_f64().unwrap(), &measure.to_string());
        let over_queries = Mean::of(values).unwrap().mean;
        assert!(k != "1" || (over_queries - mean.mean).abs() > 1e-4, "folds differ in size");
    }
}

#[test]
fn what_is_in_no_fold_has_no_list() {
    let caption = |row| FoldCaption { query_row: Some(row), row_in_corpus: row };
    let captions = [caption(0), caption(1), caption(2)];
    let folds = Folds::consecutive(&captions, 2, 5, 5);
    let hits = tied([1, 0, 4]);
    let judgements = Judgements::new([(0, 1)]);
    let list = folds.judge(0, &hits, &judgements).unwrap();
    assert_eq!(list.grades(), [Some(1)], "the other fold's picture and that of none are gone");
    assert!(folds.judge(2, &hits, &judgements).is_none(), "left over");
    assert!(folds.judge(9, &hits, &judgements).is_none(), "no such query");
    assert_eq!(folds.mean(&[None; 5]), None);
    for empty in [Folds::consecutive(&captions, 0, 5, 5), Folds::consecutive(&[], 2, 5, 5)] {
        assert!(empty.judge(0, &hits, &judgements).is_none());
    }
}

#[test]
fn folds_of_texts_are_those_of_queries_or_of_the_images_they_describe() {
    // Two folds of two pictures, of which one has two captions.
    let caption = |query_row, row_in_corpus| FoldCaption { query_row, row_in_corpus };
    let captions =
        [caption(Some(0), 2), caption(None, 2), caption(Some(1), 0), caption(Some(2), 1)];
    let folds = Folds::consecutive(&captions, 2, 3, 4);
    let hits = tied([0, 1, 2]);
    let own = Judgements::new([(1, 1)]);
    let grades =
        |folds: &Folds, image| folds.judge(image, &hits, &own).map(|list| list.grades().to_vec());
    // Images 0 and 2 ask the queries.
    let of_queries = folds.reversed(&[0, 2, 3], None);
    assert_eq!(grades(&of_queries, 0), Some(vec![Some(1), None]), "of queries 1 and 2");
    assert_eq!(grades(&of_queries, 1), Some(vec![None]), "of query 0");
    assert_eq!(grades(&of_queries, 2), None, "an image without a fold");
    // Or the captions, of images 2, 1 and 0.
    let of_captions = folds.reversed(&[0, 2], Some(&[2, 1, 0]));
    assert_eq!(grades(&of_captions, 0), Some(vec![Some(1), None]));
    assert_eq!(grades(&of_captions, 1), Some(vec![None]));
}

#[test]
fn judgements_by_class_are_known_by_one_own_image_a_query() {
    let by_class = |grades: &[&[(u32, i32)]]| {
        let queries = grades.iter().map(|of| Judgements::new(of.iter().copied())).collect();
        are_by_class(&Relevance::of_queries(queries), 3)
    };
    assert!(by_class(&[&[(0, 4), (1, 3)], &[], &[(1, 4), (0, -1)]]));
    assert!(!by_class(&[&[(0, 4), (1, 4)], &[], &[(1, 4)]]), "two of their own");
    assert!(!by_class(&[&[(0, 4)], &[(1, 3)], &[]]), "none of its own");
    assert!(!by_class(&[&[], &[], &[]]));
}

#[test]
fn the_three_plausible_match_r_precisions_are_those_published() {
    let golden = golden("pmrp.json");
    let classes: Vec<Option<ClassVector>> = golden["classes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| ClassVector::new(numbers(c)))
        .collect();
    let cases = golden["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 60);
    let mut n_compared = 0;
    for (index, case) in cases.iter().enumerate() {
        let own = case["own"].as_u64().unwrap() as u32;
        let judgements =
            plausible_matches(classes[own as usize].as_ref(), &classes, |row| row == own);
        let list = JudgedList::as_given(&tied(numbers(&case["ranking"])), &judgements);
        for variant in ["pcme", "library", "paper"] {
            let name = format!("eccv:PMRP-{variant}");
            match (measure(&name).value(&list), case[variant].as_f64()) {
                (Some(found), Some(wanted)) => {
                    close(found, wanted, &format!("case {index}, {name}"));
                    n_compared += 1;
                }
                (found, wanted) => assert_eq!(found, wanted, "case {index}, {name}"),
            }
        }
        let at = |zeta: usize| measure(&format!("eccv:PMRP-{zeta}")).value(&list);
        if let (Some(none), Some(one), Some(two)) = (at(0), at(1), at(2)) {
            let mean = (none + one + two) / 3.0;
            close(
                mean,
                case["pcme"].as_f64().unwrap(),
                &format!("case {index}, the mean of three"),
            );
        } else {
            assert!(case["pcme"].is_null(), "case {index}");
        }
    }
    assert_eq!(n_compared, 3 * (60 - 8));
}

#[test]
fn the_paper_cuts_r_at_50() {
    // 60 pictures of one class, of which the first 50 ranks hold 40 and ten of another.
    let of = |class| ClassVector::new([class]);
    let classes: Vec<_> = (0..80).map(|row| if row < 60 { of(1) } else { of(7) }).collect();
    let rows = (0..40).chain(60..70).chain(40..60);
    let hits = tied(rows);
    let list =
        JudgedList::as_given(&hits, &plausible_matches(of(1).as_ref(), &classes, |row| row == 0));
    assert_eq!(measure("eccv:PMRP-paper").value(&list), Some(40.0 / 50.0));
    assert_eq!(measure("eccv:PMRP-paper").depth(60), 50);
}

#[test]
fn other_judgements_have_no_plausible_matches() {
    let hits = tied([0, 1]);
    let list = JudgedList::as_given(&hits, &Judgements::new([(0, 1), (1, 2)]));
    for variant in ["pcme", "library", "paper"] {
        assert_eq!(measure(&format!("eccv:PMRP-{variant}")).value(&list), None);
    }
    assert_eq!(ClassVector::new([]), None, "no classes");
    let far = ClassVector::new([1, 4_000_000, 1]).unwrap();
    assert_eq!(
        far.distance(&ClassVector::new([4_000_000, 7]).unwrap()),
        2,
        "any number of classes"
    );
    assert!(plausible_matches(None, &[ClassVector::new([1])], |_| true).as_slice().is_empty());
}
