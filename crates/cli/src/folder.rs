//! The folder of a benchmark: its files, each checked against the manifest as it is read.

use super::{ready::ready, sha256::sha256_hex};
use anyhow::{Context, Result, anyhow, bail};
use rankscope_core::benchmark::{
    FileEntry,
    lists::{ListError, ListSource, LoadError},
};
use std::{
    fs,
    path::{Component, Path, PathBuf},
};

/// The folder of a benchmark.
pub(super) struct Folder(pub(super) PathBuf);

impl Folder {
    /// Where a file of the benchmark is.
    pub(super) fn path(&self, path: &str) -> Result<PathBuf> {
        let relative = Path::new(path);
        if !relative.components().all(|part| matches!(part, Component::Normal(_))) {
            bail!("benchmark.json names a file outside the benchmark: {path}");
        }
        Ok(self.0.join(relative))
    }

    /// The bytes of a file, if they are those that the manifest promises.
    pub(super) fn read(&self, entry: &FileEntry) -> Result<Vec<u8>> {
        let file = self.path(&entry.path)?;
        let way_out = "the file was changed or not fully copied: copy the benchmark again, or \
                       build it again";
        let unreadable = || format!("cannot read {}", file.display());
        // Before it is read: a pipe or a device may not end, and a file may be larger than memory.
        let metadata = file.metadata().with_context(unreadable)?;
        if !metadata.is_file() {
            bail!("{}: it is not a file; {way_out}", file.display());
        }
        if metadata.len() != entry.bytes {
            bail!(
                "{}: it has {} bytes, and the manifest says {}; {way_out}",
                file.display(),
                metadata.len(),
                entry.bytes
            );
        }
        let bytes = fs::read(&file).with_context(unreadable)?;
        if sha256_hex(&bytes) != entry.sha256 {
            bail!("{}: its SHA-256 is not the manifest's; {way_out}", file.display());
        }
        Ok(bytes)
    }

    /// Runs a loader of lists to its end. Files are read at once, so that it never waits.
    pub(super) fn loaded<T>(
        &self,
        loading: impl Future<Output = Result<T, LoadError<anyhow::Error>>>,
    ) -> Result<T> {
        let wrong = |e: ListError| {
            let folder = self.0.display();
            anyhow!(e).context(format!("the benchmark in {folder} is damaged: build it again"))
        };
        match ready(loading) {
            Some(loaded) => loaded.map_err(|e| e.unify(wrong)),
            None => bail!("reading {} did not finish", self.0.display()),
        }
    }
}

impl ListSource for Folder {
    type Error = anyhow::Error;

    async fn bytes(&self, file: &FileEntry) -> Result<Vec<u8>> {
        self.read(file)
    }
}
