//! Runs, gzip, BEIR and MTEB: round trips, and refusals that name the file and the place.
#![allow(clippy::unwrap_used, clippy::float_cmp)]

use crate::support::{gzip, refused};
use flate2::{Compression, Crc, GzBuilder, read::GzDecoder};
use proptest::prelude::*;
use rankscope_core::formats::{
    BeirRecord, MtebResult, MtebScores, Qrel, RunEntry, beir_from_qrels, beir_from_records,
    inflated, inflated_within, json_from_mteb, qrels_from_beir, qrels_from_trec, records_from_beir,
    run_from_trec, text_from_bytes, trec_from_run,
};
use serde_json::Value;
use std::{
    borrow::Cow,
    collections::BTreeMap,
    io::{Read, Write},
};

fn entry(query: &str, document: &str, score: f64) -> RunEntry {
    RunEntry { query: query.into(), document: document.into(), score, tag: "ours".into() }
}

#[test]
fn runs_are_read_whatever_is_between_their_fields() {
    let text = "q Q0 a 1 0.5 ours\r\n\nq\tQ0  b\t9   -1e-3 ours\n  r 0 a x 7 ours";
    let wanted = [entry("q", "a", 0.5), entry("q", "b", -0.001), entry("r", "a", 7.0)];
    assert_eq!(run_from_trec("x.run", text).unwrap(), wanted);
    assert!(run_from_trec("x.run", "").unwrap().is_empty());
}

/// trec_eval's own example run, which came with its values.
#[test]
fn a_run_that_trec_eval_reads_is_read() {
    let text = include_str!("../../../../tests/fixtures/trec.run");
    let run = run_from_trec("trec.run", text).unwrap();
    let n_lines = text.lines().filter(|line| !line.trim().is_empty()).count();
    assert_eq!(run.len(), n_lines);
    let fields: Vec<&str> = text.lines().next().unwrap().split_whitespace().collect();
    let first = &run[0];
    assert_eq!([&first.query, &first.document, &first.tag], [fields[0], fields[2], fields[5]]);
    assert_eq!(first.score, fields[4].parse::<f64>().unwrap());
}

#[test]
fn runs_are_refused_by_line() {
    refused(run_from_trec("x.run", "q Q0 d 1 2"), &["x.run, line 1", "5 fields", "6"]);
    refused(run_from_trec("x.run", "\nq Q0 d 1 2 t t"), &["x.run, line 2", "7 fields"]);
    refused(run_from_trec("x.run", "q Q0 d 1 high t"), &["x.run, line 1", "\"high\""]);
    refused(run_from_trec("x.run", "q Q0 d 1 NaN t"), &["x.run, line 1", "\"NaN\""]);
    let twice = "q Q0 d 1 2 t\nr Q0 d 1 2 t\nq Q0 d 2 1 t";
    refused(run_from_trec("x.run", twice), &["line 3", "document d", "line 1 already"]);
}

#[test]
fn ranks_count_from_one_for_each_query_in_the_given_order() {
    let run = [entry("q", "a", 0.1), entry("r", "a", 5.0), entry("q", "b", 0.9)];
    let text = trec_from_run("x.run", &run).unwrap();
    let ranks: Vec<&str> =
        text.lines().map(|line| line.split_whitespace().nth(3).unwrap()).collect();
    assert_eq!(ranks, ["1", "1", "2"]);
}

#[test]
fn runs_that_nobody_could_read_are_not_written() {
    refused(trec_from_run("x.run", &[entry("q", "a b", 1.0)]), &["x.run, row 0", "\"a b\""]);
    refused(trec_from_run("x.run", &[entry("q", "", 1.0)]), &["row 0", "missing"]);
    let run = [entry("q", "a", 1.0), entry("q", "b", f64::NAN)];
    refused(trec_from_run("x.run", &run), &["row 1", "document b", "NaN"]);
}

#[test]
fn gzip_is_seen_through_and_the_rest_is_left_alone() {
    assert!(matches!(inflated("x", b"plain").unwrap(), Cow::Borrowed(b"plain")));
    assert!(matches!(inflated("x", b"").unwrap(), Cow::Borrowed(b"")));
    let two = [gzip(b"q Q0 a 1 "), gzip(b"2 t\n")].concat();
    assert_eq!(text_from_bytes("x.run.gz", &two).unwrap(), "q Q0 a 1 2 t\n");
    assert_eq!(inflated("x", &gzip(b"")).unwrap().as_ref(), b"");
}

