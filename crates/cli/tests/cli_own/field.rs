//! Files as users of trec_eval, MS MARCO, ranx, PyTerrier, Quepid, Flickr8k, open_clip and BLIP have
//! them: read for what they are, or refused with words that help. Values are pytrec_eval's, or plain from
//! the files.

use crate::{
    here,
    made::Made,
    photos::half,
    program::{done, done_saying, fails},
};
use image::{DynamicImage, ImageFormat};
use rankscope_core::benchmark::Manifest;
use std::{fs, path::Path};

/// A folder of these files.
fn files(files: &[(&str, &[u8])]) -> Made {
    let made = Made::new();
    for (name, bytes) in files {
        made.write(name, bytes);
    }
    made
}

/// The mean of a measure, and what was said.
#[track_caller]
fn mean(qrels: &[u8], run: &[u8], names: [&str; 2], measure: &str) -> (f64, String) {
    let files = files(&[(names[0], qrels), (names[1], run)]);
    let (qrels, run) = (files.text(names[0]), format!("r={}", files.text(names[1])));
    let args =
        ["eval", "--qrels", &qrels, "--run", &run, "--measures", measure, "--format", "json"];
    let (printed, said) = done_saying(&args);
    let report: serde_json::Value = serde_json::from_str(&printed).unwrap();
    (report["runs"]["r"][measure]["mean"].as_f64().unwrap(), said)
}

#[track_caller]
fn refused(qrels: &[u8], run: &[u8], names: [&str; 2], words: &[&str]) {
    let files = files(&[(names[0], qrels), (names[1], run)]);
    let args = ["eval", "--qrels", &files.text(names[0]), "--run", &files.text(names[1])];
    fails(1, &args, words);
}

const NAMES: [&str; 2] = ["q.qrels", "r.run"];
const QRELS: &[u8] = b"q1 0 d1 1\n";
const RUN: &[u8] = b"q1 Q0 d2 1 0.9 x\nq1 Q0 d1 2 0.8 x\n";

#[test]
fn ids_that_never_meet_are_an_error_with_the_change_that_would_make_them_meet() {
    let unmet = |document: &str, judged: &str, words: &str| {
        let (qrels, run) = (format!("q1 0 {judged} 1\n"), format!("q1 Q0 {document} 1 1 x\n"));
        refused(qrels.as_bytes(), run.as_bytes(), NAMES, &["none of the judged", words]);
    };
    unmet("391895", "391895.jpg", "differ in the ending");
    unmet("000000391895", "391895", "differ in leading zeros");
    unmet("photos/a", "a", "differ in the folder");
    unmet("IMG.JPG", "IMG.jpg", "differ in case");
    unmet("Ocan\u{303}a", "Oca\u{f1}a", "differ in Unicode form");
    let quoted = b"\"q1\"\t0\t\"d1\"\t1\n";
    refused(quoted, RUN, ["q.tsv", "r.run"], &["none of the judged queries", "differ in quotes"]);
    // Some meet, and more would.
    let (value, said) = mean(
        b"q1 0 d1 1\nq1 0 d7.jpg 1\nq1 0 d8.jpg 1\n",
        b"q1 Q0 d1 1 9 x\nq1 Q0 d7 2 8 x\nq1 Q0 d8 3 7 x\n",
        NAMES,
        "trec:RR",
    );
    assert_eq!(value, 1.0);
    assert!(said.contains("only 1 of its 3 documents are judged"), "{said}");
    // A run that found nothing has a value, and a word.
    let (value, said) = mean(QRELS, b"q1 Q0 a 1 3 x\n", NAMES, "trec:AP");
    assert_eq!(value, 0.0);
    assert!(said.contains("none of its documents is judged"), "{said}");
}

#[test]
fn grades_are_whole_numbers_however_they_are_written() {
    for (name, qrels) in [
        ("q.qrels", "q1 0 d1 1.0\nq1 0 d2 0.0\n"),
        ("q.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t1.0\nq1\td2\t0\n"),
        ("q.json", "{\"q1\": {\"d1\": 1.0, \"d2\": 0.0}}"),
        ("q.csv", "query_id,doc_id,relevance\nq1,d1,1.0\nq1,d2,0\n"),
    ] {
        let (value, _) = mean(qrels.as_bytes(), RUN, [name, "r.run"], "trec:RR");
        assert_eq!(value, 0.5, "{name}");
    }
    refused(b"q1 0 d1 0.5\n", RUN, NAMES, &["line 1", "0.5 is not a whole number"]);
    refused(b"q1 0 d1 99999999999\n", RUN, NAMES, &["line 1", "beyond 32 bits"]);
}

