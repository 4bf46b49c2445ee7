//! `rankscope round` on Fieldbook: sheets out, and back as votes.
#![allow(clippy::unwrap_used)]

use crate::{
    here::fieldbook,
    program::{done_saying, fails, folder, json},
};
use serde_json::{Value, json as value};
use std::{collections::BTreeMap, fs, path::Path};

fn read(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn a_round_on_fieldbook_goes_out_and_comes_back() {
    let (book, place) = (fieldbook(), folder());
    let (out, votes) = (place("round"), place("votes.jsonl"));
    let args =
        ["round", &book, "--queries", "kind = descriptive", "--systems", "base,rrf(large,small)"];
    let more = ["--depth", "2", "--per-picture", "3", "--sheets", "8", "--controls", "10"];
    let (_, said) = done_saying(&[&args[..], &more, &["--seed", "5", "-o", &out]].concat());
    assert!(said.contains("8 sheets, with 10 controls each"), "{said}");
    fails(1, &[&args[..], &more, &["-o", &out]].concat(), &["exists already"]);
    let path = |name: &str| Path::new(&out).join(name);
    let key = read(&path("key.json"));
    let controls = key["controls"].as_array().unwrap();
    let truth: BTreeMap<(&str, &str), bool> = controls
        .iter()
        .map(|own| {
            let id = |place: usize| own[place].as_str().unwrap();
            ((id(0), id(1)), own[2].as_bool().unwrap())
        })
        .collect();
    let mut n_times: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut files = vec![path("key.json").display().to_string()];
    for number in 1..=8 {
        let file = path(&format!("sheet-{number}.json"));
        let mut sheet = read(&file);
        sheet["person"] = value!(format!("person {number}"));
        let mut n_controls = 0;
        for item in sheet["items"].as_array_mut().unwrap() {
            let id = |key: &str| item[key].as_str().unwrap().to_owned();
            let pair = (id("query"), id("image"));
            let known = truth.get(&(pair.0.as_str(), pair.1.as_str()));
            n_controls += usize::from(known.is_some());
            // The eighth is wrong about every control.
            let answer = known.map_or("r", |is| if *is != (number == 8) { "r" } else { "n" });
            item["answer"] = value!(answer);
            if known.is_none() {
                *n_times.entry(pair).or_default() += 1;
            }
        }
        assert_eq!(n_controls, 10);
        fs::write(&file, sheet.to_string()).unwrap();
        files.push(file.display().to_string());
    }
    assert!(n_times.values().all(|n| *n == 3) && !n_times.is_empty());
    let join: Vec<&str> =
        ["round", "--join"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let (_, said) = done_saying(&[&join[..], &["-o", &votes]].concat());
    assert!(said.contains("person 8 failed 10 of 10 controls: --leave-out ignores"), "{said}");
    let report = json(&["votes", &votes]);
    assert_eq!(report["all"]["n_items"], n_times.len());
    assert_eq!(report["all"]["n_votes"], 3 * n_times.len());
    assert_eq!(report["all"]["persons"].as_object().unwrap().len(), 8);
    // The key lies beside the sheets.
    let sheets: Vec<&str> = join.iter().filter(|own| !own.ends_with("key.json")).copied().collect();
    let leave_out = ["--leave-out", "--force", "-o", &votes, "--json"];
    let (printed, _) = done_saying(&[&sheets[..], &leave_out].concat());
    let printed: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(printed["persons"][7]["left_out"], true);
    assert_eq!(json(&["votes", &votes])["all"]["persons"].as_object().unwrap().len(), 7);
    fs::write(path("sheet-3.json"), "{\"kind\": \"rankscope sheet\",").unwrap();
    fails(1, &join, &["sheet-3.json", "no sheet of a round"]);
    fs::write(path("sheet-3.json"), fs::read(path("key.json")).unwrap()).unwrap();
    fails(1, &join, &["are keys of rounds"]);
    fails(2, &["round", &book], &["--systems"]);
    let few =
        ["round", &book, "--systems", "base", "--depth", "1", "--sheets", "2", "-o", &place("x")];
    fails(1, &few, &["3 people a picture need as many sheets, and there are 2"]);
}
