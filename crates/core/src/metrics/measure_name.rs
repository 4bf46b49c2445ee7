//! The names of measures: they parse, and a name that does not says what may have been meant.

use super::near_name::near_measures;
use super::{KnownMeasure, Measure, Protocol, known_measures};
use std::str::FromStr;
use thiserror::Error;

/// The measures shown where a benchmark or a command names none.
#[must_use]
pub fn default_measures() -> Vec<Measure> {
    let names = [
        "eccv:R@1",
        "eccv:R@5",
        "eccv:R@10",
        "eccv:mAP@R",
        "eccv:R-Precision",
        "trec:P@10",
        "trec:R@10",
        "trec:AP@50",
        "trec:nDCG@10",
    ];
    names.iter().filter_map(|name| name.parse().ok()).collect()
}

/// A name that is not a measure's.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{name:?} is not a measure: {}", advice(name))]
pub struct MeasureError {
    /// The name given.
    pub name: String,
}

/// The nearest names, then the known measures of the protocol where the name has one, else all.
fn advice(name: &str) -> String {
    let near: Vec<String> = near_measures(name).iter().map(Measure::to_string).collect();
    let near = match near.as_slice() {
        [] => String::new(),
        near => format!("did you mean {}? ", near.join(" or ")),
    };
    let (protocol, _) = name.split_once(':').unwrap_or_default();
    let protocol = Protocol::ALL.into_iter().find(|known| known.name() == protocol);
    let known = protocol.map_or_else(known_measures, |own| {
        KnownMeasure::all_of(own).map(KnownMeasure::pattern).collect()
    });
    format!(
        "{near}known are {}, with a whole number from 1 for k and one of 0.0, 0.1 … 1.0 for r",
        known.join(", ")
    )
}

impl FromStr for Measure {
    type Err = MeasureError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let measure = KnownMeasure::all().find_map(|known| known.named(name));
        measure.ok_or_else(|| MeasureError { name: name.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::Measure;

    #[test]
    fn an_error_names_the_nearest_measure_before_the_known_ones() {
        let told = |name: &str| name.parse::<Measure>().err().map(|e| e.to_string());
        let told_of = told("trec:nDGC@20").unwrap_or_default();
        let start = "\"trec:nDGC@20\" is not a measure: did you mean trec:nDCG@20? known are \
                     trec:P@k, ";
        assert!(told_of.starts_with(start), "{told_of}");
        let told_of = told("no:measure").unwrap_or_default();
        assert!(told_of.starts_with("\"no:measure\" is not a measure: known are "), "{told_of}");
    }
}
