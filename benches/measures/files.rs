//! Run and qrels files: written once for all, and evaluated as a command would.

use super::{MEASURES, Result, in_memory::means, measures, world};
use rankscope::benchmark::Judgements;
use rankscope::formats::{qrels_from_trec, run_from_trec, text_from_bytes};
use rankscope::metrics::Mean;
use rankscope::ranking::Hit;
use serde_json::{Map, Value, json};
use std::{
    collections::HashMap,
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
    let mut corpus = Corpus::default();
    let mut grades: Vec<Vec<(u32, i32)>> = Vec::new();
    let mut query_row: HashMap<&str, usize> = HashMap::new();
    for qrel in &qrels {
        let query = *query_row.entry(&qrel.query).or_insert(grades.len());
        if query == grades.len() {
            grades.push(Vec::new());
        }
        if let Some(grades) = grades.get_mut(query) {
            grades.push((corpus.row(&qrel.document)?, qrel.grade));
        }
    }
    let judgements: Vec<Judgements> = grades.into_iter().map(Judgements::new).collect();

    let mut report = Map::new();
    for system in 0..world::N_SYSTEMS {
        let name = run_name(system);
        let bytes = fs::read(folder.join(&name))?;
        let run = run_from_trec(&name, &text_from_bytes(&name, &bytes)?)?;
        let mut hits: Vec<Vec<Hit>> = vec![Vec::new(); judgements.len()];
        for entry in &run {
            let Some(query) = query_row.get(entry.query.as_str()) else { continue };
            if let Some(hits) = hits.get_mut(*query) {
                #[expect(clippy::cast_possible_truncation, reason = "hits hold float32")]
                let score = entry.score as f32;
                hits.push(Hit { row_in_corpus: corpus.row(&entry.document)?, score });
            }
        }
        let queries = hits.iter().map(Vec::as_slice).zip(&judgements);
        let means = means(&measures, &corpus.ids, queries);
        report.insert(world::system_id(system), json_from_means(&means));
    }
    println!("{}", Value::from(report));
    Ok(())
}

/// The images in the order in which files name them.
#[derive(Default)]
struct Corpus {
    ids: Vec<String>,
    row_from_id: HashMap<String, u32>,
}

impl Corpus {
    fn row(&mut self, id: &str) -> Result<u32> {
        if let Some(row) = self.row_from_id.get(id) {
            return Ok(*row);
        }
        let row = u32::try_from(self.ids.len())?;
        self.ids.push(id.into());
        self.row_from_id.insert(id.into(), row);
        Ok(row)
    }
}

fn json_from_means(means: &[Option<Mean>]) -> Value {
    let mean = |mean: &Option<Mean>| json!(mean.map(|mean| mean.mean));
    MEASURES.iter().zip(means).map(|(name, m)| ((*name).to_owned(), mean(m))).collect()
}
