//! Derived systems in every command that takes a system, against the commands that rank as they do.
#![allow(clippy::unwrap_used)]

use crate::here::fieldbook;
use crate::program::{done, done_saying, fails, json, near};
use serde_json::Value;
use std::fs;

const AP: &str = "inquire:AP@50";

/// AP@50 of an expression over the test split under a relevance.
fn mean(id: &str, relevance: &str) -> f64 {
    let (book, measures) = (fieldbook(), ["--measures", AP]);
    let report = json(
        &[
            &["eval", &book, "--system", id, "--split", "test", "--relevance", relevance][..],
            &measures,
        ]
        .concat(),
    );
    report["runs"][id][AP]["mean"].as_f64().unwrap()
}

#[test]
fn fused_systems_have_the_values_of_fuse() {
    let book = fieldbook();
    // Under the second only candidates are ranked: lists have these only.
    for relevance in ["exhaustive", "rerank-100"] {
        let fuse = ["fuse", &book, "--systems", "base,small", "--by", "wrrf", "--weights", "2,1"];
        let options = ["--split", "test", "--relevance", relevance, "--measures", AP];
        let fused = json(&[&fuse[..], &options].concat());
        near(&fused[AP]["mean"], mean("wrrf(base*2,small*1)", relevance));
        near(&fused[AP]["mean"], mean("fuse(wrrf, base*2, small)", relevance));
    }
}

#[test]
fn reranked_systems_have_the_values_of_rerank() {
    let book = fieldbook();
    for (first, second, relevance, depth) in [
        // A run that has scores for the hits of base only.
        ("base", "simulated-vlm", "exhaustive", "100"),
        ("base", "simulated-vlm", "rerank-100", "100"),
        ("rrf(base,small)", "first(large,48)", "exhaustive", "60"),
    ] {
        let stages = ["rerank", &book, "--first", first, "--by", second, "--depth", depth];
        let options = ["--split", "test", "--relevance", relevance, "--measures", AP];
        let reranked = json(&[&stages[..], &options].concat());
        let id = format!("rerank({first},{second},{depth})");
        near(&reranked[AP]["reranked"], mean(&id, relevance));
        near(&reranked[AP]["found"], mean(first, relevance));
    }
}

#[test]
fn a_sweep_has_the_values_of_eval_and_the_gains_of_rerank() {
    let book = fieldbook();
    let options = ["--split", "test", "--measures", AP];
    let swept = |id: &str, over: &str| {
        json(&[&["sweep", &book, "--system", id, "--over", over][..], &options].concat())
    };
    let dims = &swept("first(base,#)", "8,16")[AP];
    near(&dims["baseline"], mean("base", "exhaustive"));
    for (point, number) in dims["curve"].as_array().unwrap().iter().zip([8, 16]) {
        let id = format!("first(base,{number})");
        assert_eq!(
            (point["system"].as_str(), point["number"].as_f64()),
            (Some(&*id), Some(f64::from(number)))
        );
        near(&point["mean"], mean(&id, "exhaustive"));
    }
    let depths = &swept("rerank(base,large,#)", "10,50")[AP];
    let rerank = ["rerank", &book, "--first", "base", "--by", "large", "--depths", "10,50"];
    let curves = &json(&[&rerank[..], &options].concat())[AP];
    assert_eq!(depths["n"], curves["n"]);
    for place in 0..2 {
        let (point, of_rerank) = (&depths["curve"][place], &curves["curve"][place]);
        assert_eq!(point["gain"], of_rerank["gain"]);
        assert_eq!(point["mean"], of_rerank["reranked"]);
    }
    let refused = |id: &str, over: &str, said: &str| {
        fails(1, &["sweep", &book, "--system", id, "--over", over], &[said]);
    };
    refused("first(base,8)", "8", "has no # where the numbers go");
    refused("first(base,#)", "8,1.5", "1.5");
    refused("first(base,#)", "8,9000", "9000 are asked for");
    refused("guides(#)", "1", "known are");
}

