//! The site in the making: files in a stage, none larger than the host takes.

use crate::writing::{
    files, publication,
    replaceable::{self, SITE_FILES},
};
use anyhow::{Context, Result, bail};
use rankscope_core::analysis::words;
use rankscope_publish::Stage;
use serde::Serialize;
use std::{
    fs,
    path::{Path, PathBuf},
};

pub(super) struct Site {
    stage: Stage,
    max_file: Option<u64>,
    /// Paths and bytes.
    files: Vec<(String, u64)>,
    /// What the host would refuse.
    too_large: Vec<(String, u64)>,
}

pub(super) struct Finished {
    pub(super) files: usize,
    pub(super) bytes: u64,
    /// Path and bytes.
    pub(super) largest: (String, u64),
}

/// The list of files, by which a later run knows what it may replace.
#[derive(Serialize)]
struct Listed<'a> {
    rankscope: &'a str,
    files: Vec<&'a str>,
}

impl Site {
    /// Refuses an `out` that exists, unless `force` is set and it is a published site.
    pub(super) fn new(out: &Path, force: bool, max_file: Option<u64>) -> Result<Self> {
        let stage = publication::folder_stage(out, force, replaceable::site)?;
        Ok(Self { stage, max_file, files: Vec::new(), too_large: Vec::new() })
    }

    /// `path` is relative to the site, with `/`. Files that are too large are collected, to name them all
    /// in the end.
    pub(super) fn add(&mut self, path: &str, bytes: &[u8]) -> Result<()> {
        let n_bytes = bytes.len() as u64;
        if self.max_file.is_some_and(|max| n_bytes > max) {
            self.too_large.push((path.to_owned(), n_bytes));
            return Ok(());
        }
        self.stage
            .with_new(|folder| {
                let target = folder.join(path);
                if let Some(parent) = target.parent() {
                    fs::create_dir_all(parent)?;
                }
                fs::write(target, bytes)
            })
            .with_context(|| format!("cannot write the site's {path}"))?;
        self.files.push((path.to_owned(), n_bytes));
        Ok(())
    }

    pub(super) fn copy(&mut self, path: &str, from: &Path) -> Result<()> {
        self.add(path, &files::bytes(from)?)
    }

    /// Looks at a file or folder of the site before it is published.
    pub(super) fn look<T>(&self, path: &str, look: impl FnOnce(PathBuf) -> Result<T>) -> Result<T> {
        self.refuse_large_files()?;
        self.stage.with_new(|folder| look(folder.join(path)))
    }

    pub(super) fn finish(mut self) -> Result<Finished> {
        let mut files: Vec<&str> = self.files.iter().map(|(path, _)| path.as_str()).collect();
        files.sort_unstable();
        let listed = Listed { rankscope: env!("CARGO_PKG_VERSION"), files };
        let text = serde_json::to_string_pretty(&listed)? + "\n";
        self.add(SITE_FILES, text.as_bytes())?;
        self.refuse_large_files()?;
        publication::publish(self.stage)?;
        let largest = self.files.iter().max_by_key(|(_, bytes)| *bytes).cloned();
        Ok(Finished {
            files: self.files.len(),
            bytes: self.files.iter().map(|(_, bytes)| bytes).sum(),
            largest: largest.unwrap_or_default(),
        })
    }

    fn refuse_large_files(&self) -> Result<()> {
        if self.too_large.is_empty() {
            return Ok(());
        }
        let named: Vec<String> = self
            .too_large
            .iter()
            .map(|(path, bytes)| format!("{path} ({})", words::bytes(*bytes)))
            .collect();
        bail!(
            "--max-file {} is too small for files that cannot be split: {}. Raise it, or choose a \
             host that takes them; an encoder's weights become smaller with `rankscope encoder \
             import --dtype i8`",
            self.max_file.unwrap_or_default(),
            named.join(", ")
        )
    }
}
