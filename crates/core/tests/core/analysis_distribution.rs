//! Relevant images per query by group, against numpy's figures for the shipped Fieldbook.
#![allow(clippy::unwrap_used)]

use crate::here;
use rankscope_core::analysis::{RelevantCounts, RelevantRange, relevant_counts};
use rankscope_core::benchmark::{Judgements, Query};
use rankscope_core::formats::{inflated, qrels_from_trec};
use std::{collections::BTreeMap, fs};

/// The queries of Fieldbook that the definition `exhaustive` judges, with their judgements.
fn fieldbook() -> Vec<(Query, Judgements)> {
    let folder = here::root().join("public/fieldbook");
    let packed = fs::read(folder.join("relevance/exhaustive.qrels.gz")).unwrap();
    let text = String::from_utf8(inflated("qrels", &packed).unwrap().into_owned()).unwrap();
    let mut rows: BTreeMap<String, Vec<(u32, i32)>> = BTreeMap::new();
    for qrel in qrels_from_trec("qrels", &text).unwrap() {
        let row = qrel.document.strip_prefix("fb1-").unwrap().parse().unwrap();
        rows.entry(qrel.query).or_default().push((row, qrel.grade));
    }
    let queries = fs::read_to_string(folder.join("queries.jsonl")).unwrap();
    let queries = queries.lines().map(|line| serde_json::from_str::<Query>(line).unwrap());
    queries
        .map(|query| {
            let judged = rows.remove(&query.id).unwrap_or_default();
            (query, Judgements::new(judged))
        })
        .collect()
}

fn by_facet(
    queries: &[(Query, Judgements)],
    facet: &str,
    range: &RelevantRange,
) -> Vec<RelevantCounts> {
    let grouped = queries
        .iter()
        .filter_map(|(query, judged)| Some((query.facets.get(facet)?.as_str(), Some(judged))));
    relevant_counts(grouped, range)
}

/// `len`, `sum`, `len(set)`, `mean`, `min`, `median` and `max` of numpy 2.3 over the lengths of the
/// sets of relevant images, read from `queries.jsonl` and `exhaustive.qrels.gz` by Python.
#[test]
fn the_counts_of_fieldbook_are_those_of_numpy() {
    type Figures = (&'static str, usize, usize, usize, f64, usize, f64, usize);
    let any: [Figures; 4] = [
        ("Appearance", 80, 5_098, 4_275, 63.725, 1, 30.5, 1_129),
        ("Behaviour", 88, 5_338, 4_539, 60.659_090_909_090_91, 1, 33.5, 495),
        ("Context", 77, 8_113, 6_263, 105.363_636_363_636_36, 1, 36.0, 827),
        ("Species", 40, 16_416, 11_776, 410.4, 35, 189.5, 4_895),
    ];
    let rerank: [Figures; 4] = [
        ("Appearance", 53, 1_017, 1_006, 19.188_679_245_283_02, 1, 16.0, 48),
        ("Behaviour", 61, 1_309, 1_259, 21.459_016_393_442_624, 1, 19.0, 50),
        ("Context", 46, 984, 964, 21.391_304_347_826_086, 1, 18.0, 49),
        ("Species", 4, 163, 163, 40.75, 35, 42.5, 43),
    ];
    let queries = fieldbook();
    for (range, wanted) in [(RelevantRange::ANY, any), (RelevantRange::RERANK, rerank)] {
        let found = by_facet(&queries, "supercategory", &range);
        assert_eq!(found.len(), wanted.len());
        for (own, (value, n, relevant, images, mean, min, median, max)) in found.iter().zip(wanted)
        {
            let numbers = (own.n_queries, own.n_relevant, own.n_images, own.min, own.max);
            assert_eq!((own.value.as_str(), numbers), (value, (n, relevant, images, min, max)));
            assert!((own.mean() - mean).abs() < 1e-9 && (own.median - median).abs() < 1e-12);
            assert_eq!(own.counts.len(), n);
            assert_eq!(own.n_judged, relevant, "complete judgements list only relevant images");
        }
    }
}

#[test]
fn unjudged_queries_and_those_outside_the_range_are_left_out() {
    let judged = |grades: &[(u32, i32)]| Judgements::new(grades.iter().copied());
    let (two, none) = (judged(&[(0, 1), (3, 2), (4, 0)]), judged(&[(0, 0)]));
    let queries = [("b", Some(&two)), ("a", None), ("b", Some(&none)), ("c", Some(&two))];
    let found = relevant_counts(queries, &RelevantRange::ANY);
    let values: Vec<_> = found.iter().map(|own| (own.value.as_str(), own.n_queries)).collect();
    assert_eq!(values, [("b", 1), ("c", 1)]);
    assert_eq!((found[0].n_judged, found[0].n_relevant, found[0].n_images), (3, 2, 2));
    assert_eq!(relevant_counts(queries, &"3-9".parse().unwrap()), []);
    let all = relevant_counts(queries, &"0-2".parse().unwrap());
    assert_eq!((all[0].value.as_str(), all[0].n_queries, all[0].median), ("a", 1, 0.0));
    assert_eq!((all[1].n_queries, all[1].min, all[1].median, all[1].max), (2, 0, 1.0, 2));
    for wrong in ["", "5", "9-3", "a-b", "1-", "-1-2"] {
        assert!(wrong.parse::<RelevantRange>().is_err(), "{wrong}");
    }
    assert_eq!("1-50".parse::<RelevantRange>().unwrap(), RelevantRange::RERANK);
    assert_eq!(RelevantRange::RERANK.to_string(), "1-50");
}
