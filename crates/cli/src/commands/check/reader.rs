//! Reads the files of a benchmark, each checked against its size and hash.

use super::findings::{COPY_AGAIN, CORRECT_LIST, Fault, Findings};
use crate::benchmark::folder::{Folder, held};
use indicatif::ProgressBar;
use rankscope_core::benchmark::FileEntry;
use rankscope_core::formats::text_from_bytes;
use rustc_hash::FxHashSet;

pub(super) struct Reader<'a> {
    pub(super) folder: &'a Folder,
    pub(super) findings: Findings,
    progress: ProgressBar,
    /// Files that differ from what the manifest promises.
    refused: FxHashSet<String>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(folder: &'a Folder, progress: ProgressBar) -> Self {
        Self { folder, findings: Findings::default(), progress, refused: FxHashSet::default() }
    }

    /// The bytes of a file; `None` if they are not those that the manifest promises.
    pub(super) fn bytes(&mut self, entry: &FileEntry) -> Option<Vec<u8>> {
        // Reported once, whatever else the file is.
        if !self.is_held(&entry.path) {
            return None;
        }
        self.progress.inc(1);
        let bytes = match self.folder.path(&entry.path) {
            // The manifest's own check has named it.
            Err(_) => None,
            Ok(path) => match held(&path, entry) {
                Ok(bytes) => Some(bytes),
                Err(refusal) => {
                    self.fault(Fault::of_file(&entry.path, refusal, COPY_AGAIN));
                    None
                }
            },
        };
        if bytes.is_none() {
            self.refused.insert(entry.path.clone());
        }
        bytes
    }

    /// Inflated if it is gzip.
    pub(super) fn text(&mut self, entry: &FileEntry) -> Option<String> {
        let bytes = self.bytes(entry)?;
        match text_from_bytes(&entry.path, &bytes) {
            Ok(text) => Some(text.into_owned()),
            Err(error) => {
                self.fault(Fault::of_format(error, CORRECT_LIST));
                None
            }
        }
    }

    /// Whether a file has not been refused so far.
    pub(super) fn is_held(&self, path: &str) -> bool {
        !self.refused.contains(path)
    }

    pub(super) fn fault(&mut self, fault: Fault) {
        self.findings.faults.push(fault);
    }

    pub(super) fn unknown_image(&mut self, file: &str, line: usize, image: &str) {
        let reason = format!("the corpus has no image {image}");
        self.fault(Fault::of_line(file, line, reason, CORRECT_LIST));
    }

    pub(super) fn n_faults(&self) -> usize {
        self.findings.faults.len()
    }

    pub(super) fn finish(self) -> Findings {
        self.progress.finish_and_clear();
        self.findings
    }
}
