//! Benchmarks with files that are not those of the manifest, or whose numbers nobody can use: every
//! command that reads them refuses them.
#![allow(clippy::unwrap_used)]

use crate::copied::Copied;
use crate::made::Made;
use crate::program::{self, done, fails, line, manifest, rankscope};
use serde_json::{Value, json};
use std::fs;

/// Changes a byte of a file, in place.
fn change_a_byte(copied: &Copied, name: &str) {
    let file = copied.path.join(name);
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(file, bytes).unwrap();
}

/// Commands that together read every list, shard and encoder.
fn commands(benchmark: &str) -> [String; 3] {
    [
        format!("eval {benchmark}"),
        format!("eval {benchmark} --relevance pairs"),
        format!("search {benchmark} --system tiny-bert --query hearts"),
    ]
}

#[test]
fn every_listed_file_but_pictures_must_have_its_hash() {
    let copied = Copied::new();
    let benchmark = copied.path.to_str().unwrap().to_owned();
    for args in commands(&benchmark) {
        done(&line(&args));
    }
    let manifest = manifest(&copied.path);
    let files = manifest["files"].as_array().unwrap();
    let paths = files.iter().map(|file| file["path"].as_str().unwrap());
    let read: Vec<&str> = paths.filter(|path| !path.ends_with(".svg")).collect();
    assert!(read.len() >= 23, "{read:?}");
    for path in read {
        let whole = fs::read(copied.path.join(path)).unwrap();
        change_a_byte(&copied, path);
        let refusals = commands(&benchmark).into_iter().filter(|args| {
            let output = rankscope(&line(args));
            let said = String::from_utf8_lossy(&output.stderr);
            output.status.code() == Some(1) && said.contains(path) && said.contains("SHA-256")
        });
        assert!(refusals.count() > 0, "{path} was read although it was changed");
        fs::write(copied.path.join(path), whole).unwrap();
    }
}

/// Values that a benchmark carries are another's once the queries change.
#[test]
fn stored_values_of_other_queries_are_refused_and_can_be_replaced() {
    let copied = Copied::new();
    let benchmark = copied.path.to_str().unwrap();
    done(&["eval", benchmark, "--store"]);
    let stored = copied.path.join("values/tiny-bert.jsonl.gz");
    let whole = fs::read(&stored).unwrap();
    let with_values = program::json(&["eval", benchmark]);
    // A column with one value, where there are as many as queries.
    let short = "{\"measure\":\"eccv:R@1\",\"relevance\":\"pairs\",\"values\":[1.0]}\n";
    fs::write(&stored, short).unwrap();
    copied.enter("values/tiny-bert.jsonl.gz");
    let words = ["values/tiny-bert.jsonl.gz, line 1", "1 values", "--store"];
    fails(1, &["eval", benchmark], &words);
    done(&["eval", benchmark, "--store"]);
    assert_eq!(fs::read(&stored).unwrap(), whole);
    assert_eq!(program::json(&["eval", benchmark]), with_values);
    let text = fs::read_to_string(copied.path.join("benchmark.json")).unwrap();
    assert_eq!(text.matches("values/tiny-bert.jsonl.gz").count(), 1);
}

/// `encoder.json` decides how texts are read; it changed hits without a word.
#[test]
fn an_encoder_of_a_benchmark_is_checked_against_the_manifest() {
    let copied = Copied::new();
    let benchmark = copied.path.to_str().unwrap();
    let pack = copied.path.join("encoders/tiny-bert");
    let pack = pack.to_str().unwrap();
    let search = ["search", benchmark, "--system", "tiny-bert", "--query", "two red hearts"];
    let by_folder = [&search[..], &["--encoder", pack]].concat();
    let encode = ["encode", "--encoder", pack, "--text", "two red hearts"];
    let check = ["encoder", "check", pack];
    let all = [&search[..], &by_folder, &encode, &check];
    all.into_iter().for_each(|args| drop(done(args)));
    let file = copied.path.join("encoders/tiny-bert/encoder.json");
    let text = fs::read_to_string(&file).unwrap();
    for (from, to) in [("\"max_tokens\": 64", "\"max_tokens\": 14"), ("1e-12", "9e-01")] {
        assert!(text.contains(from), "{text}");
        fs::write(&file, text.replacen(from, to, 1)).unwrap();
        for args in all {
            fails(1, args, &["encoders/tiny-bert/encoder.json", "SHA-256", "manifest"]);
        }
    }
    fs::write(&file, &text).unwrap();
    for name in ["tokenizer.json", "weights.safetensors"] {
        let whole = fs::read(copied.path.join("encoders/tiny-bert").join(name)).unwrap();
        change_a_byte(&copied, &format!("encoders/tiny-bert/{name}"));
        for args in all {
            fails(1, args, &[name, "SHA-256", "manifest"]);
        }
        fs::write(copied.path.join("encoders/tiny-bert").join(name), whole).unwrap();
    }
    all.into_iter().for_each(|args| drop(done(args)));
    // A pack alone has only its own manifest.
    let path = program::folder();
    for name in ["encoder.json", "tokenizer.json", "weights.safetensors"] {
        fs::copy(copied.path.join("encoders/tiny-bert").join(name), path(name)).unwrap();
    }
    done(&["encode", "--encoder", &path(""), "--text", "two red hearts"]);
}

