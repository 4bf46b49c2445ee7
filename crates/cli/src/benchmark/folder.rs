//! The folder of a benchmark: its files, each checked against the manifest as it is read.

use crate::{ready::ready, writing::sha256::sha256_hex};
use anyhow::{Context, Result, anyhow, bail};
use rankscope_core::benchmark::{
    FileEntry,
    lists::{ListError, ListSource, LoadError},
};
use std::{
    fmt, fs, io,
    path::{Component, Path, PathBuf},
};

pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn path(&self, path: &str) -> Result<PathBuf> {
        let relative = Path::new(path);
        if !relative.components().all(|part| matches!(part, Component::Normal(_))) {
            bail!("benchmark.json names a file outside the benchmark: {path}");
        }
        Ok(self.0.join(relative))
    }

    /// The bytes of a file, only if they are those that the manifest promises.
    pub(crate) fn read(&self, entry: &FileEntry) -> Result<Vec<u8>> {
        let file = self.path(&entry.path)?;
        match held(&file, entry) {
            Ok(bytes) => Ok(bytes),
            Err(Refusal::Unreadable(error)) => {
                Err(error).with_context(|| format!("cannot read {}", file.display()))
            }
            Err(refusal) => bail!(
                "{}: {refusal}; the file was changed or not fully copied: copy the benchmark again, \
                 or build it again",
                file.display()
            ),
        }
    }

    /// Runs a loader of lists. It never waits, since files are read at once.
    pub(crate) fn loaded<T>(
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

/// Why a file is not the one that the manifest promises.
#[derive(Debug)]
pub(crate) enum Refusal {
    Unreadable(io::Error),
    /// A pipe, a device or a folder.
    NotAFile,
    /// Its number of bytes, and that of the manifest.
    Size(u64, u64),
    /// Other bytes of the same number.
    Hash,
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(out, "it cannot be read: {error}"),
            Self::NotAFile => out.write_str("it is not a file"),
            Self::Size(found, promised) => {
                write!(out, "it has {found} bytes, and the manifest says {promised}")
            }
            Self::Hash => out.write_str("its SHA-256 is not the manifest's"),
        }
    }
}

/// The bytes of a file, checked against its entry.
pub(crate) fn held(file: &Path, entry: &FileEntry) -> Result<Vec<u8>, Refusal> {
    // Before it is read: a pipe or a device may not end, and a file may be larger than memory.
    let metadata = file.metadata().map_err(Refusal::Unreadable)?;
    if !metadata.is_file() {
        return Err(Refusal::NotAFile);
    }
    if metadata.len() != entry.bytes {
        return Err(Refusal::Size(metadata.len(), entry.bytes));
    }
    let bytes = fs::read(file).map_err(Refusal::Unreadable)?;
    if sha256_hex(&bytes) != entry.sha256 {
        return Err(Refusal::Hash);
    }
    Ok(bytes)
}

impl ListSource for Folder {
    type Error = anyhow::Error;

    async fn bytes(&self, file: &FileEntry) -> Result<Vec<u8>> {
        self.read(file)
    }
}
