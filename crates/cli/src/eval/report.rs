//! The results of `rankscope eval`, in the form of its JSON.

use crate::{
    evaluation::{Measured, Values},
    remote::Indexed,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// The mean and values of each measure, by run and by the measure's name.
pub(super) type RunValues = BTreeMap<String, BTreeMap<String, Measured>>;

#[derive(Default, Serialize)]
pub(super) struct Report {
    /// The runs in the order in which to print them.
    #[serde(skip)]
    pub(super) names: Vec<String>,
    /// The version of the benchmark, if it has one.
    #[serde(skip)]
    pub(super) revision: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) relevance: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) split: Option<String>,
    pub(super) runs: RunValues,
    /// The systems that were ranked by an approximate index, with its recall.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) indexes: BTreeMap<String, Indexed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) by: Option<String>,
    /// The runs over the queries of each value of the facet `by`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) groups: BTreeMap<String, RunValues>,
    /// The runs of the reverse direction, from images to texts.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) reverse: RunValues,
    /// The mean of both directions.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) both: RunValues,
}

impl Report {
    /// The runs over all queries, under an empty name, then those of each group and direction.
    pub(super) fn blocks(&self) -> impl Iterator<Item = (&str, &RunValues)> {
        let groups = self.groups.iter().map(|(group, runs)| (group.as_str(), runs));
        let directions = [("reverse", &self.reverse), ("both", &self.both)];
        let directions = directions.into_iter().filter(|(_, runs)| !runs.is_empty());
        std::iter::once(("", &self.runs)).chain(groups).chain(directions)
    }

    pub(super) fn title(&self) -> String {
        let relevance = self.relevance.iter().map(|id| format!("relevance {id}"));
        let split = self.split.iter().map(|split| format!("split {split}"));
        relevance.chain(split).collect::<Vec<_>>().join(", ")
    }
}

impl Report {
    /// A sentence on each system that was ranked by an approximate index.
    pub(super) fn index_notes(&self) -> Vec<String> {
        let note = |(id, indexed): (&String, &Indexed)| format!("{id}: {}", indexed.words());
        self.indexes.iter().map(note).collect()
    }
}

/// The means and values of each run over some of the queries, given by row.
pub(super) fn summarised(
    runs: &[(String, Vec<Values>)],
    queries: &[usize],
    ids: &[String],
) -> RunValues {
    let of_run = |values: &Vec<Values>| {
        values
            .iter()
            .map(|values| (values.measure.to_string(), values.over(queries, ids)))
            .collect()
    };
    runs.iter().map(|(name, values)| (name.clone(), of_run(values))).collect()
}
