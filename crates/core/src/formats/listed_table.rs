//! Runs and judgements as tables: CSV or TSV with a header, JSON lines or an array of objects, whose
//! columns or keys name query, document, and grade or score.

use super::{
    FormatError, IdTable, Place, Qrel, QueryRun, RankedRun,
    column_names::{PairColumns, pair_columns},
    grade::grade_from_text,
    ids::fault_of_id,
    named_columns::{NamedColumns, columns_from_text, names_from_text},
};
use rustc_hash::FxHashMap;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableKind {
    Run,
    Qrels,
}

/// `None` if the columns name no pairs. A column called score holds grades if all its numbers are written
/// without a fraction and nothing is ranked, as in BEIR's tables.
pub(super) fn table_kind(file: &str, text: &str) -> Option<TableKind> {
    let names = names_from_text(text);
    let PairColumns { grade, score, rank, .. } = pair_columns(&names)?;
    match (grade, score, rank) {
        (Some(_), _, _) => Some(TableKind::Qrels),
        (None, Some(_), Some(_)) => Some(TableKind::Run),
        (None, Some(score), None) => {
            let scores = columns_from_text(file, text, &[score]).ok()?;
            let mut scores = scores.columns.first()?.iter().flatten();
            let are_grades = scores.all(|score| score.parse::<i32>().is_ok());
            Some(if are_grades { TableKind::Qrels } else { TableKind::Run })
        }
        (None, None, _) => None,
    }
}

/// Refuses ids with white space, grades that are not whole numbers, and duplicate pairs.
pub fn qrels_from_table(file: &str, text: &str) -> Result<Vec<Qrel>, FormatError> {
    let mut qrels = Vec::new();
    for_pairs(
        file,
        text,
        |columns| columns.grade.or(columns.score),
        |query, document, grade| {
            let grade = grade_from_text(grade)?;
            qrels.push(Qrel { query: query.to_owned(), document: document.to_owned(), grade });
            Ok(())
        },
    )?;
    Ok(qrels)
}

/// Ranks by score; new document ids are added to `documents`. Refuses ids with white space, scores that
/// are not numbers, and duplicate pairs.
pub fn run_from_table(
    file: &str,
    text: &str,
    documents: &mut IdTable,
) -> Result<RankedRun, FormatError> {
    let mut rows = IdTable::default();
    let mut queries: Vec<QueryRun> = Vec::new();
    for_pairs(
        file,
        text,
        |columns| columns.score.or(columns.grade),
        |query, document, score| {
            let number = score.parse().ok().filter(|score: &f64| !score.is_nan());
            let score = number.ok_or_else(|| format!("the score {score:?} is not a number"))?;
            let row = rows.row(query) as usize;
            if row == queries.len() {
                queries.push(QueryRun { query: query.to_owned(), documents: Vec::new() });
            }
            if let Some(run) = queries.get_mut(row) {
                run.documents.push((documents.row(document), score));
            }
            Ok(())
        },
    )?;
    Ok(RankedRun::of(queries))
}

/// Passes each pair to `take`, with its value in the column that `value_of` chooses.
fn for_pairs(
    file: &str,
    text: &str,
    value_of: impl for<'a> Fn(&PairColumns<'a>) -> Option<&'a str>,
    mut take: impl FnMut(&str, &str, &str) -> Result<(), String>,
) -> Result<(), FormatError> {
    let names = names_from_text(text);
    let wanted = pair_columns(&names)
        .and_then(|columns| Some([columns.query, columns.document, value_of(&columns)?]))
        .ok_or_else(|| {
            let reason = format!(
                "no columns of queries, documents and grades or scores (query_id, doc_id, relevance or \
                 score), only {}",
                names.join(", ")
            );
            FormatError::new(file, Place::File, reason)
        })?;
    let NamedColumns { places, columns } = columns_from_text(file, text, &wanted)?;
    let [queries, documents, values] = columns.as_slice() else { return Ok(()) };
    let mut place_of = FxHashMap::default();
    for (place, ((query, document), value)) in
        places.iter().zip(queries.iter().zip(documents).zip(values))
    {
        let wrong = |reason: String| FormatError::new(file, *place, reason);
        let filled = |column: &str, field: &Option<String>| {
            field.clone().ok_or_else(|| wrong(format!("{column:?} is empty")))
        };
        let [query_name, document_name, value_name] = wanted;
        let (query, document) = (filled(query_name, query)?, filled(document_name, document)?);
        let value = filled(value_name, value)?;
        for (name, id) in [(query_name, &query), (document_name, &document)] {
            if let Some(fault) = fault_of_id(id) {
                let reason = format!(
                    "{name:?}: {fault}: use an id without white space, here and in the other files, as \
                     TREC files need"
                );
                return Err(wrong(reason));
            }
        }
        take(&query, &document, &value).map_err(wrong)?;
        let pair = (query, document);
        if let Some(first) = place_of.get(&pair) {
            let (query, document) = pair;
            let reason = format!("query {query} has document {document} already{first}");
            return Err(wrong(reason));
        }
        place_of.insert(pair, *place);
    }
    Ok(())
}
