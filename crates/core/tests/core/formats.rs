//! Round trips, and refusals that name the file and the place.
#![allow(clippy::unwrap_used)]

use crate::support::refused;
use proptest::prelude::*;
use rankscope_core::benchmark::{BenchmarkError, Manifest, images_from_jsonl, queries_from_jsonl};
use rankscope_core::{
    formats::{
        CaptionKeys, Qrel, captions_from_jsonl, ids_from_lines, judgements_from_json,
        qrels_from_trec, trec_from_qrels,
    },
    vectors::{ShardDtype, Vectors, shard_from_rows, vectors_from_shard},
};

#[test]
fn ids_are_read_in_order() {
    assert_eq!(ids_from_lines("ids.txt", "b\n a \n\n").unwrap(), ["b", "a"]);
    assert!(ids_from_lines("ids.txt", "").unwrap().is_empty());
}

#[test]
fn ids_are_refused_by_line() {
    refused(ids_from_lines("ids.txt", "a\n\nb"), &["ids.txt, line 2", "missing"]);
    refused(ids_from_lines("ids.txt", "a\nb c"), &["ids.txt, line 2", "\"b c\""]);
    refused(ids_from_lines("ids.txt", "a\nb\na"), &["ids.txt, line 3", "line 1 already"]);
}

#[test]
fn qrels_are_refused_by_line() {
    refused(qrels_from_trec("x.qrels", "q 0 d 1\nq 0 d"), &["x.qrels, line 2", "3 fields"]);
    refused(qrels_from_trec("x.qrels", "q 0 d one"), &["x.qrels, line 1", "\"one\""]);
    refused(qrels_from_trec("x.qrels", "q 0 d 1\n\nq 0 d 0"), &["line 3", "line 1 already"]);
    let graded = qrels_from_trec("x.qrels", "q\tQ0  d  -1\r\n").unwrap();
    assert_eq!(graded, [Qrel { query: "q".into(), document: "d".into(), grade: -1 }]);
}

#[test]
fn judgements_are_refused_by_query() {
    refused(judgements_from_json("j.json", "[1]"), &["j.json", "object"]);
    refused(judgements_from_json("j.json", "{\"q\": 3}"), &["j.json, line 1", "q: ", "list"]);
    refused(judgements_from_json("j.json", "{\"q\": [3, 3]}"), &["q[1]: 3 is listed twice"]);
    refused(judgements_from_json("j.json", "{\"q\": [null]}"), &["q[0]: ", "null"]);
    refused(judgements_from_json("j.json", "{"), &["j.json", "not JSON"]);
}

#[test]
fn captions_are_refused_by_line() {
    let keys = CaptionKeys { id: "c".into(), image: "i".into(), text: "t".into() };
    let good = "{\"c\": 7, \"i\": \"x\", \"t\": \" a dog \"}";
    let captions = captions_from_jsonl("c.jsonl", good, &keys).unwrap();
    assert_eq!((captions[0].id.as_str(), captions[0].text.as_str()), ("7", "a dog"));
    let lacking = format!("{good}\n\n{{\"c\": 8, \"t\": \"\"}}");
    refused(captions_from_jsonl("c.jsonl", &lacking, &keys), &["c.jsonl, line 3", "\"i\""]);
    refused(captions_from_jsonl("c.jsonl", "{]", &keys), &["c.jsonl, line 1", "not JSON"]);
}

#[test]
fn shards_are_refused_by_name() {
    refused(
        vectors_from_shard("g.safetensors", b"not one"),
        &["g.safetensors", "not a safetensors"],
    );
    let mut one = Vectors::new(2, ShardDtype::F16);
    one.push([1.0, 0.0]);
    let bytes = shard_from_rows("g.safetensors", &one).unwrap();
    refused(vectors_from_shard("g.safetensors", &bytes[..bytes.len() - 1]), &["g.safetensors"]);
    let mut codes = Vectors::new(2, ShardDtype::I8);
    codes.push([f32::INFINITY, 0.0]);
    let bytes = shard_from_rows("g.safetensors", &codes).unwrap();
    refused(vectors_from_shard("g.safetensors", &bytes), &["g.safetensors, row 0", "scale is inf"]);
    let mut other = Vectors::new(3, ShardDtype::F16);
    other.push([1.0, 0.0, 0.0]);
    refused(one.append("h.safetensors", &other), &["h.safetensors", "dim 3", "dim 2"]);
}

#[test]
fn lines_of_the_benchmark_are_refused_by_number() {
    let text = "{\"id\": \"a\", \"text\": \"x\"}\n{\"id\": 1}";
    let error = queries_from_jsonl("queries.jsonl", text).unwrap_err();
    assert!(error.to_string().contains("queries.jsonl, line 2"), "{error}");
    let error = images_from_jsonl("images/00000.jsonl", "{}").unwrap_err();
    assert!(error.to_string().contains("images/00000.jsonl, line 1"), "{error}");
}

#[test]
fn a_later_manifest_is_refused_with_the_way_out() {
    let error = Manifest::from_json("{\"schema_version\": 2, \"anything\": []}").unwrap_err();
    assert!(matches!(error, BenchmarkError::SchemaVersion { found: 2, known: 1 }), "{error}");
    assert!(error.to_string().contains("newer Rankscope"), "{error}");
    assert!(Manifest::from_json("{}").is_err());
    assert!(Manifest::from_json("").is_err());
}

proptest! {
    #[test]
    fn qrels_come_back(
        qrels in prop::collection::btree_map(("[a-z0-9]{1,6}", "[a-z0-9]{1,6}"), -3i32..5, 0..30),
    ) {
        let qrels: Vec<Qrel> = qrels
            .into_iter()
            .map(|((query, document), grade)| Qrel { query, document, grade })
            .collect();
        prop_assert_eq!(qrels_from_trec("x", &trec_from_qrels(&qrels)).unwrap(), qrels);
    }

    #[test]
    fn shards_come_back(
        rows in prop::collection::vec(prop::collection::vec(-1.0f32..1.0, 3), 0..20),
        dtype in prop::sample::select(vec![ShardDtype::F16, ShardDtype::F32, ShardDtype::I8]),
    ) {
        let mut vectors = Vectors::new(3, dtype);
        for row in &rows {
            vectors.push(row.iter().copied());
        }
        let read = vectors_from_shard("x", &shard_from_rows("x", &vectors).unwrap()).unwrap();
        prop_assert_eq!(&read, &vectors);
        prop_assert_eq!(read.n_rows(), rows.len());
        for (row, values) in rows.iter().enumerate() {
            let largest = values.iter().fold(0.0f32, |largest, value| largest.max(value.abs()));
            let most = match dtype {
                ShardDtype::F32 => 0.0,
                // Half a unit in the last of 11 digits, or of the smallest half precision.
                ShardDtype::F16 => largest / 2048.0 + 3e-8,
                // Half a code.
                ShardDtype::I8 => largest / 254.0 * 1.0001,
            };
            for (found, value) in read.row(row).zip(values) {
                prop_assert!((found - value).abs() <= most, "{found} for {value}");
            }
        }
    }
}
