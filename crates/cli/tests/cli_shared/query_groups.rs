//! Hard sets, query performance and hubs of Fieldbook, against values made without this program; reported
//! as ignored where they are absent.
#![allow(clippy::unwrap_used)]

use crate::{here, json_in, printed_json, same};
use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use std::path::PathBuf;

pub(crate) fn trials() -> Vec<Trial> {
    let golden = |name: &str| here::shared().join("golden/next").join(name);
    let trial = |name: &str, file: &str, check: fn(Value) -> Result<(), Failed>| {
        let path: PathBuf = golden(file);
        let is_absent = !path.is_file();
        Trial::test(name, move || check(json_in(&path)?)).with_ignored_flag(is_absent)
    };
    vec![
        trial("hard_sets_are_those_of_needle", "02_hard_sets.json", hard_sets),
        trial("what_makes_a_query_hard_is_scipys", "03_query_performance.json", hardness),
        trial("hubs_are_those_of_numpy", "12_hubness_qbnorm.json", hubs),
    ]
}

fn close(found: &Value, wanted: &Value, tolerance: f64, what: &str) -> Result<(), Failed> {
    let (found, wanted) = (found.as_f64().unwrap(), wanted.as_f64().unwrap());
    match (found - wanted).abs() <= tolerance {
        true => Ok(()),
        false => Err(format!("{what}: {found}, not {wanted}").into()),
    }
}

const AP: &str = "inquire:AP@50";

/// How far rho moves with the order in which an AP is summed: values that are equal by the formula may
/// differ in the last digit, and are no ties then.
const OF_TIES: f64 = 2e-5;

fn hard_sets(golden: Value) -> Result<(), Failed> {
    let book = here::fieldbook();
    let sets = golden["sets"].as_array().unwrap().iter();
    let sets: Vec<&Value> = sets.filter(|set| set["criterion"] == AP).collect();
    same(sets.is_empty(), false, "no set")?;
    for set in sets {
        let bound = set["below"].as_f64().unwrap();
        let condition = format!("{AP}({}) < {bound}", set["baseline"].as_str().unwrap());
        for (condition, means) in [
            (condition.clone(), "mean_inquire_AP@50"),
            (format!("not {condition}"), "mean_inquire_AP@50_rest"),
        ] {
            let args = ["eval", &book, "--split", "test", "--where", &condition, "--measures", AP];
            let report =
                printed_json(&[&args[..], &["--relevance", "exhaustive", "--json"]].concat())?;
            let means = set[means].as_object().unwrap();
            same(means.len(), 14, "systems")?;
            for (system, wanted) in means {
                let what = format!("{condition}, {system}");
                let of = &report["runs"][system][AP];
                close(&of["mean"], wanted, 1e-9, &what)?;
                let rest = set["of"].as_u64().unwrap() - set["n"].as_u64().unwrap();
                let n =
                    if condition.starts_with("not") { Value::from(rest) } else { set["n"].clone() };
                same(&of["n"], &n, &what)?;
            }
        }
    }
    Ok(())
}

fn hardness(golden: Value) -> Result<(), Failed> {
    let book = here::fieldbook();
    let mut n_same = 0;
    let mut check =
        |system: &str, wanted: &Value, condition: Option<String>| -> Result<(), Failed> {
            let mut args = vec!["hardness", &book, "--system", system, "--measure", AP];
            args.extend(["--split", "test", "--relevance", "exhaustive", "--json", "--per-query"]);
            if let Some(condition) = &condition {
                args.extend(["--where", condition]);
            }
            let found = printed_json(&args)?;
            let what = format!("{system} {condition:?}");
            same(&found["n"], &wanted["n"], &what)?;
            close(&found["pearson"]["r"], &wanted["pearson_r"], 1e-9, &what)?;
            let p = &wanted["pearson_p_two_sided"];
            close(&found["pearson"]["p"], p, 1e-6 * p.as_f64().unwrap(), &what)?;
            close(&found["spearman"]["rho"], &wanted["spearman_rho"], OF_TIES, &what)?;
            if close(&found["spearman"]["rho"], &wanted["spearman_rho"], 1e-9, &what).is_ok() {
                let p = &wanted["spearman_p"];
                close(&found["spearman"]["p"], p, 1e-6 * p.as_f64().unwrap(), &what)?;
                n_same += 1;
            }
            if system == "base" && condition.is_none() {
                for (id, wanted) in golden["per_query_base"].as_object().unwrap() {
                    close(&found["per_query"][id][0], &wanted[0], 1e-9, id)?;
                    close(&found["per_query"][id][1], &wanted[1], 1e-9, id)?;
                }
            }
            Ok(())
        };
    for (system, of) in golden["systems"].as_object().unwrap() {
        check(system, &of[AP], None)?;
    }
    for (system, families) in golden["by_family"].as_object().unwrap() {
        for (family, wanted) in families.as_object().unwrap() {
            check(system, wanted, Some(format!("family = \"{family}\"")))?;
        }
    }
    same(n_same >= 11, true, "most have the very same ties")
}

fn hubs(golden: Value) -> Result<(), Failed> {
    let book = here::fieldbook();
    let systems = golden["hubness"].as_object().unwrap();
    same(systems.len(), 7, "systems")?;
    for (system, wanted) in systems {
        let args = ["hubs", &book, "--system", system, "--k", "10", "--split", "test", "--json"];
        let found = printed_json(&args)?;
        close(&found["skewness"], &wanted["skewness"], 1e-9, system)?;
        same(&found["never"], &wanted["never_retrieved"], system)?;
        close(&found["share_never"], &wanted["share_never_retrieved"], 1e-12, system)?;
        for (found, wanted) in
            found["top"].as_array().unwrap().iter().zip(wanted["top_5"].as_array().unwrap())
        {
            same((&found["id"], &found["n"]), (&wanted["id"], &wanted["count"]), system)?;
        }
    }
    Ok(())
}
