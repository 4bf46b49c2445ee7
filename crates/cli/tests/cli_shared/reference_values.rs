//! Values of the papers' methods that numpy and scipy computed on Fieldbook's files, from
//! `golden/next` of the shared folder; reported as ignored where it is absent.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::{here, json_in, printed_json, same};
use libtest_mimic::{Failed, Trial};
use serde_json::{Map, Value};
use std::fs;

pub(crate) fn trials() -> Vec<Trial> {
    let trial = |name: &'static str, file: &str, check: fn(&Value) -> Result<(), Failed>| {
        let file = here::shared().join("golden/next").join(file);
        let is_absent = !file.is_file();
        Trial::test(name, move || check(&json_in(&file)?)).with_ignored_flag(is_absent)
    };
    let curves = "reranking_by_depth_has_the_means_and_tests_of_scipy";
    let guides = "guides_from_the_gallery_have_the_values_of_numpy";
    let votes = "votes_of_conqa_agree_as_krippendorff_says";
    let orders = "fieldbook_is_ordered_by_every_rule_over_votes_as_numpy_orders_it";
    vec![
        trial(votes, "08_vote_agreement.json", agreement),
        trial(orders, "09_vote_rules.json", orders_by_votes),
        trial(curves, "01_rerank_curve.json", reranking),
        trial(guides, "04_image_guides.json", image_guides),
    ]
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

/// Three relevant images of each query as its guides, which leave gallery and judgements. One query under
/// Base depends on equal sums being equal, as 1/6 and 1/10 + 1/15.
fn image_guides(golden: &Value) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("guides.qrels");
    for run in golden["runs"].as_array().unwrap() {
        let mut qrels = String::new();
        for query in run["queries"].as_array().unwrap() {
            for guide in query["guide_ids"].as_array().unwrap() {
                let [query, guide] = [&query["query"], guide].map(|id| id.as_str().unwrap());
                qrels.push_str(&format!("{query} 0 {guide} 1\n"));
            }
        }
        fs::write(&file, qrels)?;
        let (fieldbook, file) = (here::fieldbook(), file.display().to_string());
        let bound = |measure: &str, more: &[&str]| {
            let args = ["guide", "bound", &fieldbook, "--from", &file, "--depth", "100", "--json"];
            let of = ["--embedders", "large,base,small,dim16", "--measures", measure];
            printed_json(&[&args[..], &of, more].concat())
        };
        let mean = |report: &Value, way: &str| {
            let ways = report["ways"].as_array().unwrap();
            let way = ways.iter().find(|known| known["name"] == way).unwrap();
            way["all"].as_object().unwrap().values().next().unwrap()["mean"].clone()
        };
        for (measure, cut, key) in [
            ("needle:AP", &["--cut", "60"][..], "AP60_needle"),
            ("inquire:AP@50", &[], "AP50_inquire"),
        ] {
            let equal = bound(measure, cut)?;
            same(&equal["n_queries"], &run["n_queries"], "queries")?;
            let given = bound(measure, &[cut, &["--weights", "0.4,0.3,0.2,0.1"]].concat())?;
            let means = &run["means"];
            near(&mean(&equal, "by rank"), &means["uniform"][key], &format!("{key}, equal"))?;
            near(&mean(&given, "by rank"), &means["given"][key], &format!("{key}, given"))?;
            for embedder in ["large", "base", "small", "dim16"] {
                let found = mean(&equal, &format!("by rank, {embedder} alone"));
                let name = format!("only {embedder}");
                let wanted = &means[&name][key];
                near(&found, wanted, &format!("{key}, {name}"))?;
                if measure == "needle:AP" {
                    let found = mean(&equal, &format!("text, {embedder}"));
                    let wanted = &run["text_needle_AP60_same_images_removed"][embedder];
                    near(&found, wanted, &format!("text, {embedder}"))?;
                }
            }
        }
    }
    Ok(())
}

/// The whole file of ConQA; and without the votes on seed images.
fn agreement(golden: &Value) -> Result<(), Failed> {
    let conqa = |name: &str| here::shared().join("data/conqa").join(name).display().to_string();
    let (votes, seeds) = (conqa("mturk.json"), conqa("seed.json"));
    let args = ["votes", &votes, "--group", &seeds, "--per-query", "--json"];
    let report = printed_json(&args)?;
    same(report.as_object().map(Map::len), Some(3), "groups")?;
    for (group, wanted) in golden["with_seeds"].as_object().unwrap() {
        let found = &report[group];
        same(&found["n_items"], &wanted["n_items"], group)?;
        same(&found["n_votes"], &wanted["n_votes"], group)?;
        near(&found["fleiss"], &wanted["fleiss"]["kappa"], group)?;
        near(&found["krippendorff"], &wanted["krippendorff_alpha"]["alpha"], group)?;
        near(&found["entropy"], &wanted["entropy_bits"]["mean_over_items"], group)?;
        for (query, wanted) in wanted["entropy_by_query"].as_object().unwrap() {
            near(&found["per_query"][query]["entropy"], wanted, &format!("{group}, {query}"))?;
        }
    }
    let without = printed_json(&[&args[..], &["--seeds", &seeds]].concat())?;
    for (group, n_items) in [("all", 8_116), ("conceptual", 4_934), ("descriptive", 3_182)] {
        same(without[group]["n_items"].as_u64(), Some(n_items), group)?;
    }
    Ok(())
}

fn orders_by_votes(golden: &Value) -> Result<(), Failed> {
    let (golden, fieldbook) = (&golden["fieldbook_order"], here::fieldbook());
    let measures = ["nDCG", "R-Precision", "HR@1", "HR@5", "HR@10"];
    let names = measures.map(|name| format!("conqa:{name}")).join(",");
    let mut args = vec!["votes", &fieldbook, "--orders", "--measures", &names, "--json"];
    for system in golden["systems"].as_object().unwrap().keys() {
        args.extend(["--system", system]);
    }
    let report = printed_json(&args)?;
    same(&report["rules"], &golden["rules"], "rules")?;
    same(&report["n_queries"], &golden["n_queries"], "queries")?;
    for (system, by_rule) in golden["systems"].as_object().unwrap() {
        for (rule, wanted) in by_rule.as_object().unwrap() {
            for measure in measures {
                let found = &report["systems"][system][rule][format!("conqa:{measure}")];
                let what = format!("{system}, {rule}, {measure}");
                same(&found["n"], &wanted["n"], &what)?;
                near(&found["mean"], &wanted[measure], &what)?;
            }
        }
    }
    for (measure, matrix) in golden["tau_b"].as_object().unwrap() {
        let name = format!("conqa:{measure}");
        for (row, wanted) in matrix.as_array().unwrap().iter().enumerate() {
            for (column, wanted) in wanted.as_array().unwrap().iter().enumerate() {
                near(&report["tau_b"][&name][row][column], wanted, &format!("tau-b of {name}"))?;
            }
        }
        // It has the orders by two of the measures.
        for (rule, wanted) in golden["order"][measure].as_object().into_iter().flatten() {
            same(&report["order"][&name][rule], wanted, &format!("order by {name}, {rule}"))?;
        }
    }
    Ok(())
}
