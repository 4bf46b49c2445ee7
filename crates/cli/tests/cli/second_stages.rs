//! `rerank` and `fuse`, against values of numpy, ranx, and the other commands.
#![allow(clippy::unwrap_used)]

use crate::copied::Copied;
use crate::here::fieldbook;
use crate::program::{self, done, done_saying, fails, json, line, near, shapes};
use std::{collections::HashSet, fs, path::Path};

/// The judgements of the default definition.
pub(crate) fn default_qrels() -> String {
    let manifest = program::manifest(shapes());
    let relevance = manifest["relevance"].as_array().unwrap();
    let default = relevance.iter().find(|one| one["default"] == true).unwrap();
    format!("{}/{}", shapes(), default["path"].as_str().unwrap())
}

/// Writes a system's ranking of all 432 images of the shapes.
fn exported(system: &str, to: &Path) -> String {
    let path = to.join(format!("{system}.run")).display().to_string();
    done(&["export", shapes(), "--system", system, "--out", &path, "-k", "432"]);
    path
}

/// Depth, measure, and the values as found, in random order, at best and re-ranked, by numpy 2.4.6 on the
/// vectors as float64, with `base` and `large` the scores `[queries][images]` rounded to float32, `rel` the
/// grades, `R` the query's relevant images (at most 50 under inquire), of test queries that have any:
///
/// ```python
/// found = np.lexsort((np.arange(n_images), -base[q]))[:depth]
/// reranked = found[np.argsort(-large[q, found], kind="stable")]
/// best = np.sort(rel[q, found])[::-1]
/// hit = (rel[q, order] > 0)[:50]; ap = (np.cumsum(hit) / np.arange(1, 51) * hit).sum() / R
/// n, r, i = depth, (rel[q, found] > 0).sum(), np.arange(1, 51)                      # in random order
/// expected = (r/n / i * (1 + (i - 1) * (r - 1) / (n - 1))).sum() / R
/// ```
#[rustfmt::skip]
const RERANKED: [(&str, &str, [f64; 4]); 4] = [
    ("100", "trec:AP@50", [0.180_373_939_850_087_96, 0.060_319_273_884_660_16, 0.547_609_928_685_030_3, 0.315_747_467_578_151_6]),
    ("100", "inquire:AP@50", [0.224_689_597_507_509_5, 0.099_684_946_106_130_31, 0.614_417_572_518_845_1, 0.369_042_188_485_600_6]),
    ("50", "trec:AP@50", [0.180_373_939_850_087_96, 0.111_150_894_894_661_15, 0.414_188_109_055_943_67, 0.274_372_669_088_845]),
    ("50", "inquire:AP@50", [0.224_689_597_507_509_5, 0.154_126_244_899_448_12, 0.466_934_452_059_392_05, 0.321_984_597_802_497_7]),
];

#[test]
fn reranking_fieldbook_gives_the_values_of_numpy() {
    for (depth, measure, expected) in RERANKED {
        let report = json(&line(&format!(
            "rerank {} --first base --by large --depth {depth} --measures {measure} --split test",
            fieldbook()
        )));
        let orders = &report[measure];
        for (order, expected) in ["found", "random", "best", "reranked"].iter().zip(expected) {
            near(&orders[order], expected);
        }
        assert_eq!(orders["n"], 1074);
        // Nothing else: the expected value is exact.
        assert_eq!((report.as_object().unwrap().len(), orders.as_object().unwrap().len()), (1, 5));
    }
}

