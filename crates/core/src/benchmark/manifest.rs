//! `benchmark.json`: the benchmark's metadata, and all its files with size and hash.

use super::{BenchmarkError, StoredGuides, StoredRun, System};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// The version that this program writes and reads.
pub const SCHEMA_VERSION: u64 = 1;

/// Unknown fields are ignored; an unknown version is refused.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    pub schema_version: u64,
    /// Used in file names and links.
    pub id: String,
    pub title: String,
    /// One or two sentences.
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub version: String,
    /// As its publishers name it.
    #[serde(default)]
    pub license: String,
    #[serde(default)]
    pub citation: String,
    #[serde(default)]
    pub homepage: String,
    pub counts: Counts,
    /// One is the default. Without any, nothing can be measured.
    #[serde(default)]
    pub relevance: Vec<RelevanceDefinition>,
    /// The same objects as in `systems/<id>/system.json`.
    #[serde(default)]
    pub systems: Vec<System>,
    /// More systems, without vectors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<StoredRun>,
    /// Pictures made for the queries elsewhere, by engine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guides: Vec<StoredGuides>,
    /// How much each system counts in search by guides, unless weights are given: from 0, by its id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub guide_weights: BTreeMap<String, f64>,
    /// Come with the benchmark.
    #[serde(default)]
    pub encoders: Vec<EncoderEntry>,
    /// Properties of queries that break down results.
    #[serde(default)]
    pub facets: Vec<Facet>,
    /// The leaderboard columns that the authors care about.
    #[serde(default)]
    pub headlines: Vec<Headline>,
    /// Shown before anything is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub welcome: Option<Welcome>,
    /// Every file but this one.
    pub files: Vec<FileEntry>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Lines of `queries.jsonl`; 0 without the file.
    #[serde(default)]
    pub queries: u32,
    /// Rows of the corpus.
    pub images: u32,
    /// Lines of `captions.jsonl`; 0 without the file.
    #[serde(default)]
    pub captions: u32,
}

/// What counts as relevant.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelevanceDefinition {
    /// Used in links and commands.
    pub id: String,
    pub title: String,
    /// In one sentence.
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
    /// The votes behind the judgements, relative to the benchmark; definitions may share them. See
    /// [`crate::formats::votes_from_jsonl`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub votes: Option<String>,
}

/// A text encoder that comes with the benchmark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EncoderEntry {
    /// Referred to by [`System::encoder`].
    pub id: String,
    pub title: String,
    /// The folder of the pack (`encoder.json` …), relative to the benchmark.
    pub path: String,
}

/// A property of queries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facet {
    /// The key in a query's `facets`.
    pub name: String,
    /// In display order.
    pub values: Vec<String>,
}

/// A column of the leaderboard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Headline {
    /// The full name, such as `eccv:mAP@R`.
    pub measure: String,
    /// The id of a [`RelevanceDefinition`].
    pub relevance: String,
}

/// A first view: a query and the systems that answer it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Welcome {
    /// What can be seen in it, in a few words.
    #[serde(default)]
    pub title: String,
    /// The id.
    pub query: String,
    /// Ids, the main one first. Empty for the page's default.
    #[serde(default)]
    pub systems: Vec<String>,
    /// The id of a [`RelevanceDefinition`]; `None` for the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relevance: Option<String>,
}

/// Sizes and hashes are read from here, never from HTTP headers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Relative to the benchmark, with `/`.
    pub path: String,
    pub bytes: u64,
    /// 64 lower-case hexadecimal digits.
    pub sha256: String,
    /// The corpus rows of image lists and gallery shards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<RowRange>,
}

/// Corpus rows `start..end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowRange {
    pub start: u32,
    pub end: u32,
}

/// An encoder pack's vision tower.
pub const VISION_FILE: &str = "vision.safetensors";

/// In an encoder pack without a vision tower: the features of their pixels that encode pictures.
pub const IMAGES_FILE: &str = "images.json";

impl Manifest {
    /// Fails if the manifest does not list the file.
    pub fn file(&self, path: &str) -> Result<&FileEntry, BenchmarkError> {
        self.files.iter().find(|file| file.path == path).ok_or_else(|| {
            BenchmarkError::Inconsistent(format!("{path} is not in its list of files"))
        })
    }

    /// Whether another manifest is of the same build with other systems: all else is the same, and so is every file
    /// that both list.
    pub fn differs_in_systems_only(&self, other: &Self) -> bool {
        let bare =
            |manifest: &Self| Self { systems: Vec::new(), files: Vec::new(), ..manifest.clone() };
        let of_path: HashMap<&str, &FileEntry> =
            self.files.iter().map(|file| (file.path.as_str(), file)).collect();
        let is_same =
            |file: &FileEntry| of_path.get(file.path.as_str()).is_none_or(|ours| *ours == file);
        other.files.iter().all(is_same) && bare(self) == bare(other)
    }

    /// In corpus order.
    pub fn image_files(&self) -> impl Iterator<Item = (&FileEntry, RowRange)> {
        self.files
            .iter()
            .filter(|file| is_image_list(file))
            .filter_map(|file| Some((file, file.rows?)))
    }

    /// In corpus order.
    pub fn field_files(&self) -> impl Iterator<Item = (&FileEntry, RowRange)> {
        self.files
            .iter()
            .filter(|file| is_field_list(file))
            .filter_map(|file| Some((file, file.rows?)))
    }

    /// Without image lists, in a corpus of vectors alone, images are named by row.
    pub fn has_image_lists(&self) -> bool {
        self.image_files().next().is_some()
    }

    pub fn system(&self, id: &str) -> Option<&System> {
        self.systems.iter().find(|system| system.id == id)
    }

