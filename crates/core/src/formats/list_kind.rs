//! A run or judgements? Told by the first line, as the files' names end in anything.

use super::{FormatError, Place};

/// What a text file with a line for each pair of query and document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListKind {
    /// A TREC run: [`super::query_runs_from_trec`].
    Run,
    /// TREC qrels: [`super::qrels_from_trec`].
    Qrels,
    /// BEIR's qrels: [`super::qrels_from_beir`].
    BeirQrels,
}

/// Tells a run from judgements by the number of fields on the first line that has any.
///
/// # Errors
/// An empty file, or a line with another number of fields.
pub fn list_kind(file: &str, text: &str) -> Result<ListKind, FormatError> {
    let Some((number, line)) = (1..).zip(text.lines()).find(|(_, line)| !line.trim().is_empty())
    else {
        return Err(FormatError::new(file, Place::File, "empty: no line is here"));
    };
    match (line.split_whitespace().count(), line.split('\t').count()) {
        (6, _) => Ok(ListKind::Run),
        (4, _) => Ok(ListKind::Qrels),
        (3, 3) => Ok(ListKind::BeirQrels),
        (n, _) => {
            let reason = format!(
                "{n} fields, where a run has 6 (`query Q0 document rank score tag`) and judgements \
                 have 4 (`query 0 document grade`) or 3 apart by tabs"
            );
            Err(FormatError::new(file, Place::Line(number), reason))
        }
    }
}
