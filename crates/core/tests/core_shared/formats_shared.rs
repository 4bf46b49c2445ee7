//! The readers on the files that the papers published, from `../shared` or
//! `$RANKSCOPE_SHARED`; reported as ignored where a file is absent.
#![allow(clippy::unwrap_used, clippy::float_cmp)]

use crate::here;
use libtest_mimic::{Failed, Trial};
use rankscope_core::formats::{
    CaptionKeys, Qrel, VoteRule, captions_from_jsonl, coco_1k_folds, corpus_without_seeds,
    correlations_from_csv, ids_from_lines, ids_from_npy, json_from_judgements,
    judgements_from_json, published_from_csv, qrels_from_votes, queries_from_conqa,
    queries_from_inquire, run_from_trec, votes_from_conqa,
};
use serde_json::Value;
use std::{
    collections::{HashMap, HashSet},
    fs,
    path::Path,
};

pub(crate) fn trials() -> Vec<Trial> {
    let shared = here::shared();
    let trial = |name: &str, needs: &str, run: fn(&Path) -> Result<(), Failed>| {
        let is_absent = !shared.join(needs).exists();
        let shared = shared.clone();
        Trial::test(name, move || run(&shared)).with_ignored_flag(is_absent)
    };
    let trials = vec![
        trial("the_judgements_of_coco_have_their_counts", "data/coco5k", judgements),
        trial("the_folds_of_coco_are_cut_from_its_test_ids", "data/coco5k", folds),
        trial("conqa_has_its_queries_and_votes", "data/conqa", conqa),
        trial("conqa_judgements_give_the_r_precision_of_the_original", "golden", conqa_golden),
        trial("inquire_has_250_queries", "data/inquire", inquire),
        trial("the_tables_of_the_papers_are_read", "data/published", published),
        trial("table_5_is_tau_b_of_table_4_but_for_known_pairs", "data/published", agreement),
    ];
    trials
}

fn same<T: PartialEq + std::fmt::Debug>(found: T, wanted: T, what: &str) -> Result<(), Failed> {
    if found == wanted { Ok(()) } else { Err(format!("{what}: {found:?}, not {wanted:?}").into()) }
}

fn judgements(shared: &Path) -> Result<(), Failed> {
    // Queries and pairs, counted in the files by another program.
    let counts = [
        ("original_caption_to_image", 25_000, 25_000),
        ("original_image_to_caption", 5_000, 25_000),
        ("cxc_caption_to_image", 24_972, 35_585),
        ("cxc_image_to_caption", 5_000, 35_585),
        ("eccv_caption_to_image", 1_332, 11_279),
        ("eccv_image_to_caption", 1_261, 22_550),
    ];
    for (name, n_queries, n_pairs) in counts {
        let text = fs::read_to_string(shared.join(format!("data/coco5k/{name}.json")))?;
        let qrels = judgements_from_json(name, &text)?;
        let queries: HashSet<&str> = qrels.iter().map(|qrel| qrel.query.as_str()).collect();
        same((queries.len(), qrels.len()), (n_queries, n_pairs), name)?;
        // Written again it is the same file, but for the spaces that only some of them have.
        let original: Value = serde_json::from_str(&text)?;
        let written: Value = serde_json::from_str(&json_from_judgements(&qrels))?;
        same(written == original, true, name)?;
    }
    Ok(())
}

fn folds(shared: &Path) -> Result<(), Failed> {
    let ids = ids_from_npy("ids", &fs::read(shared.join("data/coco5k/coco_test_ids.npy"))?)?;
    same(ids.len(), 25_000, "ids")?;
    let keys =
        CaptionKeys { id: "caption_id".into(), image: "image_id".into(), text: "text".into() };
    let text = fs::read_to_string(shared.join("data/coco5k/captions.jsonl"))?;
    let captions = captions_from_jsonl("captions", &text, &keys)?;
    let image_of: HashMap<&str, &str> =
        captions.iter().map(|caption| (caption.id.as_str(), caption.image.as_str())).collect();
    let mut all = HashSet::new();
    for fold in coco_1k_folds("ids", &ids)? {
        let images: HashSet<&str> = fold.iter().map(|id| image_of[id.as_str()]).collect();
        same(images.len(), 1_000, "images of a fold")?;
        all.extend(images);
    }
    same(all.len(), 5_000, "images")
}

