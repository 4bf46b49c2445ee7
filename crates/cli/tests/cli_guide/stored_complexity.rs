//! `complexity.json` in a benchmark: stored, read and refused, and what the shipped Fieldbook carries.

use crate::{
    here,
    program::{done, fails, sha256},
    tree::Tree,
};
use rankscope_core::benchmark::{Manifest, queries_from_jsonl};
use rankscope_guide::Complexity;
use std::{fs, path::Path};

fn manifest_of(folder: &Path) -> Manifest {
    Manifest::from_json(&fs::read_to_string(folder.join("benchmark.json")).unwrap()).unwrap()
}

fn complexity_of(folder: &Path) -> Complexity {
    let text = fs::read_to_string(folder.join("complexity.json")).unwrap();
    let queries = fs::read_to_string(folder.join("queries.jsonl")).unwrap();
    let queries = queries_from_jsonl("queries.jsonl", &queries).unwrap();
    Complexity::from_json("complexity.json", &text, &manifest_of(folder), &queries).unwrap()
}

#[test]
fn it_is_stored_in_place_of_an_earlier_one() {
    let shipped = here::root().join("public/fieldbook");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    Tree::read(&shipped).write(&path);
    let book = path.to_str().unwrap();
    let file = path.join("complexity.json");
    // A damaged one is refused, except by the command that replaces it.
    fs::write(&file, "{}").unwrap();
    fails(1, &["eval", book], &["complexity.json"]);
    done(&["guide", "complexity", book, "--preset", "fast", "--methods", "small,dim16", "--store"]);
    let stored = complexity_of(&path);
    assert_eq!((stored.preset.as_str(), stored.methods.join(",")), ("fast", "small,dim16".into()));
    let (before, after) = (manifest_of(&shipped), manifest_of(&path));
    let entries = after.files.iter().filter(|file| file.path == "complexity.json");
    assert_eq!(entries.count(), 1);
    let others = |manifest: &Manifest| {
        let files = manifest.files.iter().filter(|file| file.path != "complexity.json");
        files.cloned().collect::<Vec<_>>()
    };
    assert_eq!(others(&before), others(&after));
    done(&["eval", book, "--system", "small", "--measures", "inquire:RR"]);
    // Of another query, it is refused with its row, although size and hash are right.
    let wrong = fs::read_to_string(&file).unwrap().replacen("[[\"q-", "[[\"x-", 1);
    fs::write(&file, &wrong).unwrap();
    let mut manifest = fs::read_to_string(path.join("benchmark.json")).unwrap();
    let entry = after.file("complexity.json").unwrap();
    manifest = manifest.replace(&entry.sha256, &sha256(wrong.as_bytes()));
    fs::write(path.join("benchmark.json"), manifest).unwrap();
    fails(1, &["eval", book], &["complexity.json: points, row 0: there is no query x-"]);
}

#[test]
fn the_shipped_one_is_small_and_says_what_the_document_says() {
    let folder = here::root().join("public/fieldbook");
    let manifest = manifest_of(&folder);
    assert!(manifest.file("complexity.json").unwrap().bytes < 90_000);
    // The budget of the whole benchmark.
    let manifest_bytes = fs::metadata(folder.join("benchmark.json")).unwrap().len();
    let bytes: u64 = manifest.files.iter().map(|file| file.bytes).sum();
    assert!(bytes + manifest_bytes < 25_000_000, "{bytes}");
    let of = complexity_of(&folder);
    assert_eq!((of.preset.as_str(), of.methods.join(",")), ("balanced", "large,base".into()));
    assert_eq!((of.points.len(), of.fitted_points.len()), (1074, 336));
    let near = |found: Option<f64>, wanted: f64| assert!((found.unwrap() - wanted).abs() < 5e-4);
    near(of.fitted.r_squared, 0.0996);
    near(of.fitted.pearson, 0.3155);
    near(of.tried.r_squared, 0.1397);
    near(of.tried.pearson, 0.3871);
}
