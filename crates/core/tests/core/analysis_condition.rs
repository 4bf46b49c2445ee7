//! Conditions on queries: read, printed, refused and met.
#![allow(clippy::unwrap_used)]

use crate::made_benchmark::{Made, Noise, record};
use crate::support::{measure, refused};
use proptest::prelude::*;
use rankscope_core::analysis::{Dataset, QueryCondition};
use rankscope_core::metrics::Measure;
use serde_json::json;
use std::{fmt::Write, sync::Arc};

fn read(text: &str) -> QueryCondition {
    text.parse().unwrap()
}

#[test]
fn conditions_print_in_the_form_that_is_read() {
    for (typed, printed) in [
        ("inquire:AP@50(base) < 0.5", "inquire:AP@50(base) < 0.5"),
        (
            " not inquire:AP@50( rerank(base,large,50) )<=.5 ",
            "not inquire:AP@50(rerank(base,large,50)) <= 0.5",
        ),
        ("trec:IPrec@0.3 ('a b') > 1e-3", "trec:IPrec@0.3(a b) > 0.001"),
        ("eccv:mAP@R(\"a)b\") = 1", "eccv:mAP@R(\"a)b\") = 1"),
        (
            "spread( trec:AP ,base,rerank(base,large,50), 'a,b')>.3",
            "spread(trec:AP, base, rerank(base,large,50), \"a,b\") > 0.3",
        ),
        ("spread = a", "spread = a"),
        ("supercategory in (a,b)", "supercategory in (a, b)"),
        ("supercategory in(a)", "supercategory = a"),
        ("split IN ('test') AND NOT split=val", "split = test and not split = val"),
        ("n_relevant>=5 and n_words < 6", "n_relevant >= 5 and n_words < 6"),
        ("'n_words' = \"and\"", "\"n_words\" = \"and\""),
        (
            "kind in ('it''s (a), b', \"say \"\"x\"\"\")",
            "kind in (\"it's (a), b\", \"say \"\"x\"\"\")",
        ),
        ("größe = é", "größe = é"),
    ] {
        assert_eq!(read(typed).to_string(), printed, "{typed}");
        assert_eq!(read(printed), read(typed), "{typed}");
    }
}

proptest! {
    #[test]
    fn facets_of_any_name_survive_a_round_trip(
        name in "[a-c(),<>='\" é@:]{0,6}", values in prop::collection::vec("[a-c(),='\" é]{0,6}", 1..4)
    ) {
        let quoted = |text: &str| format!("'{}'", text.replace('\'', "''"));
        let values: Vec<String> = values.iter().map(|value| quoted(value)).collect();
        let condition = read(&format!("not {} in ({})", quoted(&name), values.join(",")));
        prop_assert_eq!(read(&condition.to_string()), condition);
    }

    #[test]
    fn no_text_stops_the_reader(text in "(not |and |in |n_words |spread\\(|trec:AP|[a-c(),<>='\" é0-9.]){0,12}") {
        if let Ok(condition) = text.parse::<QueryCondition>() {
            prop_assert_eq!(read(&condition.to_string()), condition);
        }
    }
}