#[test]
fn judgements_and_runs_are_read_from_tables_and_records() {
    for (name, qrels) in [
        ("q.csv", "query_id,doc_id,relevance\nq1,d1,1\n"),
        ("q.csv", "query,docid,rating\nq1,d1,28\nq1,d2,0\n"),
        ("q.tsv", "topic\titer\tdocno\trel\nq1\t0\td1\t1\n"),
        (
            "q.jsonl",
            "{\"query-id\": \"q1\", \"corpus-id\": \"d1\", \"score\": 1}\n{\"query-id\": \"q2\", \"corpus-id\": \"d1\", \"score\": 0}\n",
        ),
        ("q.json", "[{\"query_id\": \"q1\", \"doc_id\": \"d1\", \"relevance\": 1}]"),
    ] {
        let (value, _) = mean(qrels.as_bytes(), RUN, [name, "r.run"], "trec:RR");
        assert_eq!(value, 0.5, "{name}");
    }
    refused(
        b"qid,docno,rel\nq1,d1,1\nq2,d1,1\nq1,d1,0\n",
        RUN,
        ["q.csv", "r.run"],
        &["q.csv, line 4: query q1 has document d1 already, line 2"],
    );
    for (name, run) in [
        (
            "r.csv",
            "qid,docid,docno,rank,score,query\nq1,0,d2,0,9.5,what is it\nq1,1,d1,1,9.1,what is it\n",
        ),
        ("r.json", "{\"q1\": [[\"d1\", 0.8], [\"d2\", 0.9]]}"),
        (
            "r.json",
            "{\"q1\": [{\"doc_id\": \"d1\", \"score\": 0.8}, {\"doc_id\": \"d2\", \"score\": 0.9}]}",
        ),
        ("r.json", "{\"q1\": {\"d1\": \"0.8\", \"d2\": \"0.9\"}}"),
        (
            "r.jsonl",
            "{\"qid\": \"q1\", \"docno\": \"d1\", \"score\": 0.8}\n{\"qid\": \"q1\", \"docno\": \"d2\", \"score\": 0.9}\n",
        ),
    ] {
        let (value, _) = mean(QRELS, run.as_bytes(), ["q.qrels", name], "trec:RR");
        assert_eq!(value, 0.5, "{run}");
    }
}

#[test]
fn what_is_nearly_a_run_or_qrels_is_refused_with_what_it_is() {
    let run = |text: &str, words: &[&str]| refused(QRELS, text.as_bytes(), NAMES, words);
    run("1048585\t7187158\t1\n", &["line 1", "MS MARCO's run", "awk"]);
    run("q1 Q0 d1 1 0.9\n", &["line 1: 5 fields", "the run's name, the last field, is missing"]);
    run("q1 Q0 d1 1 0.9 BM25 (k1=0.9 b=0.4)\n", &["line 1", "is one word"]);
    run("query_id q0 doc_id rank score tag\n", &["line 1", "this is a header"]);
    run("q1 Q0 d1 1 0,95 a\n", &["line 1", "0,95", "decimal point"]);
    run("q1 Q0 Screenshot_9.22\u{202f}PM.png 1 .9 x\n", &["line 1", "U+202F is white space"]);
    run("\n\n", &["r.run is empty"]);
    let qrels = |text: &str, words: &[&str]| refused(text.as_bytes(), RUN, NAMES, words);
    qrels("2\tqid:1\t# 7555\tstar\n", &["line 1", "LETOR"]);
    let words = ["line 2", "\"query\"", "\"dark star\"", "white space"];
    qrels("query,docid,rating\ndark star,1,28\n", &words);
    let json =
        |text: &str, words: &[&str]| refused(QRELS, text.as_bytes(), ["q.qrels", "r.json"], words);
    json("{\"q1\": {\"d1\": 0.5, \"d2\": NaN}}", &["q1.d2: NaN is not valid JSON"]);
    json("{\"q1\": {\"d1\": 0.5, \"d2\": null}}", &["q1.d2: ", "null"]);
    json("[[{\"corpus_id\": 1, \"score\": 0.9}]]", &["semantic_search"]);
    let names = ["q.json", "r.run"];
    refused(b"{\"qrels\": {\"q1\": {\"d1\": 1}}}", RUN, names, &["an object around them"]);
    let case = br#"{"name": "case", "queries": [{"query": "star", "ratings": [{"doc_id": "1", "rating": 3}]}]}"#;
    refused(case, RUN, names, &["a rated case of Quepid or RRE", "export it as CSV"]);
}