#[test]
fn headers_of_gzip_may_hold_names_comments_and_checksums() {
    let builder = GzBuilder::new().filename("a name").comment("a comment").extra([7; 300]);
    let mut encoder = builder.write(Vec::new(), Compression::fast());
    encoder.write_all(b"text").unwrap();
    let mut named = encoder.finish().unwrap();
    assert_eq!(inflated("x", &named).unwrap().as_ref(), b"text");
    // The header with its checksum, which flate2 reads and does not write.
    let header = 10 + 2 + 300 + b"a name\0a comment\0".len();
    named[3] |= 1 << 1;
    let mut crc = Crc::new();
    crc.update(&named[..header]);
    named.splice(header..header, (crc.sum() as u16).to_le_bytes());
    let mut theirs = Vec::new();
    GzDecoder::new(&named[..]).read_to_end(&mut theirs).unwrap();
    assert_eq!(theirs, b"text");
    assert_eq!(inflated("x", &named).unwrap().as_ref(), b"text");
    named[header] ^= 1;
    refused(inflated("x", &named), &["header does not match its checksum"]);
}

#[test]
fn damaged_gzip_is_refused() {
    let mut bytes = gzip(b"some text, some text, some text");
    refused(inflated("x.gz", &bytes[..bytes.len() - 3]), &["x.gz", "truncated"]);
    refused(inflated("x.gz", &[0x1f, 0x8b]), &["x.gz", "gzip"]);
    let checksum = bytes.len() - 8;
    bytes[checksum] ^= 1;
    refused(inflated("x.gz", &bytes), &["x.gz", "damaged"]);
    let followed = [gzip(b"text"), b"more".to_vec()].concat();
    refused(inflated("x.gz", &followed), &["x.gz", "something else follows"]);
}

#[test]
fn a_gzip_bomb_is_stopped_at_the_limit() {
    let bomb = gzip(&vec![0; 1 << 20]);
    assert!(bomb.len() < 2_000);
    refused(inflated_within("x.gz", &bomb, (1 << 20) - 1), &["x.gz", "more than 1048575 bytes"]);
    assert_eq!(inflated_within("x.gz", &bomb, 1 << 20).unwrap().len(), 1 << 20);
}

#[test]
fn text_loses_its_mark_and_bytes_that_are_no_text_are_refused_by_line() {
    assert_eq!(text_from_bytes("x", b"\xef\xbb\xbfa").unwrap(), "a");
    assert_eq!(text_from_bytes("x", &gzip(b"\xef\xbb\xbfa")).unwrap(), "a");
    refused(text_from_bytes("x", b"a\nb\xff\n"), &["x, line 2", "UTF-8"]);
    refused(text_from_bytes("x", &gzip(b"a\n\n\xff")), &["x, line 3", "UTF-8"]);
}

#[test]
fn beir_records_are_read_without_what_is_not_asked_for() {
    let text = "{\"_id\": \"a\", \"title\": \"T\", \"text\": \"x\", \"metadata\": {\"u\": [1]}}\n\
                {\"_id\": 7, \"title\": null, \"text\": \"\"}\n";
    let record = |id: &str, title: &str, text: &str| BeirRecord {
        id: id.into(),
        title: title.into(),
        text: text.into(),
    };
    let wanted = [record("a", "T", "x"), record("7", "", "")];
    assert_eq!(records_from_beir("corpus.jsonl", text).unwrap(), wanted);
}

#[test]
fn beir_records_are_refused_by_line() {
    let read = |text| records_from_beir("c.jsonl", text);
    refused(read("{\"_id\": \"a\", \"text\": \"\"}\n{]"), &["c.jsonl, line 2", "not JSON"]);
    refused(read("{\"_id\": \"a\"}"), &["c.jsonl, line 1", "text"]);
    refused(read("{\"text\": \"a\"}"), &["c.jsonl, line 1", "_id"]);
    refused(read("{\"_id\": \"a b\", \"text\": \"\"}"), &["line 1", "white space"]);
    refused(read("{\"_id\": 1.5, \"text\": \"\"}"), &["line 1", "1.5", "id"]);
    let twice = "{\"_id\": 1, \"text\": \"\"}\n\n{\"_id\": \"1\", \"text\": \"\"}";
    refused(read(twice), &["line 3", "id 1", "line 1 already"]);
}

#[test]
fn beir_qrels_need_their_header() {
    let read = |text| qrels_from_beir("test.tsv", text);
    let qrels = read("query-id\tcorpus-id\tscore\r\nq\td\t-1\r\n").unwrap();
    assert_eq!(qrels, [Qrel { query: "q".into(), document: "d".into(), grade: -1 }]);
    assert!(read("query-id\tcorpus-id\tscore\n").unwrap().is_empty());
    refused(read("q\td\t1\n"), &["test.tsv, line 1", "no header"]);
    refused(read("\n"), &["test.tsv", "header"]);
    refused(read("a\tb\tc\nq d 1"), &["line 2", "1 fields", "tabs"]);
    refused(read("a\tb\tc\nq\td\tone"), &["line 2", "\"one\""]);
    refused(read("a\tb\tc\nq\td e\t1"), &["line 2", "\"d e\""]);
    refused(read("a\tb\tc\nq\t\t1"), &["line 2", "missing"]);
    refused(read("a\tb\tc\nq\td\t1\nq\td\t0"), &["line 3", "line 2 already"]);
}

