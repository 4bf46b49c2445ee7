use super::manifest::{
    SavedView, VISIT_FILE, VisitFile, VisitKind, VisitManifest, VisitedBenchmark, hex,
};
use crate::formats::{FormatError, Place, zip_of_files};
use crate::limits::{MAX_INFLATED_BYTES, MAX_VISIT_FILES, MAX_VISIT_MANIFEST_BYTES};
use sha2::{Digest, Sha256};

/// Of a file's name in its path.
const MAX_STEM_CHARS: usize = 60;

#[derive(Debug)]
pub struct VisitWriter {
    manifest: VisitManifest,
    contents: Vec<Vec<u8>>,
}

impl VisitWriter {
    pub fn new(benchmark: VisitedBenchmark, view: SavedView) -> Self {
        Self { manifest: VisitManifest::new(benchmark, view), contents: Vec::new() }
    }

    /// `name` is what the visitor knows; characters that a file name cannot have become `_`.
    pub fn add(&mut self, kind: VisitKind, name: &str, bytes: Vec<u8>) -> Result<(), FormatError> {
        let is_odd = |c: char| c.is_control() || matches!(c, '/' | '\\');
        let name: String = name.chars().map(|c| if is_odd(c) { '_' } else { c }).collect();
        let name = if name.is_empty() { "unnamed" } else { name.as_str() };
        let files = &mut self.manifest.files;
        let wrong = |reason: String| Err(FormatError::new(name, Place::File, reason));
        if files.len() >= MAX_VISIT_FILES {
            return wrong(format!("a visit has at most {MAX_VISIT_FILES} files"));
        }
        let total: u64 = files.iter().map(|file| file.bytes).sum();
        if total + bytes.len() as u64 > MAX_INFLATED_BYTES {
            return wrong(format!(
                "with it the visit would have more than {MAX_INFLATED_BYTES} bytes: remove an import \
                 and keep its file with the visit"
            ));
        }
        files.push(VisitFile {
            path: path_of(kind, name, files.len() + 1),
            kind,
            name: name.into(),
            bytes: bytes.len() as u64,
            sha256: hex(Sha256::digest(&bytes).as_slice()),
        });
        self.contents.push(bytes);
        Ok(())
    }

    /// Fails if names and address are too long for `visit.json`.
    pub fn finish(self) -> Result<Vec<u8>, FormatError> {
        let wrong = |reason: String| FormatError::new(VISIT_FILE, Place::File, reason);
        let listed = serde_json::to_vec_pretty(&self.manifest)
            .map_err(|e| wrong(e.to_string()).because(e))?;
        if listed.len() as u64 > MAX_VISIT_MANIFEST_BYTES {
            let n = listed.len();
            return Err(wrong(format!(
                "names and address would take {n} bytes, more than {MAX_VISIT_MANIFEST_BYTES}"
            )));
        }
        let entries = self.manifest.files.iter().map(|entry| entry.path.as_str());
        let contents = self.contents.iter().map(Vec::as_slice);
        // The list first, so that a truncated visit is still recognised as one.
        zip_of_files([(VISIT_FILE, listed.as_slice())].into_iter().chain(entries.zip(contents)))
    }
}

/// Imports by number and name, others by kind.
fn path_of(kind: VisitKind, name: &str, number: usize) -> String {
    match kind {
        VisitKind::OwnJudgements => "judgements.json".into(),
        VisitKind::ClassVotes => "class-votes.txt".into(),
        VisitKind::GuideVotes => "guide-votes.json".into(),
        VisitKind::Trust => "trust.json".into(),
        VisitKind::Table => "table.json".into(),
        VisitKind::Run | VisitKind::Judgements | VisitKind::Facets => {
            let safe =
                |c: char| if c.is_ascii_alphanumeric() || ".-".contains(c) { c } else { '_' };
            let n_chars = name.chars().count();
            // The end distinguishes a run from judgements.
            let end = name.chars().skip(n_chars.saturating_sub(MAX_STEM_CHARS)).map(safe);
            format!("imports/{number}-{}", end.collect::<String>())
        }
    }
}
