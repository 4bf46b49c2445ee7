//! Reads and writes single files; every error names the file.

use crate::{
    terminal::{output, reporter},
    writing::publication,
};
use anyhow::{Context, Result, bail};
use rankscope_core::formats::text_from_bytes;
use std::{
    borrow::Cow,
    fmt::Display,
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

/// `-` is standard input where a file is read, and standard output where one is written.
fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// For messages.
pub fn name(path: &Path) -> String {
    if is_standard(path) { "standard input".into() } else { path.display().to_string() }
}

/// A file's bytes, or those of standard input for `-`.
pub fn bytes(path: &Path) -> Result<Vec<u8>> {
    let read = if is_standard(path) { standard_input()? } else { fs::read(path) };
    read.with_context(|| format!("cannot read {}", name(path)))
}

/// A file's UTF-8 text, or that of standard input for `-`.
pub fn text(path: &Path) -> Result<String> {
    String::from_utf8(bytes(path)?)
        .with_context(|| format!("cannot read {}: it is not UTF-8", name(path)))
}

/// Refuses a second reading.
fn standard_input() -> Result<io::Result<Vec<u8>>> {
    static WAS_READ: AtomicBool = AtomicBool::new(false);
    if WAS_READ.swap(true, Ordering::Relaxed) {
        bail!("- is given twice, and standard input is one file: name the other");
    }
    let mut bytes = Vec::new();
    Ok(io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes))
}

/// A file's name for messages, and its text, inflated if it is gzip.
pub(crate) fn inflated_text(path: &Path) -> Result<(String, String)> {
    let name = name(path);
    let text = text_of(&name, bytes(path)?)?;
    Ok((name, text))
}

/// The text of a file's bytes, inflated if they are gzip.
pub(crate) fn text_of(name: &str, bytes: Vec<u8>) -> Result<String> {
    Ok(match text_from_bytes(name, &bytes)? {
        Cow::Owned(text) => text,
        // Without a second copy in memory, unless there was a byte order mark.
        Cow::Borrowed(text) if text.len() == bytes.len() => String::from_utf8(bytes)?,
        Cow::Borrowed(text) => text.to_owned(),
    })
}

pub fn create_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).with_context(|| format!("cannot make the folder {}", path.display()))
}

/// In no particular order.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let unreadable = || format!("cannot read the folder {}", folder.display());
    let entries = fs::read_dir(folder).with_context(unreadable)?;
    entries.map(|entry| Ok(entry.with_context(unreadable)?.path())).collect()
}

pub(crate) fn sorted_entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut entries = entries(folder)?;
    entries.sort();
    Ok(entries)
}

/// Which folders below a folder to read: links to folders as well, unless they lead to what is read
/// anyway, such as back to a folder above, where reading would not end.
pub(crate) struct FolderLinks {
    read: Vec<PathBuf>,
}

impl FolderLinks {
    pub(crate) fn new(folder: &Path) -> Self {
        Self { read: folder.canonicalize().into_iter().collect() }
    }

    /// To be asked once of each path.
    pub(crate) fn is_to_be_read(&mut self, path: &Path) -> bool {
        if !path.is_dir() || !path.is_symlink() {
            return path.is_dir();
        }
        let Ok(to) = path.canonicalize() else { return false };
        let is_new = !self.read.iter().any(|read| to.starts_with(read) || read.starts_with(&to));
        if is_new {
            self.read.push(to);
        }
        is_new
    }
}

/// Where a command writes its result.
pub(crate) enum Destination<'a> {
    Stdout,
    File { path: &'a Path, force: bool },
}

impl<'a> Destination<'a> {
    /// Standard output for no path and for `-`. Refuses a file that exists, unless `force` is set.
    pub(crate) fn new(path: Option<&'a Path>, force: bool) -> Result<Self> {
        match path {
            None => Ok(Self::Stdout),
            Some(path) if is_standard(path) => Ok(Self::Stdout),
            Some(path) if path.symlink_metadata().is_ok() && !force => bail!(
                "{} exists already: choose another name, or add --force to replace it",
                path.display()
            ),
            Some(path) => Ok(Self::File { path, force }),
        }
    }

    /// A file next to the result that is printed, which standard output has.
    pub(crate) fn beside(path: &'a Path, force: bool) -> Result<Self> {
        match Self::new(Some(path), force)? {
            Self::Stdout => bail!("standard output has the printed result: give --out a file"),
            file => Ok(file),
        }
    }

    /// Writes the result. Of a file, notes the `contents` on standard error.
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