#[test]
fn a_system_file_says_what_the_manifest_says() {
    let copied = Copied::new();
    let name = "systems/words-8/system.json";
    copied.change(name, |lines| {
        for line in lines {
            *line = line.replace("\"dim\": 8", "\"dim\": 9");
        }
    });
    copied.refused(&[name, "differs from the entry of words-8 in benchmark.json"]);
}

#[test]
fn captions_that_occur_twice_or_name_no_image() {
    let copied = Copied::new();
    copied.change("captions.jsonl", |lines| lines[9] = lines[4].clone());
    copied.refused(&["captions.jsonl, row 9", "used by row 4 of captions.jsonl"]);
    let copied = Copied::new();
    copied.change("captions.jsonl", |lines| {
        let mut record: Value = serde_json::from_str(&lines[6]).unwrap();
        record["image"] = json!("nowhere");
        lines[6] = record.to_string();
    });
    copied.refused(&["captions.jsonl, row 6", "image nowhere"]);
    let copied = Copied::new();
    copied.change("captions.jsonl", |lines| drop(lines.pop()));
    copied.refused(&["captions.jsonl has 863 captions, but benchmark.json says 864"]);
}

#[test]
fn vectors_that_are_not_finite() {
    for (name, system) in
        [("gallery-00000", "words-64"), ("queries", "words-64"), ("gallery-00000", "words-8")]
    {
        let copied = Copied::new();
        let path = format!("systems/{system}/{name}.safetensors");
        let file = copied.path.join(&path);
        let mut bytes = fs::read(&file).unwrap();
        let dim = system.rsplit('-').next().unwrap().parse::<usize>().unwrap();
        // The second value of the row before the last, in float16.
        let at = bytes.len() - 2 * (2 * dim) + 2;
        bytes[at..at + 2].copy_from_slice(&half::f16::NAN.to_le_bytes());
        let n_rows = if name == "queries" { 40 } else { 432 };
        fs::write(&file, bytes).unwrap();
        copied.enter(&path);
        let place = format!("{path}, row {}: value 1 is NaN", n_rows - 2);
        let benchmark = copied.path.to_str().unwrap();
        fails(1, &["eval", benchmark, "--system", system], &[&place]);
        let export = ["export", benchmark, "--system", system, "--out", "-"];
        fails(1, &export, &[&place]);
    }
}

/// Each aborted, out of memory.
#[test]
fn corpora_that_are_only_claimed() {
    for n_images in [100_000_000, u32::MAX] {
        let copied = Copied::new();
        copied.change_manifest(|manifest| {
            manifest["counts"]["images"] = json!(n_images);
            let files = manifest["files"].as_array_mut().unwrap();
            files.retain(|file| file["path"] != "images/00000.jsonl");
            for file in files.iter_mut().filter(|file| file["rows"].is_object()) {
                file["rows"]["end"] = json!(n_images);
            }
        });
        copied.refused(&["benchmark.json: ", &n_images.to_string(), "image"]);
        // Also where no shard contradicts it.
        copied.change_manifest(|manifest| manifest["systems"] = json!([]));
        copied.refused(&[&n_images.to_string(), "no image lists", "50000000"]);
    }
}

#[test]
fn ranges_of_recipes_that_no_memory_holds() {
    for (first, last, n) in [(0, u32::MAX, 1u64 << 32), (1, 10_000_001, 10_000_001)] {
        let made = Made::new();
        let range = format!("range = [{first}, {last}]");
        made.recipe("mirflickr.toml", &[("range = [1, 25000]", &range)]);
        made.refused(&["[images]", &range, &format!("{n} images"), "10000000"]);
    }
}
