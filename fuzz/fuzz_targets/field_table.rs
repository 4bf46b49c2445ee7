#![no_main]
//! Tables of what pictures carry: every column has a value or none for each row, and what is read
//! reads the same once written as JSON lines.

use libfuzzer_sys::fuzz_target;
use rankscope_core::formats::field_table;
use serde_json::{Map, Value};
use std::collections::HashSet;

const WANTED: [&str; 4] = ["id", "license", "taken", "lat"];

fuzz_target!(|text: &str| {
    let Ok(table) = field_table("f", text, &WANTED) else { return };
    let names: HashSet<&String> = table.names.iter().collect();
    assert_eq!(names.len(), table.names.len());
    for (name, values) in &table.columns {
        assert!(WANTED.contains(&name.as_str()) && names.contains(name));
        assert_eq!(values.len(), table.n_rows);
        assert!(values.iter().flatten().all(|value| !value.is_empty() && value.trim() == value));
    }
    for name in WANTED {
        assert_eq!(table.columns.contains_key(name), names.contains(&name.to_owned()));
    }
    if table.n_rows == 0 {
        return;
    }
    let line = |row: usize| {
        let value = |values: &Vec<Option<String>>| values[row].clone().map(Value::String);
        let own = table.columns.iter();
        let object: Map<String, Value> =
            own.map(|(name, values)| (name.clone(), value(values).unwrap_or_default())).collect();
        Value::Object(object).to_string() + "\n"
    };
    let written: String = (0..table.n_rows).map(line).collect();
    let again = field_table("f", &written, &WANTED).unwrap();
    assert_eq!((again.columns, again.n_rows), (table.columns, table.n_rows));
});
