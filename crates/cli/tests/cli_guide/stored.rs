//! Guides that a benchmark carries: built by a recipe, read, searched with, and measured. Results are
//! compared with brute force here.

use crate::program::{done, fails, json, line};
use rankscope_core::benchmark::Manifest;
use std::{collections::BTreeMap, fs, path::PathBuf};
use tempfile::TempDir;

type Matrix = Vec<Vec<f32>>;

const IMAGES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
/// Two guides of q1 and three of q2, one of them small; the rows of their vectors.
const ALPHA: [(&str, &str, &str); 5] = [
    ("q2", "0", "small"),
    ("q1", "0", "medium"),
    ("q2", "1", "medium"),
    ("q1", "1", "medium"),
    ("q2", "2", "medium"),
];
const BETA: [(&str, &str, &str); 2] = [("q1", "first", "64"), ("q2", "first", "32")];
const RECIPE: &str = r#"
id = "tiny"
title = "Tiny"
[images]
ids = "images.txt"
[queries]
ids = "queries.txt"
texts = "queries.jsonl"
split = "test"
[[relevance]]
id = "judged"
title = "Judged"
counts_as = "What was judged."
default = true
qrels = "judged.qrels"
[[systems]]
id = "one"
title = "One"
gallery = "one.npy"
queries = "one-q.npy"
[[systems]]
id = "two"
title = "Two"
gallery = "two.npy"
queries = "two-q.npy"
[[guides]]
id = "alpha"
title = "Alpha"
about = "Made by a test."
license = "CC0"
images = "alpha.jsonl"
vectors = { one = "one-alpha.npy", two = "two-alpha.npy" }
[[guides]]
id = "beta"
title = "Beta"
images = "beta.jsonl"
vectors = { one = "one-beta.npy", two = "two-beta.npy" }
"#;

struct Tiny {
    folder: TempDir,
    matrices: BTreeMap<String, Matrix>,
}

impl Tiny {
    fn new() -> Self {
        let mut tiny = Self { folder: tempfile::tempdir().unwrap(), matrices: BTreeMap::new() };
        tiny.write("recipe.toml", RECIPE);
        tiny.write("images.txt", IMAGES.join("\n"));
        tiny.write("queries.txt", "q1\nq2\nq3\n");
        let texts = (1..4).map(|n| format!("{{\"id\":\"q{n}\",\"text\":\"query {n}\"}}\n"));
        tiny.write("queries.jsonl", texts.collect::<String>());
        tiny.write("judged.qrels", "q1 0 c 1\nq2 0 e 1\nq3 0 c 1\n");
        // Numbers and texts are both ids.
        let alpha = ALPHA.iter().map(|(query, guide, size)| {
            format!("{{\"query\":\"{query}\",\"guide\":{guide},\"uri\":\"{query}-{guide}.png\",\"size\":\"{size}\"}}\n")
        });
        tiny.write("alpha.jsonl", alpha.collect::<String>());
        let beta = BETA.iter().map(|(query, guide, size)| {
            format!("{{\"query\":\"{query}\",\"guide\":\"{guide}\",\"size\":{size}}}\n")
        });
        tiny.write("beta.jsonl", beta.collect::<String>());
        let mut state = 11u64;
        for (system, dim) in [("one", 5), ("two", 4)] {
            for (name, n) in [("", 6), ("-q", 3), ("-alpha", 5), ("-beta", 2)] {
                let mut value = || {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    f32::from(u16::try_from(state >> 48).unwrap()) / 32_768.0 - 1.0
                };
                let rows = (0..n).map(|_| (0..dim).map(|_| value()).collect()).collect();
                tiny.npy(&format!("{system}{name}"), rows);
            }
        }
        tiny
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap();
    }