fn mteb(value: f64, name: &str) -> MtebResult {
    let scores = MtebScores {
        main_score: 0.5,
        hf_subset: "default".into(),
        languages: vec!["eng-Latn".into()],
        measures: BTreeMap::from([(name.to_owned(), value)]),
    };
    MtebResult {
        dataset_revision: "1".into(),
        task_name: "Shapes".into(),
        mteb_version: "2.0.0".into(),
        date: None,
        evaluation_time: 1.5,
        kg_co2_emissions: None,
        scores: BTreeMap::from([("test".to_owned(), vec![scores])]),
    }
}

#[test]
fn mteb_results_have_the_structure_that_its_tools_read() {
    let json = json_from_mteb("r.json", &mteb(0.25, "ndcg_at_10")).unwrap();
    let value: Value = serde_json::from_str(&json).unwrap();
    let keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    let wanted = "dataset_revision evaluation_time kg_co2_emissions mteb_version scores task_name";
    assert_eq!(keys, wanted.split(' ').collect::<Vec<_>>());
    let scores = &value["scores"]["test"][0];
    assert_eq!((&scores["main_score"], &scores["ndcg_at_10"]), (&0.5.into(), &0.25.into()));
    assert_eq!(scores["languages"][0], "eng-Latn");
    assert!(scores.get("measures").is_none());
    let dated = MtebResult { date: Some(2.0), ..mteb(0.25, "ndcg_at_10") };
    let value: Value = serde_json::from_str(&json_from_mteb("r.json", &dated).unwrap()).unwrap();
    assert_eq!(value["date"], 2.0);
}

#[test]
fn mteb_results_that_json_cannot_hold_are_not_written() {
    refused(json_from_mteb("r.json", &mteb(f64::NAN, "map")), &["r.json", "map of test", "NaN"]);
    refused(json_from_mteb("r.json", &mteb(0.5, "languages")), &["r.json", "languages"]);
    let endless = MtebResult { evaluation_time: f64::INFINITY, ..mteb(0.5, "map") };
    refused(json_from_mteb("r.json", &endless), &["evaluation_time", "inf"]);
}

const ID: &str = "[!-~é]{1,6}";

proptest! {
    #[test]
    fn runs_come_back(
        scores in prop::collection::btree_map(
            (ID, ID), (any::<f64>().prop_filter("NaN", |score| !score.is_nan()), ID), 0..30,
        ),
    ) {
        let run: Vec<RunEntry> = scores
            .into_iter()
            .map(|((query, document), (score, tag))| RunEntry { query, document, score, tag })
            .collect();
        let text = trec_from_run("x", &run).unwrap();
        prop_assert_eq!(run_from_trec("x", &text).unwrap(), run);
    }

    #[test]
    fn beir_comes_back(
        records in prop::collection::btree_map(ID, ("\\PC{0,8}", any::<String>()), 0..20),
        grades in prop::collection::btree_map((ID, ID), -3i32..5, 0..20),
    ) {
        let records: Vec<BeirRecord> = records
            .into_iter()
            .map(|(id, (title, text))| BeirRecord { id, title, text })
            .collect();
        let text = beir_from_records("x", &records).unwrap();
        prop_assert_eq!(records_from_beir("x", &text).unwrap(), records);
        let qrels: Vec<Qrel> = grades
            .into_iter()
            .map(|((query, document), grade)| Qrel { query, document, grade })
            .collect();
        prop_assert_eq!(qrels_from_beir("x", &beir_from_qrels(&qrels)).unwrap(), qrels);
    }

    #[test]
    fn gzip_comes_back(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        let zipped = gzip(&bytes);
        let back = inflated("x", &zipped).unwrap();
        prop_assert_eq!(back.as_ref(), bytes);
    }
}

/// Lines in any order: the pairs are compared as a table once the order shows nothing.
#[test]
fn a_pair_judged_twice_is_refused_wherever_its_lines_stand() {
    let read = |text: &str| qrels_from_trec("q", text).map(|qrels| qrels.len());
    assert_eq!(read("q1 0 a9 1\nq1 0 a10 1\nq2 0 a9 0\n").unwrap(), 3);
    assert_eq!(read("q1 0 b 1\n\nq1 0 a 1\nq2 0 b 1\nq1 0 c 1\nq2 0 a 1\n").unwrap(), 5);
    let refused = |text: &str, words: &str| {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    refused("q1 0 a 1\nq1 0 a 0\n", "line 2: document a is judged for query q1 on line 1");
    refused(
        "q1 0 a 1\n\nq1 0 b 1\nq2 0 a 1\nq1 0 a 1\n",
        "line 5: document a is judged for query q1 on line 1",
    );
    refused(
        "q1 0 b 1\nq1 0 a 1\nq2 0 c 1\nq1 0 b 1\n",
        "line 4: document b is judged for query q1 on line 1",
    );
    refused(
        "q1 0 b 1\nq1 0 a 1\nq1 0 a 1\n",
        "line 3: document a is judged for query q1 on line 2",
    );
}
