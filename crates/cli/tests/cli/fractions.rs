//! The parts of opened values on Fieldbook, against the values of the program.
#![allow(clippy::unwrap_used)]

use crate::here::fieldbook;
use crate::program::{done, folder, json};
use flate2::read::GzDecoder;
use rankscope_core::benchmark::Judgements;
use rankscope_core::formats::{qrels_from_trec, run_from_trec};
use rankscope_core::metrics::{Fraction, JudgedRanking, Measure, explain};
use rankscope_core::ranking::Hit;
use std::collections::BTreeMap;
use std::{fs, io::Read};

const MEASURES: [&str; 12] = [
    "trec:P@10",
    "trec:R@100",
    "trec:RR",
    "trec:AP@100",
    "trec:nDCG@10",
    "trec:Success@5",
    "trec:ERR@20",
    "inquire:P@50",
    "inquire:AP@50",
    "inquire:nDCG@50",
    "eccv:R@5",
    "needle:AP@10",
];
const DEPTH: usize = 1_000;

#[test]
fn what_a_value_is_made_of_sums_to_what_the_program_prints() {
    let (book, file) = (fieldbook(), folder());
    let run = file("base.run");
    let depth = DEPTH.to_string();
    done(&["export", &book, "--system", "base", "-k", &depth, "--queries", "1/8", "-o", &run]);
    let names = MEASURES.join(",");
    let options = ["--relevance", "exhaustive", "--measures", &names];
    let report = json(&[&["eval", &book, "--system", "base"][..], &options].concat());

    let mut qrels = String::new();
    let packed = fs::File::open(format!("{book}/relevance/exhaustive.qrels.gz")).unwrap();
    GzDecoder::new(packed).read_to_string(&mut qrels).unwrap();
    let run = run_from_trec("base.run", &fs::read_to_string(run).unwrap()).unwrap();
    let mut rows = BTreeMap::<String, u32>::new();
    let mut row = |id: &str| {
        let next = rows.len() as u32;
        *rows.entry(id.to_string()).or_insert(next)
    };
    let mut lists = BTreeMap::<String, Vec<Hit>>::new();
    for entry in run {
        let hit = Hit { row_in_corpus: row(&entry.document), score: entry.score as f32 };
        lists.entry(entry.query).or_default().push(hit);
    }
    let mut judged = BTreeMap::<String, Vec<(u32, i32)>>::new();
    for qrel in qrels_from_trec("exhaustive.qrels", &qrels).unwrap() {
        let grade = (row(&qrel.document), qrel.grade);
        judged.entry(qrel.query).or_default().push(grade);
    }
    let mut ids = vec![String::new(); rows.len()];
    rows.iter().for_each(|(id, row)| ids[*row as usize] = id.clone());

    let mut n = 0;
    for (query, hits) in &lists {
        let judgements = Judgements::new(judged.get(query).cloned().unwrap_or_default());
        let ranking = JudgedRanking::new(hits, &judgements, &ids[..]);
        for name in MEASURES {
            let measure: Measure = name.parse().unwrap();
            let value = report["runs"]["base"][name]["per_query"][query].as_f64();
            let Some(own) = explain(measure, ranking.list(measure.protocol())) else {
                assert_eq!(value, None, "{name} of {query}");
                continue;
            };
            let last = Fraction::of(&own).steps.last().map(|step| step.value);
            // RR reads the whole ranking.
            if own.terms.is_empty() && name == "trec:RR" {
                continue;
            }
            // The program adds the same terms in another order.
            let (last, value) = (last.unwrap(), value.unwrap());
            assert!((last - value).abs() < 1e-15, "{name} of {query}: {last}, not {value}");
            n += 1;
        }
    }
    assert!(n > 1_500, "{n}");
}
