//! Stored guides: what a manifest says of them, and their lists.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::made_benchmark::{Made, records, run};
use crate::support::refused;
use rankscope_core::benchmark::lists::{QueryGuides, load_guides, load_queries_and_images};
use serde_json::{Value, json};

const LIST: &str = "guides/art/images.jsonl.gz";
const VECTORS: &str = "systems/s/guides-art.safetensors";

fn made(lines: &[&str]) -> Made {
    let mut made =
        Made::new(&records("q", 3), &records("i", 4), &[("judged", "q0 0 i0 1\n")], &["s"]);
    made.manifest["guides"] = json!([{ "id": "art", "title": "Art", "images": lines.len() }]);
    // Whether it is compressed is read from its bytes.
    made.write(LIST, lines.join("\n"), None);
    made.write(VECTORS, vec![0; 2 * 2 * lines.len()], None);
    made
}

fn loaded(made: &Made) -> Result<QueryGuides, String> {
    let (manifest, source) = (made.manifest().unwrap(), made.source());
    let queries = run(load_queries_and_images(&manifest, &source)).0.unwrap().queries;
    let guides = run(load_guides(&manifest, &manifest.guides[0], &queries, &source)).0;
    guides.map_err(|error| error.unify(|error| error.to_string()))
}

const LINES: [&str; 4] = [
    r#"{"query":"q2","guide":7,"uri":"a.png","size":512}"#,
    r#"{"query":"q0","guide":"b","scene":"fb1-1","size":"medium"}"#,
    r#"{"query":"q2","guide":"b"}"#,
    r#"{"query":"q2","guide":1,"more":true}"#,
];

#[test]
fn a_list_gives_each_query_its_rows_in_order() {
    let guides = loaded(&made(&LINES)).unwrap();
    assert_eq!([0, 1, 2, 9].map(|query| guides.of_query(query)), [&[1][..], &[], &[0, 2, 3], &[]]);
    let [first, second, ..] = guides.images() else { panic!("four guides") };
    assert_eq!((first.guide.as_str(), first.uri.as_deref()), ("7", Some("a.png")));
    assert_eq!((first.size.as_deref(), second.size.as_deref()), (Some("512"), Some("medium")));
    assert_eq!(second.scene.as_deref(), Some("fb1-1"));
}

#[test]
fn a_wrong_list_is_refused_by_row() {
    let mut few = made(&LINES);
    few.manifest["guides"][0]["images"] = 3.into();
    refused(loaded(&few), &["images.jsonl.gz has 4 guides, but benchmark.json says 3"]);
    for (line, words) in [
        (
            r#"{"query":"q3","guide":0}"#,
            &["row 1: query q3 of guide 0 is not in the benchmark"][..],
        ),
        (r#"{"query":"q2","guide":"7"}"#, &["row 1: query q2 has guide 7 already, in row 0"]),
        (r#"{"query":"q2","guide":-1}"#, &["line 2", "a text or a whole number"]),
    ] {
        refused(loaded(&made(&[LINES[0], line])), words);
    }
}

#[test]
fn a_manifest_without_guides_still_reads() {
    let mut made = made(&LINES);
    made.manifest.as_object_mut().unwrap().remove("guides");
    let manifest = made.manifest().unwrap();
    assert!(manifest.guides.is_empty());
    // And writes as before.
    assert!(!serde_json::to_string(&manifest).unwrap().contains("\"guides\":"));
}

#[test]
fn a_manifest_that_contradicts_itself_is_refused() {
    let art = json!({ "id": "art", "title": "Art", "images": 4 });
    let with = |key: &str, value: Value| {
        let mut art = art.clone();
        art[key] = value;
        json!([art])
    };
    for (guides, said) in [
        (json!([art, art]), "engine art are listed twice"),
        (with("id", "../art".into()), "engine id \"../art\" cannot be a file name"),
        (with("id", "other".into()), "guides/other/images.jsonl.gz is not in its list of files"),
        (with("images", 0.into()), "engine art has no guides"),
        (with("images", 9.into()), "16 bytes, too few for 9 rows of 2 values"),
    ] {
        let mut made = made(&LINES);
        made.manifest["guides"] = guides;
        refused(made.manifest(), &[said]);
    }
    let mut made = made(&LINES);
    made.manifest["files"].as_array_mut().unwrap().retain(|file| file["path"] != VECTORS);
    refused(made.manifest(), &["no system has vectors of the guides of engine art"]);
}
