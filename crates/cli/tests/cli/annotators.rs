//! `rankscope annotators` on Fieldbook, held against numpy and scipy.
//!
//! The expected values come from numpy 2.4.6 and scipy 1.17.1, from the shipped files alone: every
//! system ranked by `code * scale` in float32 and a dot product in float64, rounded to float32,
//! ties by row; for each query the union of the proposers' first N rows, cut with the rows of grade
//! 1 or 2 in `exhaustive.qrels.gz`; mAP@R by its formula under either set, and its mean over the
//! queries where the set is not empty; then `kendalltau(truth, seen).statistic` and
//! `rankdata(-truth) - rankdata(-seen)`.
#![allow(clippy::unwrap_used)]

use crate::{
    here::fieldbook,
    program::{done, done_saying, fails, json, shapes},
};
use serde_json::Value;

/// Those whose first five pictures Fieldbook's definition `verified` was made from.
const FIVE: &str = "small,dim16,pairs10k,noisy,triplet-semi-hard";

/// On Fieldbook by mAP@R.
fn lab(args: &[&str]) -> Value {
    let book = fieldbook();
    let first = ["annotators", &book, "--measure", "eccv:mAP@R", "--relevance", "exhaustive"];
    json(&[&first[..], args].concat())
}

#[track_caller]
fn close(found: &Value, wanted: f64) {
    let found = found.as_f64().unwrap();
    assert!((found - wanted).abs() < 1e-12, "{found}, not {wanted}");
}

/// `systems` have their means under what was seen, and the places that they gained.
#[track_caller]
fn same(report: &Value, tau_b: f64, n_seen: u64, systems: &[(&str, f64, f64)]) {
    close(&report["tau_b"], tau_b);
    assert_eq!(report["n_seen"], n_seen);
    for key in ["truth", "seen", "places"] {
        assert_eq!(report[key].as_object().unwrap().len(), 14, "{key}");
    }
    for (system, seen, places) in systems {
        close(&report["seen"][system], *seen);
        assert_eq!(report["places"][system], *places, "{system}");
    }
}

