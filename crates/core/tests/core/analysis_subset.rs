//! Conditions on queries, and the properties that distinguish queries.
#![allow(clippy::unwrap_used)]

use crate::made_benchmark::{Made, Noise, record};
use proptest::prelude::*;
use rankscope_core::analysis::{
    FacetDifference, OnQuery, Property, Subset, facet_differences, properties, value_of,
};
use serde_json::json;

#[test]
fn conditions_are_parsed_from_text() {
    let subset = Subset::parse("split=test;cat egory=a%3Db%3Bc%25;nothing;=x");
    let pairs: Vec<(&str, &str)> = subset.pairs().collect();
    assert_eq!(pairs, [("split", "test"), ("cat egory", "a=b;c%"), ("", "x")]);
    assert_eq!(subset.value("split"), Some("test"));
    assert_eq!(subset.value("facet"), None);
    assert_eq!(Subset::parse(""), Subset::default());
    assert_eq!(Subset::default().words(), None);
}

#[test]
fn a_property_has_at_most_one_condition() {
    let subset = Subset::parse("a=1;b=2").with("a", Some("3".into()));
    assert_eq!(subset.words().unwrap(), "b=2;a=3");
    assert_eq!(subset.with("b", None).words().unwrap(), "a=3");
    // %25 is unescaped last, so that nothing is unescaped twice.
    let tricky = Subset::default().with("x", Some("%3D".into()));
    assert_eq!(tricky.words().unwrap(), "x=%253D");
    assert_eq!(Subset::parse("x=%253D"), tricky);
}

#[test]
fn of_several_values_of_a_property_any_will_do() {
    let dataset = made().dataset();
    let either = Subset::parse("kind=moss;split=test;kind=bird");
    assert_eq!(either.values("kind").collect::<Vec<_>>(), ["moss", "bird"]);
    let n = |words: &str| {
        let subset = Subset::parse(words);
        dataset.queries.iter().filter(|query| subset.holds(query)).count()
    };
    let of_each = n("split=test;kind=moss") + n("split=test;kind=bird");
    assert_eq!(dataset.queries.iter().filter(|query| either.holds(query)).count(), of_each);
    assert_eq!(n("kind=moss;kind=fish;kind=bird"), 60);
    let other = either.with("kind", ["fish".to_string(), "moss".to_string()]);
    assert_eq!(other.words().unwrap(), "split=test;kind=fish;kind=moss");
    assert_eq!(Subset::parse("split=test;kind=fish;kind=moss"), other);
}

proptest! {
    #[test]
    fn conditions_survive_a_round_trip(
        pairs in prop::collection::btree_map("[a-c=;% é]{0,6}", "[a-c=;% é]{0,6}", 1..5)
    ) {
        let subset = pairs.iter().fold(Subset::default(), |subset, (name, value)| {
            subset.with(name, Some(value.clone()))
        });
        prop_assert_eq!(Subset::parse(&subset.words().unwrap()), subset);
    }
}

/// 60 queries in two splits, with two facets; some queries lack one of them.
fn made() -> Made {
    let mut noise = Noise(1);
    let queries: Vec<_> = (0..60)
        .map(|row| {
            let kinds = [("kind", ["bird", "fish", "moss"][noise.below(3)])];
            let light = [("light", ["day", "night"][noise.below(2)])];
            let facets = if noise.below(4) == 0 { kinds.to_vec() } else { [kinds, light].concat() };
            let mut query = record(&format!("q{row}"), &facets);
            query["split"] = json!(["test", "val"][noise.below(2)]);
            query
        })
        .collect();
    let mut made = Made::new(&queries, &[record("a", &[])], &[("strict", "")], &[]);
    made.manifest["facets"] = json!([
        { "name": "light", "values": ["night", "day", "dusk"] },
        { "name": "kind", "values": ["moss", "bird", "fish"] },
        { "name": "only", "values": ["one"] },
    ]);
    made
}

