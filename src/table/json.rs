//! A JSON array with an object for each row.

use super::data::Table;
use super::format::Format;
use super::value::Value;
use serde_json::{Map, Number};

/// Whole numbers of this size and below are exact in a float64.
const LARGEST_EXACT: f64 = 9_007_199_254_740_992.0;

pub(super) const FORMAT: Format =
    Format { name: "JSON", extension: "json", mime: "application/json", write: json_from_table };

fn json_from_table(table: &Table) -> String {
    let names = table.names();
    let object = |row: &Vec<Value>| {
        let fields = table.fields(row).iter().map(json_from_value).collect::<Vec<_>>();
        serde_json::Value::Object(names.iter().cloned().zip(fields).collect::<Map<_, _>>())
    };
    let objects = table.rows.iter().map(object).collect();
    format!("{:#}\n", serde_json::Value::Array(objects))
}

fn json_from_value(value: &Value) -> serde_json::Value {
    match value {
        Value::Missing => serde_json::Value::Null,
        Value::Count(n) => (*n).into(),
        Value::Number(value) => number(*value),
        Value::Text(_) | Value::Interval(..) => value.to_string().into(),
    }
}

/// A whole number without a point, as in CSV.
fn number(value: f64) -> serde_json::Value {
    if value.fract() == 0.0 && value.abs() <= LARGEST_EXACT {
        #[expect(clippy::cast_possible_truncation, reason = "whole, and exact in a float64")]
        return (value as i64).into();
    }
    Number::from_f64(value).map_or(serde_json::Value::Null, serde_json::Value::Number)
}
