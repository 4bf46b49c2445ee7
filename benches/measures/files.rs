//! Run and qrels files: written once for all, and evaluated as a command would.

use super::{MEASURES, Result, in_memory::means, measures, world};
use rankscope::benchmark::Relevance;
use rankscope::formats::{
    IdTable, QueryRun, qrels_from_trec, query_runs_from_trec, text_from_bytes,
};
use rankscope::metrics::Mean;
use rankscope::ranking::Hit;
use serde_json::{Map, Value, json};
use std::{
    fs::{self, File},
    io::{BufWriter, Write},
    path::Path,
};

const QRELS: &str = "qrels.txt";

fn run_name(system: u32) -> String {
    format!("{}.run", world::system_id(system))
}

/// Writes the qrels and a run for each system.
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

/// Reads qrels and runs, and prints every mean as JSON, `{system: {measure: mean}}`.
pub(crate) fn evaluate(folder: &Path) -> Result<()> {
    let measures = measures()?;
    let bytes = fs::read(folder.join(QRELS))?;
    let qrels = qrels_from_trec(QRELS, &text_from_bytes(QRELS, &bytes)?)?;
    let (mut queries, mut documents) = (IdTable::default(), IdTable::default());
    for qrel in &qrels {
        queries.row(&qrel.query);
        documents.row(&qrel.document);
    }
    let relevance = Relevance::from_qrels(QRELS, &qrels, queries.rows(), documents.rows())?;

    let mut report = Map::new();
    for system in 0..world::N_SYSTEMS {
        let name = run_name(system);
        let bytes = fs::read(folder.join(&name))?;
        let mut hits: Vec<Vec<Hit>> = vec![Vec::new(); queries.ids().len()];
        let runs = query_runs_from_trec(&name, &text_from_bytes(&name, &bytes)?, &mut documents)?;
        for QueryRun { query, documents } in runs {
            let place = queries.row_of(&query).and_then(|row| hits.get_mut(row as usize));
            if let Some(hits) = place {
                *hits = documents.into_iter().map(hit_from_document).collect();
            }
        }
        let judged = (0..)
            .zip(&hits)
            .filter_map(|(query, hits)| Some((hits.as_slice(), relevance.of_query(query)?)));
        let means = means(&measures, documents.ids(), judged);
        report.insert(world::system_id(system), json_from_means(&means));
    }
    println!("{}", Value::from(report));
    Ok(())
}

#[expect(clippy::cast_possible_truncation, reason = "hits hold float32, as trec_eval does")]
fn hit_from_document((row_in_corpus, score): (u32, f64)) -> Hit {
    Hit { row_in_corpus, score: score as f32 }
}

fn json_from_means(means: &[Option<Mean>]) -> Value {
    let mean = |mean: &Option<Mean>| json!(mean.map(|mean| mean.mean));
    MEASURES.iter().zip(means).map(|(name, m)| ((*name).to_owned(), mean(m))).collect()
}
