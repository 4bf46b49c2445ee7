//! Every value, for spreadsheets as CSV (RFC 4180), and for programs as a JSON array with one object per row.

use super::{Format, Table, Value};
use crate::formats::csv_from_rows;
use serde::{Serialize, Serializer};

pub(super) const CSV: Format =
    Format { name: "CSV", extension: "csv", mime: "text/csv", write: csv_from_table };

fn csv_from_table(table: &Table) -> String {
    let row = |row: &Vec<Value>| table.fields(row).iter().map(Value::to_string).collect();
    let rows: Vec<Vec<String>> =
        std::iter::once(table.names()).chain(table.rows.iter().map(row)).collect();
    csv_from_rows(&rows)
}

/// Up to this magnitude, every whole number is exact in a float64.
const LARGEST_EXACT: f64 = 9_007_199_254_740_992.0;

pub(super) const JSON: Format =
    Format { name: "JSON", extension: "json", mime: "application/json", write: json_from_table };

fn json_from_table(table: &Table) -> String {
    let names = table.names();
    let object = |row: &Vec<Value>| Object { names: &names, fields: table.fields(row) };
    let objects: Vec<Object<'_>> = table.rows.iter().map(object).collect();
    // Cannot fail: strings and numbers under string keys always serialise.
    serde_json::to_string_pretty(&objects).unwrap_or_default() + "\n"
}

struct Object<'a> {
    names: &'a [String],
    fields: Vec<Value>,
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.names.iter().zip(self.fields.iter().map(Field)))
    }
}

struct Field<'a>(&'a Value);

impl Serialize for Field<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Missing => serializer.serialize_none(),
            Value::Count(n) => serializer.serialize_u64(*n),
            // Whole numbers have no decimal point, as in CSV.
            Value::Number(value) if value.fract() == 0.0 && value.abs() <= LARGEST_EXACT =>
            {
                #[expect(clippy::cast_possible_truncation, reason = "whole, exact in a float64")]
                serializer.serialize_i64(*value as i64)
            }
            Value::Number(value) => serializer.serialize_f64(*value),
            Value::Text(text) => serializer.serialize_str(text),
            Value::Interval(..) => serializer.collect_str(self.0),
        }
    }
}