    pub fn run(&self, id: &str) -> Option<&StoredRun> {
        self.runs.iter().find(|run| run.id == id)
    }

    pub fn vision_tower(&self, system: &System) -> Option<&FileEntry> {
        self.file_of_encoder(system, VISION_FILE)
    }

    pub fn image_features(&self, system: &System) -> Option<&FileEntry> {
        self.file_of_encoder(system, IMAGES_FILE)
    }

    /// By a vision tower or by features.
    pub fn encodes_pictures(&self, system: &System) -> bool {
        self.vision_tower(system).is_some() || self.image_features(system).is_some()
    }

    /// Whether it can compare guide pictures: any by a vision tower, or those that the benchmark carries.
    pub fn sees_guides(&self, system: &System) -> bool {
        self.vision_tower(system).is_some()
            || self.guides.iter().any(|engine| self.guide_vectors(system, &engine.id).is_some())
    }

    /// The systems that can compare guides: those with vectors of the guides of these engines, and with
    /// vision towers where guides are drawn. Where neither is needed, those with towers if there are any:
    /// they can be compared with other guides.
    pub fn guide_embedders(&self, are_drawn: bool, guides_of: &[String]) -> Vec<&System> {
        let has_guides = |system: &&System| {
            guides_of.iter().all(|engine| self.guide_vectors(system, engine).is_some())
        };
        let able: Vec<&System> = self.systems.iter().filter(has_guides).collect();
        if !are_drawn && !guides_of.is_empty() {
            return able;
        }
        let has_tower = |system: &&System| self.vision_tower(system).is_some();
        let with_towers: Vec<&System> = able.iter().copied().filter(has_tower).collect();
        if with_towers.is_empty() && !are_drawn { able } else { with_towers }
    }

    fn file_of_encoder(&self, system: &System, name: &str) -> Option<&FileEntry> {
        let id = system.encoder.as_ref()?;
        let entry = self.encoders.iter().find(|entry| entry.id == *id)?;
        self.file(&format!("{}/{name}", entry.path)).ok()
    }

    pub fn values_file(&self, system: &str) -> Option<&FileEntry> {
        self.file(&values_path(system)).ok()
    }

    pub fn signs_file(&self, shard: &str) -> Option<&FileEntry> {
        self.file(&signs_path(shard)).ok()
    }

    /// For all of the system's rows.
    pub fn has_signs(&self, system: &System) -> bool {
        let mut shards = system.gallery.iter();
        !system.gallery.is_empty() && shards.all(|shard| self.signs_file(shard).is_some())
    }

    pub fn definition(&self, id: &str) -> Option<&RelevanceDefinition> {
        self.relevance.iter().find(|definition| definition.id == id)
    }

    /// Shown first.
    pub fn default_definition(&self) -> Option<&RelevanceDefinition> {
        self.relevance.iter().find(|d| d.default).or_else(|| self.relevance.first())
    }
}

/// An image list has a row range.
pub(super) fn is_image_list(file: &FileEntry) -> bool {
    let plain = file.path.strip_suffix(".gz").unwrap_or(&file.path);
    file.path.starts_with("images/") && plain.ends_with(".jsonl")
}

/// A file of image fields has a row range.
pub(super) fn is_field_list(file: &FileEntry) -> bool {
    let plain = file.path.strip_suffix(".gz").unwrap_or(&file.path);
    file.path.starts_with("fields/") && plain.ends_with(".jsonl")
}

/// See [`crate::formats::ValuesColumn`].
pub fn values_path(system: &str) -> String {
    format!("values/{system}.jsonl.gz")
}

/// The signs of a shard's rows.
pub fn signs_path(shard: &str) -> String {
    format!("{}.signs", shard.strip_suffix(".safetensors").unwrap_or(shard))
}

/// See [`crate::formats::Seed`].
pub fn seeds_path(system: &str) -> String {
    format!("seeds/{system}.jsonl.gz")
}

/// See [`crate::formats::Explanation`].
pub const EXPLANATIONS_FILE: &str = "explanations.jsonl.gz";

/// A system's vectors of the captions, `[captions, dim]` in the order of `captions.jsonl`.
pub fn caption_vectors_path(system: &str) -> String {
    format!("systems/{system}/captions.safetensors")
}

/// A definition's judgements from images to texts, before an ending `.gz`.
pub fn reverse_path(definition: &str) -> String {
    format!("reverse/{definition}.qrels")
}

impl Manifest {
    /// Whether images rank captions when they are the queries: any system has vectors of them.
    /// Otherwise they rank the benchmark's queries.
    pub fn has_caption_vectors(&self) -> bool {
        let mut systems = self.systems.iter();
        systems.any(|system| self.file(&caption_vectors_path(&system.id)).is_ok())
    }

    /// Texts with vectors.
    pub fn n_texts(&self) -> u32 {
        if self.has_caption_vectors() { self.counts.captions } else { self.counts.queries }
    }

    /// A system's vectors of the texts, `[texts, dim]`.
    pub fn text_vectors(&self, system: &System) -> Option<&FileEntry> {
        if self.has_caption_vectors() {
            return self.file(&caption_vectors_path(&system.id)).ok();
        }
        self.file(system.queries.as_ref()?).ok()
    }

    /// A run's file from images to texts, if it has one.
    pub fn reverse_run(&self, run: &StoredRun) -> Option<&FileEntry> {
        self.file(&run.reverse_path()).ok()
    }

    /// A definition's judgements from images to texts, if they have a file.
    pub fn reverse_file(&self, definition: &str) -> Option<&FileEntry> {
        let path = reverse_path(definition);
        self.file(&path).or_else(|_| self.file(&format!("{path}.gz"))).ok()
    }
}