#[test]
fn what_is_no_condition_is_refused_with_its_place() {
    for (typed, words) in [
        ("", ["expected a facet", "found the end", "character 1"]),
        ("kind = a and", ["expected a facet", "found the end", "character 13"]),
        ("kind = a or kind = b", ["joined by `and`", "NAME in (A, B)", "character 12"]),
        ("kind = a b", ["expected `and` or the end", "found b", "character 10"]),
        ("kind in a", ["expected values in brackets", "found a", "character 9"]),
        ("kind in (a b)", ["a comma or a bracket", "found b", "character 12"]),
        ("kind in ()", ["expected a value", "found )", "character 10"]),
        ("kind in (a", ["a comma or a bracket", "found the end", "character 11"]),
        ("kind < 5", ["expected in (A, B) or = A", "numbers are n_relevant", "character 6"]),
        ("kind", ["after the facet kind", "found the end", "character 5"]),
        ("kind = 'a", ["the quote ' is not closed", "", "character 8"]),
        ("é = é and kind = \"a", ["the quote \" is not closed", "", "character 18"]),
        ("spread(trec:AP, a) > 0", ["expected two systems or more", "spread(trec:AP, A, B)", "18"]),
        ("spread(trec:AP, a, b", ["the bracket is not closed", "", "character 7"]),
        ("n_words 5", ["expected <, <=", "found 5", "character 9"]),
        ("n_words < x", ["expected a number", "found x", "character 11"]),
        ("n_words < inf", ["expected a number", "found inf", "character 11"]),
        ("n_words < '5'", ["expected a number", "found '", "character 11"]),
        ("trec:AP < 0.5", ["the system in brackets, as trec:AP(ID)", "found <", "character 9"]),
        ("trec:AP(rrf(a,b) < 0.5", ["the bracket is not closed", "", "character 8"]),
        ("trec:AP() < 0.5", ["the id of a system", "found )", "character 9"]),
        ("trec:APP(a) < 0.5", ["did you mean trec:AP", "", "character 1"]),
        ("AP@5(a) < 0.5", ["which AP@5? did you mean trec:AP@5", "", "character 1"]),
        ("kind (a, b)", ["is not a measure", "for a facet write kind in (A, B)", "character 1"]),
        ("= a", ["expected a facet", "found =", "character 1"]),
    ] {
        refused(typed.parse::<QueryCondition>(), &words);
    }
}

/// 60 queries of up to five words in two splits, most with a facet, with up to six relevant images.
fn made() -> (Made, Arc<Dataset>) {
    let mut noise = Noise(5);
    let mut qrels = String::new();
    let queries: Vec<_> = (0..60)
        .map(|row| {
            let kind = [("kind", ["bird", "fish", "moss"][noise.below(3)])];
            let facets = if noise.below(4) == 0 { &[][..] } else { &kind[..] };
            let mut query = record(&format!("q{row}"), facets);
            query["split"] = json!(["test", "val"][noise.below(2)]);
            query["text"] = json!(["a", "b  c", "d e f", "g h i j", "k l m n o"][noise.below(5)]);
            for image in 0..noise.below(7) {
                writeln!(qrels, "q{row} 0 i{image} {}", 1 + noise.below(2)).unwrap();
            }
            query
        })
        .collect();
    let images: Vec<_> = (0..6).map(|row| record(&format!("i{row}"), &[])).collect();
    let made = Made::new(&queries, &images, &[("strict", &qrels)], &[]);
    let dataset = made.dataset();
    (made, dataset)
}

/// A value for two of three queries, which differs by system and measure.
fn value(of: Measure, system: &str, row: usize) -> Option<f64> {
    let shift = system.len() + of.to_string().len();
    (!row.is_multiple_of(3)).then(|| ((row * 7 + shift) % 10) as f64 / 10.0)
}

