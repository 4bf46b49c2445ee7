//! Hubs' data sets with pictures inside other files. `tests/fixtures/hub.py` made them by the libraries
//! `datasets` and `webdataset`.
#![allow(clippy::unwrap_used)]

use crate::here::fixture;
use crate::program::{done, fails, json};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

fn expected(key: &str) -> Vec<Value> {
    let text = fs::read_to_string(fixture("hub/expected.json")).unwrap();
    let all: Value = serde_json::from_str(&text).unwrap();
    all[key].as_array().unwrap().clone()
}

/// Unpacks a data set of the fixtures; what was written and where.
fn unpacked(name: &str, folder: &Path) -> (Value, PathBuf) {
    let out = folder.join(name);
    let counts =
        json_of(&["unpack", &fixture(&format!("hub/{name}")), "-o", out.to_str().unwrap()]);
    (counts, out)
}

fn json_of(args: &[&str]) -> Value {
    serde_json::from_str(&done(&[args, &["--json"]].concat())).unwrap()
}

fn built(out: &Path) -> String {
    let [recipe, benchmark] = ["recipe.toml", "benchmark"].map(|name| out.with_extension(name));
    let [recipe, benchmark] = [recipe, benchmark].map(|path| path.to_str().unwrap().to_owned());
    done(&["init", out.to_str().unwrap(), "-o", &recipe]);
    done(&["build", &recipe, "-o", &benchmark]);
    benchmark
}

/// The lines of a JSON-lines file by a key.
fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_table_of_pictures_gives_its_test_split_with_all_captions() {
    let folder = tempfile::tempdir().unwrap();
    let (counts, out) = unpacked("captioned", folder.path());
    let wanted =
        json!({"images": 8, "captions": 16, "queries": 0, "judgements": 0, "split": "test"});
    assert_eq!(counts, wanted);
    let captions: Value =
        serde_json::from_str(&fs::read_to_string(out.join("captions.json")).unwrap()).unwrap();
    for ((entry, id), texts) in
        captions.as_array().unwrap().iter().zip(expected("ids")).zip(expected("captions"))
    {
        // An id with a slash cannot name a file.
        let file = id.as_str().unwrap().replace('/', "_") + ".png";
        assert_eq!(entry, &json!({"image": file, "caption": texts}));
        assert!(out.join("pictures").join(file).is_file());
    }
    let report = json(&["eval", &built(&out), "--measures", "trec:RR"]);
    assert_eq!(report["runs"]["words"]["trec:RR"]["n"], 16);
    let train = folder.path().join("train");
    let args = ["unpack", &fixture("hub/captioned"), "-o", train.to_str().unwrap(), "--split"];
    assert_eq!(json_of(&[&args[..], &["train"]].concat())["images"], 2);
    fails(1, &[&args[..], &["train"]].concat(), &["exists already: choose another folder"]);
    fs::remove_dir_all(&train).unwrap();
    fails(1, &[&args[..], &["dev"]].concat(), &["no split \"dev\"", "test, train"]);
}

#[test]
fn a_corpus_with_queries_and_judgements_is_a_retrieval_task() {
    let folder = tempfile::tempdir().unwrap();
    let (counts, out) = unpacked("tasks", folder.path());
    assert_eq!(counts, json!({"images": 8, "captions": 0, "queries": 4, "judgements": 8}));
    let texts = lines(&out.join("queries.jsonl"));
    assert_eq!(texts[0], json!({"_id": "query-0", "text": "something red"}));
    let qrels = fs::read_to_string(out.join("qrels/test.tsv")).unwrap();
    let found: Vec<Vec<&str>> =
        qrels.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let judged = expected("judged");
    assert_eq!(found.len(), judged.len());
    for (found, wanted) in found.iter().zip(&judged) {
        let image = wanted[1].as_str().unwrap().replace('/', "_");
        assert_eq!(found[..], [wanted[0].as_str().unwrap(), &image, &wanted[2].to_string()]);
    }
    let info = json_of(&["info", &built(&out)]);
    assert_eq!(info["images"], 8, "{info}");
}

#[test]
fn pictures_that_came_with_a_query_are_ranked_for_it_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (counts, out) = unpacked("rerank", folder.path());
    assert_eq!(counts, json!({"images": 6, "captions": 0, "queries": 2, "judgements": 12}));
    let queries = lines(&out.join("queries.jsonl"));
    // What differs from picture to picture is no facet of the query.
    let facets = json!({"category": "of green", "supercategory": "Appearance"});
    assert_eq!(
        queries[1],
        json!({"id": "q002", "text": "a field that is green", "facets": facets})
    );
    let benchmark = folder.path().join("benchmark");
    let [recipe, benchmark] = [out.join("recipe.toml"), benchmark];
    let benchmark = benchmark.to_str().unwrap();
    done(&["build", recipe.to_str().unwrap(), "-o", benchmark]);
    let report =
        json(&["eval", benchmark, "--system", "first-stage", "--measures", "trec:AP,trec:P@2"]);
    let of = |measure: &str| report["runs"]["first-stage"][measure]["per_query"].clone();
    // The two red ones come first, the two green ones third and fourth.
    assert_eq!(of("trec:P@2"), json!({"q001": 1.0, "q002": 0.0}));
    let green = (1.0 / 3.0 + 2.0 / 4.0) / 2.0;
    assert!((of("trec:AP")["q002"].as_f64().unwrap() - green).abs() < 1e-12);
    let by = json(&["eval", benchmark, "--system", "first-stage", "--by", "category"]);
    assert_eq!(by["groups"].as_object().unwrap().len(), 2);
    // Six of the six, and no other, although all systems have vectors of all.
    let pixels = json(&["eval", benchmark, "--system", "first-stage", "--measures", "trec:unj@6"]);
    assert_eq!(pixels["runs"]["first-stage"]["trec:unj@6"]["mean"], 0.0);
}

