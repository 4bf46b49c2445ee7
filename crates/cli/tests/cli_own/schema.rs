//! docs/benchmark.schema.json against the reader of benchmark.json, in both directions.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::here::{self, fieldbook};
use crate::made::inquire;
use crate::program::{manifest, shapes};
use boon::{Compiler, SchemaIndex, Schemas};
use rankscope_core::benchmark::{BenchmarkError, Manifest};
use serde_json::{Value, json};
use std::fs;

/// The schema, compiled.
struct Schema(Schemas, SchemaIndex);

impl Schema {
    fn new() -> Self {
        let file = here::root().join("docs/benchmark.schema.json").canonicalize().unwrap();
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        let index = compiler.compile(file.to_str().unwrap(), &mut schemas).unwrap();
        Self(schemas, index)
    }

    /// Why it refuses a manifest.
    fn refusal(&self, manifest: &Value) -> Option<String> {
        self.0.validate(manifest, self.1).err().map(|error| format!("{error:#}"))
    }

    #[track_caller]
    fn accepts(&self, name: &str, manifest: &Value) {
        assert_eq!(self.refusal(manifest), None, "{name}");
        Manifest::from_json(&manifest.to_string()).unwrap();
    }
}

/// The manifest in docs/benchmark-format.md.
fn documented() -> Value {
    let text = fs::read_to_string(here::root().join("docs/benchmark-format.md")).unwrap();
    let (_, after) = text.split_once("It writes this manifest:\n\n```json\n").unwrap();
    serde_json::from_str(after.split_once("```").unwrap().0).unwrap()
}

#[test]
fn every_benchmark_is_of_the_schema() {
    let schema = Schema::new();
    schema.accepts("the fixture", &manifest(shapes()));
    schema.accepts("Fieldbook", &manifest(fieldbook()));
    schema.accepts("the documented one", &documented());
    // A recipe's, of published files in their own layout: with facets, splits and fields.
    let row = ["0,1,a fox,Animals,Species,Mammals".to_owned()];
    let other = ["0,2,a heron,Animals,Species,Birds".to_owned()];
    let made = inquire(&[("test", &row), ("val", &other)]);
    made.recipe("inquire.toml", &[]);
    made.build();
    schema.accepts("INQUIRE", &manifest(made.path("out")));
    // Images alone: no queries, no judgements, no systems.
    let alone = json!({
        "schema_version": 1, "id": "alone", "title": "Alone", "counts": { "images": 3 },
        "files": [{ "path": "images/00000.jsonl", "bytes": 90, "sha256": "0".repeat(64),
                    "rows": { "start": 0, "end": 3 } }]
    });
    schema.accepts("images alone", &alone);
}

/// A manifest with everything in it that a manifest can have.
fn everything() -> Value {
    let mut manifest = manifest(fieldbook());
    let with = |object: &mut Value, more: Value| {
        object.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    };
    let votes = json!({ "only_judged": true, "votes": "votes/votes-full.jsonl.gz" });
    with(&mut manifest["relevance"][0], votes);
    let remote = json!({ "kind": "chroma", "url": "http://127.0.0.1:8000", "collection": "all",
                         "metric": "dot", "tenant": "one", "database": "two" });
    with(&mut manifest["systems"][0], json!({ "flops_per_image": 7.5, "remote": remote }));
    with(&mut manifest["runs"][0], json!({ "prompt": "Is it?", "kind": "logits", "of": "base" }));
    let entry = |path: &str| json!({ "path": path, "bytes": 4096, "sha256": "0".repeat(64) });
    let files = manifest["files"].as_array_mut().unwrap();
    files.push(entry("guides/ink/images.jsonl.gz"));
    files.push(entry("systems/large/guides-ink.safetensors"));
    let guides = json!({ "id": "ink", "title": "Ink", "about": "", "source": "", "license": "", "images": 3 });
    let facets = json!([{ "name": "kind", "values": ["a"] }]);
    with(&mut manifest, json!({ "guides": [guides], "facets": facets }));
    manifest
}

/// What the reader says of a manifest.
#[derive(Debug, PartialEq)]
enum Verdict {
    Reads,
    /// A field is missing, or of another type or size.
    Form,
    /// Its fields contradict each other, which the schema cannot say.
    Contradicts,
}

fn verdict(manifest: &Value) -> Verdict {
    match Manifest::with_faults(&manifest.to_string()) {
        Err(BenchmarkError::Json { .. } | BenchmarkError::SchemaVersion { .. }) => Verdict::Form,
        Err(error) => panic!("{error}"),
        Ok((_, faults)) if faults.is_empty() => Verdict::Reads,
        Ok(_) => Verdict::Contradicts,
    }
}

/// The places of a manifest: of lists the first two entries, and those of files that differ in kind.
fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    let mut inner = |key: &str, value: &Value| {
        let path = format!("{path}/{}", key.replace('~', "~0").replace('/', "~1"));
        found.push(path.clone());
        places(value, &path, found);
    };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| inner(key, value)),
        Value::Array(all) => {
            fn kind(value: &Value) -> Option<&str> {
                Some(value["path"].as_str()?.split_once('/')?.0)
            }
            for (index, value) in all.iter().enumerate() {
                if index == 0 || kind(&all[index - 1]) != kind(value) {
                    inner(&index.to_string(), value);
                }
            }
        }
        _ => {}
    }
}