#[test]
fn a_subset_holds_the_queries_that_meet_every_condition() {
    let made = made();
    let dataset = made.dataset();
    let file = String::from_utf8(made.files["queries.jsonl"].clone()).unwrap();
    let records: Vec<serde_json::Value> =
        file.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for split in ["test", "val", "train"] {
        for light in [None, Some("day"), Some("night")] {
            let subset =
                Subset::parse(&format!("split={split}")).with("light", light.map(Into::into));
            let found: Vec<&str> = dataset
                .queries
                .iter()
                .filter(|query| subset.holds(query))
                .map(|query| query.id.as_str())
                .collect();
            let expected: Vec<&str> = records
                .iter()
                .filter(|query| query["split"] == split)
                .filter(|query| light.is_none_or(|light| query["facets"]["light"] == light))
                .map(|query| query["id"].as_str().unwrap())
                .collect();
            assert_eq!(found, expected, "{split} {light:?}");
        }
    }
}

#[test]
fn properties_are_counted_in_the_order_of_the_manifest() {
    let made = made();
    let text = String::from_utf8(made.files["queries.jsonl"].clone()).unwrap();
    let with = |name: &str, value: &str| {
        let n = text.matches(&format!("\"{name}\":\"{value}\"")).count();
        (value.to_string(), n)
    };
    let property = |name: &str, values: &[&str]| Property {
        name: name.into(),
        values: values.iter().map(|value| with(name, value)).collect(),
    };
    assert_eq!(
        properties(&made.dataset()),
        [
            property("split", &["test", "val"]),
            // No query has "dusk"; "only" does not distinguish queries.
            property("light", &["night", "day"]),
            property("kind", &["moss", "bird", "fish"]),
        ]
    );
}

#[test]
fn differences_by_value_of_each_property() {
    let dataset = made().dataset();
    // Every fifth query has no value.
    let on: Vec<OnQuery> = (0u32..60)
        .filter(|row| row % 5 != 0)
        .map(|row| OnQuery { query_row: row, a: f64::from(row), b: f64::from(row % 7) })
        .collect();
    let by_hand = |facet: &str, value: &str, subset: &Subset| {
        let own: Vec<&OnQuery> = on
            .iter()
            .filter(|on| {
                let query = &dataset.queries[on.query_row as usize];
                value_of(query, facet) == Some(value) && subset.holds(query)
            })
            .collect();
        let n = own.len();
        let mean = |of: fn(&OnQuery) -> f64| own.iter().map(|on| of(on)).sum::<f64>() / n as f64;
        (n, mean(|on| on.a), mean(|on| on.b))
    };
    let values = |all: &[FacetDifference]| -> Vec<(String, String)> {
        all.iter().map(|own| (own.facet.clone(), own.value.clone())).collect()
    };
    let whole = facet_differences(&dataset, &on, &Subset::default());
    let expected = [
        ("light", "night"),
        ("light", "day"),
        ("kind", "moss"),
        ("kind", "bird"),
        ("kind", "fish"),
        ("split", "test"),
        ("split", "val"),
    ];
    let owned = expected.map(|(facet, value)| (facet.to_string(), value.to_string()));
    assert_eq!(values(&whole), owned);
    // A condition on the split leaves other queries out, and not those that it is compared with.
    for (words, others) in [("", ""), ("split=test", "split=test")] {
        for own in facet_differences(&dataset, &on, &Subset::parse(words)) {
            let others = Subset::parse(if own.facet == "split" { "" } else { others });
            let (n, a, b) = by_hand(&own.facet, &own.value, &others);
            assert_eq!(own.n, n, "{own:?}");
            for (found, expected) in [(own.mean_a, a), (own.mean_b, b), (own.difference, a - b)] {
                assert!((found - expected).abs() < 1e-9, "{own:?}");
            }
        }
    }
    let few = facet_differences(&dataset, &on[..1], &Subset::default());
    assert!(!few.is_empty() && few.iter().all(|own| own.n == 1 && own.mean_a == on[0].a));
    assert_eq!(facet_differences(&dataset, &[], &Subset::default()), []);
}
