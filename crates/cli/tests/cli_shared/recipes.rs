//! The recipes on the files that the papers published, from `../shared` or
//! `$RANKSCOPE_SHARED`, with vectors made here; reported as ignored where a file is absent.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

use crate::made::{Made, OTHER_MODEL, inquire, marked};
use crate::{here, json_in, printed, printed_json, same};
use libtest_mimic::{Failed, Trial};
use rankscope_core::benchmark::Image;
use rankscope_core::formats::{
    VoteRule, qrels_from_votes, seeds_from_jsonl, text_from_bytes, trec_from_qrels,
    votes_from_jsonl,
};
use rankscope_core::random::SplitMix64;
use serde_json::{Map, Value};
use std::{
    collections::{HashMap, HashSet},
    fs,
    path::Path,
};

pub(crate) fn trials() -> Vec<Trial> {
    let shared = here::shared();
    let trial = |name: &str, needs: &str, run: fn(&Path) -> Result<(), Failed>| {
        let folder = shared.join(needs);
        let is_absent = !folder.is_dir();
        Trial::test(name, move || run(&folder)).with_ignored_flag(is_absent)
    };
    vec![
        trial("conqa_is_built_with_its_votes_and_without_its_seeds", "data/conqa", conqa),
        trial("conqa_has_the_hundred_nearest_to_each_seed", "data/conqa", nearest_to_seeds),
        trial("inquire_is_built_with_its_250_queries", "data/inquire", inquire_queries),
    ]
}

/// The values of a facet that occur.
fn values(made: &Made, facet: &str) -> HashSet<String> {
    made.queries().iter().filter_map(|query| query.facets.get(facet).cloned()).collect()
}

/// A system that knows the majority of votes, and ranks seeds first of all: it is perfect if
/// votes, rows and ids meet, and if the seeds' rows are gone.
fn conqa(data: &Path) -> Result<(), Failed> {
    let made = Made::new();
    for name in ["seed.json", "mturk.json", "vg_subset.txt"] {
        fs::copy(data.join(name), made.path(name))?;
    }
    let read = |name: &str| fs::read_to_string(data.join(name));
    let queries: Map<String, Value> = serde_json::from_str(&read("seed.json")?)?;
    let votes: Map<String, Value> = serde_json::from_str(&read("mturk.json")?)?;
    let seeds: HashSet<String> = queries
        .values()
        .flat_map(|query| query["Seeds"].as_array().unwrap())
        .map(Value::to_string)
        .collect();
    // In the order of the file, which is that of the numbers.
    let mut ids: Vec<u32> = queries.keys().map(|id| id.parse().unwrap()).collect();
    ids.sort_unstable();
    let n_queries = ids.len();
    let has_majority = |query: usize, image: &str| {
        let votes = &votes[&ids[query].to_string()][image];
        votes[0].as_u64() > votes[1].as_u64()
    };
    let row = |image: &str| {
        if seeds.contains(image) {
            return marked(n_queries + 1, &Vec::from_iter(0..n_queries));
        }
        let mut places: Vec<usize> =
            (0..n_queries).filter(|query| has_majority(*query, image)).collect();
        if places.is_empty() {
            places.push(n_queries);
        }
        marked(n_queries + 1, &places)
    };
    let rows: Vec<Vec<f32>> = read("vg_subset.txt")?.lines().map(|id| row(id.trim())).collect();
    made.npy("systems/clip/gallery.npy", &rows);
    let rows: Vec<Vec<f32>> = (0..n_queries).map(|place| marked(n_queries + 1, &[place])).collect();
    made.npy("systems/clip/queries.npy", &rows);
    // The published run, as a stored run of this benchmark: seeds are not in its corpus.
    let golden = data.join("../../golden");
    let run = fs::read_to_string(golden.join("conqa.run"))?;
    let of_corpus = run.lines().filter(|line| !seeds.contains(line.split(' ').nth(2).unwrap()));
    made.write("published.run", of_corpus.map(|line| format!("{line}\n")).collect::<String>());
    let stored =
        "[[runs]]\nid = \"published\"\ntitle = \"Published\"\nfile = \"published.run\"\n\n";
    let first = "[[headlines]]\nmeasure = \"conqa:R-Precision\"\nrelevance = \"full_relevant\"\n";
    made.recipe("conqa.toml", &[(first, &format!("{stored}{first}"))]);
    let manifest = made.build();
    stored_run_of_conqa(&made, &json_in(&golden.join("conqa_expected.json"))?)?;
    under_every_rule(&made, &json_in(&golden.join("next/09_vote_rules.json"))?)?;

    // Counted in the files by another program.
    same(manifest.counts.images, 43_413 - 547, "images")?;
    same(manifest.counts.queries, 80, "queries")?;
    let [facet] = &manifest.facets[..] else { return Err("one facet".into()) };
    let wanted = ("kind", "conceptual descriptive".to_owned());
    same((&*facet.name, facet.values.join(" ")), wanted, "facet")?;
    let queries = made.queries();
    same(queries[1].text.as_str(), "working class life", "the second query")?;
    let is_conceptual =
        |query: &&rankscope_core::benchmark::Query| query.facets["kind"] == "conceptual";
    same(queries.iter().filter(is_conceptual).count(), 50, "conceptual")?;
    for (rule, n_relevant, n_queries) in
        [("full_relevant", 1_693, 78), ("sure", 4_469, 80), ("unsure", 5_381, 80)]
    {
        let qrels = made.qrels(rule);
        same(qrels.len(), 8_116, "judgements")?;
        same(qrels.iter().filter(|line| line.ends_with(" 1")).count(), n_relevant, rule)?;
        let (_, n) = made.eval("clip", rule, "conqa:R-Precision");
        same(n, n_queries, rule)?;
    }
    // One file of votes for all three rules, which give the judgements again.
    let paths: HashSet<&str> =
        manifest.relevance.iter().filter_map(|definition| definition.votes.as_deref()).collect();
    same(paths, HashSet::from(["votes/full_relevant.jsonl"]), "files of votes")?;
    let text = fs::read_to_string(made.path("out/votes/full_relevant.jsonl"))?;
    let voted = votes_from_jsonl("votes", &text)?;
    for rule in VoteRule::ALL {
        let again = trec_from_qrels(&qrels_from_votes(&[], &voted, rule));
        let mut again: Vec<&str> = again.lines().collect();
        let mut built = made.qrels(&rule.to_string());
        again.sort_unstable();
        built.sort_unstable();
        same(again == built, true, &format!("judgements by {rule}"))?;
    }
    judged_by_votes(&made, data, &seeds)?;
    same(made.eval("clip", "sure", "conqa:R-Precision").0, 1.0, "R-Precision by majority")?;
    same(made.eval("clip", "sure", "conqa:nDCG").0, 1.0, "nDCG by majority")?;
    same(made.eval("clip", "unsure", "conqa:R-Precision").0 < 1.0, true, "by another rule")
}

