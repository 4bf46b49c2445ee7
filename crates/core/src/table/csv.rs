//! Comma-separated values (RFC 4180): a header line, then a line for each row.

use super::data::Table;
use super::format::Format;
use super::value::Value;
use crate::formats::csv_from_rows;

pub(super) const FORMAT: Format =
    Format { name: "CSV", extension: "csv", mime: "text/csv", write: csv_from_table };

fn csv_from_table(table: &Table) -> String {
    let row = |row: &Vec<Value>| table.fields(row).iter().map(Value::to_string).collect();
    let rows: Vec<Vec<String>> =
        std::iter::once(table.names()).chain(table.rows.iter().map(row)).collect();
    csv_from_rows(&rows)
}