    /// Writes `<f4` vectors as numpy does.
    fn npy(&mut self, name: &str, rows: Matrix) {
        let shape = (rows.len(), rows[0].len());
        let header = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape:?}, }}");
        let header = format!("{header:<117}\n");
        let mut file = b"\x93NUMPY\x01\x00".to_vec();
        file.extend(u16::try_from(header.len()).unwrap().to_le_bytes());
        file.extend(header.bytes());
        file.extend(rows.iter().flatten().flat_map(|value| value.to_le_bytes()));
        self.write(&format!("{name}.npy"), file);
        self.matrices.insert(name.into(), rows);
    }

    fn build(&self) -> String {
        let (recipe, out) = (self.path("recipe.toml"), self.path("out"));
        let (recipe, out) = (recipe.to_str().unwrap(), out.to_str().unwrap());
        done(&["build", recipe, "--out", out]);
        out.to_owned()
    }

    #[track_caller]
    fn refused(&self, words: &[&str]) {
        let (recipe, out) = (self.path("recipe.toml"), self.path("out"));
        fails(1, &["build", recipe.to_str().unwrap(), "--out", out.to_str().unwrap()], words);
        assert!(!out.exists());
    }

    /// The images by cosine to a row of a matrix, nearest first.
    fn list(&self, system: &str, matrix: &str, row: usize) -> Vec<(String, f64)> {
        let vector = &self.matrices[matrix][row];
        let cosine = |image: &Vec<f32>| {
            let dot = |a: &[f32], b: &[f32]| -> f64 {
                a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
            };
            dot(image, vector) / (dot(image, image) * dot(vector, vector)).sqrt()
        };
        let scored = IMAGES.iter().zip(&self.matrices[system]);
        let mut scored: Vec<(String, f64)> =
            scored.map(|(id, image)| ((*id).to_owned(), cosine(image))).collect();
        scored.sort_by(|a, b| b.1.total_cmp(&a.1));
        scored
    }

    /// The lists of both systems for these rows of guides, with the weights of the systems.
    fn lists(&self, guides: &[(&str, usize)], weights: [f64; 2]) -> Vec<(f64, Vec<(String, f64)>)> {
        let of_system = |(system, weight): (&str, f64)| {
            let list = |(engine, row): &(&str, usize)| {
                (weight, self.list(system, &format!("{system}-{engine}"), *row))
            };
            guides.iter().map(list).collect::<Vec<_>>()
        };
        ["one", "two"].into_iter().zip(weights).flat_map(of_system).collect()
    }

    fn fused(lists: &[(f64, Vec<(String, f64)>)]) -> BTreeMap<String, f64> {
        let mut scores: BTreeMap<String, f64> = BTreeMap::new();
        for (weight, list) in lists {
            for (rank, (id, _)) in (1u32..).zip(list) {
                *scores.entry(id.clone()).or_default() += weight / f64::from(rank);
            }
        }
        scores
    }
}

#[test]
fn stored_guides_are_fused_as_brute_force_does() {
    let tiny = Tiny::new();
    let out = tiny.build();
    let of = |more: &str| {
        json(&line(&format!("guide {out} --query-id q2 --embedders one,two -k 6 {more}")))
    };
    // The preset takes both engines, two guides of each; by name and number others are taken.
    for (more, guides) in [
        ("", &[("alpha", 0), ("alpha", 2), ("beta", 1)][..]),
        (" --engines alpha --m 1", &[("alpha", 0)]),
        (" --engines beta,alpha --m 3", &[("beta", 1), ("alpha", 0), ("alpha", 2), ("alpha", 4)]),
        (" --engines alpha --size medium --m 3", &[("alpha", 2), ("alpha", 4)]),
    ] {
        let found = of(&format!("--weights 3,1{more}"));
        let lists = tiny.lists(guides, [0.75, 0.25]);
        let printed = ["one", "two"].map(|one| found["lists"][one].as_array().unwrap().clone());
        for (printed, (_, list)) in printed.iter().flatten().zip(&lists) {
            let ids: Vec<&str> = list.iter().map(|(id, _)| id.as_str()).collect();
            assert_eq!(printed, &serde_json::json!(ids));
        }
        assert_eq!(printed.iter().flatten().count(), lists.len());
        let scores = Tiny::fused(&lists);
        let hits = found["hits"].as_array().unwrap();
        assert_eq!(hits.len(), IMAGES.len());
        for hit in hits {
            let wanted = scores[hit["id"].as_str().unwrap()];
            assert!((hit["score"].as_f64().unwrap() - wanted).abs() < 1e-9, "{hit}");
        }
        let engines: Vec<&str> = guides.iter().map(|(engine, _)| *engine).collect();
        let entries = found["guides"].as_array().unwrap();
        let named: Vec<&str> =
            entries.iter().map(|guide| guide["engine"].as_str().unwrap()).collect();
        assert_eq!(named, engines);
    }
    assert_eq!(of("--engines alpha")["guides"][0]["source"], "q2-0.png");
}

