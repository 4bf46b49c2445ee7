//! What `init` and `view` make of files and folders. The recipes are built, so that a guess
//! that fits nothing fails here.
#![allow(clippy::unwrap_used)]

use crate::{
    here,
    made::{Made, marked},
    photos::{bytes_of, half},
    program::{done, fails, line, manifest},
};
use image::ImageFormat;
use serde_json::{Value, json};
use std::fs;

/// Pictures of one colour each, as `photos/<name>.png`.
pub(crate) fn pictures(made: &Made, folder: &str, names: &[&str]) {
    for (n, name) in (0u8..).zip(names) {
        let picture = half(48, 32, [n.wrapping_mul(50), 90, 200 - n.wrapping_mul(9)]);
        made.write(&format!("{folder}/{name}.png"), bytes_of(&picture.into(), ImageFormat::Png));
    }
}

/// The recipe that `init` prints, parsed, and its text.
pub(crate) fn guessed(made: &Made, names: &[&str]) -> (toml::Table, String) {
    let paths: Vec<String> = names.iter().map(|name| made.text(name)).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let text = done(&[&["init"], &paths[..], &["--out", "-"]].concat());
    (text.parse().unwrap(), text)
}

/// `init` ends with an error that has these words.
#[track_caller]
pub(crate) fn refused(made: &Made, names: &[&str], words: &[&str]) {
    let paths: Vec<String> = names.iter().map(|name| made.text(name)).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    fails(1, &[&["init"], &paths[..], &["-o", "-"]].concat(), words);
}

/// Builds a recipe of `init`; the manifest.
pub(crate) fn built(made: &Made, text: &str) -> Value {
    made.write("made.toml", text);
    let out = made.text("built");
    done(&["build", &made.text("made.toml"), "--out", &out, "--force"]);
    manifest(out)
}

/// The first row of values of the built benchmark.
fn measured(made: &Made, options: &str) -> String {
    let csv = format!("eval {} --format csv {options}", made.text("built"));
    done(&line(&csv)).lines().nth(1).unwrap().to_owned()
}

/// A file of the fixtures `own_vectors`, under another name.
fn copied(made: &Made, fixture: &str, name: &str) {
    let written = here::root().join("tests/fixtures/own_vectors").join(fixture);
    fs::copy(written, made.path(name)).unwrap();
}

/// The numbers of images and of queries.
fn counts(manifest: &Value) -> (u64, u64) {
    let of = |key: &str| manifest["counts"][key].as_u64().unwrap();
    (of("images"), of("queries"))
}

fn rows(n: usize, dim: usize) -> Vec<Vec<f32>> {
    (0..n).map(|row| marked(dim, &[row % dim])).collect()
}

#[test]
fn pictures_alone_are_searched_by_likeness() {
    let made = Made::new();
    pictures(&made, "photos", &["IMG_1", "IMG_2", "IMG_10"]);
    made.write("photos/notes.txt", "a note\nand another\n");
    let (recipe, text) = guessed(&made, &["photos"]);
    assert_eq!(recipe["images"]["folder"].as_str(), Some("."));
    assert_eq!(recipe["systems"][0]["made_from"].as_str(), Some("pixels"));
    assert!(recipe.get("queries").is_none(), "{text}");
    let manifest = built(&made, &text);
    assert_eq!(manifest["counts"]["images"], 3);
    assert_eq!(manifest["systems"][0]["id"], "pixels");
    // What the names say is second, since cameras made them.
    assert_eq!(manifest["systems"][1]["id"], "words");
}

#[test]
fn pictures_with_words_in_their_names_are_searched_by_them() {
    let made = Made::new();
    pictures(&made, "photos", &["grey heron", "red fox", "sleeping-cat"]);
    made.write("photos/x/.hidden", "");
    let (recipe, text) = guessed(&made, &["photos"]);
    assert_eq!(recipe["images"]["caption"].as_str(), Some("name"), "{text}");
    assert_eq!(recipe["systems"][0]["made_from"].as_str(), Some("captions"));
    let manifest = built(&made, &text);
    assert_eq!(manifest["systems"].as_array().unwrap().len(), 2);
    let found = done(&["search", &made.text("built"), "--system", "words", "--query", "fox"]);
    assert!(found.lines().nth(1).unwrap().contains("fox"), "{found}");
}

