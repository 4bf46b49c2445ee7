//! A system's values on every query, as a benchmark stores them: JSON lines, one column a line.
//!
//! ```json
//! {"measure":"eccv:mAP@R","relevance":"eccv","values":[0.25,null,1.0]}
//! ```

use super::{FormatError, Place, json::lines_from_jsonl};
use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_json::value::RawValue;
use std::collections::HashSet;

/// One measure under one definition of relevance.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ValuesColumn {
    /// With its family, as in `eccv:mAP@R`.
    pub measure: String,
    pub relevance: String,
    /// In the order of the queries; `None` where the measure is undefined.
    pub values: Vec<Option<f64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    measure: String,
    relevance: String,
    values: ExactValues,
}

/// Refuses a column without exactly `n_queries` values, and a measure listed twice under one definition.
pub fn values_from_jsonl(
    file: &str,
    text: &str,
    n_queries: usize,
) -> Result<Vec<ValuesColumn>, FormatError> {
    let mut seen = HashSet::new();
    let mut columns = Vec::new();
    for (number, line) in lines_from_jsonl::<Line>(file, text)? {
        let refused = |reason: String| FormatError::new(file, Place::Line(number), reason);
        let Line { measure, relevance, values: ExactValues(values) } = line;
        if values.len() != n_queries {
            let n = values.len();
            return Err(refused(format!("{n} values, but the benchmark has {n_queries} queries")));
        }
        if !seen.insert((measure.clone(), relevance.clone())) {
            return Err(refused(format!("{measure} under {relevance} is listed twice")));
        }
        columns.push(ValuesColumn { measure, relevance, values });
    }
    Ok(columns)
}

/// [`values_from_jsonl`] reads every bit back.
pub fn jsonl_from_values(columns: &[ValuesColumn]) -> Result<String, serde_json::Error> {
    let mut text = String::new();
    for column in columns {
        text.push_str(&serde_json::to_string(column)?);
        text.push('\n');
    }
    Ok(text)
}

/// Numbers and nulls in JSON that keep every bit. serde_json may misread the last bit of a number
/// unless it brings a table that would enlarge the page's first part, so std parses them.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct ExactValues(pub Vec<Option<f64>>);

impl<'de> Deserialize<'de> for ExactValues {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Box::<RawValue>::deserialize(deserializer)?;
        numbers(text.get()).map(Self).map_err(D::Error::custom)
    }
}

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

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test")]
mod tests {
    use super::*;

    fn column(measure: &str, values: &[Option<f64>]) -> ValuesColumn {
        ValuesColumn { measure: measure.into(), relevance: "eccv".into(), values: values.into() }
    }

    #[test]
    fn every_bit_comes_back() {
        let mut bits = 0x3fe0_0000_0000_0001_u64;
        let mut values = vec![None, Some(0.0), Some(1.0), Some(f64::MIN_POSITIVE)];
        for _ in 0..2_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // In 0.5 … 1 and below: an exponent that measures have.
            values.push(Some(f64::from_bits(
                0x3f00_0000_0000_0000 | bits >> 8 & 0x00ff_ffff_ffff_ffff,
            )));
        }
        let columns = [column("eccv:mAP@R", &values), column("eccv:R@1", &values)];
        let text = jsonl_from_values(&columns).unwrap();
        assert_eq!(values_from_jsonl("v", &text, values.len()).unwrap(), columns);
    }

    #[test]
    fn what_does_not_fit_is_refused_with_its_line() {
        let one = jsonl_from_values(&[column("eccv:R@1", &[Some(1.0)])]).unwrap();
        let refusal =
            |text: &str, n| values_from_jsonl("v.jsonl", text, n).unwrap_err().to_string();
        assert!(refusal(&one, 2).contains("1 values, but the benchmark has 2 queries"));
        assert!(refusal(&format!("{one}{one}"), 1).contains("v.jsonl, line 2"));
        assert!(refusal("{\"measure\":3}", 1).contains("line 1"));
        let with = |values: &str| {
            refusal(&format!("{{\"measure\":\"a\",\"relevance\":\"b\",\"values\":{values}}}"), 1)
        };
        assert!(with("3").contains("not a list"));
        assert!(with("[\"x\"]").contains("line 1") && with("[\"x\"]").contains("not a number"));
        assert!(with("[[1]]").contains("not a number") && with("[1e999]").contains("not a number"));
        assert!(with("[]").contains("0 values") && with("[1,").contains("not JSON"));
    }
}
