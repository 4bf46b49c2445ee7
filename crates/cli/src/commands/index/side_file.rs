//! Side files: what the writer of a part says of it, as JSON (docs/scale.md).

use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::{Facet, RelevanceDefinition};
use rankscope_core::limits::MAX_MANIFEST_BYTES;
use rankscope_core::vectors::ShardDtype;
use serde::{Deserialize, de::DeserializeOwned};
use std::{fs, path::Path};

const SCHEMA_VERSION: u64 = 1;

#[derive(Debug)]
pub(super) struct SideFile {
    /// Relative to the benchmark, with `/`.
    pub(super) path: String,
    text: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct PromisedFile {
    /// Relative to the benchmark, with `/`.
    pub(super) path: String,
    pub(super) bytes: u64,
    pub(super) sha256: String,
    /// Rows of the corpus; absent for what belongs to the queries.
    #[serde(default)]
    pub(super) rows: Option<u32>,
}

#[derive(Debug, Deserialize)]
pub(super) struct SidePart {
    pub(super) part: u32,
    /// How many parts there are, if the writer knew.
    #[serde(default)]
    pub(super) n_parts: Option<u32>,
    /// The corpus row of the first row, if the writer knew.
    #[serde(default)]
    pub(super) first_row: Option<u32>,
    pub(super) rows: u32,
    pub(super) files: Vec<PromisedFile>,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(super) struct SideGallery {
    pub(super) system: SystemName,
    pub(super) dim: u32,
    pub(super) dtype: ShardDtype,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(super) struct SystemName {
    pub(super) id: String,
    pub(super) title: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct SideQueries {
    /// May be empty.
    #[serde(default)]
    pub(super) title: String,
    pub(super) queries: u32,
    #[serde(default)]
    pub(super) facets: Vec<Facet>,
    #[serde(default)]
    pub(super) relevance: Vec<RelevanceDefinition>,
    #[serde(default)]
    pub(super) systems: Vec<QueriesOfSystem>,
    pub(super) files: Vec<PromisedFile>,
}

#[derive(Debug, Deserialize)]
pub(super) struct QueriesOfSystem {
    pub(super) id: String,
    pub(super) dim: u32,
    pub(super) queries: String,
}

impl SideFile {
    /// `path` is relative to the benchmark.
    pub(super) fn read(folder: &Path, path: &str) -> Result<Self> {
        let file = folder.join(path);
        let cannot_read = || format!("cannot read {}", file.display());
        let metadata = file.metadata().with_context(cannot_read)?;
        if !metadata.is_file() || metadata.len() > MAX_MANIFEST_BYTES {
            bail!(
                "{}: it is not a file of at most {MAX_MANIFEST_BYTES} bytes, so it is not a side file: \
                 remove it, and write the part again",
                file.display()
            );
        }
        let text = fs::read_to_string(&file).with_context(cannot_read)?;
        let side = Self { path: path.to_owned(), text };
        #[derive(Deserialize)]
        struct Version {
            schema_version: u64,
        }
        // The version first: a later side file may differ in everything else.
        let Version { schema_version } = side.parsed()?;
        if schema_version != SCHEMA_VERSION {
            bail!(
                "{path}: its schema version is {schema_version}, and this program reads \
                 {SCHEMA_VERSION}: use the program and the Python package of one version"
            );
        }
        Ok(side)
    }

    pub(super) fn parsed<T: DeserializeOwned>(&self) -> Result<T> {
        serde_json::from_str(&self.text)
            .with_context(|| format!("{} is not a side file: write the part again", self.path))
    }
}
