//! What the papers' files say, in small ones of our own, and refusals that name the place.
#![allow(clippy::unwrap_used, clippy::float_cmp)]

use crate::support::{npy, refused};
use proptest::prelude::*;
use rankscope_core::formats::{
    ExifField, Qrel, VoteRule, Votes, annotations_from_inquire, coco_1k_folds,
    corpus_without_seeds, exif_from_mirflickr, ids_from_npy, json_from_judgements,
    judgements_from_json, licence_from_mirflickr, qrels_from_annotations, qrels_from_votes,
    queries_from_conqa, queries_from_inquire, tags_from_mirflickr, topics_from_mirflickr,
    votes_from_conqa,
};
use std::collections::BTreeMap;

fn qrel(query: &str, document: &str, grade: i32) -> Qrel {
    Qrel { query: query.into(), document: document.into(), grade }
}

#[test]
fn judgements_keep_the_order_of_the_file() {
    let qrels = judgements_from_json("j.json", "{\"9\": [3, \"b\"], \"10\": [], \"1\": [3]}");
    let wanted = [qrel("9", "3", 1), qrel("9", "b", 1), qrel("1", "3", 1)];
    assert_eq!(qrels.unwrap(), wanted);
}

#[test]
fn a_query_that_stands_twice_is_refused_and_not_overwritten() {
    let twice = "{\"1\": [2],\n\"1\": [3]}";
    refused(judgements_from_json("j.json", twice), &["j.json, line 2", "duplicate key 1"]);
    refused(judgements_from_json("j.json", "{\"a b\": [2]}"), &["line 1", "white space"]);
    refused(judgements_from_json("j.json", "{\"1\": [2.5]}"), &["1[0]: ", "2.5"]);
    refused(judgements_from_json("j.json", "{} {}"), &["j.json", "not JSON"]);
}

#[test]
fn judgements_are_written_as_the_originals_are() {
    let qrels = [qrel("7", "12", 1), qrel("7", "007", 2), qrel("a", "b", 1), qrel("a", "c", 0)];
    assert_eq!(json_from_judgements(&qrels), "{\"7\":[12,\"007\"],\"a\":[\"b\"]}");
    assert_eq!(json_from_judgements(&[]), "{}");
}

#[test]
fn numpy_ids_are_read_in_order() {
    let values: Vec<u8> = [5_i64, -1, 1 << 40].iter().flat_map(|id| id.to_le_bytes()).collect();
    let wanted = ["5", "-1", "1099511627776"];
    assert_eq!(ids_from_npy("x.npy", &npy("'<i8'", "(3,)", &values)).unwrap(), wanted);
    assert_eq!(ids_from_npy("x.npy", &npy("'<u4'", "(1,)", &[7, 0, 0, 0])).unwrap(), ["7"]);
    assert!(ids_from_npy("x.npy", &npy("'<i4'", "(0,)", &[])).unwrap().is_empty());
}

#[test]
fn numpy_files_that_hold_no_ids_are_refused() {
    refused(ids_from_npy("x.npy", b"[1, 2]"), &["x.npy", "not a NumPy array"]);
    refused(ids_from_npy("x.npy", &npy("'<i8'", "(1,)", &[0; 8])[..20]), &["x.npy", "cut short"]);
    refused(ids_from_npy("x.npy", &npy("'<f8'", "(1,)", &[0; 8])), &["<f8", "astype"]);
    refused(ids_from_npy("x.npy", &npy("'>i8'", "(1,)", &[0; 8])), &[">i8"]);
    refused(ids_from_npy("x.npy", &npy("'<i8'", "(1, 1)", &[0; 8])), &["list", "(1, 1)"]);
    refused(ids_from_npy("x.npy", &npy("'<i8'", "()", &[0; 8])), &["list"]);
    refused(ids_from_npy("x.npy", &npy("'<i8'", "(2,)", &[0; 15])), &["2 ids", "15 bytes"]);
    refused(ids_from_npy("x.npy", &npy("'<i8'", "(1,)", &[0; 16])), &["1 ids", "16 bytes"]);
    refused(ids_from_npy("x.npy", &npy("'<i4'", "(2,)", &[0; 8])), &["row 1", "row 0 already"]);
    refused(ids_from_npy("x.npy", &npy("'<i8'", "(99999999999999999999,)", &[])), &["x.npy"]);
}

