//! `benchmark.json`: the benchmark's metadata, and all its files with size and hash.

use super::{BenchmarkError, StoredGuides, StoredRun, System};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The manifest version that this program writes and reads.
pub const SCHEMA_VERSION: u64 = 1;

/// `benchmark.json`. Unknown fields are ignored; an unknown version is refused.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`SCHEMA_VERSION`].
    pub schema_version: u64,
    /// Short name, used in file names and links.
    pub id: String,
    /// The title shown to people.
    pub title: String,
    /// One or two sentences about it. May be empty.
    #[serde(default)]
    pub description: String,
    /// The version of the data.
    #[serde(default)]
    pub version: String,
    /// Licence of the data, as its publishers name it.
    #[serde(default)]
    pub license: String,
    /// How to cite it.
    #[serde(default)]
    pub citation: String,
    /// Its web page.
    #[serde(default)]
    pub homepage: String,
    /// Numbers of queries, images and captions.
    pub counts: Counts,
    /// The definitions of relevance; one is the default. Without any, nothing can be measured.
    #[serde(default)]
    pub relevance: Vec<RelevanceDefinition>,
    /// The systems; the same object as each `systems/<id>/system.json`. May be empty.
    #[serde(default)]
    pub systems: Vec<System>,
    /// Stored runs: more systems, without vectors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<StoredRun>,
    /// Pictures made for the queries elsewhere, by engine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guides: Vec<StoredGuides>,
    /// Text encoders that come with the benchmark.
    #[serde(default)]
    pub encoders: Vec<EncoderEntry>,
    /// Properties of queries that results can be broken down by.
    #[serde(default)]
    pub facets: Vec<Facet>,
    /// The columns of the leaderboard that the benchmark's authors care about.
    #[serde(default)]
    pub headlines: Vec<Headline>,
    /// What the page shows before anything is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub welcome: Option<Welcome>,
    /// Every file but this one.
    pub files: Vec<FileEntry>,
}

/// Numbers of queries, images and captions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Lines of `queries.jsonl`; 0 without that file.
    #[serde(default)]
    pub queries: u32,
    /// Rows of the corpus.
    pub images: u32,
    /// Lines of `captions.jsonl`; 0 without that file.
    #[serde(default)]
    pub captions: u32,
}

/// One definition of what counts as relevant.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelevanceDefinition {
    /// Its name in links and commands.
    pub id: String,
    /// The title shown to people.
    pub title: String,
    /// One sentence on what counts as relevant.
    pub counts_as: String,
    /// Whether it is shown first. Exactly one is, if there are any.
    #[serde(default)]
    pub default: bool,
    /// Whether only the judged images of a query are ranked, as a fixed set of candidates.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub only_judged: bool,
    /// Whether every image was judged and those not in the qrels are not relevant.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub complete: bool,
    /// TREC qrels, relative to the benchmark.
    pub path: String,
    /// The votes that its judgements were made from, relative to the benchmark; several definitions
    /// may share them. See [`crate::formats::votes_from_jsonl`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub votes: Option<String>,
}

/// A text encoder that comes with the benchmark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EncoderEntry {
    /// Its name in [`System::encoder`].
    pub id: String,
    /// The title shown to people.
    pub title: String,
    /// The folder of the pack (`encoder.json` …), relative to the benchmark.
    pub path: String,
}

/// A property of queries with the values that it takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facet {
    /// The key in a query's `facets`.
    pub name: String,
    /// The values, in display order.
    pub values: Vec<String>,
}

/// A measure under a definition of relevance: one column of the leaderboard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Headline {
    /// Full name of a measure, such as `eccv:mAP@R`.
    pub measure: String,
    /// Id of a [`RelevanceDefinition`].
    pub relevance: String,
}

/// A first view: a query and the systems that answer it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Welcome {
    /// What is to be seen in it, in a few words. May be empty.
    #[serde(default)]
    pub title: String,
    /// Id of a query.
    pub query: String,
    /// Ids of systems: the first is the main one, the others stand beside it. Empty for the page's usual
    /// one.
    #[serde(default)]
    pub systems: Vec<String>,
    /// Id of the [`RelevanceDefinition`] that judges it; `None` for the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relevance: Option<String>,
}

/// A file of the benchmark. Sizes and hashes are read from here, never from HTTP headers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Relative to the benchmark, with `/`.
    pub path: String,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256, 64 lower-case hexadecimal digits.
    pub sha256: String,
    /// The corpus rows that it covers, for image lists and gallery shards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<RowRange>,
}

/// Corpus rows `start..end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowRange {
    /// The first row.
    pub start: u32,
    /// One past the last row.
    pub end: u32,
}

/// The file of an encoder pack that holds its vision tower.
pub const VISION_FILE: &str = "vision.safetensors";

/// The file of an encoder pack without a vision tower that says by which features of their pixels
/// pictures are encoded.
pub const IMAGES_FILE: &str = "images.json";

impl Manifest {
    /// The entry of a file.
    ///
    /// # Errors
    /// A file that the manifest does not list.
    pub fn file(&self, path: &str) -> Result<&FileEntry, BenchmarkError> {
        self.files.iter().find(|file| file.path == path).ok_or_else(|| {
            BenchmarkError::Inconsistent(format!("{path} is not in its list of files"))
        })
    }

