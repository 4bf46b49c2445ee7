//! Votes: the file, the rules, and the definitions that pages make of them.
#![allow(clippy::unwrap_used)]

use crate::made_benchmark::{Made, records};
use crate::support::{golden, refused};
use proptest::prelude::*;
use rankscope_core::analysis::{AnnotatorAgreement, ImageVotes, VotedId};
use rankscope_core::formats::{VoteRule, VotedImage, Votes, jsonl_from_votes, votes_from_jsonl};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn votes(relevant: u32, non_relevant: u32, unsure: u32) -> Votes {
    Votes { relevant, non_relevant, unsure }
}

#[test]
fn lines_that_cannot_be_are_refused_with_file_and_line() {
    let one = "{\"query\":\"q0\",\"image\":7,\"votes\":[3,1,0]}\n";
    let read = votes_from_jsonl("v.jsonl", one).unwrap();
    assert_eq!((read[0].image.as_str(), read[0].votes), ("7", votes(3, 1, 0)));
    for (line, words) in [
        ("{\"query\":\"q0\",\"image\":\"b\",\"votes\":[0,0,0]}", "nobody voted on image b"),
        ("{\"query\":\"q0\",\"image\":\"7\",\"votes\":[1,0,0]}", "has votes for query q0 already"),
        ("{\"query\":\"q0\",\"image\":\"b\",\"votes\":[1,-1,0]}", "invalid value"),
        ("{\"query\":\"q0\",\"image\":\"b\",\"votes\":[1,2]}", "invalid length"),
        ("{\"query\":\"q0\",\"image\":\"b\",\"votes\":[1,2,3],\"x\":1}", "unknown field"),
        (
            "{\"query\":\"q0\",\"image\":\"b\",\"votes\":[1,0,0],\"by\":{\"A\":1}}",
            "differ from the counts",
        ),
        (
            "{\"query\":\"q0\",\"image\":\"b\",\"votes\":[1,0,0],\"by\":{\"A\":3}}",
            "differ from the counts",
        ),
        ("{\"query\":\"q0\"", "not JSON"),
    ] {
        let text = format!("{one}\n{line}\n");
        refused(votes_from_jsonl("v.jsonl", &text), &["v.jsonl, line 3", words]);
    }
}

#[test]
fn thresholds_count_votes_and_shares() {
    let rule = |text: &str| text.parse::<VoteRule>().unwrap();
    for (text, relevant, not) in [
        ("at_least_2", votes(2, 9, 0), votes(1, 0, 0)),
        ("share_50", votes(1, 1, 0), votes(1, 1, 1)),
        ("share_67", votes(67, 33, 0), votes(2, 1, 0)),
        ("share_100", votes(1, 0, 0), votes(99, 0, 1)),
        ("share_1", votes(1, 99, 0), votes(0, 1, 0)),
    ] {
        assert!(rule(text).is_relevant(relevant) && !rule(text).is_relevant(not), "{text}");
        assert_eq!(rule(text).to_string(), text);
    }
    let most = votes(u32::MAX, 0, 0);
    assert!(rule("share_100").is_relevant(most) && rule("at_least_4294967295").is_relevant(most));
    for text in ["", "certain", "at_least_0", "share_0", "share_101", "share_", "at_least_x"] {
        refused(text.parse::<VoteRule>(), &["full_relevant", "share_P"]);
    }
    assert_eq!(votes(3, 1, 1).words(), "3 relevant, 1 not, 1 unsure");
    assert_eq!(votes(0, 2, 0).words(), "2 not");
}

proptest! {
    #[test]
    fn votes_survive_a_round_trip(
        cast in prop::collection::vec((1u32..9, 0u32..9, 0u32..9), 1..20)
    ) {
        let voted: Vec<VotedImage> = cast.into_iter().enumerate().map(|(place, cast)| VotedImage {
            query: format!("q{}", place % 3), image: format!("i\"{place}"), votes: cast.into(),
            by: BTreeMap::new(),
        }).collect();
        let text = jsonl_from_votes(&voted).unwrap();
        prop_assert_eq!(votes_from_jsonl("v", &text).unwrap(), voted);
    }
}

/// Two queries; the votes of `wide` are in a file.
fn made() -> Made {
    let queries = [json!({"id": "q0", "text": "a"}), json!({"id": "q1", "text": "b"})];
    let mut made = Made::new(&queries, &records("i", 5), &[("wide", "q0 0 i1 1\n")], &["s"]);
    made.write("votes/wide.jsonl", "", None);
    made.manifest["relevance"][0]["votes"] = json!("votes/wide.jsonl");
    made
}

