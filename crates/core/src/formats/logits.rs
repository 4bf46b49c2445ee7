//! The answers of a yes-or-no model to "does this image fit this query?", as a run.

use super::{
    FormatError, IdTable, Place, QueryRun, RankedRun,
    table::{Table, TableRow},
};
use std::collections::HashMap;

/// 1 / (1 + exp(no − yes)): the probability of yes between the answers yes and no, by their logits.
pub fn probability_of_yes(yes: f64, no: f64) -> f64 {
    1.0 / (1.0 + libm::exp(no - yes))
}

/// Reads a table with the columns `query`, `image`, `yes` and `no`, separated by commas or tabs; others
/// are ignored. A score is the [`probability_of_yes`] by the logits of the two answers. New images are
/// added to `documents`.
///
/// Source: INQUIRE (Vendrow et al., NeurIPS 2024), appendix E, which reranks with such scores.
pub fn run_from_logits(
    file: &str,
    text: &str,
    documents: &mut IdTable,
) -> Result<RankedRun, FormatError> {
    let table = Table::read_tabs_or_commas(file, text)?;
    let [query, image] = [table.column("query")?, table.column("image")?];
    let [yes, no] = [table.column("yes")?, table.column("no")?];
    let mut queries = IdTable::default();
    let mut runs: Vec<QueryRun> = Vec::new();
    let mut first_line_of: HashMap<(u32, u32), usize> = HashMap::new();
    for row in &table.rows {
        let id = |column| match row.field(column) {
            "" => Err(table.wrong(row, column, "it is empty")),
            id => Ok(id),
        };
        let logit = |column| {
            let number = row.field(column).parse().ok().filter(|logit: &f64| logit.is_finite());
            let reason = || format!("{:?} is not a finite number", row.field(column));
            number.ok_or_else(|| table.wrong(row, column, &reason()))
        };
        let place = queries.row(id(query)?);
        let document = documents.row(id(image)?);
        if let Some(first) = first_line_of.insert((place, document), row.line) {
            let (query, image) = (row.field(query), row.field(image));
            let reason = format!("image {image} of query {query} is on line {first} already");
            return Err(FormatError::new(file, Place::Line(row.line), reason));
        }
        let score = probability_of_yes(logit(yes)?, logit(no)?);
        match runs.get_mut(place as usize) {
            Some(run) => run.documents.push((document, score)),
            None => runs.push(QueryRun {
                query: row.field(query).to_owned(),
                documents: vec![(document, score)],
            }),
        }
    }
    Ok(RankedRun::of(runs))
}

/// The place of a query, or of an image in its list, for errors found after the file was read.
pub fn place_in_logits(text: &str, query: &str, image: Option<&str>) -> Place {
    let line = || {
        let table = Table::read_tabs_or_commas("", text).ok()?;
        let columns = [table.column("query").ok()?, table.column("image").ok()?];
        let is_it = |row: &&TableRow| {
            let [row_query, row_image] = columns.map(|column| row.field(column));
            row_query == query && image.is_none_or(|image| row_image == image)
        };
        table.rows.iter().find(is_it).map(|row| row.line)
    };
    line().map_or(Place::File, Place::Line)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn read(text: &str) -> Result<(RankedRun, IdTable), FormatError> {
        let mut documents = IdTable::default();
        run_from_logits("x.tsv", text, &mut documents).map(|run| (run, documents))
    }

    /// `[scipy.special.softmax([yes, no])[0] for yes, no in [(2, 1), (-3, 4), (900, -900), (0, 0)]]`
    #[test]
    fn scores_are_the_probability_of_yes() {
        let text = "no\timage\tquery\tyes\n1\ta\tq\t2\n4\tb\tq\t-3\n-900\tc\tq\t900\n0\ta\tp\t0\n";
        let (run, documents) = read(text).unwrap();
        assert_eq!(documents.ids(), ["a", "b", "c"]);
        let queries: Vec<&str> = run.queries.iter().map(|run| run.query.as_str()).collect();
        assert_eq!(queries, ["q", "p"]);
        let found: Vec<(u32, f64)> =
            run.queries.iter().flat_map(|run| run.documents.iter().copied()).collect();
        let expected =
            [(2, 1.0), (0, 0.731_058_578_630_004_9), (1, 0.000_911_051_194_400_645_4), (0, 0.5)];
        assert_eq!(found.len(), expected.len());
        for ((row, score), (expected_row, expected)) in found.iter().zip(expected) {
            assert!(*row == expected_row && (score - expected).abs() < 1e-15, "{found:?}");
        }
        assert_eq!(read(&text.replace('\t', ",")).unwrap().0, run);
    }

    #[test]
    fn errors_name_line_and_column() {
        let refused = |text: &str, words: &[&str]| {
            let error = read(text).unwrap_err().to_string();
            assert!(words.iter().all(|word| error.contains(word)), "{error}");
        };
        refused("query,image,yes\nq,a,1\n", &["x.tsv", "no column \"no\""]);
        refused("query,image,yes,no\nq,a,1,\n", &["line 2", "column 4 (no)", "finite"]);
        refused("query,image,yes,no\nq,a,1,inf\n", &["line 2", "(no)", "\"inf\""]);
        refused("query,image,yes,no\nq,,1,2\n", &["line 2", "(image)", "empty"]);
        refused("query,image,yes,no\nq,a,1,2\n\nq,a,3,4\n", &["line 4", "line 2 already"]);
        refused("query\timage\tyes\tno\nq\ta\t1\n", &["line 2", "3 columns"]);
    }
}
