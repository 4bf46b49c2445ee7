//! `rankscope facets` on Fieldbook, held against scipy.
//!
//! The expected values come from numpy 2.4.6 and scipy 1.17.1, from the shipped files alone: every
//! system ranked by `code * scale` in float32 and a dot product in float64, rounded to float32,
//! ties by row; mAP@R by its formula; then
//! `mannwhitneyu(x, y, alternative="two-sided", method="asymptotic", use_continuity=True)`, and
//! Holm's formula over the systems of the call.
#![allow(clippy::unwrap_used)]

use crate::{
    here::fieldbook,
    program::{done, fails, json, shapes},
};
use serde_json::Value;

#[track_caller]
fn close(found: &Value, wanted: f64) {
    let found = found.as_f64().unwrap();
    assert!((found - wanted).abs() <= 1e-9 * wanted.abs(), "{found}, not {wanted}");
}

/// System, mean and n of the first group, mean and n of the second, U, p, p by Holm.
type Row = (&'static str, f64, u64, f64, u64, f64, f64, f64);

#[track_caller]
fn same(found: &Value, values: [&str; 2], wanted: Row) {
    let (_, mean_x, n_x, mean_y, n_y, u, p, p_holm) = wanted;
    for (value, mean, n) in [(values[0], mean_x, n_x), (values[1], mean_y, n_y)] {
        close(&found[value]["mean"], mean);
        assert_eq!(found[value]["n"], n);
    }
    assert_eq!(found["u"], u);
    close(&found["p"], p);
    close(&found["p_holm"], p_holm);
    assert_eq!(found.as_object().unwrap().len(), 5);
}

#[test]
#[rustfmt::skip]
fn every_system_finds_conceptual_queries_as_much_harder_as_scipy_says() {
    let rows: [Row; 14] = [
        ("large", 0.11532542984985558, 67, 0.38480390768603007, 34, 323.0, 4.557048508702803e-09, 6.379867912183925e-08),
        ("base", 0.08478305778174217, 67, 0.3135061064274628, 34, 383.0, 5.596001309717917e-08, 5.596001309717917e-07),
        ("noisy", 0.07618562126539197, 67, 0.23807140661442297, 34, 498.5, 4.215878639968652e-06, 2.5295271839811912e-05),
        ("pairs10k", 0.05236402617418117, 67, 0.2412611593946443, 34, 342.5, 1.0539863100861302e-08, 1.2647835721033562e-07),
        ("pairs1k", 0.014167913444239387, 67, 0.02501520827320755, 34, 1031.5, 0.4406311311581502, 0.4937433135985887),
        ("triplet-all", 0.0683184130268209, 67, 0.24729689238825897, 34, 434.5, 4.1817974439198215e-07, 3.3454379551358572e-06),
        ("triplet-hardest", 0.05308141050658067, 67, 0.2814563353986166, 34, 330.0, 6.203298788499807e-09, 8.064288425049749e-08),
        ("triplet-semi-hard", 0.0638300234541934, 67, 0.2580826067038546, 34, 478.0, 2.0513177410414958e-06, 1.435922418729047e-05),
        ("dim16", 0.0661839973302213, 67, 0.3002433092435037, 34, 375.0, 4.03110517237413e-08, 4.4342156896115434e-07),
        ("small", 0.06585389124278825, 67, 0.2617045319583109, 34, 384.0, 5.8589993129632925e-08, 5.596001309717917e-07),
        ("colours", 0.04393839703952274, 67, 0.12753357518498346, 34, 674.5, 0.0008460029600383115, 0.0025380088801149345),
        ("tags", 0.005116503996045842, 67, 0.019841340044102422, 34, 977.5, 0.24687165679929435, 0.4937433135985887),
        ("thumbnails", 0.04595176715181235, 67, 0.10917177522673359, 34, 604.0, 0.00012123550998443787, 0.0004849420399377515),
        ("tiny", 0.04117418731968638, 67, 0.1655772757768837, 34, 511.5, 6.575089083062338e-06, 3.287544541531169e-05),
    ];
    let report = json(&[
        "facets", &fieldbook(), "--measure", "eccv:mAP@R", "--relevance", "exhaustive",
        "--facet", "kind", "--between", "conceptual,descriptive",
    ]);
    assert_eq!(report.as_object().unwrap().len(), rows.len());
    for row in rows {
        same(&report[row.0], ["conceptual", "descriptive"], row);
    }
}

#[test]
fn values_may_hold_commas_and_one_system_stands_alone() {
    let book = fieldbook();
    let (light, species) = ("Light, weather and season", "Species and groups");
    let between = format!("{light},{species}");
    let args = ["facets", &book, "--measure", "eccv:mAP@R", "--facet", "category", "--split"];
    let args = [&args[..], &["test", "--between", &between, "--system", "tags"]].concat();
    let (x, y) = (0.017978397908210524, 0.21157533485078764);
    let (p, p_of_two) = (0.0014508415464271204, 0.0029016830928542407);
    same(&json(&args), [light, species], ("tags", x, 14, y, 30, 83.5, p, p));
    let two = json(&[&args[..], &["--system", "base"]].concat());
    same(&two["tags"], [light, species], ("tags", x, 14, y, 30, 83.5, p, p_of_two));
    let (x, y, p) = (0.2420713247630739, 0.45834435156328757, 0.023337329463338413);
    same(&two["base"], [light, species], ("base", x, 14, y, 30, 119.5, p, p));
    let table = done(&args);
    assert!(
        table.contains("tags") && table.contains("83.5") && table.contains("0.0015"),
        "{table}"
    );
}

/// By numpy 2.3 over the lengths of the sets of relevant images, read by Python.
#[test]
fn the_distribution_of_relevant_images_is_numpys() {
    let book = fieldbook();
    let args = ["facets", &book, "--distribution", "--facet", "category"];
    let report = json(&args);
    assert_eq!(report.as_object().unwrap().len(), 17);
    let wanted = serde_json::json!({
        "queries": 10, "judged": 350, "relevant": 350, "images": 157, "mean": 35.0, "min": 1,
        "median": 9.0, "max": 157,
    });
    assert_eq!(report["Tags and rings"], wanted);
    let all = &report["(all)"];
    assert_eq!((&all["queries"], &all["relevant"]), (&1410.into(), &191_233.into()));
    assert!((all["mean"].as_f64().unwrap() - 135.626_241_134_751_78).abs() < 1e-9);
    let report = json(&[&args[..], &["--positives", "1-50"]].concat());
    assert_eq!(report["Tags and rings"]["median"], 6.0);
    assert_eq!(report["(all)"]["images"], 11_620);
    let table = done(&[&args[..], &["--split", "test"]].concat());
    assert!(table.contains("Tags and rings") && table.contains("median"), "{table}");
    let with = |more: &[&'static str]| [&args[..3], more].concat();
    fails(1, &with(&["--facet", "colour"]), &["the facet colour", "supercategory"]);
    fails(1, &[&args[..], &["--positives", "0-0"]].concat(), &["no query with 0-0 relevant"]);
    fails(2, &[&args[..], &["--positives", "50-1"]].concat(), &["the smaller first"]);
    fails(2, &[&args[..], &["--measure", "trec:AP"]].concat(), &["--distribution"]);
}

/// A group of several values has the queries of all of them.
#[test]
fn a_group_may_have_several_values() {
    let args = ["facets", shapes(), "--measure", "trec:AP", "--facet", "asks for"];
    let args = [&args[..], &["--system", "words-8", "--between"]].concat();
    let (first, second, third) = ("one property", "two properties", "three properties");
    let of = |between: &str| json(&[&args[..], &[between]].concat());
    let n_of = |report: &Value, group: &str| report[group]["n"].as_u64().unwrap();
    let mean_of = |report: &Value, group: &str| report[group]["mean"].as_f64().unwrap();
    let (one, other) = (of(&format!("{first},{third}")), of(&format!("{second},{third}")));
    let both = format!("{first}|{second}");
    let joined = of(&format!("{both},{third}"));
    let [n, m] = [n_of(&one, first), n_of(&other, second)];
    assert_eq!(n_of(&joined, &both), n + m);
    let sum = mean_of(&one, first) * n as f64 + mean_of(&other, second) * m as f64;
    close(&joined[&both]["mean"], sum / (n + m) as f64);
    assert_eq!(joined[third], one[third]);
    // U counts pairs, which are those with each of the values.
    let u = |report: &Value| report["u"].as_f64().unwrap();
    assert_eq!(u(&joined), u(&one) + u(&other));
    let refused = |between: &str, words: &[&str]| {
        fails(1, &[&args[..], &[between]].concat(), words);
    };
    refused(&format!("{first}|six properties,{third}"), &["asks for has no value six properties"]);
    refused(&format!("{both},{first}"), &["names one property twice"]);
}

#[test]
fn unknown_facets_and_values_come_with_the_known_ones() {
    let refused = |facet: &str, between: &str, words: &[&str]| {
        let args = ["facets", shapes(), "--measure", "trec:P@10", "--facet", facet, "--between"];
        fails(1, &[&args[..], &[between]].concat(), words);
    };
    let (captions, other) = ("the captions' words", "other words");
    refused("colour", "red,blue", &["no query has the facet colour", "asks for, wording"]);
    let known = ["facet wording has no value german", "there is other words, the captions' words"];
    refused("wording", &format!("{captions},german"), &known);
    refused("wording", &format!("german,{captions}"), &known);
    refused("wording", captions, &["not two values of facet wording", other]);
    refused("wording", "a,b,c", &["not two values of facet wording", other]);
    refused("wording", &format!("{other}, {other}"), &["names other words twice"]);
    let args =
        ["facets", shapes(), "--facet", "wording", "--between", "other words,the captions' words"];
    let with = |more: &[&'static str]| [&args[..], more].concat();
    fails(1, &with(&["--measure", "trec:AP", "--system", "no"]), &["no system no", "words-64"]);
    let twice = ["--measure", "trec:AP", "--system", "words-8", "--system", "words-8"];
    fails(1, &with(&twice), &["system words-8 is given twice"]);
    fails(1, &with(&["--measure", "coco-1k:R@1"]), &["has a value of coco-1k:R@1", "--relevance"]);
    fails(2, &with(&["--measure", "AP"]), &["which AP? did you mean trec:AP"]);
    fails(2, &args, &["--measure"]);
    assert!(done(&with(&["--measure", "trec:AP"])).contains("chance-16"));
}
