//! Rows of text as comma-separated values.

/// Comma-separated values, one line a row. Fields with a comma, a quote or a line break are quoted
/// (RFC 4180).
#[must_use]
pub fn csv_from_rows(rows: &[Vec<String>]) -> String {
    let field = |text: &String| {
        let needs_quotes = text.contains([',', '"', '\n', '\r']);
        if needs_quotes { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.clone() }
    };
    let line = |row: &Vec<String>| row.iter().map(field).collect::<Vec<_>>().join(",") + "\n";
    rows.iter().map(line).collect()
}