#[test]
fn folds_are_five_thousand_consecutive_captions() {
    let ids: Vec<String> = (0..25_000).map(|id| id.to_string()).collect();
    let folds = coco_1k_folds("x.npy", &ids).unwrap();
    assert_eq!(folds.iter().map(|fold| fold.len()).collect::<Vec<_>>(), [5_000; 5]);
    let firsts: Vec<&str> = folds.iter().map(|fold| fold[0].as_str()).collect();
    assert_eq!(firsts, ["0", "5000", "10000", "15000", "20000"]);
    refused(coco_1k_folds("x.npy", &ids[1..]), &["x.npy", "24999", "25000"]);
}

#[test]
fn vote_rules_are_those_of_the_original() {
    // [relevant, non-relevant, unsure] and what full_relevant, sure and unsure say.
    let cases = [
        ([3, 0, 0], [true, true, true]),
        ([3, 0, 1], [false, true, true]),
        ([3, 2, 0], [false, true, true]),
        ([1, 1, 1], [false, false, true]),
        ([0, 0, 3], [false, false, true]),
        ([0, 0, 0], [false, false, true]),
        ([0, 1, 0], [false, false, false]),
    ];
    for ([relevant, non_relevant, unsure], wanted) in cases {
        let votes = Votes { relevant, non_relevant, unsure };
        assert_eq!(VoteRule::ALL.map(|rule| rule.is_relevant(votes)), wanted, "{votes:?}");
    }
}

#[test]
fn vote_rules_print_and_parse() {
    for rule in VoteRule::ALL {
        assert_eq!(rule.to_string().parse::<VoteRule>().unwrap(), rule);
    }
    assert_eq!(VoteRule::default().to_string(), "full_relevant");
    refused("Sure".parse::<VoteRule>(), &["\"Sure\"", "full_relevant, sure, unsure"]);
}

#[test]
fn seeds_of_any_query_leave_corpus_and_judgements() {
    let seeds = "{\"1\": {\"Text\": \"a\", \"Conceptual\": true, \"Seeds\": [10]},
                  \"0\": {\"Text\": \"b\", \"Conceptual\": false, \"Seeds\": []}}";
    let queries = queries_from_conqa("seed.json", seeds).unwrap();
    assert_eq!([&queries[0].id, &queries[1].id], ["1", "0"]);
    assert!(queries[0].is_conceptual && !queries[1].is_conceptual);
    let votes = "{\"0\": {\"10\": [3, 0, 0], \"11\": [3, 0, 0]}, \"1\": {\"11\": [0, 1, 0]}}";
    let votes = votes_from_conqa("mturk.json", votes).unwrap();
    let wanted = [qrel("0", "11", 1), qrel("1", "11", 0)];
    assert_eq!(qrels_from_votes(&queries, &votes, VoteRule::default()), wanted);
    let corpus = ["9", "10", "11"].map(String::from);
    assert_eq!(corpus_without_seeds(&queries, &corpus), ["9", "11"]);
}

#[test]
fn conqa_files_are_refused_by_line() {
    let seeds = |text| queries_from_conqa("seed.json", text);
    refused(seeds("[]"), &["seed.json, line 1", "object"]);
    refused(seeds("{\n\"0\": {\"Text\": \"a\", \"Seeds\": []}}"), &["line 2", "Conceptual"]);
    let twice = "{\"0\": {\"Text\": \"a\", \"Conceptual\": true, \"Seeds\": [1, 1]}}";
    refused(seeds(twice), &["0.Seeds[1]: 1 is listed twice"]);
    let votes = |text| votes_from_conqa("mturk.json", text);
    refused(votes("{\"0\": [1]}"), &["mturk.json, line 1", "0: ", "object"]);
    refused(votes("{\"0\": {\n\"5\": [1, 2]}}"), &["line 2", "0.5"]);
    refused(votes("{\"0\": {\"5\": [1, 2, 3, 4]}}"), &["line 1"]);
    refused(votes("{\"0\": {\"5\": [1, -2, 3]}}"), &["0.5[1]: ", "-2"]);
    refused(votes("{\"0\": {\"5\": [1, 2, 3], \"5\": [1, 2, 3]}}"), &["duplicate key 5"]);
}

