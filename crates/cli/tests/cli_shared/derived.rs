//! Derived systems on Fieldbook, against values that were computed without this code.
#![allow(clippy::unwrap_used)]

use crate::{here, json_in, printed, printed_json, same};
use flate2::read::GzDecoder;
use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use std::{
    collections::{HashMap, HashSet},
    fs::{self, File},
    io::Read,
    path::Path,
};

const AP: &str = "inquire:AP@50";

pub(crate) fn trials() -> Vec<Trial> {
    let goldens = here::shared().join("golden/next");
    let trial = |name: &'static str, file: &'static str, test: fn(&Value) -> Result<(), Failed>| {
        let file = goldens.join(file);
        let is_absent = !file.is_file();
        Trial::test(name, move || test(&json_in(&file)?)).with_ignored_flag(is_absent)
    };
    vec![
        trial("reranked_systems_have_the_values_of_golden_01", "01_rerank_curve.json", reranked),
        trial("feedback_has_the_residual_values_of_golden_10", "10_relevance_feedback.json", fed),
        trial("qb_norm_has_the_values_of_golden_12", "12_hubness_qbnorm.json", normalised),
        trial("fewer_dimensions_have_the_values_of_golden_14", "14_dimensions.json", projected),
    ]
}

/// The mean of each expression over the test split, by itself.
fn checked(wanted: Vec<(String, f64)>, tolerance: f64) -> Result<(), Failed> {
    let book = here::fieldbook();
    let mut args = vec!["eval", &book, "--split", "test", "--measures", AP, "--json"];
    wanted.iter().for_each(|(id, _)| args.extend(["--system", id]));
    let report = printed_json(&args)?;
    for (id, wanted) in &wanted {
        // The key is the expression as it was given.
        let summary = &report["runs"][id][AP];
        same(summary["n"].as_u64(), Some(1074), id)?;
        let mean = summary["mean"].as_f64().unwrap();
        near(mean, *wanted, tolerance, id)?;
    }
    Ok(())
}

fn near(found: f64, wanted: f64, tolerance: f64, what: &str) -> Result<(), Failed> {
    let is_near = (found - wanted).abs() <= tolerance;
    if is_near { Ok(()) } else { Err(format!("{what}: {found}, not {wanted}").into()) }
}

fn reranked(golden: &Value) -> Result<(), Failed> {
    let mut wanted = Vec::new();
    for pair in golden["pairs"].as_array().unwrap() {
        let (first, second) = (pair["first"].as_str().unwrap(), pair["second"].as_str().unwrap());
        for (depth, values) in pair["depths"].as_object().unwrap() {
            let value = values["whole"]["reranked"].as_f64().unwrap();
            wanted.push((format!("rerank({first}, {second}, {depth})"), value));
        }
    }
    checked(wanted, 1e-9)
}

fn normalised(golden: &Value) -> Result<(), Failed> {
    let mut wanted = Vec::new();
    for (system, values) in golden["qb_norm"].as_object().unwrap() {
        let of = |kind: &str| values["beta"]["20"][kind]["AP@50"].as_f64().unwrap();
        wanted.push((format!("qbnorm({system},val)"), of("inverted_softmax")));
        wanted.push((format!("qbnorm({system},val,dynamic)"), of("dynamic_inverted_softmax")));
    }
    checked(wanted, 1e-6)
}

fn projected(golden: &Value) -> Result<(), Failed> {
    for (name, key, tolerance) in
        [("first", "first_dims", 1e-6), ("pca", "pca_centred_fit_rotation_only", 1e-4)]
    {
        let mut wanted = Vec::new();
        for curve in golden["curves"].as_array().unwrap() {
            let system = curve["system"].as_str().unwrap();
            for (dims, value) in curve[key].as_object().unwrap() {
                wanted.push((format!("{name}({system},{dims})"), value.as_f64().unwrap()));
            }
        }
        checked(wanted, tolerance)?;
    }
    Ok(())
}

/// A run has the judged images first, 20 a round, and then the residual ranking, which is measured by the
/// relevant images that are left.
fn fed(golden: &Value) -> Result<(), Failed> {
    let run = &golden["runs"][0];
    let (system, n) = (run["system"].as_str().unwrap(), run["judged_per_round"].as_u64().unwrap());
    let relevant = relevant()?;
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (whole, rest, qrels) = (path("whole.run"), path("rest.run"), path("left.qrels"));
    for (method, key, tolerance) in [
        ("rocchio", "rocchio", 1e-9),
        ("ridge", "ridge", 1e-6),
        ("ridge-q", "ridge_towards_query", 1e-6),
    ] {
        let queries = run["methods"][key]["per_query_AP@50"].as_object().unwrap();
        for rounds in 1..=4 {
            let id = format!("feedback({system},{method},{rounds})");
            let n_judged = rounds * n as usize;
            let k = (n_judged + 60).to_string();
            let export = ["export", &here::fieldbook(), "--system", &id, "-k", &k, "--force"];
            printed(&[&export[..], &["-o", &whole]].concat())?;
            let (mut residual, mut left) = (String::new(), String::new());
            for (query, lines) in lines_by_query(&fs::read_to_string(&whole)?) {
                let (judged, others) = lines.split_at(n_judged);
                let judged: HashSet<&str> = judged.iter().map(|line| image(line)).collect();
                residual.extend(others.iter().flat_map(|line| [line, "\n"]));
                let own = relevant[query].iter().filter(|id| !judged.contains(id.as_str()));
                left.extend(own.map(|id| format!("{query} 0 {id} 1\n")));
            }
            fs::write(&rest, residual)?;
            fs::write(&qrels, left)?;
            let eval = ["eval", "--qrels", &qrels, "--measures", AP, "--json", "--run"];
            let report = printed_json(&[&eval[..], &[&format!("a={rest}")]].concat())?;
            for (query, values) in queries {
                let found = report["runs"]["a"][AP]["per_query"][query].as_f64();
                let wanted = values[rounds].as_f64();
                same(found.is_some(), wanted.is_some(), &format!("{id}, {query}"))?;
                let (found, wanted) = (found.unwrap_or(0.0), wanted.unwrap_or(0.0));
                near(found, wanted, tolerance, &format!("{id}, {query}"))?;
            }
        }
    }
    Ok(())
}

fn image(line: &str) -> &str {
    line.split_whitespace().nth(2).unwrap()
}

/// The lines of a run by query.
fn lines_by_query(run: &str) -> HashMap<&str, Vec<&str>> {
    let mut lines: HashMap<&str, Vec<&str>> = HashMap::new();
    for line in run.lines() {
        lines.entry(line.split_whitespace().next().unwrap()).or_default().push(line);
    }
    lines
}

/// The images of grade 1 or more, by query.
fn relevant() -> Result<HashMap<String, HashSet<String>>, Failed> {
    let file = Path::new(&here::fieldbook()).join("relevance/exhaustive.qrels.gz");
    let mut text = String::new();
    GzDecoder::new(File::open(file)?).read_to_string(&mut text)?;
    let mut relevant: HashMap<String, HashSet<String>> = HashMap::new();
    for line in text.lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        if fields[3].parse::<i32>()? >= 1 {
            relevant.entry(fields[0].into()).or_default().insert(fields[2].into());
        }
    }
    Ok(relevant)
}
