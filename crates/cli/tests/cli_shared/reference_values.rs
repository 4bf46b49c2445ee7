//! Values of the papers' methods that numpy and scipy computed on Fieldbook's files, from
//! `golden/next` of the shared folder; reported as ignored where it is absent.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::{here, json_in, printed_json, same};
use libtest_mimic::{Failed, Trial};
use serde_json::Value;

pub(crate) fn trials() -> Vec<Trial> {
    let trial = |name: &'static str, file: &str, check: fn(&Value) -> Result<(), Failed>| {
        let file = here::shared().join("golden/next").join(file);
        let is_absent = !file.is_file();
        Trial::test(name, move || check(&json_in(&file)?)).with_ignored_flag(is_absent)
    };
    let curves = "reranking_by_depth_has_the_means_and_tests_of_scipy";
    vec![trial(curves, "01_rerank_curve.json", reranking)]
}

/// Within 1e-9, or of that relative size for smaller numbers.
fn near(found: &Value, wanted: &Value, what: &str) -> Result<(), Failed> {
    let (Some(a), Some(b)) = (found.as_f64(), wanted.as_f64()) else {
        return Err(format!("{what}: {found}, not {wanted}").into());
    };
    let is_near = (a - b).abs() <= 1e-9 && (a - b).abs() <= 1e-6 * b.abs().max(1e-9);
    if is_near { Ok(()) } else { Err(format!("{what}: {a}, not {b}").into()) }
}

fn reranking(golden: &Value) -> Result<(), Failed> {
    for pair in golden["pairs"].as_array().unwrap() {
        let [first, second] = ["first", "second"].map(|stage| pair[stage].as_str().unwrap());
        let fieldbook = here::fieldbook();
        let depths = "10,20,50,100,200";
        let mut args = vec!["rerank", &fieldbook, "--first", first, "--by", second, "--json"];
        args.extend(["--depths", depths, "--measures", "inquire:AP@50", "--split", "test"]);
        let all = &printed_json(&args)?["inquire:AP@50"];
        same_curve(all, &pair["depths"], first)?;
        for (facet, values) in pair["facets"].as_object().unwrap() {
            let by_facet = [&args[..], &["--by-facet", facet]].concat();
            let report = &printed_json(&by_facet)?["inquire:AP@50"];
            same(&report["curve"], &all["curve"], "the curve of all queries")?;
            for (value, depths) in values.as_object().unwrap() {
                same_curve(&report["by"][value], depths, &format!("{facet} {value}"))?;
            }
        }
    }
    Ok(())
}

fn same_curve(found: &Value, golden: &Value, what: &str) -> Result<(), Failed> {
    let curve = found["curve"].as_array().ok_or(format!("{what}: {found}"))?;
    same(curve.len(), 5, what)?;
    for point in curve {
        let wanted = &golden[point["depth"].to_string()]["whole"];
        let what = format!("{what} at {}", point["depth"]);
        same(&found["n"], &wanted["n"], &what)?;
        for order in ["found", "random", "best", "reranked"] {
            near(&point[order], &wanted[order], &format!("{what}: {order}"))?;
        }
        let (gain, golden) = (&point["gain"], &wanted["gain"]);
        let interval = &golden["bootstrap_splitmix64_seed0"];
        let (flips, student) = (&golden["randomisation"], &golden["paired_t"]);
        let exact_or_drawn = flips.get("p_splitmix64_seed0").unwrap_or(&flips["p"]);
        for (key, wanted) in [
            ("mean", &golden["mean_gain"]),
            ("low", &interval["low"]),
            ("high", &interval["high"]),
            ("p", exact_or_drawn),
            ("t", &student["t"]),
            ("p_t", &student["p"]),
        ] {
            near(&gain[key], wanted, &format!("{what}: gain {key}"))?;
        }
    }
    Ok(())
}