#[test]
fn a_run_and_logits_rerank_as_their_system_does() {
    let folder = tempfile::tempdir().unwrap();
    let run = exported("words-64", folder.path());
    let rerank = |second: &str| {
        let measures = "eccv:mAP@R,trec:nDCG@10,inquire:AP@50";
        format!("rerank {} --first words-8 --depth 20 --measures {measures} {second}", shapes())
    };
    let report = |second: &str| json(&line(&rerank(second)));
    let by_system = report("--by words-64");
    assert_eq!(by_system.as_object().unwrap().len(), 3);
    assert_ne!(by_system["eccv:mAP@R"]["reranked"], by_system["eccv:mAP@R"]["found"]);
    assert_eq!(report(&format!("--by-run {run}")), by_system);

    // Logits in the order of the run's scores: lower by 0.1 for each lower score.
    let path = folder.path().join("x.tsv").display().to_string();
    let mut logits = "query\timage\tyes\tno\n".to_owned();
    let mut last = (String::new(), String::new());
    let mut yes = 0.0;
    for line in fs::read_to_string(&run).unwrap().lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let (query, image, score) = (fields[0], fields[2], fields[4]);
        if last.0 != query {
            yes = 3.0;
        } else if last.1 != score {
            yes -= 0.1;
        }
        last = (query.to_owned(), score.to_owned());
        logits.push_str(&format!("{query}\t{image}\t{yes}\t0.5\n"));
    }
    fs::write(&path, &logits).unwrap();
    assert_eq!(report(&format!("--logits {path}")), by_system);

    // Scores of the best hit of each query alone: it comes first, the others stay.
    let path = folder.path().join("top.run").display().to_string();
    let words_8 = fs::read_to_string(exported("words-8", folder.path())).unwrap();
    let top: String = words_8
        .lines()
        .filter(|line| line.split(' ').nth(3) == Some("1"))
        .map(|line| format!("{line}\n"))
        .collect();
    fs::write(&path, &top).unwrap();
    let kept = report(&format!("--by-run {path}"));
    // Under eccv, which has no rule for ties of its own.
    let orders = &kept["eccv:mAP@R"];
    near(&orders["reranked"], orders["found"].as_f64().unwrap());
    let by_run = rerank(&format!("--by-run {path}"));
    let (table, said) = done_saying(&line(&by_run));
    let note = "760 of 800 hits, of 40 of 40 queries, have no score";
    assert!(table.contains(note) && said.contains(note), "{table}{said}");

    fs::write(&path, "q01 Q0 nothing-like-it 1 1 x\n").unwrap();
    fails(1, &line(&by_run), &["top.run", "none of the 800 hits", "ids"]);
    fs::write(&path, "else Q0 nothing-like-it 1 1 x\n").unwrap();
    fails(1, &line(&by_run), &["top.run", "\"else\""]);
    fails(1, &line(&rerank(&format!("--logits {run}"))), &["words-64.run", "no column"]);
    fails(2, &["rerank", shapes(), "--first", "words-8"], &["--by"]);
    fails(2, &["rerank", shapes(), "--first", "a", "--by", "b", "--by-run", "c"], &["--by-run"]);
}

/// The second stage of one system by itself at full depth: as found, and the order of its run.
#[test]
fn a_system_by_itself_changes_nothing_but_ties() {
    let measures = "trec:IPrec@0.3,eccv:R@5,eccv:R-Precision";
    let args = ["rerank", shapes(), "--first", "words-64", "--by", "words-64", "--depth", "432"];
    let report = json(&[&args[..], &["--measures", measures]].concat());
    let eval = json(&["eval", shapes(), "--system", "words-64", "--measures", measures]);
    for (measure, orders) in report.as_object().unwrap() {
        let mean = eval["runs"]["words-64"][measure]["mean"].as_f64().unwrap();
        near(&orders["found"], mean);
        if measure.starts_with("eccv") {
            near(&orders["reranked"], mean);
        }
        let [random, best] = ["random", "best"].map(|order| orders[order].as_f64().unwrap());
        assert!(random < mean && mean <= best, "{measure}: {orders}");
        assert_eq!(orders.get("shuffles").is_some(), measure.contains("IPrec"), "{measure}");
    }
    let table = done(&[&args[..], &["--measures", measures]].concat());
    assert!(table.contains("random of trec:IPrec@0.3: the mean of 1000 shuffles"), "{table}");
    let csv = done(&[&args[..], &["--measures", measures, "--format", "csv"]].concat());
    assert!(csv.starts_with("measure,found,random,best,reranked,n\n"), "{csv}");
    assert_eq!(csv.lines().count(), 4);
}

