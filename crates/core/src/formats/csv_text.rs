//! Rows of text as comma-separated values.

/// Comma-separated values with a line for each row. Fields with a comma, a quote or a line's end
/// are quoted, as RFC 4180 has it.
#[must_use]
pub fn csv_from_rows(rows: &[Vec<String>]) -> String {
    let field = |text: &String| {
        let needs_quotes = text.contains([',', '"', '\n', '\r']);
        if needs_quotes { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.clone() }
    };
    let line = |row: &Vec<String>| row.iter().map(field).collect::<Vec<_>>().join(",") + "\n";
    rows.iter().map(line).collect()
}
