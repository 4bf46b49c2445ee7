//! Tables as text for other programs: CSV and JSON.

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

/// A JSON array with an object for each row after the first, which has the keys. Fields that are
/// JSON numbers are written as numbers, `n/a` as null, others as text. The second of two columns
/// with the same name is numbered.
#[must_use]
pub fn json_from_rows(rows: &[Vec<String>]) -> String {
    let Some((head, body)) = rows.split_first() else { return "[]\n".into() };
    let mut names: Vec<String> = Vec::new();
    for name in head {
        let mut unique = name.clone();
        let mut nth = 2;
        while names.contains(&unique) {
            unique = format!("{name} ({nth})");
            nth += 1;
        }
        names.push(unique);
    }
    let value = |text: &String| match text.as_str() {
        "n/a" => serde_json::Value::Null,
        text => serde_json::from_str(text)
            .ok()
            .filter(serde_json::Value::is_number)
            .unwrap_or_else(|| serde_json::Value::String(text.into())),
    };
    let object = |row: &Vec<String>| {
        names.iter().cloned().zip(row.iter().map(value)).collect::<serde_json::Map<_, _>>()
    };
    let objects: Vec<_> = body.iter().map(|row| serde_json::Value::Object(object(row))).collect();
    format!("{:#}\n", serde_json::Value::Array(objects))
}