/// ranx 0.3.21 on the first 1000 images of base and small by numpy, fused scores rounded to float32 and
/// equal scores in `trec_eval`'s order: `rrf(runs, k=60)`; for weights `wsum` of runs with the scores
/// 1 / (60 + rank); `fuse(runs, norm="min-max", method="sum")` and `"mnz"`. For ranks, runs were given to
/// ranx with the scores 1000 − rank, since its unstable sort reorders equal scores.
#[test]
fn fusing_systems_of_fieldbook_gives_the_values_of_ranx() {
    for (by, weights, expected) in [
        ("rrf", "", 0.181_768_956_077_619_48),
        ("wrrf", "2,1", 0.191_225_755_547_326_02),
        ("combsum", "", 0.186_251_309_238_737_68),
        ("combmnz", "", 0.186_339_836_278_251_32),
    ] {
        let (systems, measure) = ("base,small", "trec:AP@50");
        let folder = fieldbook();
        let mut args = vec!["fuse", &folder, "--systems", systems, "--by", by, "--split", "test"];
        args.extend(["--measures", measure]);
        if !weights.is_empty() {
            args.extend(["--weights", weights]);
        }
        let report = json(&args);
        near(&report[measure]["mean"], expected);
        assert_eq!(
            report,
            serde_json::json!({ measure: { "mean": report[measure]["mean"], "n": 1074 } })
        );
    }
}

#[test]
fn a_fused_run_measures_as_it_did_and_files_fuse_as_systems_do() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let measures = "trec:AP,trec:nDCG@10,eccv:mAP@R,inquire:AP@50";
    let qrels = default_qrels();
    let runs = ["words-64", "words-8", "tiny-bert"].map(|id| exported(id, folder.path())).join(",");
    for (by, weights) in [("rrf", ""), ("wrrf", "3,1,0.5"), ("combsum", ""), ("combmnz", "")] {
        let fused = path(&format!("{by}.run"));
        let mut common = vec!["--by", by, "--depth", "50", "--measures", measures];
        if !weights.is_empty() {
            common.extend(["--weights", weights]);
        }
        let of_systems = ["fuse", shapes(), "--systems", "words-64,words-8,tiny-bert"];
        let writing = [&of_systems[..], &common, &["--run", &fused]].concat();
        let report = json(&writing);
        fails(1, &writing, &["exists already", "--force"]);
        let eval = json(&["eval", "--qrels", &qrels, "--run", &fused, "--measures", measures]);
        for measure in measures.split(',') {
            let of_run = &eval["runs"][by][measure];
            near(&report[measure]["mean"], of_run["mean"].as_f64().unwrap());
            assert_eq!(report[measure]["n"], of_run["n"]);
        }
        let of_files = [&["fuse", "--runs", &runs, "--qrels", &qrels][..], &common].concat();
        let files = json(&of_files);
        // Of files, images have other rows, by which equal scores are ordered except under trec.
        for measure in ["trec:AP", "trec:nDCG@10"] {
            near(&files[measure]["mean"], report[measure]["mean"].as_f64().unwrap());
        }
    }
}

#[test]
fn what_cannot_be_fused_is_refused() {
    let refused = |code: i32, rest: &str, words: &[&str]| {
        fails(code, &line(&format!("fuse {} {rest}", shapes())), words);
    };
    refused(1, "--systems words-8 --by rrf", &["two or more"]);
    refused(1, "--systems words-8,words-8 --by rrf", &["words-8 twice"]);
    refused(1, "--systems words-8,x --by rrf", &["no system x"]);
    let two = |rest: &str, words| refused(1, &format!("--systems words-8,words-64 {rest}"), words);
    two("--by wrrf --weights 1", &["2 --weights"]);
    two("--by wrrf --weights 1,inf", &["weight inf"]);
    two("--by combsum --weights 1,1", &["wrrf"]);
    two("--by rrf --k NaN", &["--k NaN"]);
    two("--by rrf --run -", &["a file"]);
    refused(2, "--by rrf", &["--systems"]);
    refused(2, "--runs a --qrels b --by rrf", &["cannot be used with"]);
    fails(2, &["fuse", "--by", "rrf", "--runs", "a,b"], &["--qrels"]);

    let path = program::folder();
    fs::write(path("q.qrels"), "q 0 a 1\n").unwrap();
    fs::write(path("a.run"), "q Q0 a 1 1e99 x\nq Q0 b 2 1 x\n").unwrap();
    fs::write(path("b.run"), "q Q0 b 1 1 x\n").unwrap();
    let runs = format!("{},{}", path("a.run"), path("b.run"));
    let (qrels, measures) = (path("q.qrels"), "trec:RR");
    let files = ["fuse", "--runs", &runs, "--qrels", &qrels, "--measures", measures, "--by"];
    fails(1, &[&files[..], &["combsum"]].concat(), &["a has the score inf", "query q", "rrf"]);
    // 1/61 for a, 1/62 + 1/61 for b.
    near(&json(&[&files[..], &["rrf"]].concat())[measures]["mean"], 0.5);
}

