//! `build`: what it makes of a tiny recipe, and how it refuses a bad one.
#![allow(clippy::unwrap_used, clippy::panic)]

use rankscope_cli::build::{Args, build};
use rankscope_core::benchmark::{Manifest, System};
use rankscope_core::{formats::rows_from_npy, vectors::vectors_from_shard};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

const RECIPE: &str = r#"
id = "tiny"
title = "Tiny"
shard_rows = 2

[images]
ids = "images.txt"
uri = "http://example.org/{id:04}.jpg"
caption = "first"

[captions]
path = "captions.jsonl"
id = "c"
image = "i"
text = "t"

[queries]
ids = "queries.txt"
split = "test"

[[relevance]]
id = "pairs"
title = "Pairs"
counts_as = "The picture itself."
default = true
json = "pairs.json"

[[relevance]]
id = "graded"
title = "Graded"
counts_as = "What judges said."
qrels = "graded.qrels"

[[encoders]]
id = "small"
title = "Small"

[[systems]]
id = "a"
title = "A"
encoder = "small"
gallery = "gallery.npy"
queries = "queries.npy"

[[headlines]]
measure = "eccv:R@1"
relevance = "pairs"

[welcome]
query = "11"
systems = ["a"]
"#;

/// A folder with a recipe for three images and two queries, to spoil as one likes.
struct Tiny(TempDir);

