//! `conqa:…` against ConQA's published votes evaluated with ranx; the votes are read from
//! `../shared` or `$RANKSCOPE_SHARED`, and reported as ignored where they are absent.
#![allow(clippy::unwrap_used)]

use crate::here;
use libtest_mimic::{Failed, Trial};
use rankscope_core::benchmark::Judgements;
use rankscope_core::metrics::{JudgedList, Mean, Measure, Order};
use rankscope_core::ranking::Hit;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Votes for relevant, not relevant, unsure.
type Rule = fn(i64, i64, i64) -> bool;

pub(crate) fn trials() -> Vec<Trial> {
    let shared = here::shared();
    let is_absent = !shared.join("data/conqa/mturk.json").is_file();
    let rules: [(&str, Rule); 3] = [
        ("full_relevant", |relevant, not, unsure| relevant > 0 && not == 0 && unsure == 0),
        ("sure", |relevant, not, _| relevant > not),
        ("unsure", |relevant, not, _| relevant >= not),
    ];
    let trials = rules.into_iter().map(|(name, rule)| {
        let shared = shared.clone();
        let trial = Trial::test(format!("conqa_under_{name}_is_that_of_ranx"), move || {
            evaluate(&shared, name, rule)
        });
        trial.with_ignored_flag(is_absent)
    });
    trials.collect()
}

fn evaluate(shared: &Path, rule_name: &str, is_relevant: Rule) -> Result<(), Failed> {
    let json = |path: &str| -> Result<Value, Failed> {
        Ok(serde_json::from_str(&fs::read_to_string(shared.join(path))?)?)
    };
    let (votes, queries) = (json("data/conqa/mturk.json")?, json("data/conqa/seed.json")?);
    let golden = json("golden/conqa_expected.json")?;
    let queries = queries.as_object().unwrap();
    let seeds: BTreeSet<u32> = queries.values().flat_map(|query| ids(&query["Seeds"])).collect();
    let mut runs: BTreeMap<String, Vec<Hit>> = BTreeMap::new();
    for line in fs::read_to_string(shared.join("golden/conqa.run"))?.lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let hit = Hit { row_in_corpus: fields[2].parse()?, score: fields[4].parse()? };
        runs.entry(fields[0].into()).or_default().push(hit);
    }
    for (group, is_conceptual) in [("conceptual", true), ("descriptive", false)] {
        let in_group = queries.iter().filter(|(_, query)| query["Conceptual"] == is_conceptual);
        let lists: Vec<JudgedList> = in_group
            .map(|(id, _)| {
                let judged = votes[id].as_object().unwrap().iter().filter_map(|(image, votes)| {
                    let vote = |place: usize| votes[place].as_i64().unwrap();
                    let image: u32 = image.parse().unwrap();
                    let grade = i32::from(is_relevant(vote(0), vote(1), vote(2)));
                    (!seeds.contains(&image)).then_some((image, grade))
                });
                let is_kept = |hit: &&Hit| !seeds.contains(&hit.row_in_corpus);
                let hits: Vec<Hit> = runs[id].iter().filter(is_kept).copied().collect();
                JudgedList::in_order(Order::ByScore, &hits, &Judgements::new(judged), &[])
            })
            .collect();
        let wanted = &golden["expected"][format!("{rule_name}/{group}")];
        for (name, key) in [
            ("conqa:nDCG", "ndcg"),
            ("conqa:R-Precision", "r-precision"),
            ("conqa:HR@1", "hit_rate@1"),
            ("conqa:HR@5", "hit_rate@5"),
            ("conqa:HR@10", "hit_rate@10"),
        ] {
            let measure: Measure = name.parse()?;
            let mean = Mean::of(lists.iter().map(|list| measure.value(list))).unwrap();
            if wanted["queries"] != mean.n {
                return Err(
                    format!("{group}: {} queries, not {}", mean.n, wanted["queries"]).into()
                );
            }
            let wanted = wanted[key].as_f64().unwrap();
            if (mean.mean - wanted).abs() > 5.1e-11 {
                return Err(format!("{group}, {name}: {}, not {wanted}", mean.mean).into());
            }
        }
    }
    Ok(())
}

fn ids(list: &Value) -> Vec<u32> {
    list.as_array().unwrap().iter().map(|id| id.as_u64().unwrap() as u32).collect()
}