#[test]
fn without_scores_the_order_of_the_rows_stands_across_files() {
    let folder = tempfile::tempdir().unwrap();
    let (counts, out) = unpacked("unscored", folder.path());
    assert_eq!(counts, json!({"images": 6, "captions": 0, "queries": 2, "judgements": 12}));
    let run = fs::read_to_string(out.join("candidates.run")).unwrap();
    let first: Vec<&str> = run.lines().take(6).collect();
    // The first file has every second row, and the second file the others.
    let order = ["red_0", "green_0", "blue_0", "red_1", "green_1", "blue_1"];
    for (rank, (line, image)) in (1..).zip(first.iter().zip(order)) {
        assert_eq!(*line, format!("q001 Q0 {image} {rank} -{rank} first-stage"));
    }
}

#[test]
fn what_lies_beside_other_files_is_not_taken_for_a_data_set() {
    // Ids that are not marked as texts are no pictures.
    let vectors = fixture("hub/vectors");
    fails(1, &["unpack", &vectors, "-o", "nowhere"], &["plain files need no unpacking"]);
    assert!(done(&["init", &vectors, "-o", "-"]).contains("gallery.parquet"));
    // An archive beside vectors is passed over.
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let npy = crate::made::Made::new();
    npy.npy("gallery.npy", &[vec![1.0, 2.0], vec![2.0, 1.0]]);
    fs::copy(npy.path("gallery.npy"), path("gallery.npy")).unwrap();
    fs::copy(fixture("hub/wds_classes/test/0.tar"), path("copy.tar")).unwrap();
    let recipe = done(&["init", folder.path().to_str().unwrap(), "-o", "-"]);
    assert!(recipe.contains("gallery.npy") && !recipe.contains("copy.tar"), "{recipe}");
}

#[test]
fn archives_of_examples_are_captioned_or_of_classes() {
    let folder = tempfile::tempdir().unwrap();
    let (counts, out) = unpacked("wds_retrieval", folder.path());
    assert_eq!(counts, json!({"images": 8, "captions": 16, "queries": 0, "judgements": 0}));
    let captions = fs::read_to_string(out.join("captions.json")).unwrap();
    let captions: Value = serde_json::from_str(&captions).unwrap();
    let found: Vec<Value> =
        captions.as_array().unwrap().iter().map(|entry| entry["caption"].clone()).collect();
    assert_eq!(found, expected("captions"));
    let (counts, out) = unpacked("wds_classes", folder.path());
    assert_eq!(counts, json!({"images": 8, "captions": 0, "queries": 4, "judgements": 8}));
    let qrels = fs::read_to_string(out.join("qrels/test.tsv")).unwrap();
    let found: Vec<Value> = qrels
        .lines()
        .skip(1)
        .map(|line| json!(line.split('\t').take(2).map(|id| id.to_owned()).collect::<Vec<_>>()))
        .collect();
    assert_eq!(found, expected("classes"));
}

#[test]
fn what_cannot_be_unpacked_says_why_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let out = path("out");
    let refused = |what: &str, words: &[&str]| {
        fails(1, &["unpack", what, "-o", &out], words);
        assert!(!Path::new(&out).exists());
    };
    fs::create_dir_all(path("plain")).unwrap();
    fs::write(path("plain/a.txt"), "a").unwrap();
    refused(&path("plain"), &["plain files need no unpacking"]);
    let words = ["hf download --repo-type dataset nobody/nothing --local-dir nobody/nothing"];
    fails(1, &["init", "nobody/nothing"], &words);
    fails(1, &["init", "nobody/nothing.txt"], &["cannot read nobody/nothing.txt"]);
    // Pictures that ask.
    fs::create_dir_all(path("asks/query")).unwrap();
    let pictures = fixture("hub/tasks/corpus/test-00000-of-00001.parquet");
    fs::copy(pictures, path("asks/query/test.parquet")).unwrap();
    refused(&path("asks"), &["pictures that ask, without texts"]);
    let archive = fs::read(fixture("hub/wds_classes/test/0.tar")).unwrap();
    fs::create_dir_all(path("cut")).unwrap();
    fs::write(path("cut/0.tar"), &archive[..1500]).unwrap();
    refused(&path("cut"), &["0.tar cannot be read"]);
    fs::create_dir_all(path("few")).unwrap();
    fs::write(path("few/0.tar"), &archive).unwrap();
    fs::write(path("few/classnames.txt"), "red\n").unwrap();
    refused(&path("few"), &["of class 1, and classnames.txt has 1"]);
    fails(1, &["init", &path("few"), "-o", &path("recipe.toml")], &["rankscope unpack"]);
    let mut sizes = BTreeMap::new();
    // Damaged Parquet never ends the program.
    let whole = fs::read(fixture("hub/tasks/corpus/test-00000-of-00001.parquet")).unwrap();
    for place in (0..whole.len()).step_by(97) {
        let mut damaged = whole.clone();
        damaged[place] ^= 0xff;
        let file = path("damaged.parquet");
        fs::write(&file, damaged).unwrap();
        let there = Path::new(&out);
        let output = crate::program::rankscope(&["unpack", &file, "-o", &out]);
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 1)), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(there.exists(), code == Some(0));
        *sizes.entry(code).or_insert(0) += 1;
        if there.exists() {
            fs::remove_dir_all(there).unwrap();
        }
    }
    assert!(sizes[&Some(1)] > 3, "{sizes:?}");
}
