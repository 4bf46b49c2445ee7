//! Image lists that are too long to be read before a page's first search.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::made_benchmark::{Made, record, records, run};
use rankscope_core::analysis::{Dataset, lists_in_parts};
use rankscope_core::benchmark::{Image, Manifest};
use serde_json::json;
use std::fmt::Write;

const PER_FILE: u32 = 2_000;

/// So many images in files of 2,000, with one query and a judgement.
fn made(n: u32) -> Made {
    let mut made =
        Made::new(&records("q", 1), &[record("0", &[])], &[("strict", "q0 0 i7 1\n")], &["s"]);
    let is_list = |path: &str| path.starts_with("images/");
    made.files.retain(|path, _| !is_list(path));
    let files = made.manifest["files"].as_array_mut().unwrap();
    files.retain(|file| !is_list(file["path"].as_str().unwrap()));
    for start in (0..n).step_by(PER_FILE as usize) {
        let end = n.min(start + PER_FILE);
        let mut text = String::new();
        for row in start..end {
            writeln!(text, "{{\"id\": \"i{row}\", \"caption\": \"caption {row}\"}}").unwrap();
        }
        let path = format!("images/{:05}.jsonl", start / PER_FILE);
        let entry = json!({
            "path": path, "bytes": text.len(), "sha256": "0".repeat(64),
            "rows": { "start": start, "end": end },
        });
        files.push(entry);
        made.files.insert(path, text.into_bytes());
    }
    made.manifest["counts"]["images"] = n.into();
    made.manifest["systems"] = json!([]);
    made
}

fn manifest(made: &Made) -> Manifest {
    Manifest::from_json(&made.manifest.to_string()).unwrap()
}

#[test]
fn only_the_files_that_have_the_rows_are_read() {
    let made = made(100_001);
    assert!(lists_in_parts(&manifest(&made)));
    let source = made.source();
    let loading = Dataset::load_unlisted("https://x/".into(), manifest(&made), &source);
    let (dataset, _) = run(loading);
    let dataset = dataset.unwrap();
    assert_eq!(*source.read.borrow(), ["queries.jsonl"]);
    assert!(dataset.is_partly_listed() && dataset.image(7).is_none());
    assert_eq!((dataset.n_images(), dataset.image_ids().len()), (100_001, 100_001));
    // Without ids there are no judgements; the engine gets the benchmark as it is.
    assert!(dataset.is_judged() && dataset.manifest.relevance.is_empty());
    assert_eq!(*dataset.openable, manifest(&made));

    let rows = [99_999, 100_000, 4_000, 3_999, 2_000];
    assert_eq!(dataset.missing_lists(rows), [1, 2, 49, 50]);
    let copy = dataset.clone();
    source.read.replace(Vec::new());
    for place in dataset.missing_lists(rows) {
        run(dataset.load_list(place, &source)).0.unwrap();
    }
    let expected = [1, 2, 49, 50].map(|place| format!("images/{place:05}.jsonl"));
    assert_eq!(*source.read.borrow(), expected);
    for row in rows {
        let image = copy.image(row).unwrap().into_owned();
        assert_eq!((image.id, image.caption), (format!("i{row}"), format!("caption {row}")));
    }
    assert!(dataset.missing_lists(rows).is_empty());
    assert!(dataset.image(0).is_none() && dataset.image(100_001).is_none());
    assert_eq!(dataset.missing_lists([0]), [0]);

    // What a search engine names is not missing, and what a list says goes before it.
    let named = |id: &str| Image { id: id.into(), ..Image::default() };
    dataset.name_images([(0, named("zero")), (4_000, named("another"))].into());
    assert!(dataset.missing_lists([0]).is_empty());
    assert_eq!(dataset.missing_lists([0, 1]), [0]);
    assert_eq!(copy.image(0).unwrap().id, "zero");
    assert_eq!(copy.image(4_000).unwrap().id, "i4000");

    // All of them at once are what they always were.
    let whole = run(Dataset::load("https://x/".into(), manifest(&made), &made.source())).0.unwrap();
    assert!(!whole.is_partly_listed() && whole.missing_lists([5]).is_empty());
    assert_eq!(whole.image(100_000).unwrap().id, "i100000");
    assert_eq!(whole.relevance.get(0).unwrap().n_relevant(0), 1);
}

#[test]
fn a_file_with_another_number_of_rows_is_refused() {
    let mut made = made(100_001);
    let list = made.files.get_mut("images/00050.jsonl").unwrap();
    list.extend_from_slice(b"{\"id\": \"one more\"}\n");
    let source = made.source();
    let (dataset, _) = run(Dataset::load_unlisted("https://x/".into(), manifest(&made), &source));
    let dataset = dataset.unwrap();
    let refused = run(dataset.load_list(50, &source)).0.unwrap_err();
    assert!(format!("{refused:?}").contains("images/00050.jsonl"), "{refused:?}");
    assert!(dataset.image(100_000).is_none());
}

#[test]
fn shorter_lists_and_corpora_without_lists_are_read_at_once() {
    assert!(!lists_in_parts(&manifest(&made(100_000))));
    let mut unlisted = made(100_001);
    let files = unlisted.manifest["files"].as_array_mut().unwrap();
    files.retain(|file| !file["path"].as_str().unwrap().starts_with("images/"));
    assert!(!lists_in_parts(&manifest(&unlisted)));
}
