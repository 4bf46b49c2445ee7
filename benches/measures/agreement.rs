//! Whether all programs compute the same values, which comes first: a bench over wrong values is
//! worthless.

use super::{MEASURES, Result, contender::Contender};
use serde_json::{Map, Value, json};
use std::{collections::HashMap, path::Path};

/// Of two values of a measure.
const TOLERANCE: f64 = 1e-6;

/// By `system<tab>query`.
struct Values(HashMap<String, Vec<f64>>);

impl Values {
    fn of(contender: &Contender, word: &[&str], compiled: &Path) -> Result<Self> {
        let (text, _) = contender.run("values", word, compiled)?;
        let mut values = HashMap::new();
        for line in text.lines() {
            let mut fields = line.split('\t');
            let (Some(system), Some(query)) = (fields.next(), fields.next()) else {
                return Err(format!("{}: {line:?} has no ids", contender.name).into());
            };
            let numbers = fields.map(str::parse).collect::<std::result::Result<Vec<f64>, _>>()?;
            values.insert(format!("{system}\t{query}"), numbers);
        }
        Ok(Self(values))
    }

    /// The largest difference of each measure.
    fn differences(&self, other: &Self) -> Result<Vec<f64>> {
        if self.0.len() != other.0.len() {
            return Err(format!("{} and {} queries", self.0.len(), other.0.len()).into());
        }
        let mut largest = vec![0.0; MEASURES.len()];
        for (key, values) in &self.0 {
            let others = other.0.get(key).ok_or_else(|| format!("{key:?} has no values"))?;
            if values.len() != largest.len() || others.len() != largest.len() {
                return Err(format!("{key:?} has not one value a measure").into());
            }
            for ((largest, a), b) in largest.iter_mut().zip(values).zip(others) {
                let difference = (a - b).abs();
                // NaN counts as the largest difference.
                *largest = if difference <= *largest { *largest } else { difference };
                if difference.is_nan() {
                    return Err(format!("{key:?}: {a} and {b}").into());
                }
            }
        }
        Ok(largest)
    }
}

/// Compares every value of every query, and returns the largest differences by comparison and
/// measure; one above [`TOLERANCE`] from `trec_eval`, or from ranx in `trec_eval`'s order, is an
/// error. Differences from ranx's order of equal scores are reported and accepted: that order is a
/// convention, not a wrong value.
pub(crate) fn check(
    ours: &Contender,
    trec_eval: &Contender,
    ranx: &Contender,
    compiled: &Path,
) -> Result<Value> {
    let own = Values::of(ours, &[], compiled)?;
    let asked: [(&str, &Contender, &[&str], bool); 3] = [
        ("pytrec_eval", trec_eval, &[], true),
        ("ranx, in trec_eval's order", ranx, &["trec-order"], true),
        ("ranx, in its own order of equal scores", ranx, &[], false),
    ];
    let mut report = Map::new();
    for (what, peer, word, must_agree) in asked {
        let differences = own.differences(&Values::of(peer, word, compiled)?)?;
        let mut of_measure = Map::new();
        for (measure, difference) in MEASURES.iter().zip(differences) {
            if difference > TOLERANCE {
                eprintln!("{measure} differs from {what} by up to {difference:.6}");
                if must_agree {
                    return Err(format!("{measure} is not that of {what}").into());
                }
            }
            of_measure.insert((*measure).into(), json!(difference));
        }
        report.insert(what.into(), of_measure.into());
    }
    Ok(report.into())
}

/// Whether the means that two whole processes print are the same.
pub(crate) fn same_means(a: &str, b: &str) -> Result<bool> {
    let (a, b): (Value, Value) = (serde_json::from_str(a)?, serde_json::from_str(b)?);
    let numbers = |means: &Value| -> Vec<f64> {
        let systems = means.as_object().into_iter().flat_map(Map::values);
        systems.flat_map(|of| MEASURES.map(|name| of[name].as_f64().unwrap_or(f64::NAN))).collect()
    };
    let (a, b) = (numbers(&a), numbers(&b));
    Ok(!a.is_empty()
        && a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= TOLERANCE))
}
