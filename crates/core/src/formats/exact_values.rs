//! A list of numbers and nulls in JSON that keeps every bit.

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_json::value::RawValue;

/// Values on queries, null where there is none, in JSON: each number is written with as many digits as
/// it needs, and read by the standard library. serde_json itself may read the last bit of one wrongly,
/// unless it brings a table that makes the page's first part larger.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct ExactValues(pub Vec<Option<f64>>);

impl<'de> Deserialize<'de> for ExactValues {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Box::<RawValue>::deserialize(deserializer)?;
        numbers(text.get()).map(Self).map_err(D::Error::custom)
    }
}

/// The numbers of a JSON array of numbers and nulls.
fn numbers(array: &str) -> Result<Vec<Option<f64>>, String> {
    let inside = array.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let inside = inside.ok_or("the values are not a list")?.trim_ascii();
    if inside.is_empty() {
        return Ok(Vec::new());
    }
    let number = |text: &str| match text.trim_ascii() {
        "null" => Ok(None),
        text => match text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(Some(value)),
            _ => Err(format!("the value {text} is not a number or null")),
        },
    };
    inside.split(',').map(number).collect()
}
