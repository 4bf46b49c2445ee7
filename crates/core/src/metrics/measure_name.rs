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
#[error("{}", told(name))]
pub struct MeasureError {
    /// The name given.
    pub name: String,
}

/// What a name is not, and what it may mean. One that lacks nothing but its protocol is asked about: the
/// same name is another formula under each.
fn told(name: &str) -> String {
    let under = |protocol: Protocol| format!("{}:{name}", protocol.name()).parse::<Measure>().ok();
    match Protocol::ALL.into_iter().filter_map(under).collect::<Vec<_>>().as_slice() {
        [] => format!("{name:?} is not a measure: {}", advice(name)),
        of_each => format!("which {name}? did you mean {}?", listed(of_each, ", ")),
    }
}

fn listed(measures: &[Measure], separator: &str) -> String {
    measures.iter().map(Measure::to_string).collect::<Vec<_>>().join(separator)
}

/// The nearest names, then the known measures of the protocol where the name has one, else all.
fn advice(name: &str) -> String {
    let near = match near_measures(name).as_slice() {
        [] => String::new(),
        near => format!("did you mean {}? ", listed(near, " or ")),
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
        let told_of = told("nDCG@10").unwrap_or_default();
        assert_eq!(told_of, "which nDCG@10? did you mean trec:nDCG@10, inquire:nDCG@10?");
        let told_of = told("ndcg@10").unwrap_or_default();
        let start = "\"ndcg@10\" is not a measure: did you mean trec:nDCG@10 or inquire:nDCG@10? ";
        assert!(told_of.starts_with(start), "{told_of}");
        let told_of = told("no:measure").unwrap_or_default();
        assert!(told_of.starts_with("\"no:measure\" is not a measure: known are "), "{told_of}");
    }
}
