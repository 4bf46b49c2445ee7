//! Run and qrels files, written once for all programs.

use super::{MEASURES, Result, world};
use rankscope_core::ranking::Hit;
use serde_json::{Map, Value, json};
use std::{
    fs::File,
    io::{BufWriter, Write},
    path::Path,
};

const QRELS: &str = "qrels.txt";

fn run_name(system: u32) -> String {
    format!("{}.run", world::system_id(system))
}

pub(crate) fn write(folder: &Path) -> Result<()> {
    let image_ids = world::image_ids();
    let id = |row: u32| image_ids.get(row as usize).map_or("", String::as_str);
    let judgements: Vec<_> = (0..world::N_QUERIES).map(world::judgements).collect();
    let mut qrels = BufWriter::new(File::create(folder.join(QRELS))?);
    for (query, judged) in (0..).zip(&judgements) {
        for (row, grade) in judged.as_slice() {
            writeln!(qrels, "{} 0 {} {grade}", world::query_id(query), id(*row))?;
        }
    }
    qrels.flush()?;
    for system in 0..world::N_SYSTEMS {
        let mut run = BufWriter::new(File::create(folder.join(run_name(system)))?);
        let tag = world::system_id(system);
        for (query, judged) in (0..).zip(&judgements) {
            let query_id = world::query_id(query);
            let hits = world::ranking(system, query, judged, world::DEPTH);
            for (rank, Hit { row_in_corpus, score }) in (1..).zip(hits) {
                let image = id(row_in_corpus);
                writeln!(run, "{query_id} Q0 {image} {rank} {score:.4} {tag}")?;
            }
        }
        run.flush()?;
    }
    Ok(())
}

/// Makes `rankscope` read the qrels and every run, and print every mean.
pub(crate) fn eval_arguments(folder: &Path) -> Vec<String> {
    let path = |name: &str| folder.join(name).display().to_string();
    let mut words = vec!["eval".into(), "--qrels".into(), path(QRELS)];
    for system in 0..world::N_SYSTEMS {
        words.extend(["--run".into(), path(&run_name(system))]);
    }
    words.extend(["--measures".into(), MEASURES.join(","), "--format".into(), "csv".into()]);
    words
}

/// The means in what `rankscope eval --format csv` prints, as the peers print them:
/// `{system: {measure: mean}}`.
pub(crate) fn json_from_csv(printed: &str) -> Result<String> {
    let mut means: Map<String, Value> = Map::new();
    for line in printed.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [run, _, _, measure, mean, ..] = fields[..] else {
            return Err(format!("{line:?} is not a line of rankscope eval").into());
        };
        let of_run = means.entry(run).or_insert_with(|| json!({}));
        if let Some(of_run) = of_run.as_object_mut() {
            of_run.insert(measure.into(), json!(mean.parse::<f64>()?));
        }
    }
    Ok(Value::from(means).to_string())
}
