//! Stored runs: runs as TREC's lines or as JSON, logits of yes-or-no answers, and matrices of scores.

use super::{folder::SourceFolder, images::Corpus};
use crate::{
    build::recipe::{RunRanked, RunSource},
    reading::{
        list_files::{self, ListText},
        score_files,
    },
    terminal::reporter,
};
use anyhow::{Result, bail};
use rankscope_core::benchmark::{Query, RunKind, StoredRun};
use rankscope_core::digits::in_groups;
use rankscope_core::formats::{
    IdTable, Place, QueryRun, RankedRun, ScoreSide, place_in_logits, place_in_run, run_from_logits,
};
use rankscope_core::imported::{Ids, check_run};
use rankscope_core::ranking::best_with_ties;
use std::path::Path;

/// How many images of each query are kept of a matrix, unless the recipe says.
const DEPTH_OF_SCORES: u32 = 1000;

/// `documents` are the ids of the run's documents.
pub(crate) struct ReadRun {
    pub(crate) stored: StoredRun,
    pub(crate) run: RankedRun,
    pub(crate) documents: IdTable,
    /// Lists of queries for images, of a matrix.
    pub(crate) reverse: Option<(RankedRun, IdTable)>,
}

impl SourceFolder {
    /// A run of the benchmark's queries and images. Refuses an unknown query or image, a score that is not
    /// finite, an image twice in a list, and a list longer than the depth; names file and line. Of a
    /// matrix the best images of each query are taken.
    pub(crate) fn run(
        &self,
        source: &RunSource,
        queries: &[Query],
        corpus: &Corpus,
    ) -> Result<ReadRun> {
        let ids = Ids::new(
            queries.iter().map(|query| query.id.as_str()),
            corpus.images.iter().map(|image| image.id.as_str()),
        );
        let ((run, documents), reverse) = match source.ranked_by()? {
            RunRanked::Listed(file) => (self.listed_run(source, file, &ids)?, None),
            RunRanked::Scored(sims) => {
                let [run, reverse] = self.scored_run(source, sims, queries, corpus, &ids)?;
                (run, Some(reverse))
            }
        };
        let longest = run.queries.iter().map(|query| query.documents.len()).max().unwrap_or(0);
        let stored = StoredRun {
            id: source.id.clone(),
            title: source.title.clone(),
            kind: source.kind,
            of: source.of.clone(),
            depth: source.depth.unwrap_or(u32::try_from(longest)?),
            prompt: source.prompt.clone(),
            source: source.source.clone(),
            ranks_texts: false,
        };
        Ok(ReadRun { stored, run, documents, reverse })
    }

    fn listed_run(
        &self,
        source: &RunSource,
        file: &Path,
        ids: &Ids,
    ) -> Result<(RankedRun, IdTable)> {
        let list = list_files::open(&self.path(file))?;
        let mut documents = IdTable::default();
        let run = match source.kind {
            RunKind::Run => list.run(&mut documents)?,
            RunKind::Logits => run_from_logits(&list.name, &list.text, &mut documents)?,
        };
        let is_json = list.is_json();
        let ListText { name, text, .. } = list;
        if let Some(disorder) = &run.disorder {
            reporter::warn(format_args!("{name}, {disorder}"));
        }
        let place_of = |query: &str, image: Option<&str>| match source.kind {
            RunKind::Run if is_json => Place::File,
            RunKind::Run => place_in_run(&text, query, image),
            RunKind::Logits => place_in_logits(&text, query, image),
        };
        check_run(&name, &run, &documents, source.depth, ids, place_of)?;
        Ok((run, documents))
    }

    /// The best images of each row of a matrix of scores, and the best queries of each column, without images
    /// that left the corpus and without scores of -inf.
    fn scored_run(
        &self,
        source: &RunSource,
        sims: &Path,
        queries: &[Query],
        corpus: &Corpus,
        ids: &Ids,
    ) -> Result<[(RankedRun, IdTable); 2]> {
        let path = self.path(sims);
        let name = path.display().to_string();
        let mut matrix = score_files::open(&path)?;
        let query_ids = match &source.query_ids {
            Some(list) => self.ids(list)?,
            None => queries.iter().map(|query| query.id.clone()).collect(),
        };
        let image_ids = match (&source.image_ids, &corpus.unsure_order) {
            (Some(list), _) => self.ids(list)?,
            (None, Some([a, b])) => bail!(
                "{name}: its columns are the pictures in an order that nothing says, {a} before {b} or {b} \
                 before {a}: give image_ids, a list of their names in the order of the columns"
            ),
            (None, None) => corpus.images.iter().map(|image| image.id.clone()).collect(),
        };
        matrix.check_shape([query_ids.len(), image_ids.len()])?;
        let left_out = corpus.left_out_ids();
        let depth = source.depth.unwrap_or(DEPTH_OF_SCORES) as usize;
        let is_kept =
            |column: usize| image_ids.get(column).is_some_and(|id| !left_out.contains(id.as_str()));
        let mut lists = |side: ScoreSide, asking: &[String], n_left_out: usize| -> Result<_> {
            let mut ranked = Vec::new();
            let rows: Vec<usize> = (0..asking.len()).collect();
            for block in rows.chunks(matrix.n_at_once(side)) {
                for (row, scores) in block.iter().zip(matrix.lists(side, block)?) {
                    if side == ScoreSide::Images && !is_kept(*row) {
                        continue;
                    }
                    let deep = depth.saturating_add(n_left_out);
                    let best = best_with_ties(&scores.singles, &scores.doubles, deep);
                    let best = best.into_iter().filter(|hit| {
                        side == ScoreSide::Images || is_kept(hit.row_in_corpus as usize)
                    });
                    let best = best.filter(|hit| hit.score > f32::NEG_INFINITY).take(depth);
                    ranked.push(QueryRun {
                        query: asking.get(*row).cloned().unwrap_or_default(),
                        documents: best
                            .map(|hit| (hit.row_in_corpus, f64::from(hit.score)))
                            .collect(),
                    });
                }
            }
            Ok(RankedRun { queries: ranked, disorder: None })
        };
        let run = lists(ScoreSide::Queries, &query_ids, left_out.len())?;
        let reverse = lists(ScoreSide::Images, &image_ids, 0)?;
        let n_images = image_ids.len();
        if n_images - left_out.len().min(n_images) > depth {
            reporter::note(format_args!(
                "{name}: run {} keeps the first {} of {} images of each query, and not what lies deeper; \
                 depth in the recipe says how many",
                source.id,
                in_groups(depth as u64),
                in_groups(n_images as u64)
            ));
        }
        let [documents, texts] = [&image_ids, &query_ids].map(|ids| {
            let mut table = IdTable::default();
            for id in ids {
                table.row(id);
            }
            table
        });
        check_run(&name, &run, &documents, source.depth, ids, |query, _| {
            let row = query_ids.iter().position(|id| id == query);
            row.map_or(Place::File, Place::Row)
        })?;
        Ok([(run, documents), (reverse, texts)])
    }
}