/// `view` and `init` recognise what `eval` reads, and say what its readers say.
#[test]
fn what_eval_reads_is_a_benchmark_by_itself() {
    let (run, qrels) = (("r.run", "q1 Q0 d1 1 0.8 x\n"), ("q.qrels", "q1 0 d1 1\n"));
    for (name, text, other) in [
        ("r.csv", "qid,docno,rank,score\nq1,d1,0,9.5\n", qrels),
        ("r.json", "{\"q1\": [[\"d1\", 0.8]]}", qrels),
        ("q.csv", "query_id,doc_id,relevance\nq1,d1,1\n", run),
        ("q.jsonl", "{\"query-id\": \"q1\", \"corpus-id\": \"d1\", \"score\": 1}\n", run),
        ("q.json", "[{\"query_id\": \"q1\", \"doc_id\": \"d1\", \"relevance\": 1}]", run),
        ("q.qrels", "q1 0 d1 1\rq1 0 d2 0\r", run),
    ] {
        let files = files(&[(name, text.as_bytes()), (other.0, other.1.as_bytes())]);
        let recipe = files.text("recipe.toml");
        done(&["init", &files.text(name), &files.text(other.0), "-o", &recipe]);
        done(&["build", &recipe, "-o", &files.text("built")]);
    }
    for (name, text, words) in [
        ("r.run", "q1 Q0 d1 1 0.9\n", "the run's name, the last field, is missing"),
        ("r.run", "q1 Q0 d1 1 0,95 a\n", "decimal point"),
        ("r.json", "[[{\"corpus_id\": 1, \"score\": 0.9}]]", "semantic_search"),
        ("r.run", "", "r.run is empty"),
        ("r.run", "BZh91AY&SY", "unpack it, or compress it with gzip"),
    ] {
        let files = files(&[(name, text.as_bytes())]);
        fails(1, &["init", &files.text(name), "-o", &files.text("recipe.toml")], &[words]);
    }
    let latin = files(&[("captions.csv", b"image,caption\na.jpg,caf\xe9\n")]);
    fails(1, &["init", &latin.text("captions.csv")], &["line 2", "iconv"]);
}

#[test]
fn queries_that_leave_the_means_are_named() {
    let qrels = b"q1 0 d1 1\nq2 0 d1 0\nq3 0 d1 -1\n";
    let (value, said) = mean(qrels, RUN, NAMES, "trec:RR");
    assert_eq!(value, 0.5);
    let words =
        "2 of the judged queries have no relevant document and are left out of means (q2, q3)";
    assert!(said.contains(words), "{said}");
}

/// The values are those of scikit-learn's `average_precision_score` on float64.
#[test]
fn inquire_tells_scores_apart_that_are_one_as_float32() {
    let run =
        b"q1 Q0 d2 1 0.3000000000000001 x\nq1 Q0 d1 2 0.30000000000000004 x\nq1 Q0 d3 3 0.3 x\n";
    let ap = |run: &[u8], measure| mean(QRELS, run, NAMES, measure).0;
    assert_eq!(ap(run, "inquire:AP@3"), 0.5);
    let tied = b"q1 Q0 d2 1 0.3 x\nq1 Q0 d1 2 0.3 x\nq1 Q0 d3 3 0.3 x\n";
    assert_eq!(ap(tied, "inquire:AP@3"), 1.0 / 3.0);
    // trec_eval keeps float32: ties by id, descending.
    assert_eq!((ap(run, "trec:AP"), ap(tied, "trec:AP")), (1.0 / 3.0, 1.0 / 3.0));
}