    /// Whether another manifest is of the same build, with other systems: all else is the same, and
    /// so is every file that both list.
    #[must_use]
    pub fn differs_in_systems_only(&self, other: &Self) -> bool {
        let bare =
            |manifest: &Self| Self { systems: Vec::new(), files: Vec::new(), ..manifest.clone() };
        let of_path: HashMap<&str, &FileEntry> =
            self.files.iter().map(|file| (file.path.as_str(), file)).collect();
        let is_same =
            |file: &FileEntry| of_path.get(file.path.as_str()).is_none_or(|own| *own == file);
        other.files.iter().all(is_same) && bare(self) == bare(other)
    }

    /// The image lists, in corpus order.
    pub fn image_files(&self) -> impl Iterator<Item = (&FileEntry, RowRange)> {
        self.files
            .iter()
            .filter(|file| is_image_list(file))
            .filter_map(|file| Some((file, file.rows?)))
    }

    /// The files of what pictures carry, in corpus order; empty if the benchmark has none.
    pub fn field_files(&self) -> impl Iterator<Item = (&FileEntry, RowRange)> {
        self.files
            .iter()
            .filter(|file| is_field_list(file))
            .filter_map(|file| Some((file, file.rows?)))
    }

    /// Whether it has image lists; a corpus of vectors alone has none, and images are named by row.
    pub fn has_image_lists(&self) -> bool {
        self.image_files().next().is_some()
    }

    /// The system of this id.
    pub fn system(&self, id: &str) -> Option<&System> {
        self.systems.iter().find(|system| system.id == id)
    }

    /// The stored run of this id.
    pub fn run(&self, id: &str) -> Option<&StoredRun> {
        self.runs.iter().find(|run| run.id == id)
    }

    /// The file of the vision tower of a system's encoder; `None` if its encoder has none.
    pub fn vision_tower(&self, system: &System) -> Option<&FileEntry> {
        self.file_of_encoder(system, VISION_FILE)
    }

    /// The file of the picture features of a system's encoder; `None` if it has none.
    pub fn image_features(&self, system: &System) -> Option<&FileEntry> {
        self.file_of_encoder(system, IMAGES_FILE)
    }

    /// Whether a system encodes pictures, by a vision tower or by features.
    pub fn encodes_pictures(&self, system: &System) -> bool {
        self.vision_tower(system).is_some() || self.image_features(system).is_some()
    }

    fn file_of_encoder(&self, system: &System, name: &str) -> Option<&FileEntry> {
        let id = system.encoder.as_ref()?;
        let entry = self.encoders.iter().find(|entry| entry.id == *id)?;
        self.file(&format!("{}/{name}", entry.path)).ok()
    }

    /// The file with a system's values on every query, if the benchmark carries one.
    #[must_use]
    pub fn values_file(&self, system: &str) -> Option<&FileEntry> {
        self.file(&values_path(system)).ok()
    }

    /// The file with the signs of a shard's rows, if the benchmark carries one.
    #[must_use]
    pub fn signs_file(&self, shard: &str) -> Option<&FileEntry> {
        self.file(&signs_path(shard)).ok()
    }

    /// Whether the benchmark carries the signs of all of a system's rows.
    #[must_use]
    pub fn has_signs(&self, system: &System) -> bool {
        let mut shards = system.gallery.iter();
        !system.gallery.is_empty() && shards.all(|shard| self.signs_file(shard).is_some())
    }

    /// The definition of relevance of this id.
    pub fn definition(&self, id: &str) -> Option<&RelevanceDefinition> {
        self.relevance.iter().find(|definition| definition.id == id)
    }

    /// The definition of relevance that is shown first.
    pub fn default_definition(&self) -> Option<&RelevanceDefinition> {
        self.relevance.iter().find(|d| d.default).or_else(|| self.relevance.first())
    }
}

/// Whether a file is a list of images; it then has a row range.
pub(super) fn is_image_list(file: &FileEntry) -> bool {
    let plain = file.path.strip_suffix(".gz").unwrap_or(&file.path);
    file.path.starts_with("images/") && plain.ends_with(".jsonl")
}

/// Whether a file has fields of images; it then has a row range.
pub(super) fn is_field_list(file: &FileEntry) -> bool {
    let plain = file.path.strip_suffix(".gz").unwrap_or(&file.path);
    file.path.starts_with("fields/") && plain.ends_with(".jsonl")
}

/// The path of a system's values: see [`crate::formats::ValuesColumn`].
#[must_use]
pub fn values_path(system: &str) -> String {
    format!("values/{system}.jsonl.gz")
}

/// The path of the signs of a shard's rows, beside it: a name that no other file has.
#[must_use]
pub fn signs_path(shard: &str) -> String {
    format!("{}.signs", shard.strip_suffix(".safetensors").unwrap_or(shard))
}

/// The path of a system's seeds: see [`crate::formats::Seed`].
#[must_use]
pub fn seeds_path(system: &str) -> String {
    format!("seeds/{system}.jsonl.gz")
}
