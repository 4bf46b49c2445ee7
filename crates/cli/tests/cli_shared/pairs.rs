//! `pairs` against Winoground's definitions, computed by another program: hand cases with ties, and
//! forty quadruples of Fieldbook under all systems; from `../shared` or `$RANKSCOPE_SHARED`, and reported
//! as ignored where that is absent.
#![allow(clippy::unwrap_used)]

use crate::{here, json_in, made::Made, printed_json, same};
use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use std::path::Path;

/// What the command prints, and the golden file's words for it.
const SHARES: [(&str, &str); 6] = [
    ("n", "n"),
    ("text", "winoground_text"),
    ("image", "winoground_image"),
    ("group", "winoground_group"),
    ("pairing", "needle_PAcc"),
    ("one_to_one", "one_to_one_assignment"),
];

pub(crate) fn trials() -> Vec<Trial> {
    let golden = here::shared().join("golden/next/05_pairing_2x2.json");
    let is_absent = !golden.is_file();
    let trial = |name: &str, run: fn(&Path) -> Result<(), Failed>| {
        let golden = golden.clone();
        Trial::test(name, move || run(&golden)).with_ignored_flag(is_absent)
    };
    vec![
        trial("pairs_of_hand_cases_are_winogrounds", hand_cases),
        trial("pairs_of_fieldbook_are_winogrounds", fieldbook),
    ]
}

fn compare(report: &Value, golden: &Value, what: &str) -> Result<(), Failed> {
    for (ours, theirs) in SHARES {
        let (found, wanted) = (&report[ours], &golden[theirs]);
        same(found.as_f64(), wanted.as_f64(), &format!("{what}, {ours}"))?;
    }
    Ok(())
}

/// All cases as blocks of one matrix.
fn hand_cases(golden: &Path) -> Result<(), Failed> {
    let golden = json_in(golden)?;
    let golden = &golden["hand_cases"];
    let cases = golden["scores[case][caption][image]"].as_array().unwrap();
    let made = Made::new();
    let mut rows = vec![vec![0.0f32; 2 * cases.len()]; 2 * cases.len()];
    let mut list = String::from("query_0,query_1,image_0,image_1\n");
    for (index, case) in cases.iter().enumerate() {
        let at = 2 * index;
        for (caption, image) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            #[allow(clippy::cast_possible_truncation)]
            let score = case[caption][image].as_f64().unwrap() as f32;
            rows[at + caption][at + image] = score;
        }
        list.push_str(&format!("{at},{next},{at},{next}\n", next = at + 1));
    }
    made.npy("sims.npy", &rows);
    made.write("pairs.csv", list);
    let (sims, pairs) = (made.text("sims.npy"), made.text("pairs.csv"));
    let report = printed_json(&["pairs", "--json", "--sims", &sims, "--pairs", &pairs])?;
    compare(&report, &golden["shares"], "hand cases")
}

fn fieldbook(golden: &Path) -> Result<(), Failed> {
    let golden = json_in(golden)?;
    let made = Made::new();
    for set in golden["sets"].as_array().unwrap() {
        let quadruples = set["quadruples"].as_array().unwrap();
        made.write(
            "pairs.jsonl",
            quadruples.iter().map(|one| format!("{one}\n")).collect::<String>(),
        );
        for (system, wanted) in set["systems"].as_object().unwrap() {
            let (folder, pairs) = (here::fieldbook(), made.text("pairs.jsonl"));
            let args = ["pairs", &folder, "--system", system, "--pairs", &pairs, "--json"];
            compare(&printed_json(&args)?, wanted, &format!("{}, {system}", set["name"]))?;
        }
    }
    Ok(())
}