fn conqa(shared: &Path) -> Result<(), Failed> {
    let read = |name: &str| fs::read_to_string(shared.join("data/conqa").join(name));
    let queries = queries_from_conqa("seed.json", &read("seed.json")?)?;
    let votes = votes_from_conqa("mturk.json", &read("mturk.json")?)?;
    let corpus = ids_from_lines("vg_subset.txt", &read("vg_subset.txt")?)?;
    same((queries.len(), votes.len(), corpus.len()), (80, 8_407, 43_413), "files")?;
    same(queries.iter().filter(|query| query.is_conceptual).count(), 50, "conceptual")?;
    same(corpus_without_seeds(&queries, &corpus).len(), 43_413 - 547, "without seeds")?;
    let counts = [
        (VoteRule::FullRelevant, 1_693, 78),
        (VoteRule::Sure, 4_469, 80),
        (VoteRule::Unsure, 5_381, 80),
    ];
    for (rule, n_relevant, n_queries) in counts {
        let qrels = qrels_from_votes(&queries, &votes, rule);
        let relevant: Vec<&Qrel> = qrels.iter().filter(|qrel| qrel.grade >= 1).collect();
        let with_any: HashSet<&str> = relevant.iter().map(|qrel| qrel.query.as_str()).collect();
        same((relevant.len(), with_any.len()), (n_relevant, n_queries), &rule.to_string())?;
    }
    Ok(())
}

/// Hits among the first R of the stored run, over R: counted here, and by ranx there.
fn conqa_golden(shared: &Path) -> Result<(), Failed> {
    let read = |name: &str| fs::read_to_string(shared.join(name));
    let queries = queries_from_conqa("seed.json", &read("data/conqa/seed.json")?)?;
    let votes = votes_from_conqa("mturk.json", &read("data/conqa/mturk.json")?)?;
    let run = run_from_trec("conqa.run", &read("golden/conqa.run")?)?;
    same(run.len(), 80 * 300, "lines of the run")?;
    let golden: Value = serde_json::from_str(&read("golden/conqa_expected.json")?)?;
    for rule in VoteRule::ALL {
        let qrels = qrels_from_votes(&queries, &votes, rule);
        for (group, is_conceptual) in [("conceptual", true), ("descriptive", false)] {
            let mut values = Vec::new();
            for query in queries.iter().filter(|query| query.is_conceptual == is_conceptual) {
                let relevant: HashSet<&str> = qrels
                    .iter()
                    .filter(|qrel| qrel.query == query.id && qrel.grade >= 1)
                    .map(|qrel| qrel.document.as_str())
                    .collect();
                if relevant.is_empty() {
                    continue;
                }
                // The run is stored in the order of its scores.
                let first = run.iter().filter(|entry| entry.query == query.id);
                let hits = first
                    .take(relevant.len())
                    .filter(|entry| relevant.contains(entry.document.as_str()));
                values.push(hits.count() as f64 / relevant.len() as f64);
            }
            let wanted = &golden["expected"][format!("{rule}/{group}")];
            same(values.len() as u64, wanted["queries"].as_u64().unwrap(), "queries")?;
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let of_original = wanted["r-precision"].as_f64().unwrap();
            let is_close = (mean - of_original).abs() < 1e-9;
            same(is_close, true, &format!("{rule}/{group}: {mean} and {of_original}"))?;
        }
    }
    Ok(())
}