#[test]
fn five_annotators_do_to_fieldbook_what_numpy_says() {
    let report = lab(&["--systems", FIVE, "--depth", "5", "--sweep"]);
    same(
        &report,
        0.736_263_736_263_736_3,
        1101,
        &[
            ("large", 0.18262369874560963, -2.0),
            ("base", 0.14382669226033176, -4.0),
            ("noisy", 0.1099281987969962, 1.0),
            ("pairs10k", 0.16285433847220615, 2.0),
            ("pairs1k", 0.007240219768140268, 0.0),
            ("triplet-all", 0.08725380417724334, -2.0),
            ("triplet-hardest", 0.1179908494920194, -3.0),
            ("triplet-semi-hard", 0.19414925230532645, 3.0),
            ("dim16", 0.21210810815973924, 2.0),
            ("small", 0.14508729377628457, 3.0),
            ("colours", 0.02953925389185825, -1.0),
            ("tags", 0.01062287481286391, 0.0),
            ("thumbnails", 0.03355162301888072, 1.0),
            ("tiny", 0.04753336646852092, 0.0),
        ],
    );
    for (system, truth) in [("large", 0.3181787620572986), ("tags", 0.022808779739908754)] {
        close(&report["truth"][system], truth);
    }
    assert_eq!(report["n_truth"], 1410);
    assert_eq!(report["annotators"].as_array().unwrap().len(), 5);
    // Annotators, τ-b: mean, least and most, places gained, groups.
    let curve = [
        (1, 0.8065934065934066, 0.6703296703296704, 0.8681318681318682, 5.2, 5),
        (2, 0.7340659340659341, 0.6703296703296704, 0.8021978021978022, 4.7, 10),
        (3, 0.6813186813186813, 0.5824175824175825, 0.7802197802197802, 4.1, 10),
        (4, 0.6967032967032968, 0.6263736263736264, 0.7362637362637363, 3.1, 5),
        (5, 0.7362637362637363, 0.7362637362637363, 0.7362637362637363, 2.2, 1),
    ];
    let found = report["sweep"].as_array().unwrap();
    assert_eq!(found.len(), curve.len());
    for (point, (n, mean, min, max, gained, n_groups)) in found.iter().zip(curve) {
        assert_eq!((&point["annotators"], &point["subsets"]), (&n.into(), &n_groups.into()));
        assert_eq!(point["exhaustive"], true);
        close(&point["tau_b_mean"], mean);
        close(&point["tau_b_min"], min);
        close(&point["tau_b_max"], max);
        close(&point["gained_mean"], gained);
    }
    let systems = "large base noisy pairs10k pairs1k triplet-all triplet-hardest triplet-semi-hard dim16 \
                   small colours tags thumbnails tiny";
    let matrix = [
        ("small", [-1, -2, 0, -1, 0, -1, -1, -1, 0, 7, 0, 0, 0, 0]),
        ("dim16", [-1, -1, -1, -2, 0, 2, 0, -2, 2, 2, -1, 0, 1, 1]),
        ("pairs10k", [-1, -1, 0, 5, 0, 0, -1, -1, -1, 0, -1, 0, 1, 0]),
        ("noisy", [-1, -1, 8, 1, 1, -3, -2, -3, -1, 1, -1, -1, 1, 1]),
        ("triplet-semi-hard", [-1, -1, 0, -1, 0, 1, 0, 4, -2, 0, -1, 0, 1, 0]),
    ];
    assert_eq!(report["matrix"].as_object().unwrap().len(), 5);
    for (annotator, gained) in matrix {
        for (system, places) in systems.split(' ').zip(gained) {
            assert_eq!(report["matrix"][annotator][system], f64::from(places), "{annotator}");
        }
    }
}

#[test]
fn the_definition_that_five_systems_proposed_is_what_these_five_saw() {
    let report = lab(&["--systems", FIVE, "--depth", "5"]);
    let book = fieldbook();
    let args = ["eval", &book, "--measures", "eccv:mAP@R", "--relevance"];
    for (relevance, key, n) in [("verified", "seen", "n_seen"), ("exhaustive", "truth", "n_truth")]
    {
        let eval = json(&[&args[..], &[relevance]].concat());
        for (system, mean) in report[key].as_object().unwrap() {
            let measured = &eval["runs"][system]["eccv:mAP@R"];
            assert_eq!((&measured["mean"], &measured["n"]), (mean, &report[n]), "{system}");
        }
    }
}

#[test]
fn depth_proposers_and_split_count() {
    let args = ["--systems", "base,tags", "--depth", "3", "--split", "test"];
    same(
        &lab(&args),
        0.780_219_780_219_780_2,
        585,
        &[
            ("large", 0.11936847103513769, -1.0),
            ("base", 0.5560351377018043, 1.0),
            ("noisy", 0.030573599240265908, -1.0),
            ("pairs10k", 0.069005698005698, -1.0),
            ("pairs1k", 0.004246913580246914, 0.0),
            ("triplet-all", 0.054546058879392206, -1.0),
            ("triplet-hardest", 0.09410873694207027, 0.0),
            ("triplet-semi-hard", 0.07535280151946817, -1.0),
            ("dim16", 0.11840408357075023, 0.0),
            ("small", 0.04559781576448243, -1.0),
            ("colours", 0.018371320037986704, -2.0),
            ("tags", 0.09399335232668567, 8.0),
            ("thumbnails", 0.024204653371320044, 0.0),
            ("tiny", 0.02688509021842355, -1.0),
        ],
    );
    let all = lab(&["--depth", "5", "--sweep", "--subsets", "3", "--seed", "4"]);
    same(
        &all,
        0.978_021_978_021_978_1,
        1282,
        &[
            ("large", 0.3367188916548388, 0.0),
            ("colours", 0.052557931760718296, -1.0),
            ("thumbnails", 0.054623720840672234, 1.0),
        ],
    );
    let curve = all["sweep"].as_array().unwrap();
    assert_eq!(curve.len(), 14);
    let of = |index: usize, key: &str| curve[index][key].as_f64().unwrap();
    close(&curve[0]["tau_b_mean"], 0.726_844_583_987_441);
    close(&curve[0]["tau_b_min"], 0.450_549_450_549_450_5);
    assert_eq!((of(0, "gained_mean"), of(0, "subsets"), of(13, "subsets")), (6.5, 14.0, 1.0));
    assert_eq!((&curve[13]["tau_b_mean"], of(13, "gained_mean")), (&all["tau_b"], 0.0));
    for point in &curve[1..13] {
        assert_eq!((&point["subsets"], &point["exhaustive"]), (&3.into(), &false.into()));
        let tau = |key: &str| point[key].as_f64().unwrap();
        assert!(tau("tau_b_min") <= tau("tau_b_mean") && tau("tau_b_mean") <= tau("tau_b_max"));
    }
}

