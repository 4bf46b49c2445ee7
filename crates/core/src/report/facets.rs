//! Two groups of queries, and how many images are relevant to each: `rankscope facets`.

use super::Summary;
use crate::analysis::{FacetTest, RelevantCounts};
use crate::statistics::Alternative;
use serde_json::{Map, Value, json};

/// What a test says, next to the two groups under the names of their values.
pub const FACET_KEYS: [&str; 4] = ["u", "p", "p_holm", "alternative"];

/// The tests between two groups: a single system's by itself, several under their ids. A one-sided test says
/// so.
pub fn facets_json(all: &[FacetTest], groups: [&str; 2], alternative: Alternative) -> Value {
    let of_system = |one: &FacetTest| -> Value {
        let means = groups.iter().zip(one.means.map(Summary::from));
        let mut keys: Map<String, Value> =
            means.map(|(group, mean)| ((*group).to_owned(), json!(mean))).collect();
        for (key, value) in FACET_KEYS.into_iter().zip([one.test.u, one.test.p, one.p_holm]) {
            keys.insert(key.to_owned(), json!(value));
        }
        if alternative != Alternative::TwoSided {
            keys.insert("alternative".to_owned(), json!(alternative.name()));
        }
        Value::Object(keys)
    };
    match all {
        [one] => of_system(one),
        all => all.iter().map(|one| (one.system.clone(), of_system(one))).collect(),
    }
}

/// The counts of each group, under the group's name.
pub fn distribution_json(groups: &[RelevantCounts]) -> Value {
    let of_group = |group: &RelevantCounts| {
        json!({
            "queries": group.n_queries, "judged": group.n_judged, "relevant": group.n_relevant,
            "images": group.n_images, "mean": group.mean(), "min": group.min,
            "median": group.median, "max": group.max,
        })
    };
    groups.iter().map(|group| (group.value.clone(), of_group(group))).collect()
}
