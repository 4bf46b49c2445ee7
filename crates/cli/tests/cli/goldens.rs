//! What commands print as JSON, number by number, against what the program printed in November 2026, before
//! it measured by the page's code: another path to a number must not change it. Since then, only intervals of
//! agreement changed: they include their estimate.
//!
//! `tests/fixtures/commands.json` has a command in each line with its JSON, in which the values per query
//! are their number and sum. `~` stands for a space in an argument.
#![allow(clippy::unwrap_used)]

use crate::{
    here::{fieldbook, fixture},
    program::{done, json, shapes},
};
use serde_json::{Value, json as value};
use std::{collections::BTreeMap, fs};
use tempfile::tempdir;

/// The values per query as their number and sum; a comparison's by their difference.
fn shortened(printed: Value) -> Value {
    let short = |(key, printed): (String, Value)| match &printed {
        Value::Object(queries) if key == "per_query" => {
            let value = |of: &Value| of.as_f64().or_else(|| of["difference"].as_f64()).unwrap();
            (key, value!([queries.len(), queries.values().map(value).sum::<f64>()]))
        }
        _ => (key, shortened(printed)),
    };
    // What was not there then is tested where it is made.
    let is_known = |(key, _): &(String, Value)| key != "per_facet";
    match printed {
        Value::Object(all) => Value::Object(all.into_iter().filter(is_known).map(short).collect()),
        Value::Array(all) => all.into_iter().map(shortened).collect(),
        other => other,
    }
}

/// Equal but for the last digits of numbers: machines have logarithms of their own.
fn assert_near(found: &Value, wanted: &Value, place: &str) {
    match (found, wanted) {
        (Value::Object(a), Value::Object(b)) => {
            assert!(a.keys().eq(b.keys()), "{place}: {found}, not {wanted}");
            a.iter().for_each(|(key, a)| assert_near(a, &b[key], &format!("{place} {key}")));
        }
        (Value::Array(a), Value::Array(b)) => {
            assert_eq!(a.len(), b.len(), "{place}");
            a.iter().zip(b).for_each(|(a, b)| assert_near(a, b, place));
        }
        _ => match (found.as_f64(), wanted.as_f64()) {
            (Some(a), Some(b)) => assert!((a - b).abs() < 1e-9, "{place}: {a}, not {b}"),
            _ => assert_eq!(found, wanted, "{place}"),
        },
    }
}

/// The commands whose line names the benchmark, or none of both.
fn checked(is_fieldbook: bool) {
    let goldens = fs::read_to_string(fixture("commands.json")).unwrap();
    let goldens: BTreeMap<String, Value> = serde_json::from_str(&goldens).unwrap();
    let (folder, book) = (tempdir().unwrap(), fieldbook());
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (run, other) = (path("run.run"), path("other.run"));
    for (system, out) in [("words-64", &run), ("chance-16", &other)] {
        done(&["export", shapes(), "--system", system, "-o", out, "-k", "60"]);
    }
    let qrels = format!("{}/relevance/exact.qrels", shapes());
    let places = [
        ("SHAPES", shapes()),
        ("FIELDBOOK", &book),
        ("QRELS", &qrels),
        ("OTHER", &other),
        ("RUN", &run),
    ];
    let all = goldens.iter().filter(|(line, _)| line.contains("FIELDBOOK") == is_fieldbook);
    let mut n = 0;
    for (line, wanted) in all {
        let part = |part: &str| match places.iter().find(|(name, _)| *name == part) {
            Some((_, is)) => (*is).to_owned(),
            None => part.replace('~', " "),
        };
        let filled = |argument: &str| argument.split(',').map(part).collect::<Vec<_>>().join(",");
        let arguments: Vec<String> = line.split(' ').map(filled).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        assert_near(&shortened(json(&arguments)), wanted, line);
        n += 1;
    }
    assert_eq!(n, if is_fieldbook { 5 } else { 15 });
}

#[test]
fn on_the_generated_benchmark_and_its_files() {
    checked(false);
}

#[test]
fn on_fieldbook() {
    checked(true);
}
