//! Explanations as pages read them.
#![allow(clippy::unwrap_used)]

use crate::made_benchmark::{Made, records};
use crate::support::refused;
use proptest::prelude::*;
use rankscope_core::analysis::Explanations;
use rankscope_core::formats::{
    Explanation, MOST_CHARACTERS, columns_of_explanations, explanations_from_jsonl,
    jsonl_from_explanations,
};
use serde_json::json;

#[test]
fn explanations_are_read_by_query_and_pair_and_refused_by_line() {
    let queries = [json!({"id": "q0", "text": "a"}), json!({"id": "q1", "text": "b"})];
    let made = Made::new(&queries, &records("i", 4), &[("wide", "q0 0 i1 1\n")], &["s"]);
    let dataset = made.dataset();
    let read = |text: &str| Explanations::read("e", text, &dataset.queries, dataset.image_ids());
    let whole = "{\"query\":\"q1\",\"text\":\"What a b is.\"}\n\
                 {\"query\":\"q1\",\"image\":\"i3\",\"text\":\"No b.\",\"by\":\"Ada\"}\n\
                 {\"query\":\"gone\",\"image\":\"none\",\"text\":\"x\"}\n\
                 {\"query\":\"q1\",\"image\":\"i3\",\"text\":\"Perhaps.\",\"by\":\"Bo\"}\n";
    let said = read(whole).unwrap();
    let texts = |all: &[Explanation]| {
        all.iter().map(|own| (own.text.clone(), own.by.clone())).collect::<Vec<_>>()
    };
    assert_eq!(texts(said.of_query(1)), [("What a b is.".to_owned(), None)]);
    let pair = [("No b.", "Ada"), ("Perhaps.", "Bo")];
    assert_eq!(texts(said.of_pair(1, 3)), pair.map(|(text, by)| (text.into(), Some(by.into()))));
    assert!(said.of_query(0).is_empty() && said.of_pair(1, 0).is_empty());
    let long = format!("{{\"query\":\"q0\",\"text\":\"{}\"}}", "é".repeat(MOST_CHARACTERS + 1));
    for (line, words) in [
        ("{\"query\":\"q1\",\"image\":\"i9\",\"text\":\"x\"}", "no such image"),
        ("{\"query\":\"q1\",\"text\":\"again\"}", "query q1 has an explanation already"),
        (
            "{\"query\":\"q1\",\"image\":\"i3\",\"text\":\"x\",\"by\":\"Bo\"}",
            "query q1 and image i3 by Bo has an explanation already",
        ),
        ("{\"query\":\"q0\",\"text\":\" \"}", "empty"),
        ("{\"query\":\"q0\"}", "missing field `text`"),
        ("{\"query\":\"q0\",\"text\":\"x\",\"who\":1}", "unknown field"),
        ("{", "not JSON"),
        (&long, "10001 characters"),
    ] {
        refused(read(&format!("{whole}{line}")), &["e, line 5", words]);
    }
}

#[test]
fn their_columns_are_known_by_name() {
    let columns = columns_of_explanations("Query ID,image_path,Explanation,expert\n").unwrap();
    assert_eq!(
        (columns.query.as_str(), columns.image.as_deref()),
        ("Query ID", Some("image_path"))
    );
    assert_eq!((columns.text.as_str(), columns.by.as_deref()), ("Explanation", Some("expert")));
    let alone = columns_of_explanations("{\"qid\": 1, \"explanation\": \"x\"}\n").unwrap();
    assert_eq!((alone.query.as_str(), alone.image, alone.by), ("qid", None, None));
    assert_eq!(columns_of_explanations("query,image,score\n"), None);
    assert_eq!(columns_of_explanations("image,explanation\n"), None);
}

proptest! {
    #[test]
    fn explanations_survive_a_round_trip(
        said in prop::collection::vec(("\\PC{0,9}[a-z]", any::<bool>(), any::<bool>()), 1..20)
    ) {
        let own = |(place, (text, has_image, has_by)): (usize, (String, bool, bool))| Explanation {
            query: format!("q{place}"), image: has_image.then(|| format!("i\"{place}")), text,
            by: has_by.then(|| "Ada".into()),
        };
        let said: Vec<Explanation> = said.into_iter().enumerate().map(own).collect();
        let text = jsonl_from_explanations(&said).unwrap();
        let read = explanations_from_jsonl("e", &text).unwrap();
        prop_assert_eq!(read.into_iter().map(|(_, own)| own).collect::<Vec<_>>(), said);
    }
}