#[test]
fn who_sees_everything_sees_the_truth() {
    let args = ["annotators", shapes(), "--systems", "chance-16", "--measure", "trec:nDCG@10"];
    let report = json(&[&args[..], &["--depth", "432"]].concat());
    assert_eq!((&report["seen"], &report["n_seen"]), (&report["truth"], &report["n_truth"]));
    assert_eq!(report["tau_b"], 1.0);
    assert!(report["places"].as_object().unwrap().values().all(|places| *places == 0.0));
    let err = |p: &str, seed: &str| {
        json(&[&args[..], &["--depth", "5", "--error", p, "--seed", seed]].concat())
    };
    let none = json(&[&args[..], &["--depth", "5"]].concat());
    let (zero, some) = (err("0", "1"), err("0.2", "1"));
    assert_eq!((&zero["seen"], &zero["error"]), (&none["seen"], &0.0.into()));
    assert_ne!(some["seen"], none["seen"]);
    assert_eq!(some, err("0.2", "1"));
    assert_ne!(some["seen"], err("0.2", "2")["seen"]);
}

#[test]
fn tables_say_what_was_seen_and_what_was_sampled() {
    let args = ["annotators", shapes(), "--measure", "trec:AP", "--depth", "5", "--sweep"];
    let (table, said) = done_saying(&[&args[..], &["--subsets", "4"]].concat());
    assert!(said.contains("relevance exact does not claim to be complete"), "{said}");
    for words in ["trec:AP (exact)", "tau-b with the truth:", "a sample of 4", "all 5", "words-64"]
    {
        assert!(table.contains(words), "{table}");
    }
    assert!(!done(&args).contains("sample"), "at most ten groups of a size");
}

#[test]
fn what_cannot_be_asked_is_named() {
    let lab = |more: &[&'static str]| {
        let args = ["annotators", shapes(), "--measure", "trec:AP", "--depth", "5"];
        [&args[..], more].concat()
    };
    fails(1, &lab(&["--systems", "words-8,none"]), &["no system none", "words-64"]);
    fails(1, &lab(&["--systems", "words-8,words-8"]), &["system words-8 is given twice"]);
    fails(1, &lab(&["--relevance", "none"]), &["no relevance none", "exact, pairs"]);
    fails(1, &lab(&["--split", "none"]), &["no query is of the split none", "test, val"]);
    fails(2, &lab(&["--error", "1.5"]), &["a probability lies between 0 and 1"]);
    fails(2, &lab(&["--error", "nan"]), &["a probability lies between 0 and 1"]);
    fails(2, &["annotators", shapes(), "--measure", "trec:AP", "--depth", "0"], &["--depth"]);
}