#[test]
fn commands_take_expressions_where_they_take_systems() {
    let (book, id) = (fieldbook(), "rerank(base, dim16, 20)");
    let compared = json(&["compare", &book, id, "base", "--measures", AP]);
    assert_eq!(compared["runs"], serde_json::json!([id, "base"]));
    let agree = ["agree", &book, "--system", id, "--system", "base", "--system", "small"];
    let agreed = json(&[&agree[..], &["--resamples", "0"]].concat());
    assert_eq!(agreed["systems"], serde_json::json!([id, "base", "small"]));
    let facets = ["facets", &book, "--system", id, "--measure", AP, "--facet", "scientific"];
    assert!(json(&[&facets[..], &["--between", "no,yes"]].concat())["p"].is_number());
    let fuse = ["fuse", &book, "--systems", "first(base,16),rrf(small,dim16)", "--by", "rrf"];
    assert!(json(&[&fuse[..], &["--measures", AP]].concat())[AP]["mean"].is_number());

    // The exported run is what is searched; its tag has no spaces.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out.run").display().to_string();
    done(&["export", &book, "--system", id, "-k", "30", "-o", &file]);
    let run = fs::read_to_string(&file).unwrap();
    let of_query: Vec<&str> = run.lines().filter(|line| line.starts_with("q-002 ")).collect();
    assert!(of_query.iter().all(|line| line.ends_with(" rerank(base,dim16,20)")));
    let search = ["search", &book, "--query-id", "q-002", "-k", "30", "--system"];
    let found = json(&[&search[..], &[id]].concat());
    let ids = |found: &Value| -> Vec<String> {
        found.as_array().unwrap().iter().map(|hit| hit["id"].as_str().unwrap().into()).collect()
    };
    let exported: Vec<&str> =
        of_query.iter().filter_map(|line| line.split_whitespace().nth(2)).collect();
    assert_eq!(ids(&found), exported);
    // The first 20 of base in another order, then the rest.
    let base = ids(&json(&[&search[..], &["base"]].concat()));
    let sorted = |ids: &[String]| {
        let mut ids = ids.to_vec();
        ids.sort();
        ids
    };
    assert_eq!(ids(&found)[20..], base[20..]);
    assert_eq!(sorted(&ids(&found)[..20]), sorted(&base[..20]));
    assert_ne!(ids(&found)[..20], base[..20]);

    // A text is encoded, and goes where the stored queries went.
    let typed = ["search", &book, "--query", "a red fox", "--system"];
    let all = json(&[&typed[..], &["pca(base,32)"]].concat());
    assert_eq!(ids(&all)[0], ids(&json(&[&typed[..], &["base"]].concat()))[0]);
    fails(1, &[&typed[..], &[id]].concat(), &["--query-id"]);
}

#[test]
fn what_cannot_be_derived_is_refused_and_a_bank_of_the_measured_queries_warned_of() {
    let book = fieldbook();
    for (id, words) in [
        ("rerank(base,nobody,50)", "no system nobody"),
        ("rerank(base,large)", "rerank(a,b,100)"),
        ("rerank(base,large,0)", "0 is not a whole number"),
        ("max(base,large)", "known are rrf(…)"),
        ("first(simulated-vlm,8)", "simulated-vlm has rankings and no vectors"),
        ("pca(base,4096)", "4096 are asked for"),
        ("qbnorm(base,nowhere)", "there is test, val"),
    ] {
        fails(1, &["eval", &book, "--system", id], &[words, "system "]);
    }
    // With γ = 0 every query is answered by the text whose precision the model predicts.
    let model = fs::read_to_string(format!("{book}/complexity.json")).unwrap();
    let model: Value = serde_json::from_str(&model).unwrap();
    let text = model["methods"][0].as_str().unwrap();
    near(&mean("guides(fast,gamma=0)", "exhaustive").into(), mean(text, "exhaustive"));
    let of = |split| {
        let id = "qbnorm(dim16,val)";
        done_saying(&["eval", &book, "--system", id, "--measures", AP, "--split", split]).1
    };
    assert!(of("val").contains("336 of the 336 queries measured are in its bank"));
    assert!(!of("test").contains("bank"));
}