const INQUIRE: &str = ",query_id,query_text,supercategory,category,iconic_group\n";

#[test]
fn inquire_queries_may_have_no_iconic_group() {
    let text = format!("{INQUIRE}0,3,\"a lamp, lit\",S,C,\r\n8,4,two,S,C,Birds\n");
    let queries = queries_from_inquire("q.csv", &text).unwrap();
    assert_eq!(queries[0].text, "a lamp, lit");
    assert_eq!([&queries[0].id, &queries[1].id], ["3", "4"]);
    assert_eq!(queries[0].iconic_group, None);
    assert_eq!(queries[1].iconic_group.as_deref(), Some("Birds"));
}

#[test]
fn inquire_queries_are_refused_by_line_and_column() {
    let read = |rows: &str| queries_from_inquire("q.csv", &format!("{INQUIRE}{rows}"));
    refused(queries_from_inquire("q.csv", ""), &["q.csv", "header"]);
    refused(queries_from_inquire("q.csv", "a,b\n1,2\n"), &["q.csv", "query_id", "a, b"]);
    refused(queries_from_inquire("q.csv", "a,a\n"), &["line 1", "columns 1 and 2", "\"a\""]);
    refused(read("0,3,a,S,C\n"), &["line 2", "5 columns", "6"]);
    refused(read("0,3,,S,C,B\n"), &["line 2", "column 3 (query_text)"]);
    refused(read("0,,a,S,C,B\n"), &["line 2", "column 2 (query_id)", "missing"]);
    refused(read("\n0,3,a,S,C,B\n1,3,b,S,C,B\n"), &["line 4", "column 2", "line 3 already"]);
    refused(read("0,3,\"a,S,C,B\n1,4,b,S,C,B\n"), &["line 2", "quote"]);
    refused(read("\r\n \n\n0,3,a\"b,\"S,C,B\n1,4,b,S,C,B\n"), &["line 5", "quote"]);
    refused(read("0,3,a,S,C,B\r\n1,4,b,S,C,\"B"), &["line 3", "quote"]);
}

#[test]
fn inquire_annotations_are_relevant_pairs() {
    let read = |rows: &str| {
        annotations_from_inquire("a.csv", &format!("query_id,image_id,image_path\n{rows}"))
    };
    let annotations = read("3,17,a/17.jpg\n3,18,b/18.jpg\n").unwrap();
    assert_eq!(annotations[1].path, "b/18.jpg");
    assert_eq!(qrels_from_annotations(&annotations), [qrel("3", "17", 1), qrel("3", "18", 1)]);
    refused(read("3,17,a\n4,17,a\n3,17,b\n"), &["a.csv, line 4", "image 17", "line 2 already"]);
    refused(read("3,1 7,a\n"), &["line 2", "column 2 (image_id)", "white space"]);
}

#[test]
fn mirflickr_topics_have_a_wide_and_perhaps_a_narrow_sense() {
    let files: [(&str, &[u8]); 4] = [
        ("annotations/sky_r1.txt", b"9\r\n"),
        ("annotations/README.txt", b"not numbers"),
        ("annotations/sky.txt", b"7\n9\n25000\n"),
        ("annotations\\dog.txt", b""),
    ];
    let topics = topics_from_mirflickr(files).unwrap();
    assert_eq!([&topics[0].name, &topics[1].name], ["dog", "sky"]);
    assert_eq!((&topics[1].wide, &topics[1].narrow), (&vec![7, 9, 25_000], &Some(vec![9])));
    assert_eq!(topics[0].narrow, None);
}

#[test]
fn mirflickr_annotations_are_refused_by_line() {
    let read = |name, bytes: &'static [u8]| topics_from_mirflickr([(name, bytes)]);
    refused(read("sky.txt", b"1\n\n25001\n"), &["sky.txt, line 3", "25001", "25000"]);
    refused(read("sky.txt", b"0"), &["sky.txt, line 1", "\"0\""]);
    refused(read("sky.txt", b"im1"), &["sky.txt, line 1", "\"im1\""]);
    refused(read("sky.txt", b"5\n4\n5"), &["line 3", "image 5", "line 1 already"]);
    refused(read("sky.txt", b"1\n\xff"), &["sky.txt, line 2", "UTF-8"]);
    refused(read("sky_r1.txt", b"1"), &["sky_r1.txt", "sky.txt"]);
    refused(read("sky.csv", b"1"), &["sky.csv", "<topic>.txt"]);
    let twice: [(&str, &[u8]); 2] = [("a/sky.txt", b"1"), ("b/sky.txt", b"1")];
    refused(topics_from_mirflickr(twice), &["b/sky.txt", "duplicate file name"]);
}