#[test]
fn mean_distances_are_those_of_brute_force() {
    let tiny = Tiny::new();
    let out = tiny.build();
    let args = "--query-id q1 --embedders one,two -k 6 --score distance";
    let found = json(&line(&format!("guide {out} {args}")));
    let lists = tiny.lists(&[("alpha", 1), ("alpha", 3), ("beta", 0)], [1.0, 1.0]);
    let mut sums: BTreeMap<&str, f64> = BTreeMap::new();
    for (id, cosine) in lists.iter().flat_map(|(_, list)| list) {
        *sums.entry(id).or_default() += (1.0 - cosine) / 6.0;
    }
    for hit in found["hits"].as_array().unwrap() {
        let wanted = sums[hit["id"].as_str().unwrap()];
        // Vectors are stored as float16.
        assert!((hit["score"].as_f64().unwrap() - wanted).abs() < 2e-3, "{hit}: {wanted}");
    }
}

#[test]
fn measured_values_are_those_of_brute_force() {
    let tiny = Tiny::new();
    let out = tiny.build();
    let args = ["guide", &out, "--eval", "--embedders", "one,two", "--measures", "inquire:RR"];
    let report = json(&args);
    // q3 has no guides, and keeps the fused list of its texts.
    let guides = [
        vec![("alpha", 1), ("alpha", 3), ("beta", 0)],
        vec![("alpha", 0), ("alpha", 2), ("beta", 1)],
    ];
    let mut all: Vec<_> = guides.iter().map(|of| tiny.lists(of, [0.5, 0.5])).collect();
    all.push(tiny.lists(&[("q", 2)], [0.5, 0.5]));
    let mut mean = 0.0;
    for (lists, relevant) in all.iter().zip(["c", "e", "c"]) {
        let scores = Tiny::fused(lists);
        let score = scores[relevant];
        let is_tied = scores.iter().any(|(id, s)| id != relevant && (s - score).abs() < 1e-12);
        assert!(!is_tied, "another seed is needed: {scores:?}");
        let n_before = scores.values().filter(|other| **other > score).count();
        mean += 1.0 / (n_before + 1) as f64 / 3.0;
    }
    let ways = report["ways"].as_array().unwrap();
    let way = ways.iter().find(|way| way["name"] == "guides, by rank").unwrap();
    let found = way["all"]["inquire:RR"]["mean"].as_f64().unwrap();
    assert!((found - mean).abs() < 1e-9, "{found} and {mean}");
    assert_eq!(report["engines"], serde_json::json!(["alpha", "beta"]));
    assert_eq!((&report["n_without_guides"], &report["n_queries"]), (&1.into(), &3.into()));
    // Parts are measured without drawing.
    let parts = json(&[&args[..], &["--ablate"]].concat());
    let parts = parts["ways"].as_array().unwrap();
    assert!(parts.iter().any(|way| way["name"] == "beta alone"));
    assert!(!parts.iter().any(|way| way["name"].as_str().unwrap().starts_with("size")));
}

