//! A run or judgements? Decided by the first line, since file names do not tell.

use super::{FormatError, Place};

/// The kind of a file with a line for each pair of query and document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListKind {
    /// A TREC run: [`super::query_runs_from_trec`].
    Run,
    /// TREC qrels: [`super::qrels_from_trec`].
    Qrels,
    /// BEIR's qrels: [`super::qrels_from_beir`].
    BeirQrels,
}

/// Tells a run from judgements by the number of fields on the first line that is not empty.
///
/// # Errors
/// An empty file, or a line with another number of fields.
pub fn list_kind(file: &str, text: &str) -> Result<ListKind, FormatError> {
    let Some((number, line)) = (1..).zip(text.lines()).find(|(_, line)| !line.trim().is_empty())
    else {
        return Err(FormatError::new(file, Place::File, "empty"));
    };
    match (line.split_whitespace().count(), line.split('\t').count()) {
        (6, _) => Ok(ListKind::Run),
        (4, _) => Ok(ListKind::Qrels),
        (3, 3) => Ok(ListKind::BeirQrels),
        (n, _) => {
            let reason = format!(
                "{n} fields, but a run has 6 (`query Q0 document rank score tag`) and judgements \
                 have 4 (`query 0 document grade`) or 3 separated by tabs"
            );
            Err(FormatError::new(file, Place::Line(number), reason))
        }
    }
}
