//! Files of other programs against an open benchmark: a TREC run becomes the rankings of one more
//! system, qrels become one more definition of relevance.
//!
//! What does not match is kept to the conventions of `rankscope eval --qrels --run`: a query that
//! the benchmark does not ask is left out, one that a run lacks counts as found nothing, and an
//! image that the corpus does not have keeps its rank, or its grade. It has a row beyond the
//! corpus, the same in every file. Each is counted, with the first as an example.
//!
//! It may use `benchmark`, `formats` and `ranking`. Enter by [`Ids::new`] and [`parse`].

mod error;
mod ids;
mod judgements;
mod run;
mod unmatched;

pub use error::ImportError;
pub use ids::Ids;
pub use judgements::{ParsedQrels, ReadJudgements, judgements_from_qrels};
pub use run::{ReadRun, rankings_from_run};
pub use unmatched::Unmatched;

use crate::formats::{
    FormatError, IdTable, ListKind, QrelLine, QueryRun, QueryRunReader, lines_of_beir_qrels,
    lines_of_trec_qrels, list_kind, text_in_turns,
};

/// So many bytes of a run are read in one go: some milliseconds.
const TURN_BYTES: usize = 1 << 20;
/// So many hits or judgements are looked at in one go.
const TURN_LINES: usize = 8 << 10;

/// A file that can be read, by the ids that it has itself.
#[derive(Debug)]
pub enum Parsed {
    /// A run, and the documents that its rows are of.
    Run(Vec<QueryRun>, IdTable),
    /// Judgements.
    Judgements(ParsedQrels),
}

/// What a file is to a benchmark.
#[derive(Debug, Clone, PartialEq)]
pub enum Read {
    /// A run.
    Run(ReadRun),
    /// Judgements.
    Judgements(ReadJudgements),
}

/// Reads a run or judgements, in gzip or not. Runs have millions of lines: `pause` is awaited
/// every few milliseconds.
///
/// # Errors
/// The file is neither, or is damaged, by its line.
pub async fn parse(file: &str, bytes: &[u8], pause: impl AsyncFn()) -> Result<Parsed, ImportError> {
    let text = text_in_turns(file, bytes, &pause).await?;
    pause().await;
    Ok(match list_kind(file, &text)? {
        ListKind::Run => {
            let mut documents = IdTable::default();
            let mut reader = QueryRunReader::new(file, &text, &mut documents);
            while reader.step(TURN_BYTES)? {
                pause().await;
            }
            let queries = reader.finished();
            Parsed::Run(queries, documents)
        }
        ListKind::Qrels => {
            Parsed::Judgements(qrels_in_turns(lines_of_trec_qrels(file, &text), &pause).await?)
        }
        ListKind::BeirQrels => {
            Parsed::Judgements(qrels_in_turns(lines_of_beir_qrels(file, &text), &pause).await?)
        }
    })
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
    /// Puts the benchmark's rows in the place of ids. `pause` is awaited as in [`parse`].
    ///
    /// # Errors
    /// Nothing in the file is about the benchmark.
    pub async fn against(
        &self,
        file: &str,
        ids: &mut Ids,
        pause: impl AsyncFn(),
    ) -> Result<Read, ImportError> {
        match self {
            Self::Run(queries, documents) => {
                rankings_from_run(file, queries, documents, ids, &pause).await.map(Read::Run)
            }
            Self::Judgements(qrels) => {
                judgements_from_qrels(file, qrels, ids, &pause).await.map(Read::Judgements)
            }
        }
    }
}
