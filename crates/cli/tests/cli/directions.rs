//! `--direction` in every command that measures: images ask for texts, or both directions count.
#![allow(clippy::unwrap_used)]

use crate::{
    here::fieldbook,
    program::{fails, json, near, shapes},
};
use serde_json::Value;

fn eval(system: &str, direction: &str) -> Value {
    let fieldbook = fieldbook();
    json(&[
        "eval",
        &fieldbook,
        "--system",
        system,
        "--relevance",
        "pairs",
        "--measures",
        "eccv:R@10",
        "--direction",
        direction,
    ])
}

#[test]
fn derived_systems_rank_texts_by_the_same_space() {
    // All components of a space are the space, up to rounding.
    let mean =
        |system: &str| eval(system, "i2t")["runs"][system]["eccv:R@10"]["mean"].as_f64().unwrap();
    assert!((mean("dim16") - mean("pca(dim16,16)")).abs() < 0.004);
    assert!((mean("dim16") - mean("first(dim16,16)")).abs() < 1e-12);
    assert!(mean("first(large,8)") < mean("large"));
    // Fusion of a list with lists of the same order keeps it.
    let fused = eval("rrf(large,colours)", "mean");
    let of =
        |block: &str| fused[block]["rrf(large,colours)"]["eccv:R@10"]["mean"].as_f64().unwrap();
    assert!(of("reverse") > mean("colours") && of("reverse") < 1.0);
    near(
        &fused["both"]["rrf(large,colours)"]["eccv:R@10"]["mean"],
        f64::midpoint(of("runs"), of("reverse")),
    );
    let reranked = eval("rerank(dim16,large,100)", "i2t");
    assert!(
        reranked["runs"]["rerank(dim16,large,100)"]["eccv:R@10"]["mean"].as_f64()
            > Some(mean("dim16"))
    );
    let fieldbook = fieldbook();
    for (system, words) in [
        ("qbnorm(large,val)", &["does not rank texts", "its bank is of texts"][..]),
        ("rrf(large,qbnorm(base,val))", &["does not rank texts"]),
        ("guides(fast)", &["guides are pictures"]),
    ] {
        fails(1, &["eval", &fieldbook, "--direction", "i2t", "--system", system], words);
    }
}

#[test]
fn agree_compares_measures_in_either_direction_and_both() {
    let shapes = shapes();
    let measures = "eccv:R@1,eccv:R@10,trec:AP";
    let report = |direction: &str| {
        let args = ["agree", shapes, "--measures", measures, "--resamples", "50"];
        json(&[&args[..], &["--direction", direction]].concat())
    };
    let evaluated = json(&["eval", shapes, "--measures", measures, "--direction", "mean"]);
    for (direction, block) in [("t2i", "runs"), ("i2t", "reverse"), ("mean", "both")] {
        let report = report(direction);
        for (row, system) in report["systems"].as_array().unwrap().iter().enumerate() {
            for (column, measure) in measures.split(',').enumerate() {
                let wanted = &evaluated[block][system.as_str().unwrap()][measure]["mean"];
                near(&report["means"][row][column], wanted.as_f64().unwrap());
            }
        }
        assert_eq!(report["tau_b"].as_array().unwrap().len(), 3);
        assert!(report["intervals"][0][1].is_array(), "{direction}: {report}");
    }
    let lists = json(&["agree", shapes, "--diversity", "--direction", "i2t"]);
    assert_eq!(lists["tau_b"][0][0], 1.0);
    fails(1, &["agree", shapes, "--diversity", "--direction", "mean"], &["t2i or i2t"]);
}

#[test]
fn two_systems_are_compared_in_either_direction_and_both() {
    let shapes = shapes();
    let of = |direction: &str| {
        let report = json(&[
            "compare",
            shapes,
            "tiny-bert",
            "words-8",
            "--measures",
            "trec:AP",
            "--direction",
            direction,
            "--resamples",
            "500",
        ]);
        report["measures"]["trec:AP"].clone()
    };
    let number = |value: &Value| value.as_f64().unwrap();
    let (texts, images, both) = (of("t2i"), of("i2t"), of("mean"));
    let evaluated = json(&["eval", shapes, "--measures", "trec:AP", "--direction", "mean"]);
    for (one, block) in [(&texts, "runs"), (&images, "reverse"), (&both, "both")] {
        for (key, system) in [("mean_a", "tiny-bert"), ("mean_b", "words-8")] {
            near(&one[key], number(&evaluated[block][system]["trec:AP"]["mean"]));
        }
        near(&one["difference"], number(&one["mean_a"]) - number(&one["mean_b"]));
        let ends = [&one["interval"][0], &one["interval"][1]].map(number);
        assert!(ends[0] <= number(&one["difference"]) && number(&one["difference"]) <= ends[1]);
        assert!((0.0..=1.0).contains(&number(&one["p"])));
    }
    assert_eq!(
        both["n"].as_u64(),
        Some(texts["n"].as_u64().unwrap() + images["n"].as_u64().unwrap())
    );
    assert_eq!(both["per_query"], texts["per_query"]);
    assert_eq!(both["per_image"], images["per_query"]);
    assert!(texts.get("per_image").is_none());
}

