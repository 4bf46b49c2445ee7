//! Runs and judgements as ranx, pytrec_eval, MTEB and BEIR write them
//! (`tests/fixtures/own_lists.py`); the measures are pytrec_eval's.

use crate::{
    here::fixture,
    made::Made,
    program::{self, done, fails, json},
};
use serde_json::Value;
use std::fs;

fn list(name: &str) -> String {
    fixture(&format!("own_lists/{name}"))
}

/// Our names of pytrec_eval's measures.
const MEASURES: [(&str, &str); 5] = [
    ("trec:nDCG@10", "ndcg_cut_10"),
    ("trec:AP", "map"),
    ("trec:RR", "recip_rank"),
    ("trec:P@5", "P_5"),
    ("trec:R@10", "recall_10"),
];

fn expected() -> Value {
    serde_json::from_str(&fs::read_to_string(list("expected.json")).unwrap()).unwrap()
}

fn sorted(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

/// Every measure of every query, against pytrec_eval.
#[track_caller]
fn measures_as_pytrec_eval(qrels: &str, run: &str) {
    let names = MEASURES.map(|(ours, _)| ours).join(",");
    let run = format!("ours={}", list(run));
    let args = ["eval", "--qrels", &list(qrels), "--run", &run, "--measures", &names];
    let report = json(&args);
    let expected = expected();
    let mut n_compared = 0;
    for (ours, theirs) in MEASURES {
        let values = report["runs"]["ours"][ours]["per_query"].as_object().unwrap();
        assert_eq!(values.len(), 12);
        for (query, value) in values {
            let wanted = expected[query][theirs].as_f64().unwrap();
            assert!((value.as_f64().unwrap() - wanted).abs() < 1e-9, "{query} {ours}: {value}");
            n_compared += 1;
        }
    }
    assert_eq!(n_compared, 60);
}

#[test]
fn every_format_gives_the_measures_of_pytrec_eval() {
    measures_as_pytrec_eval("qrels.trec", "run.trec");
    measures_as_pytrec_eval("qrels.json", "run.json");
    measures_as_pytrec_eval("ranx_qrels.json", "ranx_run.json");
    measures_as_pytrec_eval("beir.zip#test", "predictions.json");
    measures_as_pytrec_eval("beir.zip#test", "predictions_two.json#default/test");
    measures_as_pytrec_eval("qrels.trec", "predictions_two.json#test");
}

#[test]
fn a_run_and_judgements_come_back_from_every_format() {
    let path = program::folder();
    let convert = |from: &str, to: &str| done(&["convert", from, "--to", to]);
    // Judgements: TREC → JSON → TREC, and the others → TREC.
    let trec = fs::read_to_string(list("qrels.trec")).unwrap();
    fs::write(path("q.json"), convert(&list("qrels.trec"), "ranx")).unwrap();
    for from in [path("q.json"), list("qrels.json"), list("ranx_qrels.json")] {
        assert_eq!(sorted(&convert(&from, "trec")), sorted(&trec), "{from}");
    }
    assert_eq!(sorted(&convert(&list("beir.zip#test"), "trec")), sorted(&trec));
    // Runs: the ranks are counted again, and the tag is the file's name.
    let as_trec = convert(&list("run.json"), "trec");
    assert_eq!(as_trec.lines().count(), 11 * 20 + 3);
    assert!(as_trec.lines().all(|line| line.ends_with(" run")));
    fs::write(path("run.json"), convert(&list("run.trec"), "ranx")).unwrap();
    fs::write(path("run"), convert(&path("run.json"), "trec")).unwrap();
    assert_eq!(sorted(&fs::read_to_string(path("run")).unwrap()), sorted(&as_trec));
    for from in ["ranx_run.json", "predictions.json"] {
        let fields = |text: &str| {
            let of = |line: &str| line.split(' ').take(5).collect::<Vec<_>>().join(" ");
            sorted(&text.lines().map(of).collect::<Vec<_>>().join("\n"))
        };
        assert_eq!(fields(&convert(&list(from), "trec")), fields(&as_trec), "{from}");
    }
}

#[test]
fn compare_and_fuse_take_them_too() {
    let (qrels, run) = (list("qrels.json"), list("run.json"));
    let (a, b) = (format!("a={run}"), format!("b={}", list("run.trec")));
    let report = json(&["compare", &a, &b, "--qrels", &qrels, "--measures", "trec:nDCG@10"]);
    assert_eq!(report["measures"]["trec:nDCG@10"]["difference"], 0.0);
    let runs = format!("{a},{b}");
    let args = ["fuse", "--runs", &runs, "--qrels", &qrels, "--by", "rrf"];
    let fused = done(&[&args[..], &["--measures", "trec:nDCG@10"]].concat());
    assert!(fused.contains("trec:nDCG@10"), "{fused}");
}

#[test]
fn what_is_no_list_is_refused_with_the_nearest_thing() {
    let refused = |qrels: &str, run: &str, words: &[&str]| {
        fails(1, &["eval", "--qrels", &list(qrels), "--run", &list(run)], words);
    };
    refused("beir.zip", "run.json", &["beir.zip", "test, dev", "#test"]);
    refused("beir.zip#train", "run.json", &["no qrels/train.tsv", "test, dev"]);
    refused("qrels.json", "predictions_two.json", &["default/test, default/dev", "name one"]);
    refused("qrels.json", "predictions_two.json#fr", &["\"fr\"", "default/test"]);
    refused("qrels.json", "run.json#x", &["no parts", "#x"]);
    refused("qrels.json", "mteb_results.json", &["means, not rankings", "prediction_folder"]);
    refused("predictions.json", "run.json", &["predictions", "judgements are needed"]);
    refused("run.json", "run.json", &["run.json", "is not a whole number", "is it a run?"]);
    refused("run.trec", "run.json", &["run.trec, line 1", "6 fields"]);
    let path = program::folder();
    let of_run = |text: &str, words: &[&str]| {
        let run = path("broken.json");
        fs::write(&run, text).unwrap();
        fails(1, &["eval", "--qrels", &list("qrels.json"), "--run", &run], words);
    };
    of_run("{\"q1\": {\"a\": 0.5},\n\"q1\": {}}", &["broken.json, line 2", "duplicate key q1"]);
    of_run("{\"q1\": {\"a\": 0.5,\n\"a\": 1}}", &["broken.json, line 2", "duplicate key a"]);
    of_run("{\"q1\": {\"a\": NaN}}", &["broken.json, line 1", "q1.a: NaN is not valid JSON"]);
    of_run("{\"q1\": {\"a\": \"high\"}}", &["broken.json", "another shape"]);
    let words = ["broken.json, line 1", "q1.b: ", "not a number"];
    of_run("{\"q1\": {\"a\": 1.5, \"b\": \"high\"}}", &words);
    of_run("{\"q1\": [\"a\"]}", &["broken.json", "without scores"]);
}

#[test]
fn a_recipe_takes_them() {
    let made = Made::new();
    made.write("pictures.txt", (0..40).map(|n| format!("p{n}\n")).collect::<String>());
    let matrix = |n_rows: u32| {
        let mut bytes = [n_rows.to_le_bytes(), 2_u32.to_le_bytes()].concat();
        for row in 0..n_rows {
            #[allow(clippy::cast_precision_loss)]
            let values = [1.0_f32, row as f32];
            bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        }
        bytes
    };
    made.write("gallery.fbin", matrix(40));
    made.write("queries.fbin", matrix(12));
    let recipe = format!(
        "id = \"own\"\ntitle = \"Own\"\n[images]\nids = \"pictures.txt\"\n\
         [queries]\nbeir = {:?}\n\
         [[relevance]]\nid = \"a\"\ntitle = \"A\"\ncounts_as = \"A.\"\ndefault = true\nbeir = {:?}\n\
         [[relevance]]\nid = \"b\"\ntitle = \"B\"\ncounts_as = \"B.\"\njson = {:?}\n\
         [[systems]]\nid = \"s\"\ntitle = \"S\"\ngallery = \"gallery.fbin\"\n\
         queries = \"queries.fbin\"\n\
         [[runs]]\nid = \"r\"\ntitle = \"R\"\nfile = {:?}\n",
        list("beir.zip"),
        list("beir.zip#test"),
        list("qrels.json"),
        list("predictions.json"),
    );
    made.write("recipe.toml", &recipe);
    let out = &made.text("built");
    done(&["build", &made.text("recipe.toml"), "--out", out]);
    let built = |name: &str| fs::read_to_string(format!("{out}/{name}")).unwrap();
    let qrels = |id: &str| sorted(&built(&format!("relevance/{id}.qrels")));
    assert_eq!(qrels("a"), sorted(&fs::read_to_string(list("qrels.trec")).unwrap()));
    assert_eq!(qrels("a"), qrels("b"));
    let queries = built("queries.jsonl");
    assert!(queries.starts_with("{\"id\":\"q0\",\"text\":\"query q0\""), "{queries}");
    let report = json(&["eval", out, "--system", "r", "--measures", "trec:AP,trec:nDCG@10"]);
    let expected = expected();
    let values = report["runs"]["r"]["trec:AP"]["per_query"].as_object().unwrap();
    assert_eq!(values.len(), 12);
    for (query, value) in values {
        let wanted = expected[query]["map"].as_f64().unwrap();
        assert!((value.as_f64().unwrap() - wanted).abs() < 1e-6, "{query}: {value}");
    }
}
