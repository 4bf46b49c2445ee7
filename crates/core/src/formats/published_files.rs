//! Tables of systems × measures in any format: CSV, Markdown, LaTeX's tabular, or the JSON of evaluations.

use super::{
    FormatError, Place,
    latex_table::{is_latex, table_from_latex},
    markdown_table::{is_markdown, table_from_markdown},
    published::{PublishedTable, looks_like_number, published_from_table},
    result_files::{ResultFile, is_json, published_from_results},
    table::Table,
};

/// Reads a table of systems × measures from one file in any of the formats, or from several files of results
/// (JSON), which are joined.
pub fn published_from_files(files: &[ResultFile<'_>]) -> Result<PublishedTable, FormatError> {
    match files {
        [] => Err(FormatError::new("", Place::File, "no file")),
        files if files.iter().all(|one| is_json(one.text)) => published_from_results(files),
        [one] => published_from_text(one.file, one.text),
        [_, second, ..] => {
            let reason = "several files: only results in JSON (CLIP_benchmark, mteb) are joined";
            Err(FormatError::new(second.file, Place::File, reason))
        }
    }
}

fn published_from_text(file: &str, text: &str) -> Result<PublishedTable, FormatError> {
    if is_latex(text) {
        published_from_table(&table_from_latex(file, text)?)
    } else if is_markdown(text) {
        published_from_table(&table_from_markdown(file, text)?)
    } else {
        published_from_table(&Table::read_tabs_or_commas(file, text)?)
    }
}

/// Whether a file can be meant as a table of systems × measures, though perhaps a faulty one: it is typeset,
/// or results in JSON, or has a header of names and a figure behind the first column.
pub fn looks_like_published(file: &str, text: &str) -> bool {
    if is_latex(text) || is_markdown(text) {
        return true;
    }
    if is_json(text) {
        let one = ResultFile { file, model: None, text };
        return published_from_results(&[one]).is_ok();
    }
    let Ok(table) = Table::read_tabs_or_commas(file, text) else { return false };
    let is_figure =
        |column: usize| table.rows.iter().any(|row| looks_like_number(row.field(column)));
    let has_names = table.columns.iter().all(|name| !looks_like_number(name));
    has_names && (1..table.columns.len()).any(is_figure)
}
