//! Files of other programs matched to an open benchmark: a run becomes another system, judgements and votes become
//! another definition of relevance, a table of facets joins queries or images, matrices ([`systems_from_matrices`]) and captions ([`captions_in`]) become
//! systems too.
//!
//! Ids that do not match follow the conventions of `rankscope eval --qrels --run`: an unknown query is left out,
//! a query that a run lacks counts as an empty list, and an unknown image keeps its rank or its grade. Such
//! an image has a row beyond the corpus, the same in every file. Each kind is counted, with the first id as
//! an example. In a run that the benchmark carries, [`check_run`] refuses every id that does not match.
//!
//! Start with [`Ids::new`] and [`parse`].

mod captions;
mod error;
mod facets;
mod foreign;
mod ids;
mod judgements;
mod matrices;
mod pair_cases;
mod run;
mod stored_run;
mod votes;

pub use captions::{
    FoundCaptions, MatchedCaptions, WORD_DIM, WordVectors, captions_in, vectors_of_words,
    word_direction, word_weight,
};
pub use error::ImportError;
pub use facets::{MatchedFacets, matched_facets};
pub use ids::{Ids, Unmatched};
pub use judgements::{MatchedJudgements, ParsedQrels, judgements_from_qrels};
pub use matrices::{
    Counts, FoundMatrix, GivenIds, NewSystem, NoSystem, Numbers, ScoreRun, depth_of_scores,
    fits_neither, ids_of_matrix, order_by_ids, run_of_scores, says_scores, side_of_scores,
    systems_from_matrices, words_of_scores,
};
pub use pair_cases::{CaseRows, IdsOf};
pub use run::{MatchedRun, rankings_from_run};
pub use stored_run::{check_run, rankings_from_stored_run};
pub use votes::{MatchedVotes, matched_votes};

use crate::formats::{
    FacetTable, FormatError, IdTable, JsonScoresReader, ListKind, Place, Qrel, QrelLine,
    QueryRunReader, RankedRun, VotedImage, facets_from_table, judgements_from_json,
    lines_of_beir_qrels, lines_of_trec_qrels, list_kind, part_of_predictions, qrels_from_table,
    run_from_table, text_in_turns, votes_from_text, without_comments,
};

/// Parsed between pauses: some milliseconds.
const TURN_BYTES: usize = 1 << 20;
/// Hits or judgements that are processed between pauses.
const TURN_LINES: usize = 8 << 10;

/// With the file's ids.
#[derive(Debug)]
pub enum Parsed {
    /// The table has the ids of the documents to which the run's rows refer.
    Run(RankedRun, IdTable),
    Judgements(ParsedQrels),
    Votes(Vec<VotedImage>),
    Facets(FacetTable),
}

/// With the benchmark's rows in place of ids.
#[derive(Debug, Clone, PartialEq)]
pub enum Matched {
    Run(MatchedRun),
    Judgements(MatchedJudgements),
    Votes(MatchedVotes),
    Facets(MatchedFacets),
}

/// Parses a run, judgements, votes or facets, gzipped or not; `pause` is awaited every few milliseconds.
pub async fn parse(file: &str, bytes: &[u8], pause: impl AsyncFn()) -> Result<Parsed, ImportError> {
    if let Some(reason) = foreign::refusal(bytes) {
        return Err(FormatError::new(file, Place::File, reason).into());
    }
    let text = text_in_turns(file, bytes, &pause).await?;
    pause().await;
    let (text, _) = without_comments(text);
    Ok(match list_kind(file, &text).map_err(|e| foreign::with_advice(e, bytes))? {
        ListKind::Run => {
            let mut documents = IdTable::default();
            let mut reader = QueryRunReader::new(file, &text, &mut documents);
            while reader.step(TURN_BYTES)? {
                pause().await;
            }
            let run = reader.finish();
            Parsed::Run(run, documents)
        }
        ListKind::Qrels => {
            Parsed::Judgements(qrels_in_turns(lines_of_trec_qrels(file, &text), &pause).await?)
        }
        ListKind::BeirQrels => {
            Parsed::Judgements(qrels_in_turns(lines_of_beir_qrels(file, &text), &pause).await?)
        }
        ListKind::Scores => scores_in_turns(file, &text, true, &pause).await?,
        ListKind::Predictions => {
            let part = part_of_predictions(file, &text, None)?;
            scores_in_turns(file, part, false, &pause).await?
        }
        ListKind::RunTable => {
            let mut documents = IdTable::default();
            let run = run_from_table(file, &text, &mut documents)?;
            Parsed::Run(run, documents)
        }
        ListKind::QrelTable => Parsed::Judgements(parsed(&qrels_from_table(file, &text)?)),
        ListKind::RelevantLists => Parsed::Judgements(parsed(&judgements_from_json(file, &text)?)),
        ListKind::Votes => Parsed::Votes(votes_from_text(file, &text)?),
        ListKind::Facets => Parsed::Facets(facets_from_table(file, &text)?),
    })
}

/// Judgements if all numbers are whole and may be grades.
async fn scores_in_turns(
    file: &str,
    text: &str,
    may_be_grades: bool,
    pause: &impl AsyncFn(),
) -> Result<Parsed, FormatError> {
    let mut documents = IdTable::default();
    let mut reader = JsonScoresReader::new(file, text, &mut documents);
    while reader.step(TURN_BYTES)? {
        pause().await;
    }
    let scores = reader.finish();
    if may_be_grades && scores.is_whole {
        return Ok(Parsed::Judgements(parsed(&scores.into_qrels(file, &documents)?)));
    }
    Ok(Parsed::Run(scores.into_run(), documents))
}

fn parsed(qrels: &[Qrel]) -> ParsedQrels {
    let mut parsed = ParsedQrels::default();
    for Qrel { query, document, grade } in qrels {
        parsed.push((query, document, *grade));
    }
    parsed
}

async fn qrels_in_turns<'a>(
    lines: impl Iterator<Item = Result<QrelLine<'a>, FormatError>>,
    pause: &impl AsyncFn(),
) -> Result<ParsedQrels, FormatError> {
    let mut qrels = ParsedQrels::default();
    for (n_read, line) in (1usize..).zip(lines) {
        qrels.push(line?);
        if n_read.is_multiple_of(TURN_LINES) {
            pause().await;
        }
    }
    Ok(qrels)
}

impl Parsed {
    /// Replaces ids by the benchmark's rows. `pause` is awaited as in [`parse`].
    pub async fn matched_to(
        &self,
        file: &str,
        ids: &mut Ids,
        pause: impl AsyncFn(),
    ) -> Result<Matched, ImportError> {
        match self {
            Self::Run(run, documents) => {
                rankings_from_run(file, run, documents, ids, &pause).await.map(Matched::Run)
            }
            Self::Judgements(qrels) => {
                judgements_from_qrels(file, qrels, ids, &pause).await.map(Matched::Judgements)
            }
            Self::Votes(voted) => matched_votes(file, voted, ids, &pause).await.map(Matched::Votes),
            Self::Facets(table) => {
                matched_facets(file, table, ids, &pause).await.map(Matched::Facets)
            }
        }
    }
}