#[test]
fn arrays_play_the_part_that_names_or_rows_say() {
    let made = Made::new();
    pictures(&made, "pictures", &["a", "b", "c", "d"]);
    made.npy("clip/image_emb.npy", &rows(4, 8));
    made.npy("clip/text_emb.npy", &rows(2, 8));
    made.npy("other-gallery.npy", &rows(4, 3));
    made.npy("other-queries.npy", &rows(2, 3));
    made.write("queries.txt", "a red one\na blue one\n");
    made.write("test.qrels", "1 0 a 1\n2 0 b 1\n2 0 c 0\n");
    let (recipe, text) = guessed(&made, &["."]);
    let systems = recipe["systems"].as_array().unwrap();
    let ids: Vec<&str> = systems.iter().map(|system| system["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["clip", "other"], "{text}");
    assert_eq!(systems[0]["gallery"].as_str(), Some("clip/image_emb.npy"));
    assert_eq!(systems[0]["queries"].as_str(), Some("clip/text_emb.npy"));
    assert_eq!(recipe["queries"]["lines"].as_str(), Some("queries.txt"));
    assert_eq!(recipe["relevance"][0]["qrels"].as_str(), Some("test.qrels"));
    assert!(text.contains("# A guess: ") && text.contains("natural order"), "{text}");
    let manifest = built(&made, &text);
    assert_eq!(manifest["counts"]["queries"], 2);
    assert_eq!(manifest["systems"].as_array().unwrap().len(), 2);
    let row = measured(&made, "--system clip --measures trec:P@1");
    // Rows 0 and 1 mark the same places on both sides: pictures a and b are first.
    assert!(row.contains(",1,2,"), "{row}");
}

#[test]
fn arrays_without_names_are_told_apart_by_their_rows() {
    let made = Made::new();
    made.npy("x.npy", &rows(5, 4));
    made.npy("y.npy", &rows(3, 4));
    let (recipe, text) = guessed(&made, &["x.npy", "y.npy"]);
    assert_eq!(recipe["systems"][0]["gallery"].as_str(), Some("x.npy"), "{text}");
    assert_eq!(recipe["images"]["range"].as_array().unwrap()[1].as_integer(), Some(4));
    assert_eq!(built(&made, &text)["counts"]["queries"], 3);
    // The number of texts decides, though their rows are more.
    let made = Made::new();
    made.npy("x.npy", &rows(5, 4));
    made.npy("y.npy", &rows(3, 4));
    made.write("texts.txt", "one\ntwo words\nthree\nfour\nfive\n");
    let (recipe, text) = guessed(&made, &["x.npy", "y.npy", "texts.txt"]);
    assert_eq!(recipe["systems"][0]["gallery"].as_str(), Some("y.npy"), "{text}");
    built(&made, &text);
}

#[test]
fn a_list_of_pictures_orders_the_rows() {
    let made = Made::new();
    pictures(&made, "photos", &["a", "b", "c"]);
    made.write("files.txt", "photos/c.png\nphotos/a.png\n");
    made.npy("gallery.npy", &rows(2, 4));
    let (recipe, text) = guessed(&made, &["gallery.npy", "files.txt"]);
    assert_eq!(recipe["images"]["ids"].as_str(), Some("files.txt"), "{text}");
    assert_eq!(recipe["images"]["folder"].as_str(), Some("."), "{text}");
    let manifest = built(&made, &text);
    assert_eq!(manifest["counts"]["images"], 2);
}

#[test]
fn numbers_from_zero_are_understood() {
    let made = Made::new();
    made.npy("gallery.npy", &rows(3, 4));
    made.npy("queries.npy", &rows(2, 4));
    made.write("queries.txt", "a red one\na blue one\n");
    made.write("qrels.txt", "0 0 0 1\n1 0 1 1\n");
    let (recipe, text) = guessed(&made, &["."]);
    assert_eq!(recipe["queries"]["first"].as_integer(), Some(0), "{text}");
    built(&made, &text);
    let row = measured(&made, "--measures trec:P@1");
    assert!(row.contains(",1,2,"), "{row}");
}

#[test]
fn runs_with_judgements_are_measured_as_eval_measures_the_files() {
    let made = Made::new();
    made.write("bm25.run", "q1 Q0 a 1 3 x\nq1 Q0 b 2 2 x\nq2 Q0 c 1 1 x\nq2 Q0 a 2 0.5 x\n");
    made.write("clip.json", r#"{"q1": {"b": 0.9, "a": 0.1}, "q2": {"c": 0.7, "d": 0.2}}"#);
    made.write("judged.qrels", "q1 0 a 1\nq1 0 b 0\nq2 0 c 1\nq2 0 d 1\n");
    let (recipe, text) = guessed(&made, &["bm25.run", "clip.json", "judged.qrels"]);
    assert_eq!(recipe["runs"].as_array().unwrap().len(), 2, "{text}");
    let manifest = built(&made, &text);
    assert_eq!(counts(&manifest), (4, 2));
    let out = made.text("built");
    for (run, file) in [("bm25", "bm25.run"), ("clip", "clip.json")] {
        let stored = measured(&made, &format!("--system {run} --measures trec:AP"));
        let (qrels, file) = (made.text("judged.qrels"), made.text(file));
        let read = format!("eval --qrels {qrels} --run {run}={file}");
        let read = done(&line(&format!("{read} --measures trec:AP --format csv")));
        let value = |row: &str| row.split(',').nth(4).unwrap().parse::<f64>().unwrap();
        let read = value(read.lines().nth(1).unwrap());
        assert!((value(&stored) - read).abs() < 1e-12, "{stored} {read}");
        // Without a name both are measured, since there is no other system.
        let all = done(&["eval", &out, "--measures", "trec:AP", "--format", "csv"]);
        assert!(all.lines().count() == 3 && all.contains(&stored), "{all} {stored}");
    }
    done(&["agree", &out, "--measures", "trec:AP,trec:RR"]);
}

#[test]
fn beirs_folder_is_searched_by_its_texts() {
    let made = Made::new();
    let document = |id: &str, text: &str| format!("{{\"_id\": \"{id}\", \"text\": \"{text}\"}}\n");
    made.write("corpus.jsonl", document("d1", "a grey heron") + &document("d2", "a red fox"));
    made.write("queries.jsonl", document("q1", "heron"));
    made.write("qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t1\n");
    let (recipe, text) = guessed(&made, &["."]);
    assert_eq!(recipe["queries"]["beir"].as_str(), Some("queries.jsonl"), "{text}");
    assert_eq!(counts(&built(&made, &text)), (2, 1));
    let row = measured(&made, "--measures trec:P@1");
    assert!(row.contains(",1,1,"), "{row}");
}

#[test]
fn what_does_not_fit_is_refused_with_the_nearest_that_would() {
    let made = Made::new();
    pictures(&made, "pictures", &["a", "b", "c"]);
    for (name, n) in [("gallery.npy", 4), ("x.npy", 4), ("y.npy", 4), ("queries.npy", 2)] {
        made.npy(name, &rows(n, 8));
    }
    made.write("queries.txt", "one word\ntwo words\nthree words\n");
    made.write("named.qrels", "first 0 a 1\n");
    made.write("model.pt", b"PK\x03\x04 and no more");
    fs::create_dir(made.path("empty")).unwrap();
    let refused = |names: &str, words: &[&str]| refused(&made, &line(names), words);
    let words = ["gallery.npy has 4 rows", "pictures has 3 pictures", "image_ids.txt"];
    refused("gallery.npy pictures", &words);
    refused("x.npy pictures", &["x.npy has 4 rows", "pictures has 3 pictures"]);
    refused("x.npy y.npy", &["neither names nor numbers of rows", "clip_gallery.npy"]);
    refused("queries.npy", &["vectors of queries", "gallery.npy"]);
    let words = ["queries.npy has 2 rows", "queries.txt has 3 texts"];
    refused("gallery.npy queries.npy queries.txt", &words);
    let words = ["named.qrels", "first", "\"id\": \"first\""];
    refused("pictures queries.txt named.qrels", &words);
    refused("model.pt", &["model.pt"]);
    refused("nowhere", &["nowhere"]);
    refused("pictures/a.png", &["a.png is a picture", "folder"]);
    refused("empty", &["empty", "nothing to look at"]);
}

#[test]
fn a_dataset_finds_its_pictures_and_is_its_own_judgement() {
    let made = Made::new();
    pictures(&made, "pictures/a", &["one", "two"]);
    pictures(&made, "pictures/b", &["three"]);
    let image = |folder: &str, name: &str, id: u32, split: &str| {
        let sentence = |n: u32| json!({"raw": format!("{name} {n}"), "sentid": n, "imgid": id});
        json!({"filepath": folder, "filename": format!("{name}.png"), "imgid": id, "split": split,
               "sentences": [sentence(10 * id), sentence(10 * id + 1)]})
    };
    let images = [("a", "one", 1, "test"), ("a", "two", 2, "train"), ("b", "three", 3, "test")]
        .map(|(folder, name, id, split)| image(folder, name, id, split));
    made.write("dataset_own.json", json!({"dataset": "own", "images": images}).to_string());
    made.npy("image_emb.npy", &[marked(4, &[0]), marked(4, &[1])]);
    let texts = [0, 0, 1, 0].map(|place| marked(4, &[place]));
    made.npy("text_emb.npy", &texts);
    made.write("more.qrels", "10 0 1 1\n30 0 1 1\n");
    let (recipe, text) = guessed(&made, &["."]);
    assert_eq!(recipe["images"]["ids"].as_str(), Some("dataset_own.json#test"), "{text}");
    assert_eq!(recipe["relevance"][1]["id"].as_str(), Some("more"), "{text}");
    assert!(text.contains("the split is test, of test, train"), "{text}");
    assert_eq!(counts(&built(&made, &text)), (2, 4));
    let images = fs::read_to_string(made.path("built/images/00000.jsonl")).unwrap();
    assert!(images.contains("pictures/000001.") && images.contains("b/three.png"), "{images}");
    let row = measured(&made, "--measures trec:P@1");
    // The last caption is of the second picture, and its vector of the first.
    assert!(row.contains(",0.75,4,"), "{row}");
}

#[test]
fn arrays_of_an_archive_are_told_apart_by_their_names() {
    let made = Made::new();
    // numpy's own file, with `images` and `texts`.
    copied(&made, "two.npz", "both.npz");
    let (recipe, text) = guessed(&made, &["both.npz"]);
    assert_eq!(recipe["systems"][0]["gallery"].as_str(), Some("both.npz#images"), "{text}");
    assert_eq!(recipe["systems"][0]["queries"].as_str(), Some("both.npz#texts"), "{text}");
    assert_eq!(counts(&built(&made, &text)), (5, 5));
}

#[test]
fn names_with_spaces_or_without_a_difference_become_ids() {
    let made = Made::new();
    pictures(&made, "photos", &["grey heron", "fox"]);
    let jpeg = half(8, 8, [1, 2, 3]).into();
    made.write("photos/fox.jpg", bytes_of(&jpeg, ImageFormat::Jpeg));
    made.write("photos/broken.jpg", "not a picture");
    let (_, text) = guessed(&made, &["photos"]);
    assert_eq!(built(&made, &text)["counts"]["images"], 3, "{text}");
    let images = fs::read_to_string(made.path("built/images/00000.jsonl")).unwrap();
    assert!(images.contains("\"grey_heron.png\"") && images.contains("\"fox.jpg\""), "{images}");
}

#[test]
fn columns_next_to_vectors_are_ids() {
    let made = Made::new();
    // Written by pandas, with the columns `id` and `vector`.
    copied(&made, "pandas.parquet", "own.parquet");
    let (recipe, text) = guessed(&made, &["own.parquet"]);
    assert_eq!(recipe["images"]["metadata"]["id"].as_str(), Some("id"), "{text}");
    assert_eq!(built(&made, &text)["counts"]["images"], 5);
    let images = fs::read_to_string(made.path("built/images/00000.jsonl")).unwrap();
    assert!(images.contains("\"p0\"") && images.contains("\"p4\""), "{images}");
}

#[test]
fn texts_next_to_vectors_are_queries() {
    let made = Made::new();
    // Written by pandas; the queries have the columns `qid`, `query` and `vector`.
    copied(&made, "pandas.parquet", "images.parquet");
    copied(&made, "pandas_queries.parquet", "queries.parquet");
    made.write("judged.qrels", "q7 0 p0 1\nq2 0 p3 1\n");
    let (recipe, text) = guessed(&made, &["images.parquet", "queries.parquet", "judged.qrels"]);
    assert_eq!(recipe["queries"]["table"]["id"].as_str(), Some("qid"), "{text}");
    assert_eq!(built(&made, &text)["counts"]["queries"], 2);
    let queries = fs::read_to_string(made.path("built/queries.jsonl")).unwrap();
    assert!(queries.contains("\"q7\"") && queries.contains("the fourth"), "{queries}");
    let row = measured(&made, "--measures trec:P@1");
    assert!(row.contains(",trec:P@1,1,2,"), "both queries find their picture first: {row}");
    // A table in text is one as well, and without ids its rows have numbers.
    let table = |keys: &str| {
        let queries = format!("[queries]\ntable = {{ file = \"queries.csv\", {keys} }}\n");
        format!("id = \"own\"\ntitle = \"Own\"\n[images]\nrange = [1, 2]\n{queries}")
    };
    made.write("queries.csv", "n,words\n5,\"a heron, grey\"\n5,a fox\n");
    built(&made, &(table("text = \"words\"") + "first = 0\n"));
    let queries = fs::read_to_string(made.path("built/queries.jsonl")).unwrap();
    assert!(queries.contains("\"0\"") && queries.contains("a heron, grey"), "{queries}");
    made.write("made.toml", table("id = \"n\", text = \"words\""));
    let build = ["build", &made.text("made.toml"), "-o", &made.text("out")];
    fails(1, &build, &["queries.csv, line 3", "the id 5 occurs twice, first at "]);
    made.write("made.toml", table("id = \"n\", text = \"words\"") + "first = 0\n");
    fails(1, &build, &["queries.first", "leave it out"]);
}

#[test]
fn keys_of_ranges_and_named_ids_are_checked() {
    let made = Made::new();
    made.write("a.run", "q10 Q0 b 1 2 a\nq9 Q0 a 1 2 a\n");
    made.write("empty.json", "{}");
    let recipe = |images: &str, queries: &str| {
        format!("id = \"own\"\ntitle = \"Own\"\n[images]\n{images}\n[queries]\n{queries}\n")
    };
    let named = "named_in = [\"a.run\"]";
    built(&made, &recipe(named, named));
    let queries = fs::read_to_string(made.path("built/queries.jsonl")).unwrap();
    // As people count.
    assert!(queries.find("q9").unwrap() < queries.find("q10").unwrap(), "{queries}");
    let refused = |images: &str, queries: &str, words: &[&str]| {
        made.write("made.toml", recipe(images, queries));
        fails(1, &["build", &made.text("made.toml"), "-o", &made.text("out")], words);
    };
    refused(named, "range = [3, 1]", &["[queries]", "range = [3, 1] is empty"]);
    refused(named, "range = [0, 1]\nfirst = 0", &["queries.first", "leave it out"]);
    refused("named_in = []", named, &["named_in", "names nothing"]);
    refused("named_in = [\"none.run\"]", named, &["cannot read", "none.run"]);
}

/// Found by its name, or by having a row for each query and a column for each image.
#[test]
fn a_matrix_of_scores_is_a_run() {
    let made = Made::new();
    for name in ["sims.npy", "x.npy"] {
        made.npy(name, &[vec![0.5, 0.1, 0.2, 0.3], vec![0.1, 0.2, 0.9, 0.3], vec![0.0; 4]]);
    }
    made.write("image_ids.txt", "a\nb\nc\nd\n");
    made.write("query_ids.txt", "q1\nq2\nq3\n");
    made.write("t.qrels", "q1 0 a 1\nq2 0 c 1\nq3 0 d 1\n");
    for (name, is_guess) in [("sims.npy", false), ("x.npy", true)] {
        let (recipe, text) = guessed(&made, &[name, "image_ids.txt", "query_ids.txt", "t.qrels"]);
        assert_eq!(recipe["runs"][0]["sims"].as_str(), Some(name), "{text}");
        assert_eq!(text.contains("a row for each query"), is_guess, "{text}");
        assert!(recipe.get("systems").is_none(), "{text}");
        assert_eq!(counts(&built(&made, &text)), (4, 3));
        let row = measured(&made, "--measures eccv:R@1");
        assert!(row.contains(",0.6666666666666666,3,"), "{row}");
    }
    // Without lists, the judgements name rows and columns by their numbers.
    made.write("numbers.qrels", "0 0 0 1\n1 0 2 1\n2 0 3 1\n");
    let (recipe, text) = guessed(&made, &["sims.npy", "numbers.qrels"]);
    assert_eq!(recipe["images"]["range"].as_array().unwrap().len(), 2, "{text}");
    assert_eq!(counts(&built(&made, &text)), (4, 3));
    assert!(measured(&made, "--measures eccv:R@1").contains(",0.6666666666666666,3,"));
    made.npy("turned_sims.npy", &vec![vec![0.5; 3]; 4]);
    let words =
        ["turned_sims.npy has 4 rows and 3 columns", "a row for each of 3", "column for each of 4"];
    refused(&made, &["turned_sims.npy", "image_ids.txt", "query_ids.txt", "t.qrels"], &words);
}

#[test]
fn a_detection_set_asks_for_its_classes() {
    let made = Made::new();
    pictures(&made, "JPEGImages", &["p1", "p2", "p3"]);
    let voc = |file: &str, class: &str| {
        let object = format!("<object><name>{class}</name></object>");
        made.write(
            &format!("Annotations/{file}.xml"),
            format!("<annotation>{object}</annotation>"),
        );
    };
    voc("p1", "traffic light");
    voc("p2", "dog");
    voc("p3", "dog");
    made.npy("clip_gallery.npy", &[0, 1, 1].map(|place| marked(2, &[place])));
    made.npy("clip_queries.npy", &[0, 1].map(|place| marked(2, &[place])));
    let (recipe, text) = guessed(&made, &["."]);
    assert_eq!(recipe["queries"]["classes"].as_str(), Some("Annotations"));
    assert!(text.contains("# 2 classes that pictures show, in Annotations"), "{text}");
    let manifest = built(&made, &text);
    assert_eq!(counts(&manifest), (3, 2));
    assert!(measured(&made, "--measures trec:AP --relevance shown").contains(",1,"));
    // COCO's file in place of the folder.
    let made = Made::new();
    pictures(&made, "val2017", &["000000000007", "000000000009"]);
    let instances = json!({
        "images": [
            {"id": 7, "file_name": "000000000007.jpg"},
            {"id": 9, "file_name": "000000000009.jpg"},
        ],
        "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "bus"}, {"id": 3, "name": "cup"}],
        "annotations": [
            {"image_id": 9, "category_id": 1},
            {"image_id": 7, "category_id": 3},
        ],
    });
    made.write("instances_val2017.json", instances.to_string());
    let (recipe, text) = guessed(&made, &["val2017", "instances_val2017.json"]);
    assert_eq!(recipe["queries"]["classes"].as_str(), Some("instances_val2017.json"));
    assert_eq!(counts(&built(&made, &text)), (2, 2));
}

#[test]
fn votes_are_passed_over_in_a_folder_and_refused_by_themselves() {
    let made = Made::new();
    pictures(&made, "photos", &["red fox", "grey heron"]);
    made.write("votes.csv", "query,image,person,answer\nq1,red fox,ann,relevant\n");
    let (recipe, _) = guessed(&made, &["."]);
    assert!(recipe.get("relevance").is_none());
    let words = "has people's votes: a recipe makes judgements of them by a rule";
    refused(&made, &["votes.csv"], &["votes.csv", words]);
    made.write("mturk.json", r#"{"q1": {"red fox": [2, 1, 0]}}"#);
    made.write(
        "votes.jsonl",
        "{\"query\": \"q1\", \"image\": \"red fox\", \"votes\": [2, 1, 0]}\n",
    );
    refused(&made, &["mturk.json"], &["mturk.json", words]);
    refused(&made, &["votes.jsonl"], &["votes.jsonl", words]);
}

/// A table of what experts say is found by its columns; judgements with such a column stay judgements.
#[test]
fn explanations_are_found_by_their_columns() {
    let made = Made::new();
    pictures(&made, "pictures", &["a", "b"]);
    made.npy("clip/image_emb.npy", &rows(2, 8));
    made.npy("clip/text_emb.npy", &rows(2, 8));
    made.write("queries.txt", "a red one\na blue one\n");
    made.write("judged.csv", "query_id,image,relevance,explanation\n1,a,1,x\n2,b,1,y\n");
    made.write(
        "why.csv",
        "qid,image,explanation,expert\n1,b,\"No, it is blue.\",Ada\n1,,Red is.,\n",
    );
    let (recipe, text) = guessed(&made, &["."]);
    let found = &recipe["explanations"];
    let keys = ["file", "query", "image", "text", "by"].map(|key| found[key].as_str().unwrap());
    assert_eq!(keys, ["why.csv", "qid", "image", "explanation", "expert"], "{text}");
    assert_eq!(recipe["relevance"].as_array().unwrap().len(), 1, "{text}");
    let manifest = built(&made, &text);
    let files = manifest["files"].as_array().unwrap();
    assert!(files.iter().any(|file| file["path"] == "explanations.jsonl.gz"));
    assert!(done(&["check", &made.text("built")]).contains("is whole"));
}