/// scipy 1.17.1 on the first 100 hits of each system from `rankscope export`: `kendalltau` of the ranks
/// in both lists of every image among the first 25 of either, 26 where a list lacks it; 101 where a first
/// hit is not among 100.
#[test]
fn systems_are_as_alike_as_scipy_says() {
    let check = |folder: &str, more: &[&str], a: &str, b: &str, expected: [f64; 3]| {
        let args = [&["agree", folder, "--diversity"][..], more].concat();
        let report = json(&args);
        let place = |id: &str| {
            report["systems"].as_array().unwrap().iter().position(|known| known == id).unwrap()
        };
        let (a, b) = (place(a), place(b));
        near(&report["tau_b"][a][b], expected[0]);
        near(&report["tau_b"][b][a], expected[0]);
        near(&report["rank_of_first"][a][b], expected[1]);
        near(&report["rank_of_first"][b][a], expected[2]);
        near(&report["tau_b"][a][a], 1.0);
        near(&report["rank_of_first"][b][b], 1.0);
        report["n_queries"].as_u64().unwrap()
    };
    let expected = [-0.077_486_020_370_169_98, 28.05, 24.125];
    assert_eq!(check(shapes(), &[], "words-64", "tiny-bert", expected), 40);
    let (folder, test) = (fieldbook(), ["--split", "test"]);
    let expected = [-0.409_491_912_108_801_37, 57.790_502_793_296_09, 59.990_689_013_035_38];
    assert_eq!(check(&folder, &test, "base", "small", expected), 1074);
    let expected = [-0.597_808_992_968_511_2, 88.486_033_519_553_08, 86.076_350_093_109_87];
    check(&folder, &test, "base", "colours", expected);
    let table = done(&["agree", shapes(), "--diversity"]);
    assert!(table.contains("tau-b of the first 25, 40 queries"), "{table}");
    fails(2, &["agree", "--table", "x", "--diversity"], &["--table", "--diversity"]);
}