fn inquire(shared: &Path) -> Result<(), Failed> {
    let mut ids = HashSet::new();
    let mut categories = HashSet::new();
    for (split, n_queries, n_without_group) in [("val", 50, 0), ("test", 200, 2)] {
        let name = format!("inquire_queries_{split}.csv");
        let text = fs::read_to_string(shared.join("data/inquire").join(&name))?;
        let queries = queries_from_inquire(&name, &text)?;
        let without = queries.iter().filter(|query| query.iconic_group.is_none()).count();
        same((queries.len(), without), (n_queries, n_without_group), &name)?;
        for query in queries {
            categories.insert((query.supercategory, query.category));
            ids.insert(query.id);
        }
    }
    let n_supercategories = categories.iter().map(|(of, _)| of).collect::<HashSet<_>>().len();
    same((ids.len(), categories.len(), n_supercategories), (250, 16, 4), "queries, categories")
}

fn published(shared: &Path) -> Result<(), Failed> {
    // Rows, text columns, flags and measures.
    let tables = [
        ("eccv_table4", [25, 2, 1, 7]),
        ("needle_table1", [40, 3, 0, 4]),
        ("needle_table2", [5, 1, 0, 6]),
        ("needle_table3", [6, 2, 0, 1]),
    ];
    for (name, wanted) in tables {
        let text = fs::read_to_string(shared.join(format!("data/published/{name}.csv")))?;
        let table = published_from_csv(name, &text)?;
        let [texts, flags, measures] =
            [&table.text_columns, &table.flag_columns, &table.measures].map(Vec::len);
        same([table.rows.len(), texts, flags, measures], wanted, name)?;
        let missing = table.rows.iter().flat_map(|row| &row.values).any(Option::is_none);
        same(missing, false, name)?;
    }
    Ok(())
}

/// τ-b of table 4 is table 5's to two decimals, but for most pairs with COCO-1K R@1 and for
/// ECCV R@1 with PMRP: there the papers' own tables disagree.
fn agreement(shared: &Path) -> Result<(), Failed> {
    let read = |name: &str| fs::read_to_string(shared.join("data/published").join(name));
    let table = published_from_csv("table 4", &read("eccv_table4.csv")?)?;
    let tau_b = correlations_from_csv("table 5", &read("eccv_table5.csv")?)?;
    same(tau_b.measures.len(), 11, "measures of table 5")?;
    let column = |measure: &str| -> Vec<f64> {
        table.column(measure).unwrap().into_iter().flatten().collect()
    };
    let place = |measure: &str| tau_b.measures.iter().position(|name| name == measure).unwrap();
    let mut differ = Vec::new();
    for (index, a) in table.measures.iter().enumerate() {
        for b in &table.measures[index + 1..] {
            let found = tau_b_by_pairs(&column(a), &column(b));
            // Half a unit of the last decimal, and what rounding the figures may add.
            if (found - tau_b.values[place(a)][place(b)]).abs() > 0.0051 {
                differ.push(format!("{a} {b} {found:.2}"));
            }
        }
    }
    let known = [
        "eccv_map_at_r coco_1k_r1 0.44",
        "eccv_rprecision coco_1k_r1 0.36",
        "eccv_r1 coco_1k_r1 0.68",
        "eccv_r1 pmrp 0.28",
        "cxc_r1 coco_1k_r1 0.94",
        "coco_1k_r1 coco_5k_r1 0.94",
    ];
    same(differ.as_slice(), known.map(String::from).as_slice(), "pairs that differ")
}

/// Kendall's τ-b over every ordered pair, by its definition.
fn tau_b_by_pairs(x: &[f64], y: &[f64]) -> f64 {
    let sign = |a: f64, b: f64| if a == b { 0.0 } else { (a - b).signum() };
    let (mut together, mut of_x, mut of_y) = (0.0, 0.0, 0.0);
    for (a, b) in x.iter().zip(y) {
        for (c, d) in x.iter().zip(y) {
            let (of_pair_x, of_pair_y) = (sign(*a, *c), sign(*b, *d));
            together += of_pair_x * of_pair_y;
            of_x += of_pair_x.abs();
            of_y += of_pair_y.abs();
        }
    }
    together / f64::sqrt(of_x * of_y)
}