/// The pictures nearest to each of ConQA's seeds, by vectors drawn at random, against brute force.
fn nearest_to_seeds(data: &Path) -> Result<(), Failed> {
    const DIM: usize = 8;
    let made = Made::new();
    for name in ["seed.json", "mturk.json", "vg_subset.txt"] {
        fs::copy(data.join(name), made.path(name))?;
    }
    let read = |name: &str| fs::read_to_string(data.join(name));
    let ids: Vec<String> = read("vg_subset.txt")?.lines().map(|id| id.trim().into()).collect();
    let mut random = SplitMix64::new(40);
    let mut row = || (0..DIM).map(|_| random.unit() - 0.5).collect::<Vec<f32>>();
    let rows: Vec<Vec<f32>> = ids.iter().map(|_| row()).collect();
    made.npy("systems/clip/gallery.npy", &rows);
    made.npy("systems/clip/queries.npy", &(0..80).map(|_| row()).collect::<Vec<_>>());
    made.recipe("conqa.toml", &[("title = \"CLIP\"\n", "title = \"CLIP\"\ndtype = \"f32\"\n")]);
    made.build();
    let queries: Map<String, Value> = serde_json::from_str(&read("seed.json")?)?;
    let wanted: HashSet<(String, String)> = queries
        .iter()
        .flat_map(|(id, query)| {
            let seeds = query["Seeds"].as_array().unwrap();
            seeds.iter().map(|seed| (id.clone(), seed.to_string()))
        })
        .collect();
    let path = "seeds/clip.jsonl.gz";
    let bytes = fs::read(made.path("out").join(path))?;
    let text = text_from_bytes(path, &bytes)?;
    let seeds = seeds_from_jsonl(path, &text, |image: &Image| &image.id)?;
    let found: HashSet<(String, String)> =
        seeds.iter().map(|(_, seed)| (seed.query.clone(), seed.seed.id.clone())).collect();
    same(found == wanted, true, "the seeds of all queries")?;

    let unit: Vec<Vec<f64>> = rows
        .iter()
        .map(|row| {
            let norm = row.iter().map(|value| f64::from(*value).powi(2)).sum::<f64>().sqrt();
            row.iter().map(|value| f64::from(*value) / norm).collect()
        })
        .collect();
    let row_of: HashMap<&str, usize> = ids.iter().map(String::as_str).zip(0..).collect();
    let is_seed: HashSet<&str> = wanted.iter().map(|(_, seed)| seed.as_str()).collect();
    let corpus: Vec<usize> =
        (0..ids.len()).filter(|row| !is_seed.contains(ids[*row].as_str())).collect();
    let (mut n, mut n_swapped) = (0, 0);
    for (_, seed) in &seeds {
        let own = &unit[row_of[seed.seed.id.as_str()]];
        let cosine = |row: usize| own.iter().zip(&unit[row]).map(|(a, b)| a * b).sum::<f64>();
        let mut all: Vec<(f64, usize)> = corpus.iter().map(|row| (cosine(*row), *row)).collect();
        all.select_nth_unstable_by(100, |a, b| b.0.total_cmp(&a.0));
        all.truncate(100);
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        let distinct: HashSet<&String> = seed.nearest.iter().collect();
        same((seed.nearest.len(), distinct.len()), (100, 100), "pictures near a seed")?;
        for ((cosine_there, row), id) in all.iter().zip(&seed.nearest) {
            let found = row_of[id.as_str()];
            // Scores are float32, so that the nearest of nearly equal ones may change places.
            let is_near = (cosine(found) - cosine_there).abs() < 1e-6 && !is_seed.contains(&**id);
            same(is_near, true, &format!("{id} near the seed {}", seed.seed.id))?;
            n += 1;
            n_swapped += usize::from(found != *row);
        }
    }
    same(n_swapped * 1000 < n, true, &format!("{n_swapped} of {n} in other places"))
}

