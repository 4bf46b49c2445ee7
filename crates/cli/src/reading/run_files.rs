//! Reads judgements and runs that are not part of a benchmark, and writes runs.

use crate::{reading::list_files, ready::ready, terminal::reporter, writing::files::inflated_text};
use anyhow::{Context, Result, anyhow, bail};
use rankscope_core::analysis::{Board, Column, Dataset};
use rankscope_core::benchmark::{Query, Relevance};
use rankscope_core::formats::{
    IdTable, Qrel, QueryRun, RankedRun, RunEntry, run_from_logits, trec_from_run,
};
use rankscope_core::imported::{Ids, MatchedRun, rankings_from_run};
use rankscope_core::matching::{Nearest, near, nearest};
use rankscope_core::metrics::{FinerScores, Measure};
use rankscope_core::ranking::Hit;
use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

/// A run that has one of so many judged documents or more has their ids.
const MANY_MET: usize = 2;

/// How many ids a message names.
const N_NAMED: usize = 3;

/// Endings of runs and of matrices of scores, which are no part of their names.
const ENDINGS: [&str; 9] =
    [".gz", ".txt", ".run", ".trec", ".json", ".npy", ".npz", ".safetensors", ".parquet"];

/// The file of a run, or of a matrix of scores, and its name in the results.
#[derive(Debug, Clone)]
pub(crate) struct RunFile {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
}

impl RunFile {
    /// Parses `NAME=FILE`, or `FILE`, whose name without its ending is then the run's; `-` is standard
    /// input.
    pub(crate) fn parse(given: &str) -> Result<Self, String> {
        if let Some((name, path)) = given.split_once('=')
            && !name.is_empty()
            && !name.contains('/')
            && !Path::new(given).exists()
        {
            return Ok(Self { name: name.into(), path: path.into() });
        }
        let path = PathBuf::from(given);
        if given == "-" {
            return Ok(Self { name: "stdin".into(), path });
        }
        let file = path.file_name().ok_or("a run is a file, or NAME=FILE")?.to_string_lossy();
        let name = ENDINGS.iter().fold(file.as_ref(), |name, ending| {
            name.strip_suffix(ending).filter(|rest| !rest.is_empty()).unwrap_or(name)
        });
        Ok(Self { name: name.to_owned(), path })
    }
}

/// Refuses two runs under one name.
pub(crate) fn check_names(runs: &[RunFile]) -> Result<()> {
    let mut path_of: HashMap<&str, &Path> = HashMap::new();
    for RunFile { name, path } in runs {
        if let Some(other) = path_of.insert(name, path) {
            bail!(
                "{} and {} would both be called {name}: give them as NAME=FILE",
                other.display(),
                path.display()
            );
        }
    }
    Ok(())
}

/// A run as read from its file. Its document rows count in its own table of documents.
pub(crate) struct ReadRun {
    file: String,
    run: RankedRun,
    documents: IdTable,
}

impl ReadRun {
    /// Reads a run: TREC's lines, or JSON.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let list = list_files::open(path)?;
        let mut documents = IdTable::default();
        let run = list.run(&mut documents)?;
        Ok(Self { file: list.name, run, documents })
    }

    /// Reads a table of logits; the score is the probability of yes.
    pub(crate) fn open_logits(path: &Path) -> Result<Self> {
        let (file, text) = inflated_text(path)?;
        let mut documents = IdTable::default();
        let run = run_from_logits(&file, &text, &mut documents)?;
        Ok(Self { file, run, documents })
    }

    /// Its hits as rows of a benchmark, for every query of it.
    pub(crate) fn matched_to(&self, mut ids: Ids) -> Result<MatchedRun> {
        let matching =
            rankings_from_run(&self.file, &self.run, &self.documents, &mut ids, &async || ());
        let matched = ready(matching)
            .with_context(|| format!("matching {} to the benchmark did not finish", self.file))?;
        Ok(matched?)
    }

    /// Reads runs in parallel, a thread each, and returns them in order.
    pub(crate) fn open_all(runs: &[RunFile]) -> Vec<Result<Self>> {
        thread::scope(|scope| {
            let readers: Vec<_> =
                runs.iter().map(|run| scope.spawn(move || Self::open(&run.path))).collect();
            let failed = || anyhow!("a thread that read a run panicked");
            readers.into_iter().map(|r| r.join().unwrap_or_else(|_| Err(failed()))).collect()
        })
    }
}

