//! `rankscope fieldbook build`: the same bytes every time, and those that are shipped.
#![allow(clippy::unwrap_used)]

use crate::here;
use crate::program::{done, fails, folder, line};
use rankscope_core::benchmark::Manifest;
use std::{collections::BTreeMap, fs, path::Path};

/// Judgements of what systems found.
const OF_SYSTEMS: [&str; 2] = ["relevance/verified.qrels.gz", "relevance/rerank-100.qrels.gz"];

/// Path → hash of the lists and judgements that follow from seed and number alone.
fn hashes(benchmark: &Path) -> BTreeMap<String, String> {
    let text = fs::read_to_string(benchmark.join("benchmark.json")).unwrap();
    let manifest = Manifest::from_json(&text).unwrap();
    let of_scenes = |path: &str| {
        path == "queries.jsonl"
            || path.starts_with("images/")
            || path.starts_with("fields/")
            || path.starts_with("relevance/") && !OF_SYSTEMS.contains(&path)
    };
    let files = manifest.files.into_iter().filter(|file| of_scenes(&file.path));
    files.map(|file| (file.path, file.sha256)).collect()
}

#[test]
fn the_same_seed_and_number_give_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let build = |name: &str, seed: &str| {
        let out = folder.path().join(name);
        let shown = out.to_str().unwrap().to_owned();
        done(&["fieldbook", "build", "--n", "400", "--seed", seed, "--out", &shown]);
        hashes(&out)
    };
    let first = build("first", "1");
    assert!(first.len() >= 8, "{first:?}");
    assert_eq!(first, build("again", "1"));
    assert_ne!(first, build("other", "3"));
}

#[test]
fn the_shipped_lists_are_those_of_this_program() {
    let path = folder();
    done(&["fieldbook", "build", "--out", &path("fieldbook")]);
    let shipped = here::root().join("public/fieldbook");
    assert_eq!(hashes(Path::new(&path("fieldbook"))), hashes(&shipped));
}

/// With the systems that are shipped, everything that is shipped: candidates, the simulated run, values.
#[test]
fn the_shipped_systems_give_the_shipped_benchmark() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("fieldbook");
    let shipped = here::root().join("public/fieldbook");
    let [from, to] = [&shipped, &out].map(|path| path.display().to_string());
    done(&["fieldbook", "build", "--reuse", &from, "--out", &to]);
    let manifest = |folder: &Path| fs::read_to_string(folder.join("benchmark.json")).unwrap();
    // With the size and the hash of every file.
    assert_eq!(manifest(&out), manifest(&shipped));
    let other = folder.path().join("other").display().to_string();
    let build = ["fieldbook", "build", "--n", "400", "--reuse", &from, "--out", &other];
    fails(1, &build, &["other scenes or queries", "--n and --seed"]);
}

#[test]
fn a_sheet_is_drawn_and_wrong_words_are_answered() {
    let path = folder();
    let out = &path("owls.svg");
    done(&["fieldbook", "sheet", "--group", "owl", "--n", "3", "--out", out]);
    assert_eq!(fs::read_to_string(out).unwrap().matches("<svg ").count(), 4);
    fails(1, &["fieldbook", "sheet", "--out", out], &["exists already", "--force"]);
    fails(2, &["fieldbook", "sheet", "--style", "oil", "--out", "x.svg"], &["plate, ink, print"]);
    fails(1, &["fieldbook", "sheet", "--group", "yeti", "--out", "y.svg"], &["yeti"]);
    let both = ["fieldbook", "sheet", "--scenes", "1,2", "--n", "3", "--out", "x.svg"];
    fails(2, &both, &["--scenes", "cannot be used with", "--n"]);
}

#[test]
fn vectors_alone_are_a_corpus_that_can_be_searched() {
    let folder = tempfile::tempdir().unwrap();
    let build = |name: &str| {
        let out = folder.path().join(name);
        let shown = out.to_str().unwrap().to_owned();
        let size = ["--n", "3000", "--dim", "96"];
        done(&[&["fieldbook", "build", "--vectors-only", "--out", &shown], &size[..]].concat());
        (shown, fs::read_to_string(out.join("benchmark.json")).unwrap())
    };
    let (out, manifest) = build("first");
    // Every file is in the manifest with its hash.
    assert_eq!(manifest, build("again").1);
    let printed = done(&["eval", &out, "--measures", "eccv:R@10", "--format", "csv"]);
    let value: f64 = printed.lines().last().unwrap().split(',').nth(4).unwrap().parse().unwrap();
    // A query is a noisy view of its scene: mostly near it, by chance one in three hundred.
    assert!(value > 0.5, "{printed}");
    let build = ["fieldbook", "build", "--vectors-only", "--captions", "--out", "z"];
    fails(2, &build, &["--captions"]);
}

/// What draws `public/opening.svg`: the first five pictures of the three systems that the page opens with, the
/// best system first.
const OPENING: &str = "fieldbook sheet --scenes 19703,4462,382,9053,4235,17461,9978,15745,12479,2376,6574,\
                       13639,19347,2875,10906 --bare --columns 5 --side 150 --out -";

#[test]
fn the_pages_first_pictures_are_drawn_by_the_program() {
    let drawn = done(&line(OPENING));
    let shipped = fs::read_to_string(here::root().join("public/opening.svg")).unwrap();
    assert_eq!(drawn.trim_end(), shipped);
    assert_eq!(drawn.matches("<svg ").count(), 16);
    assert!(!drawn.contains("<text"));
}