/// The stored run under eight rules over the votes, all queries and by kind.
fn under_every_rule(made: &Made, golden: &Value) -> Result<(), Failed> {
    let folder = made.path("out").display().to_string();
    let measures = ["nDCG", "R-Precision", "HR@1", "HR@5", "HR@10"];
    let names = measures.map(|name| format!("conqa:{name}")).join(",");
    let args = ["votes", &folder, "--orders", "--system", "published", "--measures", &names];
    for group in ["all", "conceptual", "descriptive"] {
        let condition = format!("kind = {group}");
        let only = ["--where", &condition];
        let of_group = if group == "all" { &[][..] } else { &only };
        let report = printed_json(&[&args[..], &["--json"], of_group].concat())?;
        for (rule, wanted) in golden["by_rule"].as_object().unwrap() {
            for measure in measures {
                let found = &report["systems"]["published"][rule][format!("conqa:{measure}")];
                let (what, wanted) = (format!("{group}, {rule}, {measure}"), &wanted[group]);
                same(&found["n"], &wanted["n"], &what)?;
                let (mean, wanted) = (found["mean"].as_f64(), wanted[measure].as_f64());
                let is_near = (mean.unwrap() - wanted.unwrap()).abs() < 1e-9;
                same(is_near, true, &format!("{what}: {mean:?}, not {wanted:?}"))?;
            }
        }
    }
    Ok(())
}

/// The stored run has ranx's values, by command as a system of the benchmark.
fn stored_run_of_conqa(made: &Made, golden: &Value) -> Result<(), Failed> {
    let names = [
        ("conqa:nDCG", "ndcg"),
        ("conqa:R-Precision", "r-precision"),
        ("conqa:HR@1", "hit_rate@1"),
        ("conqa:HR@5", "hit_rate@5"),
        ("conqa:HR@10", "hit_rate@10"),
    ];
    let measures = names.map(|(measure, _)| measure).join(",");
    for rule in ["full_relevant", "sure", "unsure"] {
        let eval = ["eval", &made.text("out"), "--format", "json", "--system", "published"];
        let more = ["--relevance", rule, "--by", "kind", "--measures", &measures];
        let report = printed_json(&[&eval[..], &more].concat())?;
        for kind in ["conceptual", "descriptive"] {
            let wanted = &golden["expected"][format!("{rule}/{kind}")];
            for (measure, key) in names {
                let found = &report["groups"][kind]["published"][measure];
                same(&found["n"], &wanted["queries"], measure)?;
                let (mean, wanted) =
                    (found["mean"].as_f64().unwrap(), wanted[key].as_f64().unwrap());
                if (mean - wanted).abs() > 5.1e-11 {
                    return Err(format!("{rule}, {kind}, {measure}: {mean}, not {wanted}").into());
                }
            }
        }
    }
    Ok(())
}

