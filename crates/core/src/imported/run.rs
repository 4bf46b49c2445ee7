use super::{Ids, ImportError, TURN_LINES, Unmatched, ids::ImageRows};
use crate::formats::{Disorder, FormatError, IdTable, Place, RankedRun};
use crate::metrics::FinerScores;
use crate::ranking::Hit;
use std::collections::HashSet;

#[derive(Debug, Clone, PartialEq)]
pub struct MatchedRun {
    /// By query of the benchmark, ranked by score; empty for a query that the run lacks. Rows beyond the corpus are
    /// images that are not in it.
    pub rankings: Vec<Vec<Hit>>,
    pub finer: FinerScores,
    /// Of the benchmark, which the run has.
    pub n_queries: usize,
    /// The length of the longest ranking.
    pub longest: usize,
    /// Of the benchmark, which the run lacks.
    pub missing_queries: Unmatched,
    /// Of the run, which are not in the benchmark.
    pub unknown_queries: Unmatched,
    /// Of the run, which are not in the corpus.
    pub unknown_images: Unmatched,
    /// The first line whose position or rank contradicts its score.
    pub disorder: Option<Disorder>,
}

/// Replaces ids by rows. `documents` has the ids to which `run` refers; `pause` is awaited every few
/// milliseconds.
pub async fn rankings_from_run(
    file: &str,
    run: &RankedRun,
    documents: &IdTable,
    ids: &mut Ids,
    pause: &impl AsyncFn(),
) -> Result<MatchedRun, ImportError> {
    let mut rankings = vec![Vec::new(); ids.queries().len()];
    let mut unknown_queries = Unmatched::default();
    let RankedRun { queries, disorder } = run;
    let mut matched = Vec::with_capacity(queries.len());
    for run in queries {
        match ids.query_row(&run.query) {
            Some(row) => matched.push((row, &run.documents)),
            None => unknown_queries.add(&run.query),
        }
    }
    if queries.is_empty() {
        return Err(FormatError::new(file, Place::File, "it has no rankings").into());
    }
    ids.compare_queries(file, &mut unknown_queries, queries.len())?;
    // Only documents of the benchmark's queries count.
    let mut images = ImageRows::new(documents);
    let mut finer = FinerScores::default();
    let mut n_in_turn = 0;
    for (query_row, listed) in &matched {
        n_in_turn += listed.len();
        if n_in_turn > TURN_LINES {
            pause().await;
            n_in_turn = 0;
        }
        let mut hits = Vec::with_capacity(listed.len());
        for (document, score) in *listed {
            let Some(row) = images.row(*document, ids) else { continue };
            // trec_eval also stores scores as float32, so the same scores are tied.
            #[expect(clippy::cast_possible_truncation, reason = "as trec_eval does")]
            hits.push(Hit { row_in_corpus: row, score: *score as f32 });
        }
        let scores = listed.iter().map(|(_, score)| *score);
        finer.note(*query_row, hits.iter().map(|hit| hit.row_in_corpus).zip(scores));
        if let Some(place) = rankings.get_mut(*query_row as usize) {
            *place = hits;
        }
    }
    let unknown_images = images.unknown(file, ids)?;
    let found: HashSet<u32> = matched.iter().map(|(row, _)| *row).collect();
    Ok(MatchedRun {
        n_queries: found.len(),
        longest: rankings.iter().map(Vec::len).max().unwrap_or(0),
        missing_queries: ids.queries_without(&found),
        rankings,
        finer,
        unknown_queries,
        unknown_images,
        disorder: disorder.clone(),
    })
}

impl MatchedRun {
    /// What contradicts itself or does not match and how it is treated, in sentences.
    pub fn notes(&self) -> Vec<String> {
        let missing = self.missing_queries.sentence(
            "query of the benchmark is not in the file and counts as an empty list",
            "queries of the benchmark are not in the file and count as empty lists",
        );
        let images = self.unknown_images.sentence(
            "of its images is not in the corpus: it keeps its ranks and is unjudged",
            "of its images are not in the corpus: they keep their ranks and are unjudged",
        );
        let disorder = self.disorder.as_ref().map(|disorder| format!("Its {disorder}."));
        [disorder, missing, self.unknown_queries.left_out(), images].into_iter().flatten().collect()
    }
}
