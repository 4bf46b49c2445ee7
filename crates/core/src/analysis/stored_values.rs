//! The values that a built benchmark carries: shown at once, and checked against those computed here.

use super::system_values::means_of;
use super::{Column, Dataset, SystemValues};
use crate::formats::{FormatError, ValuesColumn, values_from_jsonl};
use crate::metrics::Measure;
use std::sync::Arc;

impl SystemValues {
    /// The values in a system's file of values. Columns that it lacks stay empty, and columns that
    /// this version does not know are passed over. Nothing is known of the hits.
    ///
    /// # Errors
    /// Those of [`values_from_jsonl`].
    pub fn stored(
        dataset: &Dataset,
        columns: &Arc<Vec<Column>>,
        system: &str,
        file: &str,
        text: &str,
    ) -> Result<Self, FormatError> {
        let mut values = vec![Vec::new(); columns.len()];
        for stored in values_from_jsonl(file, text, dataset.queries.len())? {
            let Ok(measure) = stored.measure.parse::<Measure>() else { continue };
            let is_of =
                |column: &Column| column.measure == measure && column.relevance == stored.relevance;
            let place = columns.iter().position(is_of);
            if let Some(place) = place.and_then(|place| values.get_mut(place)) {
                *place = stored.values;
            }
        }
        Ok(Self {
            system: system.into(),
            columns: columns.clone(),
            means: means_of(dataset, columns, &values),
            values,
            ..Self::default()
        })
    }

    /// The same in the form of a file of values, for the first `n_columns` columns.
    pub fn to_stored(&self, columns: &[Column], n_columns: usize) -> Vec<ValuesColumn> {
        let columns = columns.iter().zip(&self.values).take(n_columns);
        let line = |(column, values): (&Column, &Vec<Option<f64>>)| ValuesColumn {
            measure: column.measure.to_string(),
            relevance: column.relevance.clone(),
            values: values.clone(),
        };
        columns.map(line).collect()
    }

    /// Whether there are values for a column, by its index: stored values lack some columns.
    pub fn is_stored(&self, column: usize) -> bool {
        self.values.get(column).is_some_and(|values| !values.is_empty())
    }
}

/// All that a system's values depend on, as text to be hashed: the direction, the files with their
/// hashes, the conventions of the definitions of relevance, and the columns. `None` for an imported run,
/// with imported judgements, which have no hash, and for a search engine, which may change.
pub fn inputs_of(dataset: &Dataset, columns: &[Column], system: &str) -> Option<String> {
    let manifest = &dataset.own;
    let own = manifest.system(system)?;
    if dataset.relevance.has_added() || own.remote.is_some() {
        return None;
    }
    let columns: Vec<String> = columns.iter().map(Column::name).collect();
    let is_of_system =
        |path: &String| own.gallery.contains(path) || own.queries.as_ref() == Some(path);
    let is_list = |path: &String| {
        path == "queries.jsonl" || manifest.relevance.iter().any(|d| d.path == *path)
    };
    let is_of_texts = |path: &String| {
        dataset.is_reversed() && (path == "captions.jsonl" || path.starts_with("reverse/"))
    };
    let files = manifest.files.iter();
    let files = files.filter(|file| {
        is_of_system(&file.path)
            || is_list(&file.path)
            || is_of_texts(&file.path)
            || file.path.starts_with("images/")
    });
    let files: Vec<String> = files.map(|file| format!("{} {}", file.path, file.sha256)).collect();
    let definitions: Vec<String> = manifest
        .relevance
        .iter()
        .map(|d| format!("{} {} {} {}", d.id, d.path, d.only_judged, d.complete))
        .collect();
    let version = env!("CARGO_PKG_VERSION").to_string();
    let direction = dataset.is_reversed().then(|| "from images to texts".to_string());
    let direction = direction.into_iter().collect();
    Some([vec![version], direction, files, definitions, columns].concat().join("\n"))
}

/// Where stored values and those computed here are not the same.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The system's id.
    pub system: String,
    /// The name of the column.
    pub column: String,
    /// The first such query's row.
    pub query_row: u32,
    /// Its stored value.
    pub stored: Option<f64>,
    /// Its value computed here.
    pub computed: Option<f64>,
    /// How many values of this column are not the same.
    pub n_queries: usize,
}

/// The stored columns of a system that are not, bit for bit, those computed here, of those that were.
pub fn differences(
    columns: &[Column],
    stored: &SystemValues,
    computed: &SystemValues,
) -> Vec<Difference> {
    let of_column = |(index, column): (usize, &Column)| {
        let (own, here) = (stored.values.get(index)?, computed.values.get(index)?);
        if own.is_empty() || here.is_empty() {
            return None;
        }
        let bits = |value: Option<f64>| value.map(f64::to_bits);
        let mut unlike = (0u32..)
            .zip(own.iter().zip(here))
            .filter(|(_, (own, here))| bits(**own) != bits(**here));
        let (query_row, (own, here)) = unlike.next()?;
        Some(Difference {
            system: stored.system.clone(),
            column: column.name(),
            query_row,
            stored: *own,
            computed: *here,
            n_queries: 1 + unlike.count(),
        })
    };
    columns.iter().enumerate().filter_map(of_column).collect()
}