#[test]
fn a_rule_over_votes_is_a_definition_of_relevance() {
    let dataset = made().dataset();
    let text = "{\"query\":\"q1\",\"image\":\"i4\",\"votes\":[2,1,0]}\n\
                {\"query\":\"none\",\"image\":\"x\",\"votes\":[9,0,0]}\n\
                {\"query\":\"q1\",\"image\":\"i0\",\"votes\":[0,3,0]}\n\
                {\"query\":\"q0\",\"image\":\"i2\",\"votes\":[1,1,1]}\n";
    let read =
        ImageVotes::read("votes/wide.jsonl", text, &dataset.queries, dataset.image_ids()).unwrap();
    assert_eq!(read.of(1, 4), Some(votes(2, 1, 0)));
    assert_eq!((read.of(0, 4), read.of(1, 1), read.of(9, 0)), (None, None, None));
    assert_eq!(read.n_voters(), 3);
    for rule in ["full_relevant", "sure", "unsure", "at_least_1", "share_60"] {
        let rule: VoteRule = rule.parse().unwrap();
        let relevance = read.relevance(rule);
        for (query_row, row) in [(1, 4), (1, 0), (0, 2)] {
            let wanted = i32::from(rule.is_relevant(read.of(query_row, row).unwrap()));
            assert_eq!(relevance.of_query(query_row).unwrap().grade(row), Some(wanted), "{rule}");
        }
        assert_eq!(relevance.of_query(0).unwrap().grade(0), None, "nobody voted");
        let base = &dataset.manifest.relevance[0];
        let definition = read.definition(base, rule);
        let id = VotedId::named(&dataset.own, &definition.id).unwrap();
        let earlier = definition.id.trim_start_matches('_');
        assert_eq!(VotedId::named(&dataset.own, earlier), Some(id.clone()));
        assert_eq!((id.rule, id.base.as_str()), (rule, "wide"));
        let with = dataset.with_imports(vec![std::sync::Arc::new(definition)], dataset.ids());
        let index = with.definition_index(&id.to_string()).unwrap();
        assert_eq!(with.relevance.get(index).unwrap(), &relevance);
        assert_eq!(with.manifest.relevance[index].counts_as, rule.counts_as());
        assert!(with.manifest.relevance[index].title.starts_with("Votes: "));
    }
    let outside = "\n{\"query\":\"q0\",\"image\":\"i9\",\"votes\":[1,0,0]}\n";
    let read = ImageVotes::read("votes/wide.jsonl", outside, &dataset.queries, dataset.image_ids());
    refused(read, &["votes/wide.jsonl, line 2", "i9"]);
    for id in ["", "wide", "_votes-by-sure", "_votes-by-certain-of-wide", "votes-by-sure-wide"] {
        assert_eq!(VotedId::named(&dataset.own, id), None, "{id}");
    }
}

#[test]
fn a_file_of_votes_must_be_listed() {
    let mut made = made();
    assert_eq!(made.manifest().unwrap().relevance[0].votes.as_deref(), Some("votes/wide.jsonl"));
    made.manifest["relevance"][0]["votes"] = json!("votes/other.jsonl");
    refused(made.manifest(), &["votes/other.jsonl is not in its list of files"]);
}

/// Four annotators, each missing some images: `cohen_kappa_score` of scikit-learn 1.9 on the images
/// that both voted on.
#[test]
fn annotators_agree_as_scikit_learn_says() {
    let golden = golden("kappa.json");
    let voted = |(place, by): (usize, &Value)| {
        let by: BTreeMap<String, u8> = serde_json::from_value(by.clone()).unwrap();
        let n = |vote: u8| u32::try_from(by.values().filter(|own| **own == vote).count()).unwrap();
        let votes = votes(n(0), n(1), n(2));
        VotedImage { query: "q".into(), image: place.to_string(), votes, by }
    };
    let all: Vec<VotedImage> =
        golden["items"].as_array().unwrap().iter().enumerate().map(voted).collect();
    let text = jsonl_from_votes(&all).unwrap();
    assert_eq!(votes_from_jsonl("v", &text).unwrap(), all);
    let agreement = AnnotatorAgreement::new(&all).unwrap();
    assert_eq!(agreement.names, ["A", "B", "C", "D"]);
    for (own, row) in agreement.pairs.iter().zip(golden["pairs"].as_array().unwrap()) {
        for (own, pair) in own.iter().zip(row.as_array().unwrap()) {
            let Some(kappa) = pair[0].as_f64() else { continue };
            assert!((own.kappa.unwrap() - kappa).abs() < 1e-12, "{own:?}, not {kappa}");
            assert_eq!(own.n as u64, pair[1].as_u64().unwrap());
        }
    }
    let nameless = VotedImage { by: BTreeMap::new(), ..all[0].clone() };
    assert_eq!(AnnotatorAgreement::new(&[nameless]), None);
}