#[test]
fn conditions_choose_the_queries_that_a_loop_does() {
    let (made, dataset) = made();
    let file = String::from_utf8(made.files["queries.jsonl"].clone()).unwrap();
    let records: Vec<serde_json::Value> =
        file.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let qrels = String::from_utf8(made.files["relevance/strict.qrels"].clone()).unwrap();
    let is = |row: usize, kind: &str| records[row]["facets"]["kind"] == kind;
    let n_words = |row: usize| records[row]["text"].as_str().unwrap().split_whitespace().count();
    let n_relevant = |row: usize| qrels.matches(&format!("q{row} 0 ")).count();
    let ap = |row: usize| value(measure("trec:AP"), "a", row);
    let of_both = |row: usize| value(measure("trec:P@5"), "rrf(a,b)", row);
    type Loop<'a> = &'a dyn Fn(usize) -> bool;
    let of = |system: &str, row: usize| value(measure("trec:AP"), system, row);
    let all: [(&str, Loop<'_>); 13] = [
        ("kind = bird", &|row| is(row, "bird")),
        ("not kind = bird", &|row| !is(row, "bird")),
        ("kind in (bird, moss)", &|row| is(row, "bird") || is(row, "moss")),
        ("kind in (bird, moss) and split = val", &|row| {
            (is(row, "bird") || is(row, "moss")) && records[row]["split"] == "val"
        }),
        ("n_words < 3", &|row| n_words(row) < 3),
        ("n_words = 3 and not n_relevant = 0", &|row| n_words(row) == 3 && n_relevant(row) > 0),
        ("n_relevant >= 5", &|row| n_relevant(row) >= 5),
        ("trec:AP(a) < 0.5", &|row| ap(row).is_some_and(|value| value < 0.5)),
        ("not trec:AP(a) < 0.5", &|row| ap(row).is_some_and(|value| value >= 0.5)),
        ("trec:AP(a) = 0.5", &|row| ap(row) == Some(0.5)),
        ("trec:AP(a) > 0.5 and trec:P@5(rrf(a,b)) <= 0.5", &|row| {
            ap(row).is_some_and(|own| own > 0.5) && of_both(row).is_some_and(|own| own <= 0.5)
        }),
        ("spread(trec:AP, a, bb, rrf(a,b)) > 0.5", &|row| {
            let values = ["a", "bb", "rrf(a,b)"].map(|system| of(system, row).unwrap_or(9.0));
            let most = values.iter().fold(0.0, |a, b| f64::max(a, *b));
            let least = values.iter().fold(9.0, |a, b| f64::min(a, *b));
            most < 9.0 && most - least > 0.5 + 1e-9
        }),
        ("n_words > 9", &|_| false),
    ];
    let among: Vec<usize> = (0..60).filter(|row| row % 5 != 0).collect();
    for (typed, of_loop) in all {
        let condition = read(typed);
        condition.check(&dataset.queries).unwrap();
        let found = condition.rows(&dataset, dataset.relevance.get(0), &among, value);
        let wanted: Vec<usize> = among.iter().copied().filter(|row| of_loop(*row)).collect();
        assert_eq!(found, wanted, "{typed}");
    }
}

/// Fieldbook's query fb1-9680.1 has an AP@50 of 1/2 under base, which is summed to the number below 0.5.
#[test]
fn a_value_that_rounding_moved_is_still_the_bound() {
    let (_, dataset) = made();
    let n = |typed: &str, value: f64| {
        read(typed).rows(&dataset, None, &[0], |_, _, _| Some(value)).len()
    };
    let below = 0.499_999_999_999_999_94;
    assert!(below < 0.5);
    for (sign, holds) in [("<", 0), ("<=", 1), ("=", 1), (">=", 1), (">", 0)] {
        for value in [below, 0.5, 0.500_000_000_000_000_1] {
            assert_eq!(n(&format!("trec:AP(a) {sign} 0.5"), value), holds, "{sign} {value}");
            assert_eq!(
                n(&format!("not trec:AP(a) {sign} 0.5"), value),
                1 - holds,
                "{sign} {value}"
            );
        }
    }
    assert_eq!(n("trec:AP(a) < 0.5", 0.499_999_999), 1);
}

#[test]
fn conditions_name_the_values_that_they_need() {
    let condition = read(
        "trec:AP(a) < 1 and spread(trec:AP, a, b) > 0 and not trec:P@5(rrf(a,b)) = 1 and n_words < 9",
    );
    let values: Vec<(String, &str)> =
        condition.values().into_iter().map(|(measure, id)| (measure.to_string(), id)).collect();
    assert_eq!(
        values,
        [("trec:AP".into(), "a"), ("trec:AP".into(), "b"), ("trec:P@5".into(), "rrf(a,b)")]
    );
    assert!(condition.needs_judgements());
    assert!(read("n_relevant > 1").needs_judgements());
    assert!(!read("n_words > 1 and kind = a").needs_judgements());
}

#[test]
fn facets_and_values_that_no_query_has_are_refused_with_those_that_are_there() {
    let (_, dataset) = made();
    let check = |typed: &str| read(typed).check(&dataset.queries);
    refused(check("colour = red"), &["no query has the facet colour", "there is kind, split"]);
    let known = ["no query has kind = dog", "there is bird, fish, moss"];
    refused(check("n_words > 1 and kind in (bird, dog)"), &known);
    refused(check("not split = train"), &["no query has split = train", "there is test, val"]);
    let images = [record("a", &[])];
    let untold = Made::new(&[json!({ "id": "q", "text": "" })], &images, &[], &[]).dataset();
    refused(read("n_words > 1").check(&untold.queries), &["no texts", "n_words"]);
    refused(read("kind = a").check(&untold.queries), &["facet kind", "there is none"]);
}