/// Each field is left out, and replaced by values of every type: what the reader refuses for its form
/// the schema refuses, and what the reader takes the schema takes.
#[test]
fn schema_and_reader_agree_on_every_field() {
    let schema = Schema::new();
    let whole = everything();
    assert_eq!((verdict(&whole), schema.refusal(&whole)), (Verdict::Reads, None));
    let mut all = Vec::new();
    places(&whole, "", &mut all);
    assert!(all.len() > 150, "{all:?}");
    let values = json!([null, true, 0, 1, -1, 1.5, 1u64 << 32, "text", "", [], {}, [null]]);
    let values = values.as_array().unwrap().iter().map(Some).chain([None]);
    let (mut n_forms, mut n_read) = (0, 0);
    for place in &all {
        for value in values.clone() {
            // The reader compares a hash with a file's, whatever it looks like.
            let is_text = value.is_some_and(Value::is_string);
            if place.ends_with("/sha256") && is_text {
                continue;
            }
            let mut changed = whole.clone();
            match value {
                Some(value) => *changed.pointer_mut(place).unwrap() = value.clone(),
                None => {
                    let (parent, key) = place.rsplit_once('/').unwrap();
                    match changed.pointer_mut(parent).unwrap() {
                        Value::Object(fields) => drop(fields.remove(key)),
                        Value::Array(all) => drop(all.remove(key.parse().unwrap())),
                        other => panic!("{other}"),
                    }
                }
            }
            let (read, refused) = (verdict(&changed), schema.refusal(&changed));
            match read {
                Verdict::Form => {
                    n_forms += 1;
                    assert!(refused.is_some(), "the reader refuses {value:?} at {place}");
                }
                Verdict::Reads => {
                    n_read += 1;
                    assert_eq!(refused, None, "the reader takes {value:?} at {place}");
                }
                Verdict::Contradicts => {}
            }
        }
    }
    assert!(n_forms > 800 && n_read > 100, "{n_forms} forms, {n_read} read");
}

/// Manifests that are damaged so that a form can say it: both refuse them.
#[test]
fn damaged_manifests_are_refused_by_both() {
    let schema = Schema::new();
    let refused_by_both = |manifest: &Value, what: &str| {
        assert_ne!(verdict(manifest), Verdict::Reads, "the reader takes {what}");
        assert!(schema.refusal(manifest).is_some(), "the schema takes {what}");
    };
    for (place, value) in [
        ("/schema_version", json!(2)),
        ("/id", json!("../up")),
        ("/id", json!("-first")),
        ("/id", json!("a b")),
        ("/relevance/0/id", json!("a/b")),
        ("/relevance/0/default", json!(false)),
        ("/relevance/1/default", json!(true)),
        ("/relevance/0/path", json!("../relevance.qrels")),
        ("/systems/0/id", json!(".hidden")),
        ("/systems/0/dim", json!(0)),
        ("/systems/0/dim", json!(65_537)),
        ("/systems/0/metric", json!("euclidean")),
        ("/systems/0/gallery/0", json!("/absolute.safetensors")),
        ("/systems/0/training/n_cores", json!(2.5)),
        ("/runs/0/depth", json!(0)),
        ("/runs/0/kind", json!("guess")),
        ("/guides/0/images", json!(0)),
        ("/guides/0/id", json!("with space")),
        ("/encoders/0/path", json!("encoders/../../x")),
        ("/encoders/0/path", json!("/encoders/x")),
        ("/files/0/path", json!("a//b")),
        ("/files/0/path", json!("a/%2E%2e/b")),
        ("/files/0/path", json!("a\\b")),
        ("/files/0/path", json!("./a")),
        ("/files/0/path", json!("a/")),
        ("/files/0/bytes", json!(1u64 << 53)),
    ] {
        let mut manifest = everything();
        *manifest.pointer_mut(place).unwrap_or_else(|| panic!("{place}")) = value.clone();
        refused_by_both(&manifest, &format!("{value} at {place}"));
    }
    // A list of queries with rows, and an image list without.
    let mut manifest = everything();
    let is_queries = |file: &&mut Value| file["path"] == "queries.jsonl";
    let queries = manifest["files"].as_array_mut().unwrap().iter_mut().find(is_queries).unwrap();
    queries["rows"] = json!({ "start": 0, "end": 1410 });
    refused_by_both(&manifest, "queries with rows");
    let mut manifest = everything();
    let files = manifest["files"].as_array_mut().unwrap();
    let list = files.iter_mut().find(|file| file["path"].as_str().unwrap().starts_with("images/"));
    list.unwrap().as_object_mut().unwrap().remove("rows");
    refused_by_both(&manifest, "images without rows");
}

/// A folder in an encoder's path may end in `/`; unknown fields are ignored.
#[test]
fn what_the_reader_forgives_the_schema_forgives() {
    let schema = Schema::new();
    let mut manifest = everything();
    let path = format!("{}/", manifest["encoders"][0]["path"].as_str().unwrap());
    manifest["encoders"][0]["path"] = json!(path);
    manifest["made_by"] = json!({ "anything": [1, 2] });
    manifest["systems"][0]["colour"] = json!("red");
    schema.accepts("with more", &manifest);
}