impl Tiny {
    fn new() -> Self {
        let tiny = Self(tempfile::tempdir().unwrap());
        tiny.write("recipe.toml", RECIPE);
        tiny.write("images.txt", "1\n2\n3\n");
        tiny.write("queries.txt", "12\n11\n");
        tiny.write(
            "captions.jsonl",
            "{\"c\": 11, \"i\": 1, \"t\": \"a dog\"}\n\
             {\"c\": 12, \"i\": 2, \"t\": \"a cat\"}\n\
             {\"c\": 13, \"i\": 9, \"t\": \"elsewhere\"}\n",
        );
        tiny.write("pairs.json", "{\"11\": [1], \"12\": [2], \"99\": [77]}");
        tiny.write("graded.qrels", "11 0 1 2\n11 0 3 0\n12 0 2 1\n99 0 77 1\n");
        tiny.npy("gallery.npy", &[&[3.0, 4.0], &[0.0, 2.0], &[-1.0, 0.0]]);
        tiny.npy("queries.npy", &[&[0.0, 1.0], &[1.0, 1.0]]);
        tiny
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn npy(&self, name: &str, rows: &[&[f32]]) {
        fs::write(self.path(name), npy("<f4", rows, f32_bytes)).unwrap();
    }

    /// Replaces a piece of the recipe.
    fn recipe(&self, old: &str, new: &str) {
        assert!(RECIPE.contains(old));
        self.write("recipe.toml", &RECIPE.replacen(old, new, 1));
    }

    fn args(&self) -> Args {
        Args {
            recipe: self.path("recipe.toml"),
            out: self.path("out"),
            source: None,
            encoders: Vec::new(),
            codes: false,
            force: false,
            json: false,
        }
    }

    fn build(&self) -> Manifest {
        build(&self.args()).unwrap_or_else(|error| panic!("{error:#}"))
    }

    /// The build fails, says all of these words, and leaves nothing.
    #[track_caller]
    fn refused(&self, words: &[&str]) {
        self.refused_with(&self.args(), words);
    }

    #[track_caller]
    fn refused_with(&self, args: &Args, words: &[&str]) {
        let before = names(self.0.path());
        let message = match build(args) {
            Ok(_) => panic!("it was built, and should say {words:?}"),
            Err(error) => format!("{error:#}"),
        };
        for word in words {
            assert!(message.contains(word), "{message:?} does not say {word:?}");
        }
        assert_eq!(names(self.0.path()), before, "something was left behind");
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn f32_bytes(value: f32) -> Vec<u8> {
    value.to_le_bytes().to_vec()
}

fn npy(descr: &str, rows: &[&[f32]], bytes: fn(f32) -> Vec<u8>) -> Vec<u8> {
    let shape = format!("({}, {})", rows.len(), rows.first().map_or(1, |row| row.len()));
    npy_of_shape(descr, "False", &shape, rows.concat().into_iter().flat_map(bytes).collect())
}

fn npy_of_shape(descr: &str, fortran: &str, shape: &str, data: Vec<u8>) -> Vec<u8> {
    let header = format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}");
    let header = format!("{header:<117}\n");
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend(u16::try_from(header.len()).unwrap().to_le_bytes());
    file.extend(header.bytes());
    file.extend(data);
    file
}

#[test]
fn a_recipe_becomes_a_benchmark() {
    let tiny = Tiny::new();
    let built = tiny.build();
    let read = |name: &str| fs::read_to_string(tiny.path("out").join(name)).unwrap();
    let manifest = Manifest::from_json(&read("benchmark.json")).unwrap();
    assert_eq!(manifest, built);
    let counts = &manifest.counts;
    assert_eq!((counts.images, counts.queries, counts.captions), (3, 2, 2));
    let queries = read("queries.jsonl");
    assert_eq!(queries.lines().count(), 2);
    assert!(queries.starts_with("{\"id\":\"12\",\"text\":\"a cat\",\"split\":\"test\""));
    assert!(read("images/00000.jsonl").contains("http://example.org/0001.jpg"));
    assert!(read("images/00000.jsonl").contains("a dog"));
    // In the queries' order, and without the query that is not asked.
    assert_eq!(read("relevance/pairs.qrels"), "12 0 2 1\n11 0 1 1\n");
    assert_eq!(read("relevance/graded.qrels"), "12 0 2 1\n11 0 1 2\n11 0 3 0\n");
    // The encoder does not exist, so no system names it.
    assert!(manifest.encoders.is_empty());
    let system = manifest.system("a").unwrap();
    assert_eq!((system.encoder.as_deref(), system.dim), (None, 2));
    assert_eq!(system.gallery.len(), 2, "two rows a shard");
    let written: System = serde_json::from_str(&read("systems/a/system.json")).unwrap();
    assert_eq!(written, *system);
    let shard = fs::read(tiny.path("out").join(&system.gallery[0])).unwrap();
    let row: Vec<f32> = vectors_from_shard("shard", &shard).unwrap().row(0).collect();
    assert!((row[0] - 0.6).abs() < 1e-3 && (row[1] - 0.8).abs() < 1e-3, "{row:?}");
    for file in &manifest.files {
        let bytes = fs::read(tiny.path("out").join(&file.path)).unwrap();
        assert_eq!(bytes.len() as u64, file.bytes, "{}", file.path);
        assert_eq!(file.sha256.len(), 64);
    }
    assert!(!names(tiny.0.path()).iter().any(|name| name.starts_with(".rankscope")));
}

#[test]
fn query_texts_may_have_a_file_of_their_own() {
    let tiny = Tiny::new();
    tiny.recipe("split = \"test\"", "texts = \"texts.jsonl\"");
    tiny.write("texts.jsonl", "{\"id\": 11, \"text\": \"x\"}\n{\"id\": \"12\", \"text\": \"y\"}");
    tiny.build();
    let queries = fs::read_to_string(tiny.path("out/queries.jsonl")).unwrap();
    assert!(queries.starts_with("{\"id\":\"12\",\"text\":\"y\""), "{queries}");
}

#[test]
fn another_source_may_be_given() {
    let tiny = Tiny::new();
    let elsewhere = tempfile::tempdir().unwrap();
    fs::copy(tiny.path("recipe.toml"), elsewhere.path().join("recipe.toml")).unwrap();
    let mut args = tiny.args();
    args.recipe = elsewhere.path().join("recipe.toml");
    tiny.refused_with(&args, &["cannot read", "captions.jsonl", "--source"]);
    args.source = Some(tiny.0.path().into());
    build(&args).unwrap();
}

#[test]
fn vectors_that_are_no_vectors_are_refused_by_row() {
    for (value, word) in [(f32::NAN, "NaN"), (f32::INFINITY, "inf")] {
        let tiny = Tiny::new();
        tiny.npy("gallery.npy", &[&[1.0, 0.0], &[0.0, value], &[1.0, 1.0]]);
        tiny.refused(&["system a", "gallery.npy, row 1", word]);
    }
    let tiny = Tiny::new();
    tiny.npy("queries.npy", &[&[0.0, 0.0], &[1.0, 1.0]]);
    tiny.refused(&["queries.npy, row 0", "no direction"]);
}

#[test]
fn matrices_that_do_not_fit_are_refused() {
    let tiny = Tiny::new();
    tiny.npy("gallery.npy", &[&[1.0, 0.0], &[0.0, 1.0]]);
    tiny.refused(&["gallery.npy has 2 rows", "3 image ids"]);
    let tiny = Tiny::new();
    tiny.npy("queries.npy", &[&[1.0, 0.0]]);
    tiny.refused(&["queries.npy has 1 rows", "2 query ids"]);
    let tiny = Tiny::new();
    tiny.npy("queries.npy", &[&[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0]]);
    tiny.refused(&["queries.npy has vectors of dim 3", "dim 2"]);
    let tiny = Tiny::new();
    tiny.npy("gallery.npy", &[&[1.0, 0.0, 0.0], &[0.0, 1.0, 1.0]]);
    tiny.refused(&["2 rows, and there are 3 image ids", "it has 3 columns, so save array.T"]);
}

#[test]
fn matrices_that_cannot_be_read_are_refused() {
    let rows: &[&[f32]] = &[&[1.0, 0.0], &[0.0, 1.0], &[1.0, 1.0]];
    let whole = npy("<f4", rows, f32_bytes);
    let mut longer = whole.clone();
    longer.push(0);
    let doubles: Vec<u8> = rows.concat().iter().flat_map(|v| f64::from(*v).to_le_bytes()).collect();
    let floats: Vec<u8> = rows.concat().into_iter().flat_map(f32_bytes).collect();
    let cases: [(Vec<u8>, &[&str]); 5] = [
        (whole[..whole.len() - 1].to_vec(), &["gallery.npy, row 2", "ends here", "3 rows"]),
        (longer, &["gallery.npy", "continues after its 3 rows"]),
        (b"PK\x03\x04".to_vec(), &["gallery.npy", "a zip archive, but vectors are needed"]),
        (npy_of_shape("<i8", "False", "(3, 2)", doubles), &["gallery.npy", "astype"]),
        (npy_of_shape("<f4", "False", "(6,)", floats), &["gallery.npy", "[6]"]),
    ];
    for (bytes, words) in cases {
        let tiny = Tiny::new();
        fs::write(tiny.path("gallery.npy"), bytes).unwrap();
        tiny.refused(words);
    }
    let tiny = Tiny::new();
    fs::remove_file(tiny.path("gallery.npy")).unwrap();
    tiny.refused(&["cannot read", "gallery.npy"]);
}

#[test]
fn half_precision_is_read() {
    // 1.0 and 0.0 in IEEE half precision.
    let half = |value: f32| if value == 1.0 { vec![0x00, 0x3c] } else { vec![0, 0] };
    let bytes = npy("<f2", &[&[1.0, 0.0], &[0.0, 1.0]], half);
    let mut rows = rows_from_npy("x.npy", bytes.as_slice()).unwrap();
    assert_eq!((rows.n_rows(), rows.dim()), (2, 2));
    assert_eq!(rows.next_row().unwrap().unwrap(), [1.0, 0.0]);
    assert_eq!(rows.next_row().unwrap().unwrap(), [0.0, 1.0]);
    assert!(rows.next_row().unwrap().is_none());
}

#[test]
fn texts_and_judgements_that_do_not_fit_are_refused() {
    let cases: [(&str, &str, &[&str]); 7] = [
        ("images.txt", "1\n2\n2\n", &["images.txt, line 3", "line 2 already"]),
        ("queries.txt", "12\n14\n", &["queries.txt, line 2", "query 14 has no text"]),
        ("pairs.json", "{\"11\": [5]}", &["pairs.json", "query 11", "image 5", "no such image"]),
        ("graded.qrels", "11 0 1 1\n\n11 0 8 1\n", &["graded.qrels, line 3", "image 8"]),
        ("graded.qrels", "11 0 1\n", &["graded.qrels, line 1", "3 fields"]),
        ("pairs.json", "{\"7\": [1]}", &["pairs.json", "no image relevant"]),
        ("captions.jsonl", "{\"c\": 1}", &["captions.jsonl, line 1", "\"i\""]),
    ];
    for (name, text, words) in cases {
        let tiny = Tiny::new();
        tiny.write(name, text);
        tiny.refused(words);
    }
    let tiny = Tiny::new();
    let line = "{\"c\": 11, \"i\": 1, \"t\": \"a dog\"}\n";
    tiny.write("captions.jsonl", &format!("{line}\n{line}"));
    tiny.refused(&["captions.jsonl, line 3", "the id 11 is on line 1 already"]);
}

#[test]
fn recipes_that_contradict_themselves_are_refused() {
    let cases: [(&str, &str, &[&str]); 17] = [
        ("shard_rows = 2", "sharp_rows = 2", &["recipe.toml", "sharp_rows"]),
        ("default = true", "default = false", &["exactly one", "0 have"]),
        (
            "qrels = \"graded.qrels\"",
            "default = true\nqrels = \"graded.qrels\"",
            &["exactly one", "2 have"],
        ),
        ("encoder = \"small\"", "encoder = \"large\"", &["system a", "unknown encoder large"]),
        ("eccv:R@1", "eccv:R@0", &["\"eccv:R@0\" is not a measure"]),
        ("relevance = \"pairs\"", "relevance = \"pears\"", &["unknown relevance pears"]),
        ("query = \"11\"", "query = \"none\"", &["[welcome]", "unknown query none"]),
        ("systems = [\"a\"]", "systems = [\"b\"]", &["[welcome]", "unknown system b"]),
        ("systems = [\"a\"]", "relevance = \"pears\"", &["[welcome]", "unknown relevance pears"]),
        (
            "systems = [\"a\"]",
            "relevence = \"pairs\"",
            &["`relevence` is not a key here: did you mean `relevance`?"],
        ),
        ("query = \"11\"", "querry = \"11\"", &["did you mean `query`?"]),
        ("id = \"a\"", "id = \"../a\"", &["system id \"../a\"", "file name"]),
        ("id = \"graded\"", "id = \"Pairs\"", &["relevance id \"Pairs\"", "twice"]),
        ("json = \"pairs.json\"", "", &["relevance pairs", "json", "qrels"]),
        ("shard_rows = 2", "shard_rows = 0", &["shard_rows"]),
        ("{id:04}", "", &["images.uri", "{id}"]),
        (
            "shard_rows = 2",
            "citation = \"\"\"@misc{tiny,\n title = {Tiny\n}\"\"\"",
            &["citation is not BibTeX", "line 3: a comma or the } that ends the entry is missing"],
        ),
    ];
    for (old, new, words) in cases {
        let tiny = Tiny::new();
        tiny.recipe(old, new);
        tiny.refused(words);
    }
}

#[test]
fn encoders_are_copied_and_must_fit() {
    let tiny = Tiny::new();
    let pack = tiny.path("pack");
    fs::create_dir(&pack).unwrap();
    fs::write(pack.join("encoder.json"), "{\"dim\": 3}").unwrap();
    fs::write(pack.join("tokenizer.json"), "{}").unwrap();
    let mut args = tiny.args();
    args.encoders = vec![("small".into(), pack.clone())];
    tiny.refused_with(&args, &["encoder small", "weights.safetensors"]);
    fs::write(pack.join("weights.safetensors"), "").unwrap();
    tiny.refused_with(&args, &["encoder small", "dim 3", "dim 2"]);
    fs::write(pack.join("encoder.json"), "{\"dim\": 2}").unwrap();
    let manifest = build(&args).unwrap();
    assert_eq!(manifest.system("a").unwrap().encoder.as_deref(), Some("small"));
    assert_eq!(manifest.encoders[0].path, "encoders/small");
    args.encoders = vec![("other".into(), pack)];
    args.out = tiny.path("another");
    tiny.refused_with(&args, &["--encoder other"]);
}

#[test]
fn what_is_there_is_replaced_only_by_force_and_only_when_complete() {
    let tiny = Tiny::new();
    tiny.build();
    let before = fs::read(tiny.path("out/benchmark.json")).unwrap();
    tiny.refused(&["out exists already", "--force"]);
    let mut args = tiny.args();
    args.force = true;
    tiny.recipe("title = \"Tiny\"", "title = \"Other\"");
    let gallery = fs::read(tiny.path("gallery.npy")).unwrap();
    fs::write(tiny.path("gallery.npy"), &gallery[..gallery.len() - 4]).unwrap();
    tiny.refused_with(&args, &["gallery.npy, row 2"]);
    assert_eq!(fs::read(tiny.path("out/benchmark.json")).unwrap(), before, "the old one stays");
    fs::write(tiny.path("gallery.npy"), gallery).unwrap();
    assert_eq!(build(&args).unwrap().title, "Other");
    assert!(fs::read_to_string(tiny.path("out/benchmark.json")).unwrap().contains("Other"));
    assert!(!names(tiny.0.path()).iter().any(|name| name.starts_with(".rankscope")));
}

#[test]
fn force_does_not_replace_what_is_no_benchmark() {
    let tiny = Tiny::new();
    fs::create_dir(tiny.path("out")).unwrap();
    tiny.write("out/letters.txt", "dear");
    let mut args = tiny.args();
    args.force = true;
    tiny.refused_with(&args, &["out is not a benchmark"]);
    assert_eq!(fs::read_to_string(tiny.path("out/letters.txt")).unwrap(), "dear");
}
