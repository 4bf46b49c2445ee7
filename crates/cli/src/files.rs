//! Reads and writes single files; every error names the file.

use crate::{output, publication, reporter};
use anyhow::{Context, Result, bail};
use rankscope_core::formats::text_from_bytes;
use std::{
    borrow::Cow,
    fmt::Display,
    fs,
    path::{Path, PathBuf},
};

/// A file's bytes.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// A file's UTF-8 text.
pub(crate) fn text(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// A file's name for messages, and its text, inflated if it is gzip.
pub(crate) fn inflated_text(path: &Path) -> Result<(String, String)> {
    let name = path.display().to_string();
    let bytes = bytes(path)?;
    let text = match text_from_bytes(&name, &bytes)? {
        Cow::Owned(text) => text,
        // Without a second copy in memory, unless there was a byte order mark.
        Cow::Borrowed(text) if text.len() == bytes.len() => String::from_utf8(bytes)?,
        Cow::Borrowed(text) => text.to_owned(),
    };
    Ok((name, text))
}

/// Makes a folder and those above it.
pub(crate) fn create_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).with_context(|| format!("cannot make the folder {}", path.display()))
}

/// The paths of a folder's entries, in no particular order.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let unreadable = || format!("cannot read the folder {}", folder.display());
    let entries = fs::read_dir(folder).with_context(unreadable)?;
    entries.map(|entry| Ok(entry.with_context(unreadable)?.path())).collect()
}

/// Where a command writes its result.
pub(crate) enum Destination<'a> {
    /// Standard output.
    Stdout,
    /// This file.
    File {
        /// Its path.
        path: &'a Path,
        /// Whether to replace one that exists.
        force: bool,
    },
}

impl<'a> Destination<'a> {
    /// Standard output for no path and for `-`. Refuses a file that exists, unless `force` is set.
    pub(crate) fn new(path: Option<&'a Path>, force: bool) -> Result<Self> {
        match path {
            None => Ok(Self::Stdout),
            Some(path) if path.as_os_str() == "-" => Ok(Self::Stdout),
            Some(path) if path.symlink_metadata().is_ok() && !force => bail!(
                "{} exists already: choose another name, or add --force to replace it",
                path.display()
            ),
            Some(path) => Ok(Self::File { path, force }),
        }
    }

    /// Writes the result. After a file, says on standard error what is in it.
    pub(crate) fn write(&self, text: &str, contents: impl Display) -> Result<()> {
        match self {
            Self::Stdout => output::print(text),
            Self::File { path, force } => {
                publication::write_file(path, text, *force)?;
                reporter::note(format_args!("{}: {contents}", path.display()));
                Ok(())
            }
        }
    }
}
