//! `rankscope check` finds every fault, and what other commands refuse.
#![allow(clippy::unwrap_used)]

use crate::copied::Copied;
use crate::here::fieldbook;
use crate::program::{done, done_saying, fails, manifest, rankscope, shapes};
use serde_json::{Value, json};
use std::fs;

/// The report as JSON, and whether it found no fault.
fn report(folder: &str) -> (Value, bool) {
    let output = rankscope(&["check", folder, "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let is_whole = output.status.code() == Some(0);
    assert!(is_whole || output.status.code() == Some(1));
    assert_eq!(is_whole, report["faults"].as_array().unwrap().is_empty());
    (report, is_whole)
}

/// `file, line or row: reason` of every fault.
fn faults(folder: &str) -> Vec<String> {
    let (report, _) = report(folder);
    let said = |fault: &Value| {
        assert!(!fault["what_to_do"].as_str().unwrap().is_empty(), "{fault}");
        let place = match (fault["line"].as_u64(), fault["row"].as_u64()) {
            (Some(line), _) => format!(", line {line}"),
            (None, Some(row)) => format!(", row {row}"),
            (None, None) => String::new(),
        };
        let text = |key: &str| fault[key].as_str().unwrap().to_owned();
        format!("{}{place}: {}", text("file"), text("reason"))
    };
    report["faults"].as_array().unwrap().iter().map(said).collect()
}

/// Each of these words is in a fault, and there are no more faults than words.
#[track_caller]
fn assert_faults(copied: &Copied, expected: &[&str]) {
    let found = faults(copied.path.to_str().unwrap());
    for words in expected {
        assert!(found.iter().any(|fault| fault.contains(words)), "{words:?} is not in {found:#?}");
    }
    assert_eq!(found.len(), expected.len(), "{found:#?}");
}

fn notes(folder: &str) -> Vec<String> {
    let (report, _) = report(folder);
    let said = |note: &Value| {
        format!("{}: {}", note["file"].as_str().unwrap(), note["note"].as_str().unwrap())
    };
    report["notes"].as_array().unwrap().iter().map(said).collect()
}

#[test]
fn a_built_benchmark_is_whole() {
    let (text, said) = done_saying(&["check", shapes()]);
    assert!(text.contains("Shapes is whole: ") || text.contains("is whole: "), "{text}");
    assert_eq!(said, "");
    let (report, is_whole) = report(shapes());
    assert!(is_whole);
    let manifest = manifest(shapes());
    assert_eq!(report["title"], manifest["title"]);
    assert_eq!(report["files"], manifest["files"].as_array().unwrap().len() + 1);
}

#[test]
fn fieldbook_is_whole() {
    let (report, is_whole) = report(&fieldbook());
    assert!(is_whole, "{report:#}");
}

/// A byte in each file, of whatever kind: none is passed over, pictures included.
#[test]
fn every_changed_file_is_named() {
    let copied = Copied::new();
    let manifest = manifest(&copied.path);
    let paths: Vec<&str> =
        manifest["files"].as_array().unwrap().iter().map(|f| f["path"].as_str().unwrap()).collect();
    for (number, path) in paths.iter().enumerate() {
        let file = copied.path.join(path);
        let mut bytes = fs::read(&file).unwrap();
        match number % 3 {
            0 => *bytes.last_mut().unwrap() ^= 1,
            1 => bytes.push(0),
            _ => bytes.clear(),
        }
        // The last way: it is gone.
        if bytes.is_empty() {
            fs::remove_file(&file).unwrap()
        } else {
            fs::write(&file, bytes).unwrap()
        }
    }
    let found = faults(copied.path.to_str().unwrap());
    for (number, path) in paths.iter().enumerate() {
        let reason = ["its SHA-256", "bytes, and the manifest says", "cannot be read"][number % 3];
        let named: Vec<&String> =
            found.iter().filter(|fault| fault.starts_with(&format!("{path}: "))).collect();
        assert_eq!(named.len(), 1, "{path}: {named:?}");
        assert!(named[0].contains(reason), "{}", named[0]);
    }
    assert_eq!(found.len(), paths.len());
}

#[test]
fn all_faults_of_a_manifest_are_found() {
    let copied = Copied::new();
    copied.change_manifest(|manifest| {
        manifest["id"] = json!("no id");
        manifest["headlines"][0]["relevance"] = json!("nobody");
        manifest["welcome"] = json!({ "query": "q0", "systems": ["nowhere"] });
        manifest["systems"][0]["encoder"] = json!("nothing");
        manifest["systems"][1]["queries"] = json!("systems/nowhere.safetensors");
        manifest["relevance"][1]["default"] = json!(true);
        let again = manifest["systems"][2].clone();
        manifest["systems"].as_array_mut().unwrap().push(again);
    });
    let found = faults(copied.path.to_str().unwrap());
    for words in [
        "the benchmark id \"no id\" cannot be a file name",
        "names an unknown relevance nobody",
        "names an unknown encoder nothing",
        "its welcome names an unknown system nowhere",
        "systems/nowhere.safetensors is not in its list of files",
        "exactly one definition of relevance must be the default",
        "is listed twice: as number 2 and as number 5 of its list",
    ] {
        assert!(found.iter().any(|fault| fault.contains(words)), "{words:?} is not in {found:#?}");
    }
    // `system.json` of the first two now differs from the manifest.
    let differs = found.iter().filter(|fault| fault.contains("differs from the entry")).count();
    assert_eq!((differs, found.len()), (2, 9), "{found:#?}");
    // Every other command refuses it for one of them.
    fails(1, &["eval", copied.path.to_str().unwrap()], &["benchmark.json"]);
}

#[test]
fn a_manifest_that_is_none_is_a_fault_too() {
    let copied = Copied::new();
    fs::write(copied.path.join("benchmark.json"), "{\"schema_version\": 1,\n\"id\": 3}").unwrap();
    assert_faults(&copied, &["benchmark.json, line 2: invalid type: integer `3`"]);
    fs::write(copied.path.join("benchmark.json"), "{\"schema_version\": 2}").unwrap();
    assert_faults(&copied, &["schema version 2"]);
    let nowhere = copied.path.join("nowhere");
    fails(1, &["check", nowhere.to_str().unwrap()], &["cannot read", "benchmark.json"]);
}

/// A line of JSON with a field of this value.
fn with(line: &str, key: &str, value: impl Into<Value>) -> String {
    let mut record: Value = serde_json::from_str(line).unwrap();
    record[key] = value.into();
    record.to_string()
}

#[test]
fn all_wrong_lines_of_all_lists_are_found() {
    let copied = Copied::new();
    let id = |line: &str| {
        serde_json::from_str::<Value>(line).unwrap()["id"].as_str().unwrap().to_owned()
    };
    copied.change("queries.jsonl", |lines| {
        lines[4] = "{\"id\": ".into();
        lines[6] = with(&lines[6], "text", 3);
        lines[8] = with(&lines[8], "id", id(&lines[0]));
        lines.insert(2, String::new());
    });
    copied.change("images/00000.jsonl", |lines| {
        lines[11] = with(&lines[11], "id", id(&lines[10]));
        lines[13] = "[]".into();
    });
    copied.change("captions.jsonl", |lines| drop(lines.pop()));
    copied.change("relevance/pairs.qrels", |lines| {
        lines[0] = "q 0 a high".into();
        lines[1] = "q 0".into();
        lines[3] = lines[2].clone();
    });
    assert_faults(
        &copied,
        &[
            "queries.jsonl, line 6: EOF while parsing",
            "queries.jsonl, line 8: invalid type",
            "queries.jsonl, line 10: the query id ",
            "images/00000.jsonl, line 12: the image id ",
            "images/00000.jsonl, line 14: invalid",
            "captions.jsonl: it has 863 captions, and benchmark.json says 864",
            "relevance/pairs.qrels, line 1: the grade \"high\" is not a whole number",
            "relevance/pairs.qrels, line 2: 2 fields",
            "relevance/pairs.qrels, line 4: document ",
        ],
    );
    // They were not checked against damaged lists, and the report says so.
    let notes = notes(copied.path.to_str().unwrap());
    assert!(notes.iter().any(|note| note.starts_with("queries.jsonl: it is damaged")), "{notes:?}");
}

#[test]
fn judgements_and_captions_are_checked_against_the_images() {
    let copied = Copied::new();
    copied.change("relevance/pairs.qrels", |lines| {
        lines.push("q01 0 nowhere 1".into());
        lines.push("q02 0 nobody 1".into());
        lines.push("unknown-query 0 nobody 1".into());
        // Known but for what other tools write besides.
        lines.push(format!("Q03 0 {} 1", lines[0].split(' ').nth(2).unwrap()));
    });
    copied.change("captions.jsonl", |lines| {
        for line in lines.iter_mut().take(2) {
            *line = with(line, "image", "nothing");
        }
    });
    let found = faults(copied.path.to_str().unwrap());
    assert_eq!(found.len(), 4, "{found:#?}");
    assert!(found.iter().all(|fault| fault.contains("the corpus has no image no")), "{found:#?}");
    let notes = notes(copied.path.to_str().unwrap());
    let ignored = "relevance/pairs.qrels: it judges 2 queries that the benchmark lacks, such as Q03: \
                   they are ignored. \"Q03\" here may be \"q03\" there; they differ in case";
    assert!(notes.iter().any(|note| note == ignored), "{notes:#?}");
}

#[test]
fn shards_are_checked_against_their_systems() {
    let copied = Copied::new();
    let gallery = "systems/words-64/gallery-00000.safetensors";
    let file = copied.path.join(gallery);
    let mut bytes = fs::read(&file).unwrap();
    let at = bytes.len() - 2 * (2 * 64) + 2;
    bytes[at..at + 2].copy_from_slice(&half::f16::NAN.to_le_bytes());
    fs::write(&file, bytes).unwrap();
    copied.enter(gallery);
    // Vectors of another system, of another dim.
    let queries = "systems/words-8/queries.safetensors";
    fs::copy(copied.path.join("systems/words-64/queries.safetensors"), copied.path.join(queries))
        .unwrap();
    copied.enter(queries);
    let encoder = "encoders/tiny-bert/weights.safetensors";
    fs::write(copied.path.join(encoder), b"no weights at all").unwrap();
    copied.enter(encoder);
    assert_faults(
        &copied,
        &[
            "words-64/gallery-00000.safetensors, row 430: value 1 is NaN",
            "words-8/queries.safetensors: its vectors have dim 64, and the system has dim 8",
            "encoders/tiny-bert: ",
        ],
    );
}

#[test]
fn what_is_legal_and_odd_is_noted() {
    let copied = Copied::new();
    let folder = copied.path.to_str().unwrap();
    let before = notes(folder);
    fs::write(copied.path.join("notes to myself.txt"), "hm").unwrap();
    copied.change("images/00000.jsonl", |lines| {
        for (row, uri) in [(0, "pictures/gone.png"), (1, "pictures/too.png"), (2, "../out.png")] {
            lines[row] = with(&lines[row], "uri", uri);
        }
    });
    copied.change_manifest(|manifest| {
        let mut systems = manifest["systems"].as_array_mut().unwrap().iter_mut();
        systems.find(|system| system["id"] == "words-8").unwrap()["queries"] = Value::Null;
        let files = manifest["files"].as_array_mut().unwrap();
        files.retain(|file| file["path"] != "systems/words-8/system.json");
    });
    fs::remove_file(copied.path.join("systems/words-8/system.json")).unwrap();
    assert_eq!(faults(folder), Vec::<String>::new());
    let after: Vec<String> =
        notes(folder).into_iter().filter(|note| !before.contains(note)).collect();
    for words in [
        "notes to myself.txt: the manifest does not list it",
        "images/00000.jsonl: 2 pictures are not in the folder, the first is pictures/gone.png",
        "images/00000.jsonl: line 3: the picture ../out.png is outside the benchmark",
        "benchmark.json: system words-8 has no vectors of the queries",
    ] {
        assert!(after.iter().any(|note| note.contains(words)), "{words:?} is not in {after:#?}");
    }
    assert_eq!(after.len(), 4, "{after:#?}");
    // For people, on the same output; the exit status is 0.
    let text = done(&["check", folder]);
    assert!(text.contains("note: notes to myself.txt: the manifest does not list it"), "{text}");
}

#[test]
fn many_faults_of_a_file_are_shown_in_part() {
    let copied = Copied::new();
    copied.change("captions.jsonl", |lines| {
        for line in lines.iter_mut().take(25) {
            *line = "?".into();
        }
    });
    let output = rankscope(&["check", copied.path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("captions.jsonl, line 10: "), "{text}");
    assert!(!text.contains("captions.jsonl, line 11: "), "{text}");
    assert!(text.contains("captions.jsonl: 15 more faults"), "{text}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("25 faults, all in one file"));
    assert_eq!(faults(copied.path.to_str().unwrap()).len(), 25);
}