/// At a depth of at least k, whole lists and lists that are cut are worth the same.
#[test]
fn curves_agree_with_single_depths_and_among_themselves() {
    let rerank = |more: &str| format!("rerank {} --first words-8 --by words-64 {more}", shapes());
    let of = |more: &str| json(&line(&rerank(more)));
    let (measures, depths) = ("inquire:AP@10,trec:IPrec@0.3", "--depths 40,4,10,40");
    let report = of(&format!("{depths} --measures {measures} --by-facet wording"));
    let curve = report["inquire:AP@10"]["curve"].as_array().unwrap();
    let found_depths: Vec<u64> = curve.iter().map(|at| at["depth"].as_u64().unwrap()).collect();
    assert_eq!(found_depths, [4, 10, 40]);
    for point in curve.iter().skip(1) {
        let cut = of(&format!("--depth {} --measures inquire:AP@10", point["depth"]));
        for order in ["found", "random", "best", "reranked"] {
            near(&point[order], cut["inquire:AP@10"][order].as_f64().unwrap());
        }
    }
    for point in curve {
        assert_eq!(point["found"], curve[0]["found"], "the lists are whole");
        let [gain, low, high] =
            ["mean", "low", "high"].map(|key| point["gain"][key].as_f64().unwrap());
        assert!(low <= gain && gain <= high);
        near(&point["reranked"], point["found"].as_f64().unwrap() + gain);
    }
    let simulated = &report["trec:IPrec@0.3"]["curve"][0];
    assert_eq!(simulated["shuffles"], 1000);
    let groups = report["inquire:AP@10"]["by"].as_object().unwrap();
    let n = |of: &serde_json::Value| of["n"].as_u64().unwrap();
    assert!(groups.len() > 1);
    assert_eq!(groups.values().map(n).sum::<u64>(), n(&report["inquire:AP@10"]));

    // Only queries with a relevant image among those reordered, and at most half of them.
    let positives = of(&format!("{depths} --measures {measures} --positives"));
    let at = |place: usize| positives["inquire:AP@10"]["curve"][place]["n"].as_u64().unwrap();
    assert!(at(0) < n(&positives["inquire:AP@10"]));
    let ranged = of(&format!("{depths} --measures {measures} --positives 1-2"));
    assert_eq!(ranged["inquire:AP@10"]["curve"][0], positives["inquire:AP@10"]["curve"][0]);
    let cut = of("--depth 4 --measures inquire:AP@10 --positives 1-2");
    assert_eq!(cut["inquire:AP@10"]["n"], at(0));

    let table = done(&line(&rerank(&format!("{depths} --measures inquire:AP@10"))));
    assert_eq!(table.lines().count(), 4, "{table}");
    let csv = done(&line(&rerank(&format!("{depths} --measures inquire:AP@10 --format csv"))));
    let header = "measure,depth,found,random,best,reranked,gain,low,high,p,t,p (t),n\n";
    assert!(csv.starts_with(header), "{csv}");
    assert_eq!(csv.lines().count(), 4);
    let latex = done(&line(&rerank(&format!("{depths} --by-facet wording --format latex"))));
    assert!(latex.contains("words-8 by words-64"), "{latex}");
    fails(2, &line(&rerank("--depths 4 --depth 4")), &["--depth"]);
    fails(2, &line(&rerank("--depths 0")), &["--depths"]);
    fails(2, &line(&rerank("--by-facet wording")), &["--depths"]);
    fails(1, &line(&rerank("--depths 4 --by-facet shade")), &["no query has the facet shade"]);
    fails(2, &line(&rerank("--positives x")), &["1-50"]);
}

/// Where only candidates are ranked, they alone are scored: as a run that lists only them.
#[test]
fn candidates_alone_are_ranked_as_in_the_whole_ranking() {
    let copied = Copied::new();
    copied.change_manifest(|manifest| {
        for definition in manifest["relevance"].as_array_mut().unwrap() {
            definition["only_judged"] = (definition["default"] == true).into();
        }
    });
    let folder = tempfile::tempdir().unwrap();
    let qrels = default_qrels();
    let lines = fs::read_to_string(&qrels).unwrap();
    let pair = |line: &str| {
        let mut fields = line.split_whitespace();
        Some((fields.next()?.to_owned(), fields.nth(1)?.to_owned()))
    };
    let judged: HashSet<(String, String)> = lines.lines().filter_map(pair).collect();
    let run = exported("words-64", folder.path());
    let all = fs::read_to_string(&run).unwrap();
    let is_judged = |line: &&str| pair(line).is_some_and(|pair| judged.contains(&pair));
    let some: Vec<&str> = all.lines().filter(is_judged).collect();
    assert!(some.len() < all.lines().count());
    fs::write(&run, some.join("\n")).unwrap();
    let measures = "trec:AP,trec:nDCG@10,trec:bpref";
    let of_run = json(&["eval", "--qrels", &qrels, "--run", &run, "--measures", measures]);
    let copied = copied.path.to_str().unwrap();
    let of_system = json(&["eval", copied, "--system", "words-64", "--measures", measures]);
    let rerank = ["rerank", copied, "--first", "words-64", "--by", "words-8", "--depth", "432"];
    let first_stage = json(&[&rerank[..], &["--measures", measures]].concat());
    for measure in measures.split(',') {
        let wanted = &of_run["runs"]["words-64"][measure];
        let found = &of_system["runs"]["words-64"][measure];
        near(&found["mean"], wanted["mean"].as_f64().unwrap());
        assert_eq!(found["n"], wanted["n"]);
        if measure == "trec:AP" {
            near(&first_stage[measure]["found"], wanted["mean"].as_f64().unwrap());
        }
    }
}
