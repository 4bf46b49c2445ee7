//! The agreement of measures over the figures of a published table.

use super::matrix::{numbered, square, title};
use crate::{
    terminal::output::{self, Format, Layout},
    writing::files::inflated_text,
};
use anyhow::{Result, anyhow, bail};
use rankscope_core::formats::{
    PublishedTable, ResultFile, correlations_from_csv, published_from_files,
};
use rankscope_core::report::{HALF_OF_LAST_DIGIT, TableAgreement};
use std::path::{Path, PathBuf};

/// τ-b of any two columns of a table, of all if `chosen` is empty, over the rows that `only` names, compared
/// with the matrix in `published`.
pub(super) fn report(
    files: &[PathBuf],
    published: Option<&Path>,
    chosen: &[String],
    only: Option<&str>,
) -> Result<TableAgreement> {
    let files: Vec<(String, String)> =
        files.iter().map(|file| inflated_text(file)).collect::<Result<_>>()?;
    let named: Vec<ResultFile<'_>> =
        files.iter().map(|(name, text)| ResultFile::at(name, text)).collect();
    let name = named.first().map_or("", |file| file.file);
    let mut table = published_from_files(&named)?;
    if let Some(only) = only {
        table = rows_of(name, &table, only)?;
    }
    let published = match published {
        None => None,
        Some(path) => {
            let (name, text) = inflated_text(path)?;
            Some(correlations_from_csv(&name, &text)?)
        }
    };
    TableAgreement::new(&table, chosen, published.as_ref()).map_err(|measure| {
        anyhow!("{name} has no column {measure}, only {}", table.measures.join(", "))
    })
}

/// The rows of a group, as `COLUMN=VALUE`.
fn rows_of(name: &str, table: &PublishedTable, only: &str) -> Result<PublishedTable> {
    let Some((column, value)) = only.split_once('=') else {
        bail!("--only {only} is not COLUMN=VALUE");
    };
    table.only(column.trim(), value.trim()).map_err(|known| {
        let what = if table.values_of(column.trim()).is_some() {
            format!("row with {only}")
        } else {
            format!("column of names {column}")
        };
        anyhow!("{name} has no {what}, only {}", known.join(", "))
    })
}

pub(super) fn print(report: &TableAgreement, format: Format) -> Result<()> {
    match format {
        Format::Json => output::print_json(report),
        Format::Csv => output::print(&output::csv(&square(&report.measures, &report.tau_b))?),
        Format::Table | Format::Latex | Format::Markdown => {
            output::print(&laid_out(report, format.layout().unwrap_or(Layout::Columns)))
        }
    }
}

fn laid_out(report: &TableAgreement, layout: Layout) -> String {
    let mut text = numbered(&title(report.n), &report.measures, &report.tau_b, layout);
    let Some(published) = &report.published else { return text };
    let n_different = published.differences.len();
    text.push('\n');
    text.push_str(&layout.sentence(&format!(
        "{} of {} published pairs agree (within {HALF_OF_LAST_DIGIT}).",
        published.n_pairs - n_different,
        published.n_pairs,
    )));
    text.push('\n');
    if n_different > 0 {
        let mut rows = vec![["differing pair", "computed", "published"].map(String::from).to_vec()];
        rows.extend(published.differences.iter().map(|difference| {
            let computed = difference.computed.map_or("n/a".into(), |tau| format!("{tau:.3}"));
            let [a, b] = &difference.measures;
            vec![format!("{a}, {b}"), computed, format!("{:.2}", difference.published)]
        }));
        text.push_str(&output::laid_out(layout, "", &rows));
    }
    if !published.not_in_table.is_empty() {
        let names = published.not_in_table.join(", ");
        text.push_str(&layout.sentence(&format!("Without figures in the table: {names}.")));
        text.push('\n');
    }
    text
}