/// Needle's own set-up: no embedder knows a text.
#[test]
fn embedders_without_texts_are_measured() {
    let tiny = Tiny::new();
    for system in ["one", "two"] {
        let text = fs::read_to_string(tiny.path("recipe.toml")).unwrap();
        tiny.write("recipe.toml", text.replace(&format!("queries = \"{system}-q.npy\"\n"), ""));
    }
    let mut recipe = fs::read_to_string(tiny.path("recipe.toml")).unwrap();
    recipe.push_str(
        "[[systems]]\nid = \"words\"\ntitle = \"Words\"\ngallery = \"two.npy\"\nqueries = \"two-q.npy\"\n",
    );
    tiny.write("recipe.toml", recipe);
    let out = tiny.build();
    let args = ["guide", &out, "--eval", "--measures", "inquire:RR", "--weights", "3,1"];
    let report = json(&args);
    assert_eq!(report["embedders"], serde_json::json!(["one", "two"]));
    assert!(report.get("baseline").is_none());
    let names = |report: &serde_json::Value| -> Vec<String> {
        let ways = report["ways"].as_array().unwrap().iter();
        ways.map(|way| way["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&report), ["guides, by rank", "guides, by distance"]);
    // q3 has no guides and finds nothing.
    let guides = [
        vec![("alpha", 1), ("alpha", 3), ("beta", 0)],
        vec![("alpha", 0), ("alpha", 2), ("beta", 1)],
    ];
    let mut mean = 0.0;
    for (of, relevant) in guides.iter().zip(["c", "e"]) {
        let scores = Tiny::fused(&tiny.lists(of, [0.75, 0.25]));
        let n_before = scores.values().filter(|other| **other > scores[relevant]).count();
        mean += 1.0 / (n_before + 1) as f64 / 3.0;
    }
    let way = &report["ways"][0]["all"]["inquire:RR"];
    assert!((way["mean"].as_f64().unwrap() - mean).abs() < 1e-9, "{way} and {mean}");
    assert_eq!((&way["n"], way.get("gain")), (&3.into(), None));

    // Against a text system that is no embedder.
    let compared = json(&[&args[..], &["--baseline", "words"]].concat());
    assert_eq!(names(&compared), ["text, words", "guides, by rank", "guides, by distance"]);
    let mean =
        |place: usize| compared["ways"][place]["all"]["inquire:RR"]["mean"].as_f64().unwrap();
    let gain = compared["ways"][1]["all"]["inquire:RR"]["gain"].as_f64().unwrap();
    assert!((gain - (mean(1) - mean(0))).abs() < 1e-9);
    assert_eq!(compared["baseline"], "words");
    fails(
        1,
        &[&args[..], &["--baseline", "one"]].concat(),
        &["--baseline", "one", "query vectors"],
    );
    fails(1, &[&args[..], &["--baseline", "x"]].concat(), &["--baseline", "no system x"]);
}

/// As a system, by the number of guides and of embedders, against brute force.
#[test]
fn a_sweep_over_guides_and_embedders_has_the_values_of_brute_force() {
    let tiny = Tiny::new();
    let out = tiny.build();
    let rr = |lists: &[(f64, Vec<(String, f64)>)], relevant: &str| {
        let scores = Tiny::fused(lists);
        let n_before = scores.values().filter(|other| **other > scores[relevant]).count();
        1.0 / (n_before + 1) as f64
    };
    let swept = |id: &str, over: &str| {
        let args = ["sweep", &out, "--system", id, "--over", over, "--baseline", "one"];
        json(&[&args[..], &["--measures", "inquire:RR"]].concat())["inquire:RR"]["curve"].clone()
    };
    // With m = 1 a query has one guide of alpha, with m = 2 two of them.
    let by_m = swept("guides(fast,m=#)", "1,2");
    let guides = [[vec![1], vec![0]], [vec![1, 3], vec![0, 2]]];
    for (point, of) in guides.iter().enumerate() {
        let lists = |rows: &Vec<usize>| {
            let guides: Vec<(&str, usize)> = rows.iter().map(|row| ("alpha", *row)).collect();
            tiny.lists(&guides, [0.5, 0.5])
        };
        let sum = rr(&lists(&of[0]), "c") + rr(&lists(&of[1]), "e");
        let mean = (sum + rr(&tiny.lists(&[("q", 2)], [0.5, 0.5]), "c")) / 3.0;
        let found = by_m[point]["mean"].as_f64().unwrap();
        assert!((found - mean).abs() < 1e-9, "{found} and {mean}");
        assert!(by_m[point]["gain"]["low"].is_number());
    }
    // With one embedder only its lists count.
    let by_l = swept("guides(fast,l=#)", "1,2");
    let alone = |guides: &[(&str, usize)]| tiny.lists(guides, [1.0, 0.0])[..guides.len()].to_vec();
    let sum = rr(&alone(&[("alpha", 1)]), "c") + rr(&alone(&[("alpha", 0)]), "e");
    let mean = (sum + rr(&alone(&[("q", 2)]), "c")) / 3.0;
    assert!((by_l[0]["mean"].as_f64().unwrap() - mean).abs() < 1e-9, "{by_l} and {mean}");
    assert_eq!(by_l[1]["mean"], by_m[0]["mean"]);
    let gamma = ["sweep", &out, "--system", "guides(fast,gamma=#)", "--over", "0.5"];
    let gamma = [&gamma[..], &["--baseline", "one"]].concat();
    fails(1, &gamma, &["rankscope guide complexity DIR --store"]);
}

/// Where a definition ranks its candidates alone, each guide ranks these, and so do the texts.
#[test]
fn candidates_are_ranked_by_guides_as_brute_force_does() {
    let tiny = Tiny::new();
    let few = "[[relevance]]\nid = \"few\"\ntitle = \"Few\"\ncounts_as = \"Of three.\"\n\
               candidates = \"few.run\"\nqrels = \"few.qrels\"\n[[systems]]";
    tiny.write("recipe.toml", RECIPE.replacen("[[systems]]", few, 1));
    tiny.write("few.qrels", "q1 0 c 1\nq3 0 c 1\n");
    let run = ["q1 a", "q1 c", "q1 f", "q3 b", "q3 c", "q3 d"].map(|pair| {
        let (query, image) = pair.split_once(' ').unwrap();
        format!("{query} Q0 {image} 1 1 t\n")
    });
    tiny.write("few.run", run.concat());
    let out = tiny.build();
    let rr = |guides: &[(&str, usize)], candidates: [&str; 3]| {
        let mut lists = tiny.lists(guides, [0.5, 0.5]);
        for (_, list) in &mut lists {
            list.retain(|(id, _)| candidates.contains(&id.as_str()));
        }
        let scores = Tiny::fused(&lists);
        // Equal scores stand in the order of the first list, which has all of them.
        let mut order: Vec<&str> = lists[0].1.iter().map(|(id, _)| id.as_str()).collect();
        order.sort_by(|a, b| (scores[*b] * 1e9).round().total_cmp(&(scores[*a] * 1e9).round()));
        1.0 / (order.iter().position(|id| *id == "c").unwrap() + 1) as f64
    };
    let args = ["eval", &out, "--system", "guides(fast)", "--relevance", "few"];
    let report = json(&[&args[..], &["--measures", "inquire:RR"]].concat());
    let found = &report["runs"]["guides(fast)"]["inquire:RR"]["per_query"];
    assert_eq!(found["q1"], rr(&[("alpha", 1)], ["a", "c", "f"]));
    // It has no guides.
    assert_eq!(found["q3"], rr(&[("q", 2)], ["b", "c", "d"]));
    assert_eq!(found.get("q2"), None);
}

/// Weights of the recipe are those of `--weights`, and put embedders in order.
#[test]
fn weights_of_the_recipe_count_unless_others_are_given() {
    let tiny = Tiny::new();
    let of = |out: &str, more: &[&str]| {
        json(&[&["guide", out, "--eval", "--measures", "inquire:RR"][..], more].concat())
    };
    let plain = tiny.build();
    let given = of(&plain, &["--embedders", "two,one", "--weights", "3,1"]);
    fs::remove_dir_all(&plain).unwrap();
    let weights = "guide_weights = { one = 1, two = 3.0 }\n";
    tiny.write("recipe.toml", format!("{weights}{RECIPE}"));
    let out = tiny.build();
    let stated = of(&out, &[]);
    assert_eq!(stated["embedders"], serde_json::json!(["two", "one"]));
    let by_rank = |report: &serde_json::Value| {
        let ways = report["ways"].as_array().unwrap();
        let way = ways.iter().find(|way| way["name"] == "guides, by rank").unwrap();
        way["all"]["inquire:RR"]["mean"].clone()
    };
    assert_eq!(by_rank(&stated), by_rank(&given));
    let fast = json(&["eval", &out, "--system", "guides(balanced)", "--measures", "inquire:RR"]);
    assert_eq!(fast["runs"]["guides(balanced)"]["inquire:RR"]["mean"], by_rank(&stated));
    // Guides that a file names are weighed alike.
    let mut n_other = 0;
    for guide in ["a", "b", "d", "f"] {
        tiny.write("from.qrels", format!("q1 0 {guide} 1\nq2 0 {guide} 1\nq3 0 {guide} 1\n"));
        let from = tiny.path("from.qrels").to_string_lossy().into_owned();
        let bound = |more: &[&str]| {
            let args = ["guide", "bound", &out, "--from", &from, "--embedders", "two,one"];
            let report = json(&[&args[..], &["--measures", "inquire:RR"], more].concat());
            let ways = report["ways"].as_array().unwrap();
            ways.iter().find(|way| way["name"] == "by rank").unwrap()["all"].clone()
        };
        assert_eq!(bound(&[]), bound(&["--weights", "3,1"]));
        n_other += usize::from(bound(&[]) != bound(&["--weights", "1,1"]));
    }
    assert!(n_other > 0, "with equal weights the order is the same");
    for (weights, words) in [
        ("{ three = 1 }", &["guide_weights", "unknown system three"][..]),
        ("{ one = -1 }", &["guide_weights", "-1", "a number from 0"]),
        ("{ one = 0 }", &["guide_weights are all 0"]),
    ] {
        let tiny = Tiny::new();
        tiny.write("recipe.toml", format!("guide_weights = {weights}\n{RECIPE}"));
        tiny.refused(words);
    }
}

/// Of five guides under one embedder, those above the threshold do not count.
#[test]
fn outliers_are_dropped_from_an_evaluation() {
    let tiny = Tiny::new();
    let mut more = String::new();
    for (number, query) in ["q1", "q1", "q1", "q1", "q1"].iter().enumerate() {
        more.push_str(&format!("{{\"query\":\"{query}\",\"guide\":{number}}}\n"));
    }
    tiny.write("alpha.jsonl", more);
    let out = tiny.build();
    let common = format!("guide {out} --embedders one,two --engines alpha --m 5 --reduction pca");
    let one = json(&line(&format!("{common} --query-id q1 --weights 3,1")));
    let scores: Vec<f64> = one["guides"]
        .as_array()
        .unwrap()
        .iter()
        .map(|of| of["outlier_score"].as_f64().unwrap())
        .collect();
    let mut ordered = scores.clone();
    ordered.sort_by(f64::total_cmp);
    // Between the second and the third: three are dropped.
    let tau = f64::midpoint(ordered[1], ordered[2]);
    let eval = |more: &str| {
        json(&line(&format!("{common} --eval --measures inquire:RR --weights 3,1{more}")))
    };
    let (all, some) = (eval(""), eval(&format!(" --tau {tau}")));
    assert_eq!((all.get("n_dropped"), &some["n_dropped"]), (None, &3.into()));
    let kept: Vec<(&str, usize)> =
        (0..5).filter(|place| scores[*place] <= tau).map(|place| ("alpha", place)).collect();
    let scores = Tiny::fused(&tiny.lists(&kept, [0.75, 0.25]));
    let n_before = scores.values().filter(|other| **other > scores["c"]).count();
    let texts = |of: &serde_json::Value| of["ways"].as_array().unwrap().len();
    assert_eq!(texts(&all), texts(&some));
    // The two other queries keep the fused text's list.
    let values = |of: &serde_json::Value, name: &str| {
        let ways = of["ways"].as_array().unwrap();
        let way = ways.iter().find(|way| way["name"] == name).unwrap();
        way["all"]["inquire:RR"]["mean"].as_f64().unwrap() * 3.0
    };
    let fused = |query: usize, relevant: &str| {
        let scores = Tiny::fused(&tiny.lists(&[("q", query)], [0.75, 0.25]));
        let n_before = scores.values().filter(|other| **other > scores[relevant]).count();
        1.0 / (n_before + 1) as f64
    };
    let expected = 1.0 / (n_before + 1) as f64 + fused(1, "e") + fused(2, "c");
    let found = values(&some, "guides, by rank");
    assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
}

#[test]
fn the_manifest_lists_and_hashes_the_guides() {
    let tiny = Tiny::new();
    let out = tiny.build();
    let text = fs::read_to_string(format!("{out}/benchmark.json")).unwrap();
    let manifest = Manifest::from_json(&text).unwrap();
    let [alpha, beta] = &manifest.guides[..] else { unreachable!("two engines") };
    assert_eq!((alpha.images, beta.images), (5, 2));
    assert_eq!((alpha.about.as_str(), alpha.license.as_str()), ("Made by a test.", "CC0"));
    for path in [
        "guides/alpha/images.jsonl.gz",
        "guides/beta/images.jsonl.gz",
        "systems/one/guides-alpha.safetensors",
        "systems/two/guides-beta.safetensors",
    ] {
        let file = manifest.file(path).unwrap();
        assert_eq!(file.bytes, fs::metadata(format!("{out}/{path}")).unwrap().len());
    }
    // A list that was changed is refused whatever is asked.
    let path = format!("{out}/guides/beta/images.jsonl.gz");
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    fails(1, &["eval", &out], &["guides/beta/images.jsonl.gz"]);
}

#[test]
fn what_has_no_guides_is_refused() {
    let tiny = Tiny::new();
    let out = tiny.build();
    let guide = |more: &str, words: &[&str]| {
        fails(1, &line(&format!("guide {out} --query-id {more}")), words);
    };
    guide("q3", &["no guides of q3 by alpha, beta"]);
    guide("q1 --engines gamma", &["no engine gamma", "alpha, beta, careful"]);
    guide("q1 --engines careful", &["tiny is another benchmark", "[[guides]]"]);
    guide("q1 --size large", &["alpha has no guide of size large"]);
    let owl = ["guide", &out, "--text", "an owl"];
    fails(1, &owl, &["no guides of this text", "stored queries"]);
}

#[test]
fn recipes_that_do_not_fit_are_refused() {
    for (from, to, words) in [
        ("\"alpha\"", "\"al/pha\"", &["engine id \"al/pha\"", "file name"][..]),
        ("\"beta\"", "\"Alpha\"", &["engine id \"Alpha\"", "twice"]),
        ("two = \"two-a", "three = \"two-a", &["guides alpha", "unknown system three"]),
        (
            "{ one = \"one-beta.npy\", two = \"two-beta.npy\" }",
            "{}",
            &["guides beta", "vectors is empty"],
        ),
        (
            "\"two-alpha.npy\"",
            "\"one-alpha.npy\"",
            &["guides alpha", "one-alpha.npy has vectors of dim 5", "system two of dim 4"],
        ),
        (
            "\"one-alpha.npy\"",
            "\"one-beta.npy\"",
            &["one-beta.npy has 2 rows, and there are 5 guides"],
        ),
    ] {
        let tiny = Tiny::new();
        assert!(RECIPE.contains(from));
        tiny.write("recipe.toml", RECIPE.replacen(from, to, 1));
        tiny.refused(words);
    }
    let lists = [
        ("{\"query\":\"q9\",\"guide\":0}", &["beta.jsonl, row 1", "query q9 of guide 0"][..]),
        (
            "{\"query\":\"q1\",\"guide\":\"first\"}",
            &["row 1", "q1 has guide first already, in row 0"],
        ),
        ("{\"query\":\"q1\"}", &["beta.jsonl, line 2", "guide"]),
        ("{\"query\":\"q1\",\"guide\":[]}", &["line 2", "a text or a whole number"]),
    ];
    for (line, words) in lists {
        let tiny = Tiny::new();
        tiny.write("beta.jsonl", format!("{{\"query\":\"q1\",\"guide\":\"first\"}}\n{line}\n"));
        tiny.refused(words);
    }
    let tiny = Tiny::new();
    tiny.write("beta.jsonl", "\n");
    tiny.refused(&["beta.jsonl has no guides"]);
    for (value, reason) in
        [(0.0, "all its values are 0"), (f32::NAN, "NaN"), (f32::INFINITY, "inf")]
    {
        let mut tiny = Tiny::new();
        let mut rows = tiny.matrices["two-beta"].clone();
        rows[1] = vec![value; 4];
        tiny.npy("two-beta", rows);
        tiny.refused(&["two-beta.npy, row 1", reason]);
    }
}
