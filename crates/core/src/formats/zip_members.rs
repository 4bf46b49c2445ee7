//! Files inside zip archives. What an archive declares is checked against what is possible: a member's size
//! before it is inflated, and its bytes during.

use super::{FormatError, Place};
use std::{
    collections::HashSet,
    io::{Read, Seek, SeekFrom},
};
use zip::ZipArchive;

/// BEIR has under ten members, a numpy file as many as arrays.
const MAX_MEMBERS: usize = 100_000;

/// A kilobyte for each member.
const MAX_DIRECTORY_BYTES: u64 = MAX_MEMBERS as u64 * 1_024;

/// Deflate expands at most 1,032 times; the rest is room for its frame.
const MAX_RATIO: u64 = 1_040;

pub(crate) struct Members<'f, R> {
    file: &'f str,
    archive: ZipArchive<R>,
    names: Vec<String>,
    n_listed: usize,
}

impl<'f, R: Read + Seek> Members<'f, R> {
    /// Refuses too many members, two of one name, and names that are not text.
    pub(crate) fn open(file: &'f str, reader: R) -> Result<Self, FormatError> {
        let wrong = |reason: String| FormatError::new(file, Place::File, reason);
        let archive = ZipArchive::new(reader)
            .map_err(|e| wrong(format!("damaged, or not a zip archive: {e}")).because(e))?;
        if archive.len() > MAX_MEMBERS {
            return Err(wrong(format!("it has {} members: unpack it", archive.len())));
        }
        // It keeps the last of two members of one name.
        let start = archive.central_directory_start();
        let (mut reader, mut directory) = (archive.into_inner(), Vec::new());
        let read = reader
            .seek(SeekFrom::Start(start))
            .and_then(|_| reader.by_ref().take(MAX_DIRECTORY_BYTES).read_to_end(&mut directory));
        read.map_err(|e| wrong(format!("its directory cannot be read: {e}")).because(e))?;
        let (names, mut once) = (names_in_directory(&directory), HashSet::new());
        if let Some(name) = names.iter().find(|name| !once.insert(**name)) {
            let name = String::from_utf8_lossy(name);
            return Err(wrong(format!("it has {name} twice")));
        }
        let n_listed = names.len();
        let archive = ZipArchive::new(reader).map_err(|e| wrong(e.to_string()).because(e))?;
        let names = archive.file_names().map(|name| name.map(|name| name.into_owned()));
        let names: Result<Vec<String>, _> = names.collect();
        let names = names.map_err(|e| wrong(format!("a member's name: {e}")).because(e))?;
        Ok(Self { file, archive, names, n_listed })
    }

    /// Files in the archive's order, without folders and links.
    pub(crate) fn names(&self) -> Vec<String> {
        self.names.iter().filter(|name| !name.ends_with('/')).cloned().collect()
    }

    /// Members of different names, including folders and links.
    pub(crate) fn n(&self) -> usize {
        self.archive.len()
    }

    /// Members listed in the directory.
    pub(crate) fn n_listed(&self) -> usize {
        self.n_listed
    }

    /// Opens a member: its declared size, and its content, which fails where it is longer than declared or its
    /// checksum is wrong. Refuses encryption, methods other than store and deflate, and sizes beyond what
    /// the bytes can inflate to.
    pub(crate) fn member(&mut self, name: &str) -> Result<(u64, impl Read), FormatError> {
        let file = self.file;
        let wrong = |reason: String| FormatError::new(file, Place::File, reason);
        let member = self
            .archive
            .by_name(name)
            .map_err(|e| wrong(format!("{name}: {e}: unpack the archive")).because(e))?;
        let (packed, declared) = (member.compressed_size(), member.size());
        if declared > packed.saturating_mul(MAX_RATIO).saturating_add(MAX_RATIO) {
            return Err(wrong(format!(
                "{name} would inflate from {packed} bytes to {declared}, more than it can: the \
                 archive is damaged, or made to do harm"
            )));
        }
        Ok((declared, Bounded { inner: member, left: declared }))
    }

    /// The whole member, if it has at most `most` bytes.
    pub(crate) fn bytes(&mut self, name: &str, most: u64) -> Result<Vec<u8>, FormatError> {
        let file = self.file;
        let wrong = |reason: String| FormatError::new(file, Place::File, reason);
        let (declared, mut content) = self.member(name)?;
        if declared > most {
            return Err(wrong(format!(
                "{name} would inflate to {declared} bytes, more than {most}: unpack it yourself if \
                 you trust it"
            )));
        }
        let mut bytes = Vec::new();
        content
            .read_to_end(&mut bytes)
            .map_err(|e| wrong(format!("{name} is damaged ({e}): download it again")).because(e))?;
        if bytes.len() as u64 != declared {
            let n = bytes.len();
            return Err(wrong(format!("{name} has {n} bytes, but the archive says {declared}")));
        }
        Ok(bytes)
    }
}

/// Fails where the content exceeds its declared size.
struct Bounded<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let n = self.inner.read(into)?;
        self.left = self
            .left
            .checked_sub(n as u64)
            .ok_or_else(|| std::io::Error::other("it is longer than the archive says"))?;
        Ok(n)
    }
}

// The reader of archives keeps the last of two members of one name, so the first would go unseen.
/// An entry's signature, and its length without name, extra field and comment.
const SIGNATURE: [u8; 4] = *b"PK\x01\x02";
const ENTRY_BYTES: usize = 46;

/// All names in an archive's directory.
pub(super) fn names_in_directory(directory: &[u8]) -> Vec<&[u8]> {
    let mut names = Vec::new();
    let mut rest = directory;
    while let Some(entry) = rest.get(..ENTRY_BYTES).filter(|entry| entry.starts_with(&SIGNATURE)) {
        let length = |at: usize| {
            let bytes = entry.get(at..at + 2).and_then(|two| two.try_into().ok());
            usize::from(u16::from_le_bytes(bytes.unwrap_or_default()))
        };
        let end_of_name = ENTRY_BYTES + length(28);
        let Some(name) = rest.get(ENTRY_BYTES..end_of_name) else { break };
        names.push(name);
        rest = rest.get(end_of_name + length(30) + length(32)..).unwrap_or(&[]);
    }
    names
}
