//! `rankscope audit`, and the smallest difference that `compare` shows.
#![allow(clippy::unwrap_used)]

use crate::{
    here::fieldbook,
    program::{done, fails, flagged_json, json, near},
};

#[test]
fn a_printed_mean_is_audited_alone_and_against_another() {
    let args = ["audit", "--mean", ".832", "--n", "1000"];
    let alone = flagged_json(&args);
    assert_eq!(alone["mean"]["rate"]["counts"][0], 832);
    assert_eq!(alone["mean"]["rate"]["method"], "wilson");
    assert_eq!(alone["mean"]["bounded"]["method"], "hoeffding");
    assert!(alone.get("difference").is_none() && alone.get("against").is_none());
    let both = json(&[&args[..], &["--against", "81.8%", "--sd", "0.2"]].concat());
    let of_rates = &both["difference"]["rate"];
    near(&of_rates["p_min"], 2.0 * 0.5f64.powi(14));
    assert_eq!(of_rates["can_be_significant"], true);
    assert_eq!(of_rates["must_be_significant"], false);
    assert_eq!(both["detectable"]["sd_is"], "given");
    let table = done(&[&args[..], &["--against", ".818"]].concat());
    assert!(table.contains("depends on the queries"), "{table}");
    assert!(done(&["audit", "--mean", ".832", "--n", "100"]).contains("no count prints so"));
    fails(2, &["audit", "--mean", "83.2", "--n", "100"], &["83.2 is not between 0 and 1"]);
    fails(2, &["audit", "--mean", ".8", "--n", "1"], &["--n"]);
}

/// Golden 13: 0.0210913742 by the normal approximation, 0.0211102490 by the noncentral t.
#[test]
fn compare_says_how_small_a_difference_its_queries_show() {
    let book = fieldbook();
    let args = ["compare", &book, "large", "base", "--measures", "inquire:AP@50"];
    let report = json(&[&args[..], &["--split", "test", "--resamples", "10"]].concat());
    let of = &report["measures"]["inquire:AP@50"];
    near(&of["sd"], 0.246_719_331_847_412_04);
    near(&of["detectable"]["normal"], 0.021_091_374_195_568_457);
    near(&of["detectable"]["t_noncentral"], 0.021_110_249_041_915_632);
}