/// Judgements, and the tables of ids that they share with the runs to be judged.
pub(crate) struct RunReader {
    /// With the ids of the documents of all runs read so far.
    dataset: Arc<Dataset>,
    queries: IdTable,
    documents: IdTable,
    /// The documents that are judged, in their order in the judgements.
    judged: IdTable,
}

impl RunReader {
    /// Reads judgements: TREC's or BEIR's lines, or JSON; gzip or not.
    pub(crate) fn open(qrels: &Path) -> Result<Self> {
        let mut list = list_files::open(qrels)?;
        let qrels = list.qrels()?;
        Self::new(list.name, &qrels, &[])
    }

    /// Judgements from the file `name`. `first` are the documents of the first rows, judged or not.
    pub(crate) fn new(name: String, qrels: &[Qrel], first: &[String]) -> Result<Self> {
        if qrels.is_empty() {
            bail!("{name} has no judgements");
        }
        let (mut queries, mut judged) = (IdTable::default(), IdTable::default());
        for Qrel { query, document, .. } in qrels {
            queries.row(query);
            judged.row(document);
        }
        let mut documents = IdTable::default();
        for id in first.iter().chain(judged.ids()) {
            documents.row(id);
        }
        let relevance = Relevance::from_qrels(&name, qrels, queries.rows(), documents.rows())?;
        let query_ids = queries.ids().to_vec();
        let is_answerable = |(row, _): &(u32, &String)| relevance.n_relevant(*row) > 0;
        let unanswerable: Vec<String> = (0..)
            .zip(&query_ids)
            .filter(|own| !is_answerable(own))
            .map(|(_, id)| id.clone())
            .collect();
        if !unanswerable.is_empty() {
            let problem =
                "of the judged queries have no relevant document and are left out of means";
            warn(&name, &unanswerable, problem, None);
        }
        let query = |id: String| Query { id, ..Query::default() };
        let dataset = Dataset::of_judgements(
            query_ids.into_iter().map(query).collect(),
            documents.ids().to_vec(),
            [(name, relevance)],
        );
        Ok(Self { dataset: Arc::new(dataset), queries, documents, judged })
    }

    /// Measures over the judgements, with the ids of all documents of the runs read so far.
    pub(crate) fn board(&self, measures: &[Measure]) -> Board {
        let definitions = &self.dataset.manifest.relevance;
        let of = |id| measures.iter().filter_map(move |m| Column::new(&self.dataset, *m, id));
        let columns = definitions.iter().flat_map(|definition| of(&definition.id)).collect();
        Board::new(self.dataset.clone(), columns)
    }

    /// Holds a run's documents to those that are judged.
    ///
    /// # Errors
    /// None is judged, and most would be under names that differ a little.
    fn check_documents(&self, file: &str, ids: &[String]) -> Result<()> {
        let judged = self.judged.ids();
        let is_judged = |id: &&String| self.judged.row_of(id).is_some();
        let (met, others): (Vec<&String>, Vec<&String>) = ids.iter().partition(is_judged);
        // Where many meet, ids are alike, and the others are what the run found besides.
        if others.is_empty() || MANY_MET * met.len() >= judged.len() {
            return Ok(());
        }
        let found = nearest(others.iter().map(|id| id.as_str()), judged);
        let n_near = found.as_ref().map_or(0, |nearest| nearest.n);
        if met.is_empty() && 2 * n_near >= others.len().min(judged.len()).max(1) {
            bail!(
                "{file} has none of the judged documents: check that its ids are those of the qrels{}",
                near(found)
            );
        }
        if met.is_empty() {
            reporter::warn(format_args!("{file}: none of its documents is judged{}", near(found)));
        } else if n_near > met.len() {
            reporter::warn(format_args!(
                "{file}: only {} of its {} documents are judged{}",
                met.len(),
                ids.len(),
                near(found)
            ));
        }
        Ok(())
    }

