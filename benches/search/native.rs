//! How long a search takes natively, compared with the same code compiled for the base instruction
//! set, and with Faiss where it is installed.

use crate::{
    Result,
    faiss::{Faiss, INDEXES},
};
use rankscope_core::ranking::Hit;
use rankscope_core::search::{
    bounded, estimated, reference,
    scan::{Int8Codes, SignCodes},
};
use rankscope_core::simd::InstructionSet;
use rankscope_core::vectors::Vectors;
use serde_json::{Map, Value, json};
use std::{hint::black_box, time::Instant};

/// Turns: each contender once per turn. The first turn is not counted.
const N_TURNS: usize = 31;
/// One turn in this many also runs the slow tasks: many queries at once, and coding.
const LONG_EVERY: usize = 6;
/// Queries searched at once.
const N_AT_ONCE: usize = 64;

/// Rankscope's codes and scan for one instruction set.
struct Ours {
    on: InstructionSet,
    int8: Int8Codes,
    signs: SignCodes,
}

/// Seconds of every turn, by task and contender.
#[derive(Default)]
struct Times(Map<String, Value>);

impl Times {
    fn push(&mut self, task: &str, who: &str, seconds: f64) {
        let task = self.0.entry(task).or_insert_with(|| json!({}));
        match &mut task[who] {
            Value::Array(all) => all.push(json!(seconds)),
            empty => *empty = json!([seconds]),
        }
    }

    /// Milliseconds, and the ratio of each contender's to ours, by medians and by the fastest.
    fn summary(self, ours: &str) -> Value {
        let tasks = self.0.into_iter().map(|(task, by_who)| {
            let summaries = by_who.as_object().into_iter().flatten().map(|(who, all)| {
                let mut all: Vec<f64> =
                    all.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
                all.sort_unstable_by(f64::total_cmp);
                let least = all.first().copied().unwrap_or(f64::NAN);
                let median = all.get(all.len() / 2).copied().unwrap_or(f64::NAN);
                (who.clone(), [1e3 * median, 1e3 * least])
            });
            let summaries: Vec<(String, [f64; 2])> = summaries.collect();
            let of_ours = summaries.iter().find(|(who, _)| who == ours).map(|(_, of)| *of);
            let all = summaries.into_iter().map(|(who, [median, least])| {
                let [our_median, our_least] = of_ours.unwrap_or([f64::NAN; 2]);
                let ratios = json!({ "median": median / our_median, "min": least / our_least });
                (who, json!({ "median_ms": median, "min_ms": least, "times_ours": ratios }))
            });
            (task, Value::Object(all.collect()))
        });
        Value::Object(tasks.collect())
    }
}

fn seconds<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64()
}

/// The share of the exact top k that was found.
fn recall(found: &[u32], exact: &[Hit]) -> f64 {
    let n = exact.iter().filter(|hit| found.contains(&hit.row_in_corpus)).count();
    n as f64 / exact.len().max(1) as f64
}

/// A loop that reads all codes and does next to nothing with them: the bound set by memory.
fn pass(codes: &[u8]) -> u64 {
    let mut sums = [0u64; 8];
    for words in codes.as_chunks::<8>().0.as_chunks::<8>().0 {
        for (sum, word) in sums.iter_mut().zip(words) {
            *sum ^= u64::from_le_bytes(*word);
        }
    }
    sums.into_iter().fold(0, |all, sum| all ^ sum)
}

/// Contenders take turns, so that other load on the machine affects all alike. Hits come first: ours
/// must equal brute force with every instruction set.
pub(crate) fn report(
    gallery: &Vectors,
    queries: &[Vec<f32>],
    k: usize,
    seed: u64,
) -> Result<Value> {
    let code = |on| Ours {
        on,
        int8: Int8Codes::new_on(on, gallery),
        signs: SignCodes::new_on(on, gallery, seed),
    };
    let sets: Vec<Ours> = InstructionSet::available().into_iter().map(code).collect();
    let mut faiss = Faiss::start(gallery, queries)?;
    let many = queries.get(..N_AT_ONCE).unwrap_or(queries);
    let every: Vec<usize> = (0..many.len()).collect();
    let mut times = Times::default();
    let mut found: Map<String, Value> = Map::new();
    for (turn, query) in (0..N_TURNS).zip(queries.iter().cycle()) {
        let (number, query) = (turn % queries.len(), std::slice::from_ref(query));
        let exact = (turn == 0).then(|| reference::top_k(&query[0], gallery, k));
        let mut push = |task: &str, who: &str, seconds: f64| {
            if turn > 0 {
                times.push(task, who, seconds);
            }
        };
        let is_long = turn % LONG_EVERY == 1;
        for Ours { on, int8, signs } in &sets {
            let (who, scan) = (on.name(), int8.scan(gallery));
            let mut hits = Vec::new();
            push(
                "one_query",
                who,
                seconds(|| hits = bounded::top_k(&scan, gallery, query, k, None)),
            );
            if exact.as_ref().is_some_and(|exact| hits.first() != Some(exact)) {
                return Err(format!("the search on {who} differs from brute force").into());
            }
            push("signs", who, seconds(|| estimated::top_k(&signs.scan(), query, k, None)));
            if is_long {
                push("at_once", who, seconds(|| bounded::top_k(&scan, gallery, many, k, None)));
                push("coding_int8", who, seconds(|| Int8Codes::new_on(*on, gallery)));
                push("coding_signs", who, seconds(|| SignCodes::new_on(*on, gallery, seed)));
            }
        }
        if let Some(ours) = sets.first() {
            push("one_query", "pass", seconds(|| pass(ours.int8.of(gallery).0)));
        }
        let Some(faiss) = &mut faiss else { continue };
        for index in INDEXES {
            let one = faiss.search(index, k, &[number])?;
            push("one_query", index, one.seconds);
            if let (Some(exact), Some(rows)) = (&exact, one.rows.first()) {
                found.insert(index.into(), json!(recall(rows, exact)));
            }
            if is_long {
                push("at_once", index, faiss.search(index, k, &every)?.seconds);
            }
        }
    }
    let about = faiss.as_ref().map_or(Value::Null, |faiss| faiss.about.clone());
    if let Some(faiss) = faiss {
        faiss.end()?;
    }
    let ours = InstructionSet::widest().name();
    Ok(json!({
        "ours": ours, "turns": N_TURNS - 1, "queries_at_once": many.len(),
        "faiss": about, "recall": found, "times": times.summary(ours),
    }))
}