#[test]
fn encodings_and_compressions_are_read_or_named() {
    let utf16 = |text: &str| -> Vec<u8> {
        [vec![0xff, 0xfe], text.encode_utf16().flat_map(u16::to_le_bytes).collect()].concat()
    };
    let run = utf16(std::str::from_utf8(RUN).unwrap());
    assert_eq!(mean(QRELS, &run, NAMES, "trec:RR").0, 0.5);
    assert_eq!(mean(b"q1 0 d1 1\rq1 0 d2 0\r", RUN, NAMES, "trec:RR").0, 0.5);
    for (bytes, name) in [
        (&b"BZh91AY&SY\xde\xad\xbe\xef\xff"[..], "bzip2"),
        (b"\xfd7zXZ\x00\x00\x04\xe6", "xz"),
        (b"\x28\xb5\x2f\xfd\x04\x58\xff", "zstd"),
    ] {
        refused(QRELS, bytes, NAMES, &["r.run: compressed with", name, "use gzip"]);
    }
}

#[test]
fn equal_scores_under_different_ranks_are_worth_a_word() {
    // As trec_eval orders equal scores: by id, descending.
    let (value, said) =
        mean(b"1 0 b 1\n", b"1 Q0 b 1 0 x\n1 Q0 a 2 0 x\n1 Q0 c 3 0 x\n", ["q", "r"], "trec:AP");
    assert_eq!(value, 0.5);
    assert!(said.contains("line 2 (query 1)") && said.contains("the rank column"), "{said}");
    let (_, said) = mean(b"1 0 a 1\n", b"1 Q0 b 1 1 x\n1 Q0 a 1 1 x\n", ["q", "r"], "trec:AP");
    assert!(!said.contains("rank"), "{said}");
}

fn picture() -> Vec<u8> {
    crate::photos::bytes_of(&DynamicImage::ImageRgb8(half(20, 10, [200, 30, 30])), ImageFormat::Png)
}

/// Three pictures with five captions, in every form that collections have.
const CAPTIONS: [(&str, &str); 9] = [
    (
        "captions.txt",
        "image,caption\na.png,\"Red, nothing else\"\na.png,A red field\nb.png,\"A \"\"green\"\" field\"\nb.png,Grass\nc.png,Blue sky\n",
    ),
    (
        "test.txt",
        "image,caption\na.png,Red, nothing else\na.png,A red field\nb.png,A \"green\" field\nb.png,Grass\nc.png,Blue sky\n",
    ),
    (
        "results.csv",
        "image_name| comment_number| comment\na.png| 0| Red, nothing else\na.png| 1| A red field\nb.png| 0| A \"green\" field\nb.png| 1| Grass\nc.png| 0| Blue sky\n",
    ),
    (
        "train.csv",
        "filepath\ttitle\nphotos/a.png\tRed, nothing else\nphotos/a.png\tA red field\nphotos/b.png\tA \"green\" field\nphotos/b.png\tGrass\nphotos/c.png\tBlue sky\n",
    ),
    (
        "x.token.txt",
        "a.png#0\tRed, nothing else\na.png#1\tA red field\nb.png#0\tA \"green\" field\nb.png#1\tGrass\nc.png#0\tBlue sky\n",
    ),
    (
        "metadata.csv",
        "file_name,caption_0,caption_1\na.png,\"Red, nothing else\",A red field\nb.png,\"A \"\"green\"\" field\",Grass\nc.png,Blue sky,\n",
    ),
    (
        "blip.json",
        "[{\"image\": \"x/a.png\", \"caption\": [\"Red, nothing else\", \"A red field\"]}, {\"image\": \"x/b.png\", \"caption\": [\"A \\\"green\\\" field\", \"Grass\"]}, {\"image\": \"x/c.png\", \"caption\": \"Blue sky\"}]",
    ),
    (
        "lines.jsonl",
        "{\"image\": \"a.png\", \"caption\": [\"Red, nothing else\", \"A red field\"]}\n{\"image\": \"b.png\", \"caption\": [\"A \\\"green\\\" field\", \"Grass\"]}\n{\"image\": \"c.png\", \"caption\": \"Blue sky\"}\n",
    ),
    (
        "dict.json",
        "{\"a.png\": [\"Red, nothing else\", \"A red field\"], \"b.png\": [\"A \\\"green\\\" field\", \"Grass\"], \"c.png\": [\"Blue sky\"]}",
    ),
];