#[test]
fn groups_of_images_are_tested_by_their_own_facets() {
    let fieldbook = fieldbook();
    let facets = |direction: &str| {
        [
            "facets",
            &*fieldbook,
            "--system",
            "base",
            "--measure",
            "trec:RR",
            "--relevance",
            "pairs",
            "--facet",
            "light",
            "--between",
            "daylight,dusk",
            "--direction",
            direction,
        ]
        .map(String::from)
    };
    let args = facets("i2t");
    let report = json(&args.each_ref().map(String::as_str));
    let (day, dusk) = (&report["daylight"], &report["dusk"]);
    let evaluated = json(&[
        "eval",
        &fieldbook,
        "--system",
        "base",
        "--relevance",
        "pairs",
        "--measures",
        "trec:RR",
        "--direction",
        "i2t",
    ]);
    let n = evaluated["runs"]["base"]["trec:RR"]["n"].as_u64().unwrap();
    let of = |group: &Value| group["n"].as_u64().unwrap();
    assert!(of(day) > 100 && of(dusk) > 20 && of(day) + of(dusk) <= n, "{report}");
    let args = facets("mean");
    fails(1, &args.each_ref().map(String::as_str), &["a group is of texts or of images"]);
}

#[test]
fn annotators_propose_texts_too_and_may_be_derived() {
    let shapes = shapes();
    let of = |direction: &str| {
        json(&[
            "annotators",
            shapes,
            "--systems",
            "words-64,rrf(tiny-bert,words-8)",
            "--depth",
            "3",
            "--measure",
            "trec:AP",
            "--direction",
            direction,
        ])
    };
    let evaluated = json(&["eval", shapes, "--measures", "trec:AP", "--direction", "mean"]);
    let reports = ["t2i", "i2t", "mean"].map(of);
    for (report, block) in reports.iter().zip(["runs", "reverse", "both"]) {
        for system in ["tiny-bert", "words-64"] {
            let wanted = &evaluated[block][system]["trec:AP"]["mean"];
            near(&report["truth"][system], wanted.as_f64().unwrap());
        }
        assert!(report["truth"]["rrf(tiny-bert,words-8)"].is_number(), "{report}");
        assert_eq!(report["annotators"].as_array().unwrap().len(), 2);
    }
    let [texts, images, both] =
        reports.each_ref().map(|report| report["seen"]["words-8"].as_f64().unwrap());
    assert!((both - f64::midpoint(texts, images)).abs() < 1e-12);
    // What another definition calls relevant is seen in any case.
    let kept = |direction: &str| {
        let args = ["annotators", shapes, "--systems", "words-8", "--depth", "1"];
        let more = ["--measure", "trec:AP", "--keep", "pairs", "--direction", direction];
        json(&[&args[..], &more].concat())
    };
    for direction in ["t2i", "i2t", "mean"] {
        let report = kept(direction);
        assert_eq!(report["keep"], serde_json::json!(["pairs"]));
        let own = json(&[
            "annotators",
            shapes,
            "--systems",
            "words-8",
            "--depth",
            "1",
            "--measure",
            "trec:AP",
            "--direction",
            direction,
        ]);
        let n = |report: &serde_json::Value| report["n_seen"].as_u64().unwrap();
        assert!(n(&own) < n(&report) && own.get("keep").is_none(), "{direction}");
    }
    let truth = ["annotators", shapes, "--depth", "1", "--measure", "trec:AP", "--keep"];
    fails(1, &[&truth[..], &["exact"]].concat(), &["--keep exact is the truth itself"]);
    fails(1, &[&truth[..], &["nothing"]].concat(), &["nothing"]);
}
