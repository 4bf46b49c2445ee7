//! The means and values of systems over some of the queries: `rankscope eval`.

use crate::analysis::{Board, Column, SystemValues};
use crate::benchmark::Remote;
use crate::metrics::Mean;
use crate::remote::Recall;
use serde::Serialize;
use std::collections::BTreeMap;

/// A mean, always with its n.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Summary {
    /// `None` if no query has a value.
    pub mean: Option<f64>,
    /// How many queries the mean is over.
    pub n: usize,
}

impl From<Option<Mean>> for Summary {
    fn from(mean: Option<Mean>) -> Self {
        Self { mean: mean.map(|mean| mean.mean), n: mean.map_or(0, |mean| mean.n) }
    }
}

/// A system by a column, over some of the queries.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Measured {
    #[serde(flatten)]
    pub summary: Summary,
    /// The mean share of judged images among the hits that count (Judged@k).
    pub judged: Option<f64>,
    /// By id, for the queries that have a value.
    pub per_query: BTreeMap<String, f64>,
}

impl Measured {
    /// A column of a system, by its index, over the queries in these rows.
    pub fn over(
        Board { dataset, columns }: &Board,
        values: &SystemValues,
        index: usize,
        rows: &[usize],
    ) -> Self {
        let measure = columns.get(index).map(|column: &Column| column.measure);
        let mean_of = |values: Option<&Vec<Option<f64>>>| {
            measure?.mean_of_rows(values?, rows, dataset.folds.as_deref())
        };
        let per_query = rows.iter().filter_map(|row| {
            Some((dataset.queries.get(*row)?.id.clone(), values.value(index, *row)?))
        });
        Self {
            summary: mean_of(values.values.get(index)).into(),
            judged: mean_of(values.judged.get(index)).map(|mean| mean.mean),
            per_query: per_query.collect(),
        }
    }

    /// The mean of two directions, each with weight one half whatever its n; `None` if either has no
    /// value. Its n is the sum of both, and it has no values per query.
    #[must_use]
    pub fn mean_with(&self, other: &Self) -> Self {
        let midpoint = |a: Option<f64>, b: Option<f64>| Some(f64::midpoint(a?, b?));
        let (one, two) = (self.summary, other.summary);
        Self {
            summary: Summary { mean: midpoint(one.mean, two.mean), n: one.n + two.n },
            judged: midpoint(self.judged, other.judged),
            per_query: BTreeMap::new(),
        }
    }
}

/// By system or run, then by the measure's name.
pub type RunValues = BTreeMap<String, BTreeMap<String, Measured>>;

/// Every system by every column, over the queries in these rows. The columns are measures under one
/// definition.
pub fn summarised(board: &Board, systems: &[SystemValues], rows: &[usize]) -> RunValues {
    let of_system = |values: &SystemValues| {
        let measured = board.columns.iter().enumerate().map(|(index, column)| {
            (column.measure.to_string(), Measured::over(board, values, index, rows))
        });
        (values.system.clone(), measured.collect())
    };
    systems.iter().map(of_system).collect()
}

/// The mean of both directions for each run that is in both.
pub fn means_of_both(forward: &RunValues, reverse: &RunValues) -> RunValues {
    let mean = |(name, of_run): (&String, &BTreeMap<String, Measured>)| {
        let other = reverse.get(name)?;
        let mean = |(measure, one): (&String, &Measured)| {
            Some((measure.clone(), one.mean_with(other.get(measure)?)))
        };
        Some((name.clone(), of_run.iter().filter_map(mean).collect()))
    };
    forward.iter().filter_map(mean).collect()
}

/// A system that was ranked by an approximate index.
#[derive(Debug, Clone, Serialize)]
pub struct Indexed {
    #[serde(flatten)]
    pub remote: Remote,
    /// `None` where there is no exact ranking to compare with.
    pub recall: Option<Recall>,
}

impl Indexed {
    /// In a sentence.
    pub fn words(&self) -> String {
        let Remote { kind, collection, .. } = &self.remote;
        let recall = match &self.recall {
            Some(recall) => recall.words(),
            None => "its recall is unknown, since the collection is too large to be read back and \
                     the benchmark has no gallery to compare with"
                .into(),
        };
        let (kind, origin) = (kind.title(), self.remote.origin());
        format!(
            "ranked by an approximate index ({kind} at {origin}, collection {collection}): {recall}"
        )
    }
}

/// The result of an evaluation.
#[derive(Debug, Default, Serialize)]
pub struct EvalReport {
    /// The runs in the order in which to print them.
    #[serde(skip)]
    pub names: Vec<String>,
    /// The version of the benchmark, if it has one.
    #[serde(skip)]
    pub revision: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relevance: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<String>,
    /// The conditions that the queries meet.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    pub runs: RunValues,
    /// The systems that were ranked by an approximate index, with its recall.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub indexes: BTreeMap<String, Indexed>,
    /// The facet of [`Self::groups`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The runs over the queries of each value of the facet.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub groups: BTreeMap<String, RunValues>,
    /// The runs from images to texts.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub reverse: RunValues,
    /// The mean of both directions.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub both: RunValues,
}

impl EvalReport {
    /// The runs over all queries, under an empty name, then those of each group and direction.
    pub fn blocks(&self) -> impl Iterator<Item = (&str, &RunValues)> {
        let groups = self.groups.iter().map(|(group, runs)| (group.as_str(), runs));
        let directions = [("reverse", &self.reverse), ("both", &self.both)];
        let directions = directions.into_iter().filter(|(_, runs)| !runs.is_empty());
        std::iter::once(("", &self.runs)).chain(groups).chain(directions)
    }

    /// The definition, the split and the conditions, in words.
    pub fn title(&self) -> String {
        let relevance = self.relevance.iter().map(|id| format!("relevance {id}"));
        let split = self.split.iter().map(|split| format!("split {split}"));
        let condition = self.condition.iter().map(|condition| format!("where {condition}"));
        relevance.chain(split).chain(condition).collect::<Vec<_>>().join(", ")
    }

    /// A sentence on each system that was ranked by an approximate index.
    pub fn index_notes(&self) -> Vec<String> {
        let note = |(id, indexed): (&String, &Indexed)| format!("{id}: {}", indexed.words());
        self.indexes.iter().map(note).collect()
    }
}
