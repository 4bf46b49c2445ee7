//! `visit.json`: the visited benchmark, the view, and the files with size and hash.

use crate::benchmark::Manifest;
use crate::formats::{FormatError, Place};
use crate::limits::{MAX_INFLATED_BYTES, MAX_VISIT_FILES};
use crate::views::Page;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// The member that makes a zip archive a visit.
pub const VISIT_FILE: &str = "visit.json";
/// The version that this program writes and reads.
pub const VISIT_VERSION: u64 = 1;
/// The value of [`VisitManifest::format`].
const FORMAT: &str = "rankscope-visit";
/// The longest path of a member and name of a file.
const MAX_NAME_BYTES: usize = 1_024;

/// Unknown fields are ignored; an unknown version is refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisitManifest {
    /// `rankscope-visit`.
    pub format: String,
    pub version: u64,
    pub benchmark: VisitedBenchmark,
    pub view: SavedView,
    /// Every other member of the archive.
    pub files: Vec<VisitFile>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisitedBenchmark {
    pub id: String,
    pub title: String,
    /// Over its lists of queries and images, as [`VisitedBenchmark::of`] computes it.
    pub sha256: String,
}

/// A page, and the query string of its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedView {
    /// Without slashes; empty for Explore.
    pub page: String,
    /// Without its `?`.
    pub query: String,
}

/// A member of the archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisitFile {
    /// With `/`.
    pub path: String,
    pub kind: VisitKind,
    /// The name that the visitor knows.
    pub name: String,
    pub bytes: u64,
    /// 64 lower-case hexadecimal digits.
    pub sha256: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VisitKind {
    Run,
    Judgements,
    /// What the visitor judged at the desk: [`crate::analysis::Desk`].
    OwnJudgements,
    /// The class's votes in the lesson on preferences: `AB CA`, winner first.
    ClassVotes,
    /// Votes between the guides' list and the text's, as JSON.
    GuideVotes,
    /// How far guides' embedders are trusted, as JSON.
    Trust,
    /// A table of models and measures, dropped on Agreement: [`super::VisitTable`].
    Table,
    /// Facets of queries or images.
    Facets,
}

impl VisitKind {
    /// Many files may be imported, but only one may be of each other kind.
    pub fn is_import(self) -> bool {
        matches!(self, Self::Run | Self::Judgements | Self::Facets)
    }
}

impl VisitedBenchmark {
    /// The hash covers the number of images and the files that list queries and images, with path and hash each: older
    /// visits still open after a system or a definition of relevance is added, but not after a query or an image
    /// changes.
    pub fn of(manifest: &Manifest) -> Self {
        let mut hash = Sha256::new();
        hash.update(format!("images {}\n", manifest.counts.images));
        let queries = manifest.files.iter().filter(|file| file.path == "queries.jsonl");
        for file in queries.chain(manifest.image_files().map(|(file, _)| file)) {
            hash.update(format!("{} {}\n", file.path, file.sha256));
        }
        Self {
            id: manifest.id.clone(),
            title: manifest.title.clone(),
            sha256: hex(hash.finalize().as_slice()),
        }
    }
}

impl SavedView {
    /// `query` may begin with `?`.
    pub fn new(page: Page, query: &str) -> Self {
        let query = query.strip_prefix('?').unwrap_or(query);
        Self { page: page.segment().into(), query: query.into() }
    }

    pub fn page(&self) -> Option<Page> {
        Page::ALL.into_iter().find(|page| page.segment() == self.page)
    }
}

impl VisitManifest {
    pub fn new(benchmark: VisitedBenchmark, view: SavedView) -> Self {
        Self { format: FORMAT.into(), version: VISIT_VERSION, benchmark, view, files: Vec::new() }
    }

    /// Reads `visit.json` of the archive `file`.
    pub(super) fn read(file: &str, bytes: &[u8]) -> Result<Self, FormatError> {
        #[derive(Deserialize)]
        struct Head {
            #[serde(default)]
            format: String,
            #[serde(default)]
            version: u64,
        }
        let wrong = |reason: String| FormatError::new(file, Place::File, reason);
        let unreadable = |e: serde_json::Error| {
            wrong(format!("{VISIT_FILE} cannot be read ({e}): save the visit again")).because(e)
        };
        let head: Head = serde_json::from_slice(bytes).map_err(unreadable)?;
        if head.format != FORMAT {
            return Err(wrong(format!(
                "{VISIT_FILE} has the format {:?}, not {FORMAT:?}",
                head.format
            )));
        }
        if head.version != VISIT_VERSION {
            return Err(wrong(format!(
                "{VISIT_FILE} has version {}, but this program reads version {VISIT_VERSION}: open it \
                 with a newer one",
                head.version
            )));
        }
        let manifest: Self = serde_json::from_slice(bytes).map_err(unreadable)?;
        manifest.fault().map_or(Ok(manifest), |fault| Err(wrong(format!("{VISIT_FILE}: {fault}"))))
    }

    /// In words.
    fn fault(&self) -> Option<String> {
        let Self { benchmark, view, files, .. } = self;
        if view.page().is_none() {
            return Some(format!("there is no page {:?}", view.page));
        }
        if !is_sha256(&benchmark.sha256) {
            return Some(format!("{:?} is not a SHA-256 of the benchmark", benchmark.sha256));
        }
        if files.len() > MAX_VISIT_FILES {
            let n = files.len();
            return Some(format!("it lists {n} files, more than {MAX_VISIT_FILES}"));
        }
        let (mut paths, mut kinds, mut total) = (BTreeSet::new(), BTreeSet::new(), 0_u64);
        for VisitFile { path, kind, name, bytes, sha256 } in files {
            if let Some(why) = fault_of_path(path) {
                return Some(format!("the path {path:?} {why}"));
            }
            if !paths.insert(path) {
                return Some(format!("it lists {path} twice"));
            }
            if !kind.is_import() && !kinds.insert(kind) {
                return Some(format!("{path} is a second file of its kind"));
            }
            let is_name = (1..=MAX_NAME_BYTES).contains(&name.len());
            if !is_name || name.contains(['/', '\\']) || name.chars().any(char::is_control) {
                return Some(format!("{path} has the name {name:?}, which is not a file name"));
            }
            if !is_sha256(sha256) {
                return Some(format!("{sha256:?} is not a SHA-256 of {path}"));
            }
            total = total.saturating_add(*bytes);
        }
        (total > MAX_INFLATED_BYTES).then(|| {
            format!("its files would have {total} bytes together, more than {MAX_INFLATED_BYTES}")
        })
    }
}

/// In words.
fn fault_of_path(path: &str) -> Option<&'static str> {
    if path.is_empty() || path.len() > MAX_NAME_BYTES {
        return Some("is empty or too long");
    }
    if path == VISIT_FILE {
        return Some("is reserved for the list");
    }
    if path.starts_with('/') || path.contains(['\\', ':']) || path.chars().any(char::is_control) {
        return Some("is not inside the archive");
    }
    let is_part = |part: &str| !matches!(part, "" | "." | "..");
    (!path.split('/').all(is_part)).then_some("leaves its folder, or has an empty part")
}

fn is_sha256(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'))
}

/// In lower case.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