    /// The run's hits for every judged query, ranked by score; none for a query that it lacks. Warns
    /// of lines that contradict their scores, and of queries that do not match. Beside them stands what
    /// float32 loses of the scores.
    pub(crate) fn rankings(&mut self, run: ReadRun) -> Result<(Vec<Vec<Hit>>, Arc<FinerScores>)> {
        let ReadRun { file: name, run: RankedRun { queries, disorder }, documents } = run;
        if let Some(disorder) = disorder {
            reporter::warn(format_args!("{name}, {disorder}"));
        }
        let row_in_corpus: Vec<u32> =
            documents.ids().iter().map(|id| self.documents.row(id)).collect();
        let hit = |(document, score): (u32, f64)| Hit {
            row_in_corpus: row_in_corpus.get(document as usize).copied().unwrap_or(u32::MAX),
            // trec_eval keeps scores as float32, so that ties here are ties there.
            #[expect(clippy::cast_possible_truncation, reason = "as trec_eval does")]
            score: score as f32,
        };
        let mut rankings = vec![Vec::new(); self.dataset.queries.len()];
        let mut finer = FinerScores::default();
        let mut unjudged: Vec<String> = Vec::new();
        for QueryRun { query, documents } in queries {
            let row = self.queries.row_of(&query);
            match row.and_then(|row| Some((row, rankings.get_mut(row as usize)?))) {
                Some((row, hits)) => {
                    let scores = documents.iter().map(|(_, score)| *score);
                    *hits = documents.iter().copied().map(hit).collect();
                    finer.note(row, hits.iter().map(|hit| hit.row_in_corpus).zip(scores));
                }
                None => unjudged.push(query),
            }
        }
        let n_known = self.dataset.image_ids().len();
        let further = self.documents.ids().iter().skip(n_known).cloned();
        Arc::make_mut(&mut self.dataset).add_documents(further);
        let pairs = self.dataset.queries.iter().zip(&rankings);
        let lacking: Vec<String> =
            pairs.filter(|(_, hits)| hits.is_empty()).map(|(query, _)| query.id.clone()).collect();
        self.check_queries(&name, &lacking, &unjudged)?;
        self.check_documents(&name, documents.ids())?;
        Ok((rankings, Arc::new(finer)))
    }

    /// Warns of the judged queries that a file lacks, and of its queries that are not judged. Refuses a
    /// file that has none of the judged queries.
    fn check_queries(&self, name: &str, lacking: &[String], unjudged: &[String]) -> Result<()> {
        let near_queries = || nearest(unjudged.iter().map(String::as_str), self.queries.ids());
        if lacking.len() == self.dataset.queries.len() {
            bail!(
                "{name} has none of the judged queries: check that its ids are those of the qrels{}",
                near(near_queries())
            );
        }
        if !lacking.is_empty() {
            warn(name, lacking, "judged queries are not in it and count as nothing found", None);
        }
        if !unjudged.is_empty() {
            let problem = "of its queries are not judged and are ignored";
            warn(name, unjudged, problem, near_queries());
        }
        Ok(())
    }

    /// The rows of these queries among the judged ones; `None` for a query that is not judged. Checks
    /// the ids of a file that ranks `documents` for each of the queries as those of a run.
    pub(crate) fn rows_of(
        &self,
        name: &str,
        queries: &[String],
        documents: &[String],
    ) -> Result<Vec<Option<u32>>> {
        let rows: Vec<Option<u32>> = queries.iter().map(|id| self.queries.row_of(id)).collect();
        let asked: HashSet<u32> = rows.iter().flatten().copied().collect();
        let judged = (0..).zip(self.queries.ids());
        let lacking = judged.filter(|(row, _)| !asked.contains(row)).map(|(_, id)| id.clone());
        let unjudged = queries.iter().zip(&rows).filter(|(_, row)| row.is_none());
        let unjudged: Vec<String> = unjudged.map(|(id, _)| id.clone()).collect();
        self.check_queries(name, &lacking.collect::<Vec<_>>(), &unjudged)?;
        self.check_documents(name, documents)?;
        Ok(rows)
    }
}

/// Rankings as a TREC run of this name, and the number of its lines.
pub(crate) fn trec_run(
    name: &str,
    dataset: &Dataset,
    rankings: &[Vec<Hit>],
) -> Result<(String, usize)> {
    let (mut run, image_ids) = (Vec::new(), dataset.image_ids());
    for (query, hits) in dataset.queries.iter().zip(rankings) {
        for hit in hits {
            let document = image_ids.get(hit.row_in_corpus as usize);
            run.push(RunEntry {
                query: query.id.clone(),
                document: document.context("a hit outside the corpus")?.into_owned(),
                score: f64::from(hit.score),
                tag: name.to_owned(),
            });
        }
    }
    Ok((trec_from_run(name, &run)?, run.len()))
}

fn warn(file: &str, ids: &[String], problem: &str, nearest: Option<Nearest>) {
    let named = ids.iter().take(N_NAMED).cloned().collect::<Vec<_>>().join(", ");
    let more = if ids.len() > N_NAMED { ", …" } else { "" };
    let near = near(nearest);
    reporter::warn(format_args!("{file}: {} {problem} ({named}{more}){near}", ids.len()));
}