fn made_with_pictures() -> Made {
    let made = Made::new();
    for name in ["a", "b", "c"] {
        made.write(&format!("photos/{name}.png"), picture());
    }
    made
}

/// The texts of the queries or captions of a benchmark.
fn texts(out: &Path, list: &str) -> Vec<String> {
    let text = fs::read_to_string(out.join(list)).unwrap();
    let text_of = |line: &str| {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        record["text"].as_str().unwrap().to_owned()
    };
    text.lines().map(text_of).collect()
}

const TEXTS: [&str; 5] =
    ["Red, nothing else", "A red field", "A \"green\" field", "Grass", "Blue sky"];

#[test]
fn captions_of_collections_are_queries_with_their_pictures() {
    for (name, list) in CAPTIONS {
        let made = made_with_pictures();
        made.write(name, list);
        let out = made.path("out");
        let [photos, list, recipe] = ["photos", name, "recipe.toml"].map(|name| made.text(name));
        done(&["init", &photos, &list, "-o", &recipe]);
        let (_, said) = done_saying(&["build", &recipe, "--out", &made.text("out")]);
        let manifest = fs::read(out.join("benchmark.json")).unwrap();
        let Manifest { counts, .. } = serde_json::from_slice(&manifest).unwrap();
        assert_eq!((counts.images, counts.captions, counts.queries), (3, 5, 5), "{name}: {said}");
        assert_eq!(texts(&out, "queries.jsonl"), TEXTS, "{name}");
        let qrels = fs::read_to_string(out.join("relevance/own.qrels")).unwrap();
        assert_eq!(qrels.lines().count(), 5, "{name}");
    }
}

#[test]
fn captions_without_ids_are_numbered_by_picture_in_a_recipe() {
    for (name, keys) in [
        ("captions.txt", "image = \"image\"\ntext = \"caption\""),
        ("test.txt", "id = \"caption\"\nimage = \"image\"\ntext = \"caption\""),
        ("train.csv", "image = \"filepath\"\ntext = \"title\""),
        ("x.token.txt", ""),
        ("blip.json", "id = \"image\"\nimage = \"image\"\ntext = \"caption\""),
        ("lines.jsonl", "id = \"image\"\nimage = \"image\"\ntext = \"caption\""),
    ] {
        for named_by in ["file", "stem"] {
            let made = made_with_pictures();
            made.write(name, CAPTIONS.iter().find(|(list, _)| *list == name).unwrap().1);
            made.write("recipe.toml", format!(
                "id = \"t\"\ntitle = \"T\"\n[images]\nfolder = \"photos\"\nnamed_by = \"{named_by}\"\ncaption = \
                 \"first\"\n[captions]\npath = \"{name}\"\n{keys}\n[[systems]]\nid = \"w\"\ntitle = \"W\"\n\
                 made_from = \"captions\"\n"
            ));
            made.build();
            assert_eq!(texts(&made.path("out"), "captions.jsonl"), TEXTS, "{name}, {named_by}");
        }
    }
}

#[test]
fn a_text_next_to_each_picture_is_its_caption() {
    let made = made_with_pictures();
    for (name, text) in [("a", "A red field\n"), ("b", "Grass\n"), ("c", "Blue sky\n")] {
        made.write(&format!("photos/{name}.txt"), text);
        made.write(&format!("photos/{name}.json"), "{\"url\": \"http://example.com\"}");
    }
    done(&["init", &made.text("photos")]);
    let recipe = fs::read_to_string(made.path("photos/recipe.toml")).unwrap();
    assert!(recipe.contains("caption = \"beside\"") && !recipe.contains("[queries]"), "{recipe}");
    made.write("recipe.toml", recipe.replace("source = \".\"", "source = \"photos\""));
    done(&["build", &made.text("recipe.toml"), "--out", &made.text("out")]);
    let images = fs::read_to_string(made.path("out/images/00000.jsonl")).unwrap();
    assert!(images.contains("\"caption\":\"Blue sky\""), "{images}");
}

