//! `view` and `init` of parts of files and of pipes.
#![allow(clippy::unwrap_used)]

use crate::{
    guesses::{built, guessed, pictures, refused},
    here,
    made::Made,
    program::{done_saying, fails},
};
use std::{fs, process::Command};

#[test]
fn a_part_of_a_file_is_given_by_its_name() {
    let made = Made::new();
    for name in ["two.npz", "two.safetensors", "two.parquet", "f4.npy"] {
        let written = here::root().join("tests/fixtures/own_vectors").join(name);
        fs::copy(written, made.path(name)).unwrap();
    }
    for part in ["two.npz#images", "two.safetensors#images", "two.parquet#other"] {
        let (recipe, text) = guessed(&made, &[part]);
        assert_eq!(recipe["systems"][0]["gallery"].as_str(), Some(part), "{text}");
        assert_eq!(recipe["systems"].as_array().unwrap().len(), 1, "{text}");
        assert_eq!(built(&made, &text)["counts"]["images"], 5, "{text}");
    }
    let both = ["two.safetensors#texts", "two.safetensors#images"];
    let (recipe, text) = guessed(&made, &both);
    let system = &recipe["systems"][0];
    let sides = [system["queries"].as_str(), system["gallery"].as_str()];
    assert_eq!(sides, both.map(Some), "{text}");
    refused(&made, &["two.npz#pictures"], &["pictures", "only", "images", "texts"]);
    refused(&made, &["two.parquet"], &["two.parquet#NAME"]);
    refused(&made, &["two.parquet#id"], &["column id", "one value a row"]);
    refused(&made, &["f4.npy#x"], &["f4.npy is", "leave #x out"]);
    refused(&made, &["none.npz#x"], &["cannot read", "none.npz#x"]);
}

#[test]
fn a_split_of_a_dataset_is_given_by_its_name() {
    let made = Made::new();
    let image = |number: usize, split: &str| {
        let sentence = format!(r#"{{"raw": "a picture", "sentid": {number}}}"#);
        format!(
            r#"{{"imgid": {number}, "filename": "{number}.jpg", "split": "{split}", "sentences": [{sentence}]}}"#
        )
    };
    let images = [image(0, "test"), image(1, "val"), image(2, "val")].join(", ");
    made.write("set.json", format!(r#"{{"dataset": "x", "images": [{images}]}}"#));
    let (recipe, text) = guessed(&made, &["set.json#val"]);
    assert_eq!(recipe["images"]["ids"].as_str(), Some("set.json#val"), "{text}");
    assert!(text.contains("2 pictures with 2 captions") && !text.contains("A guess"), "{text}");
    let (_, text) = guessed(&made, &["set.json"]);
    assert!(text.contains("1 picture with 1 caption in set.json#test"), "{text}");
    assert!(text.contains("A guess: the split is test, of test, val"), "{text}");
    refused(&made, &["set.json#train"], &["no split \"train\"", "test, val"]);
}

/// A pipe was opened and waited for, or said not to exist.
#[cfg(unix)]
#[test]
fn pipes_are_refused_and_passed_over_in_folders() {
    let made = Made::new();
    let path = |name: &str| made.text(name);
    pictures(&made, "photos", &["a"]);
    let status = Command::new("mkfifo").arg(path("photos/queries.txt")).status().unwrap();
    assert!(status.success());
    made.write("page/index.html", "<p>page");
    let page = path("page");
    for command in
        [&["init", "-o", "-"][..], &["view", "--no-open", "--port", "0", "--dist", &page]]
    {
        let refused = |what: &str, words: &[&str]| fails(1, &[command, &[what]].concat(), words);
        refused("-", &["standard input", "save it as a file"]);
        refused(&path("photos/queries.txt"), &["queries.txt is a pipe", "save what comes from it"]);
        // The program's standard input is a pipe here, as the shell's <(…) is.
        refused("/dev/fd/0", &["/dev/fd/0 is a pipe"]);
    }
    let (printed, said) = done_saying(&["init", &path("photos"), "-o", "-"]);
    assert!(said.contains("passed over") && said.contains("queries.txt is a pipe"), "{said}");
    assert!(printed.contains("# 1 picture in photos"), "{printed}");
}
