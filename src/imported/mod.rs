//! Files of other programs against an open benchmark: a TREC run becomes the rankings of one more
//! system, qrels become one more definition of relevance.
//!
//! What does not match is kept to the conventions of `rankscope eval --qrels --run`: a query that
//! the benchmark does not ask is left out, one that a run lacks counts as found nothing, and an
//! image that the corpus does not have keeps its rank, or its grade. It has a row beyond the
//! corpus, the same in every file. Each is counted, with the first as an example.
//!
//! It may use `benchmark`, `formats` and `ranking`. Enter by [`Ids::new`] and [`read`].

mod error;
mod ids;
mod judgements;
mod run;
mod unmatched;

pub use error::ImportError;
pub use ids::Ids;
pub use judgements::{ReadJudgements, judgements_from_qrels};
pub use run::{ReadRun, rankings_from_run};
pub use unmatched::Unmatched;

use crate::formats::{
    IdTable, ListKind, list_kind, qrels_from_beir, qrels_from_trec, query_runs_from_trec,
    text_from_bytes,
};

/// What a file turned out to be.
#[derive(Debug, Clone, PartialEq)]
pub enum Read {
    /// A run.
    Run(ReadRun),
    /// Judgements.
    Judgements(ReadJudgements),
}

/// Reads a run or judgements, in gzip or not.
///
/// # Errors
/// The file is neither, or is damaged, by its line; or nothing in it is about the benchmark.
pub fn read(file: &str, bytes: &[u8], ids: &mut Ids) -> Result<Read, ImportError> {
    let text = text_from_bytes(file, bytes)?;
    let qrels = match list_kind(file, &text)? {
        ListKind::Run => {
            let mut documents = IdTable::default();
            let queries = query_runs_from_trec(file, &text, &mut documents)?;
            return rankings_from_run(file, queries, &documents, ids).map(Read::Run);
        }
        ListKind::Qrels => qrels_from_trec(file, &text)?,
        ListKind::BeirQrels => qrels_from_beir(file, &text)?,
    };
    judgements_from_qrels(file, &qrels, ids).map(Read::Judgements)
}