/// A system of the vectors in a fixture, to build with these lines in two of its sections.
fn of_fixture(fixture: &str, images: &str, n_queries: usize, system: &str) -> Made {
    let made = Made::new();
    for name in ["gallery.npy", "queries.npy", "q.qrels"] {
        let path = here::root().join("tests/fixtures/field").join(fixture).join(name);
        made.write(name, fs::read(path).unwrap());
    }
    let last = n_queries - 1;
    made.write(
        "recipe.toml",
        format!(
            r#"
            id = "t"
            title = "T"
            [images]
            {images}
            [queries]
            range = [0, {last}]
            [[relevance]]
            id = "q"
            title = "Q"
            counts_as = "Q."
            default = true
            qrels = "q.qrels"
            [[systems]]
            id = "v"
            title = "V"
            gallery = "gallery.npy"
            queries = "queries.npy"
            {system}
            "#
        ),
    );
    made
}

#[test]
fn rows_whose_order_nothing_says_are_asked_about() {
    let made = |order: &str| {
        let images = format!("folder = \"photos\"\nnamed_by = \"file\"\n{order}");
        let made = of_fixture("27-order", &images, 3, "");
        for name in ["img1", "img2", "img10"] {
            made.write(&format!("photos/{name}.jpg"), picture());
        }
        made
    };
    made("").refused(&["gallery.npy", "img2.jpg before img10.jpg", "order = \"sorted\""]);
    // The rows were made in the order of Python's sorted().
    for (order, rr) in [("sorted", 1.0), ("natural", 2.0 / 3.0)] {
        let made = made(&format!("order = \"{order}\""));
        made.build();
        let (found, _) = made.eval("v", "q", "trec:RR");
        assert!((found - rr).abs() < 1e-9, "{order}: {found}");
    }
}

/// numpy's values of both products, from vectors whose lengths differ 41-fold.
#[test]
fn vectors_of_many_lengths_are_compared_by_the_product_that_the_recipe_names() {
    for (system, rr) in
        [("", 0.433_099_308_099_308), ("similarity = \"dot\"", 0.220_040_145_040_145_04)]
    {
        let made = of_fixture("14-dot-product", "range = [0, 39]", 12, system);
        let build = ["build", &made.text("recipe.toml"), "--out", &made.text("out")];
        let (_, said) = done_saying(&build);
        assert_eq!(said.contains("similarity = \"dot\""), system.is_empty(), "{said}");
        let (found, _) = made.eval("v", "q", "trec:RR");
        assert!((found - rr).abs() < 1e-6, "{system}: {found}");
    }
}

#[test]
fn names_of_pictures_are_written_out_in_addresses() {
    let made = Made::new();
    made.write("ids.txt", "a#1\nb?c\n50%\nfolder/d\n");
    made.write("recipe.toml", "id = \"t\"\ntitle = \"T\"\n[images]\nids = \"ids.txt\"\nuri = \"https://x.org/{id}.jpg\"\n");
    made.build();
    let images = fs::read_to_string(made.path("out/images/00000.jsonl")).unwrap();
    for uri in ["a%231.jpg", "b%3Fc.jpg", "50%25.jpg", "folder/d.jpg"] {
        assert!(images.contains(&format!("\"uri\":\"https://x.org/{uri}\"")), "{images}");
    }
}

#[test]
fn files_are_found_under_the_names_that_other_disks_give_them() {
    let build = |made: &Made, ids: &str| {
        made.write("ids.txt", ids);
        let images = "ids = \"ids.txt\"\nfolder = \"photos\"\n";
        made.write("recipe.toml", format!("id = \"t\"\ntitle = \"T\"\n[images]\n{images}"));
        made.build();
    };
    build(&made_with_pictures(), "photos\\a.png\nphotos\\b.png\n");
    build(&made_with_pictures(), "A.PNG\nb.png\n");
    build(&made_with_pictures(), "/home/me/photos/a.png\n/home/me/photos/b.png\n");
    let made = made_with_pictures();
    made.write("photos/Mi Ocan\u{303}a.png", picture());
    build(&made, "Mi_Oca\u{f1}a.png\n");
}
