//! Partial results: the values on a share of the queries, as JSON that keeps every bit.

use crate::{shares::share::Share, writing::sha256::sha256_hex};
use anyhow::{Context, Result, bail};
use rankscope_core::analysis::{Board, Column, Dataset, SystemValues};
use rankscope_core::benchmark::{FOLD_FACET, Manifest, Query, Relevance};
use rankscope_core::formats::ExactValues;
use rankscope_core::metrics::Measure;
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// The form of partial results that this program reads and writes.
pub(crate) const PARTIAL_VERSION: u32 = 1;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Partial {
    /// [`PARTIAL_VERSION`]. No other file has this field.
    pub(crate) partial_results: u32,
    /// What was asked; the same in every share.
    pub(crate) asked: Asked,
    pub(crate) share: Share,
    /// Of all shares together.
    pub(crate) n_queries: usize,
    pub(crate) queries: Vec<PartialQuery>,
    /// `[systems][columns]`.
    pub(crate) values: Vec<Vec<PartialValues>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Asked {
    pub(crate) command: PartialCommand,
    pub(crate) benchmark: AskedBenchmark,
    pub(crate) systems: Vec<String>,
    pub(crate) columns: Vec<AskedColumn>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) split: Option<String>,
    /// The conditions that the queries meet.
    #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
    pub(crate) condition: Option<String>,
    /// The facet whose values group the queries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) resamples: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PartialCommand {
    Eval,
    Agree,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AskedBenchmark {
    pub(crate) id: String,
    pub(crate) version: String,
    /// SHA-256 of its manifest without the stored values, which another process may add.
    pub(crate) sha256: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AskedColumn {
    pub(crate) measure: String,
    pub(crate) relevance: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PartialQuery {
    pub(crate) id: String,
    /// The value of the facet [`Asked::by`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) group: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fold: Option<String>,
}

/// The values of a system in one column, in the order of the queries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct PartialValues {
    pub(crate) values: ExactValues,
    /// The share of judged images among the hits that count.
    pub(crate) judged: ExactValues,
}

impl AskedBenchmark {
    pub(crate) fn of(manifest: &Manifest) -> Result<Self> {
        let mut without_values = manifest.clone();
        without_values.files.retain(|file| !file.path.starts_with("values/"));
        let sha256 = sha256_hex(&serde_json::to_vec(&without_values)?);
        Ok(Self { id: manifest.id.clone(), version: manifest.version.clone(), sha256 })
    }
}

impl Partial {
    /// `measured` is `[systems][columns]`; `share` is one of `rows` of the benchmark's `queries`.
    pub(crate) fn new(
        asked: Asked,
        share: Share,
        rows: &[usize],
        queries: &[Query],
        measured: &[SystemValues],
    ) -> Self {
        let of_share = share.of_rows(rows);
        let facet = |query: &Query, name: &str| query.facets.get(name).cloned();
        let query = |query: &Query| PartialQuery {
            id: query.id.clone(),
            group: asked.by.as_ref().and_then(|by| facet(query, by)),
            fold: facet(query, FOLD_FACET),
        };
        let of_queries = |all: &Vec<Option<f64>>| {
            ExactValues(of_share.iter().map(|row| all.get(*row).copied().flatten()).collect())
        };
        let column = |(values, judged): (&Vec<_>, &Vec<_>)| PartialValues {
            values: of_queries(values),
            judged: of_queries(judged),
        };
        Self {
            partial_results: PARTIAL_VERSION,
            share,
            n_queries: rows.len(),
            queries: of_share.iter().filter_map(|row| queries.get(*row)).map(query).collect(),
            values: measured
                .iter()
                .map(|of| of.values.iter().zip(&of.judged).map(column).collect())
                .collect(),
            asked,
        }
    }

    /// Rows of the queries by their value of the facet.
    pub(crate) fn groups(&self) -> BTreeMap<String, Vec<usize>> {
        let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (row, query) in self.queries.iter().enumerate() {
            if let Some(group) = &query.group {
                groups.entry(group.clone()).or_default().push(row);
            }
        }
        groups
    }

    pub(crate) fn measures(&self) -> Result<Vec<Measure>> {
        let measure = |column: &AskedColumn| {
            column.measure.parse::<Measure>().with_context(|| {
                format!(
                    "this program does not know the measure {}: merge with the version that \
                     computed it",
                    column.measure
                )
            })
        };
        self.asked.columns.iter().map(measure).collect()
    }

    /// The columns over all queries, and the values of every system.
    pub(crate) fn measured(&self) -> Result<(Board, Vec<SystemValues>)> {
        let measures = self.measures()?;
        let query = |query: &PartialQuery| Query {
            id: query.id.clone(),
            facets: query.fold.iter().map(|fold| (FOLD_FACET.to_owned(), fold.clone())).collect(),
            ..Query::default()
        };
        let ids: BTreeSet<&String> = self.asked.columns.iter().map(|of| &of.relevance).collect();
        // Their judgements made the values, and are not read again.
        let unknown = ids.into_iter().map(|id| (id.clone(), Relevance::default()));
        let queries = self.queries.iter().map(query).collect();
        let dataset = Dataset::of_judgements(queries, Vec::new(), unknown);
        let columns = measures.iter().zip(&self.asked.columns);
        let columns = columns.filter_map(|(m, of)| Column::new(&dataset, *m, &of.relevance));
        let columns = columns.collect();
        let board = Board::new(Arc::new(dataset), columns);
        let mut measured = Vec::new();
        for (system, of_system) in self.asked.systems.iter().zip(&self.values) {
            if of_system.len() != measures.len() {
                bail!(
                    "a system has {} columns, and {} were asked for: compute the share again",
                    of_system.len(),
                    measures.len()
                );
            }
            let columns = of_system.iter().cloned();
            let columns = columns.map(|PartialValues { values, judged }| (values.0, judged.0));
            let (values, judged) = columns.unzip();
            measured.push(board.known(system, values, judged));
        }
        Ok((board, measured))
    }
}