/// The stored votes under each rule, and a run, through the commands: the figures are those of ranx
/// on the published votes.
fn judged_by_votes(made: &Made, data: &Path, seeds: &HashSet<String>) -> Result<(), Failed> {
    let golden = data.join("../../golden");
    let run = fs::read_to_string(golden.join("conqa.run"))?;
    let image = |line: &&str| line.split_whitespace().nth(2).is_some_and(|id| !seeds.contains(id));
    made.write("conqa.run", run.lines().filter(image).collect::<Vec<_>>().join("\n"));
    let golden = json_in(&golden.join("conqa_expected.json"))?;
    let [votes, qrels, run] = ["out/votes/full_relevant.jsonl", "by_votes.qrels", "conqa.run"]
        .map(|name| made.text(name));
    let keys = [
        ("conqa:nDCG", "ndcg"),
        ("conqa:R-Precision", "r-precision"),
        ("conqa:HR@10", "hit_rate@10"),
    ];
    let measures = keys.map(|(measure, _)| measure).join(",");
    for rule in VoteRule::ALL.map(|rule| rule.to_string()) {
        let convert = ["convert", &votes, "--from", "votes", "--rule", &rule, "--to", "trec"];
        printed(&[&convert[..], &["--out", &qrels, "--force"]].concat())?;
        let eval = ["eval", "--qrels", &qrels, "--run", &run, "--format", "json"];
        let report = printed_json(&[&eval[..], &["--measures", &measures]].concat())?;
        for query_kind in ["conceptual", "descriptive"] {
            for (measure, key) in keys {
                let values: Vec<f64> = made
                    .queries()
                    .iter()
                    .filter(|query| query.facets["kind"] == query_kind)
                    .filter_map(|query| {
                        report["runs"]["conqa"][measure]["per_query"][&query.id].as_f64()
                    })
                    .collect();
                let wanted = &golden["expected"][format!("{rule}/{query_kind}")];
                same(values.len() as u64, wanted["queries"].as_u64().unwrap(), &rule)?;
                let mean = values.iter().sum::<f64>() / values.len() as f64;
                let is_close = (mean - wanted[key].as_f64().unwrap()).abs() < 5.1e-11;
                same(is_close, true, &format!("{rule}/{query_kind}: {measure} {mean}"))?;
            }
        }
    }
    Ok(())
}

fn inquire_queries(data: &Path) -> Result<(), Failed> {
    let rows = |split: &str| -> Result<Vec<String>, Failed> {
        let text = fs::read_to_string(data.join(format!("inquire_queries_{split}.csv")))?;
        Ok(text.lines().skip(1).map(str::to_owned).collect())
    };
    let made = inquire(&[("val", &rows("val")?), ("test", &rows("test")?)]);
    made.recipe("inquire.toml", &[("[[systems]]\n", OTHER_MODEL)]);
    let manifest = made.build();
    same((manifest.counts.queries, manifest.counts.images), (250, 251), "queries, images")?;
    let facets = manifest.facets.iter().map(|facet| facet.name.as_str());
    same(facets.collect::<HashSet<_>>().len(), 3, "facets")?;
    let n_values = ["supercategory", "category"].map(|facet| values(&made, facet).len());
    same(n_values, [4, 16], "values")?;
    let queries = made.queries();
    let of_split = |split: &str| queries.iter().filter(|query| query.split == split).count();
    same((of_split("val"), of_split("test")), (50, 200), "splits")?;
    let without = queries.iter().filter(|query| !query.facets.contains_key("iconic_group"));
    same(without.count(), 2, "queries without a group")?;
    same(made.qrels("inquire").len(), 250, "judgements")?;
    same(made.eval("vit-b-32", "inquire", "inquire:AP@50"), (1.0, 250), "AP@50")
}
