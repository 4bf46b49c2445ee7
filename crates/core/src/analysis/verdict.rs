//! What a comparison says, in sentences.

use super::{Comparison, OnQuery, opening_title, words};
use crate::metrics::Mean;

/// Two systems by one measure: the order of their means.
pub fn verdict_words(comparison: &Comparison, measure: &str, pairs: &[OnQuery]) -> String {
    let mean = |of: fn(&OnQuery) -> f64| {
        Mean::of(pairs.iter().map(|on| Some(of(on)))).map(|mean| mean.mean)
    };
    let (Some(a), Some(b)) = (mean(|on| on.a), mean(|on| on.b)) else {
        return format!(
            "No query has a relevant image under this definition of relevance, so {measure} has no \
             value for either system. Choose another definition."
        );
    };
    let (title_a, title_b) = (&comparison.a.title, &comparison.b.title);
    let order = match mean(OnQuery::difference).unwrap_or(0.0) {
        by if by > 0.0 => format!("{title_a} (A) is ahead of {title_b} (B)"),
        by if by < 0.0 => format!("{title_b} (B) is ahead of {title_a} (A)"),
        _ => format!("{title_a} (A) and {title_b} (B) are tied"),
    };
    format!(
        "On {measure}, {order}: {a:.3} (A) and {b:.3} (B) over {}.",
        words::counted(pairs.len(), "query", "queries")
    )
}

/// Whether a difference could be chance by the p of a randomisation test; without it, that it is being
/// tested.
pub fn chance_words(p: Option<f64>) -> String {
    match p {
        None => "Testing whether that could be chance …".to_string(),
        Some(p) => format!(
            "Random swaps of A and B give a difference at least as large in {} of trials: {}.",
            if p < 0.001 { "less than 0.1%".into() } else { format!("{:.1}%", p * 100.0) },
            if p < 0.05 { "unlikely to be chance" } else { "it may well be chance" },
        ),
    }
}

/// Systems on one query, with their values: who beats whom, and by how much.
pub fn query_verdict(query: &str, measure: &str, systems: &[(String, Option<f64>)]) -> String {
    let values: Vec<String> =
        systems.iter().filter_map(|(_, value)| Some(words::value(Some((*value)?)))).collect();
    if values.len() < 2 {
        return format!("Nothing judges “{query}”, so no value says which list is better.");
    }
    format!("{}: {measure} {}.", opening_title(query, systems), words::listed(&values))
}