#[test]
fn mirflickr_says_of_an_image_its_tags_exif_and_licence() {
    let tags = tags_from_mirflickr("meta/tags_raw/tags12.txt", b"Red Light\r\n\nlamp\n").unwrap();
    assert_eq!((tags.image, tags.value), (12, vec!["Red Light".into(), "lamp".to_owned()]));
    assert!(tags_from_mirflickr("tags1.txt", b"").unwrap().value.is_empty());
    let text = b"-Make\nLampworks\n-Exposure Bias\n-1/3 EV\n-Comment\n\nfirst\nsecond\n";
    let exif = exif_from_mirflickr("exif3.txt", text).unwrap();
    let field = |name: &str, value: &str| ExifField { name: name.into(), value: value.into() };
    let wanted = [
        field("Make", "Lampworks"),
        field("Exposure Bias", "-1/3 EV"),
        field("Comment", "first\nsecond"),
    ];
    assert_eq!((exif.image, exif.value.as_slice()), (3, wanted.as_slice()));
    let licence = licence_from_mirflickr("license25000.txt", b"A lamp\r\nby nobody\r\n").unwrap();
    assert_eq!((licence.image, licence.value.as_str()), (25_000, "A lamp\nby nobody"));
}

#[test]
fn mirflickr_metadata_is_refused_by_name_and_line() {
    refused(tags_from_mirflickr("tags0.txt", b""), &["tags0.txt", "tagsN.txt"]);
    refused(tags_from_mirflickr("tags25001.txt", b""), &["25000"]);
    refused(tags_from_mirflickr("exif1.txt", b""), &["exif1.txt", "tagsN.txt"]);
    refused(exif_from_mirflickr("exif1.txt", b"Make\nx"), &["exif1.txt, line 1", "\"Make\""]);
    refused(exif_from_mirflickr("exif1.txt", b"-Make\nx\n-Model\n"), &["line 3", "\"-Model\""]);
    refused(licence_from_mirflickr("license1.txt", b" \n"), &["license1.txt", "empty"]);
    refused(licence_from_mirflickr("license1.txt", b"a\n\xe9"), &["line 2", "UTF-8"]);
}

#[test]
fn a_refusal_stays_short_whatever_it_refuses() {
    let endless = "x".repeat(1 << 20);
    let error = topics_from_mirflickr([("sky.txt", endless.as_bytes())]).unwrap_err();
    assert!(error.to_string().chars().count() < 500);
    refused(Err::<(), _>(error), &["sky.txt, line 1", "not an image's number"]);
}

proptest! {
    #[test]
    fn judgements_come_back_both_ways(
        judged in prop::collection::vec(("[0-9a-z]{1,4}", prop::collection::btree_set("[0-9]{1,3}|[!-~]{1,3}", 0..5)), 0..20),
    ) {
        let judged: BTreeMap<_, _> = judged.into_iter().collect();
        let qrels: Vec<Qrel> = judged
            .iter()
            .flat_map(|(query, images)| images.iter().map(|image| qrel(query, image, 1)))
            .collect();
        prop_assert_eq!(judgements_from_json("x", &json_from_judgements(&qrels)).unwrap(), qrels);
    }

    #[test]
    fn no_text_makes_the_text_readers_panic(text in any::<String>()) {
        let _ = judgements_from_json("x", &text);
        let _ = queries_from_conqa("x", &text);
        let _ = votes_from_conqa("x", &text);
        let _ = queries_from_inquire("x", &format!("{INQUIRE}{text}"));
        let _ = annotations_from_inquire("x", &format!("query_id,image_id,image_path\n{text}"));
        let _ = exif_from_mirflickr("exif1.txt", text.as_bytes());
        let _ = topics_from_mirflickr([(text.as_str(), text.as_bytes())]);
    }
}
