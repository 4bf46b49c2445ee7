//! Reads a visit, and checks all of it before any of it is used.

use super::manifest::{VISIT_FILE, VisitFile, VisitManifest, hex};
use crate::formats::{FormatError, Members, Place};
use crate::limits::{MAX_VISIT_FILES, MAX_VISIT_MANIFEST_BYTES};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::io::{Cursor, Read};

/// Inflated and hashed between pauses: some milliseconds.
const TURN_BYTES: usize = 1 << 20;

/// Every file has the size and hash in `visit.json`.
#[derive(Debug)]
pub struct Visit {
    pub manifest: VisitManifest,
    file: String,
    archive: Vec<u8>,
}

/// Whether bytes are a visit, whole or damaged: a zip archive that has `visit.json`, or begins with it like those
/// of [`super::VisitWriter`].
pub fn is_visit(bytes: &[u8]) -> bool {
    // A member's header has the length of its name at 26 and the name at 30.
    let begins = bytes.starts_with(b"PK\x03\x04")
        && bytes.get(26..28) == Some(&[VISIT_FILE.len() as u8, 0])
        && bytes.get(30..30 + VISIT_FILE.len()) == Some(VISIT_FILE.as_bytes());
    let has = || {
        let members = Members::open("", Cursor::new(bytes));
        members.is_ok_and(|members| members.names().iter().any(|name| name == VISIT_FILE))
    };
    begins || bytes.starts_with(b"PK") && has()
}

impl Visit {
    /// Files are inflated and hashed one after another, and none is kept: [`Self::content`] inflates again. `pause` is
    /// awaited every few milliseconds.
    pub async fn read(
        file: &str,
        archive: Vec<u8>,
        pause: impl AsyncFn(),
    ) -> Result<Self, FormatError> {
        let manifest = read_all(file, &archive, &pause).await?;
        Ok(Self { manifest, file: file.into(), archive })
    }

    /// The bytes of a listed file.
    pub fn content(&self, entry: &VisitFile) -> Result<Vec<u8>, FormatError> {
        let mut members = Members::open(&self.file, Cursor::new(self.archive.as_slice()))?;
        members.bytes(&entry.path, entry.bytes)
    }

    /// The archive's name, as given to the reader.
    pub fn file(&self) -> &str {
        &self.file
    }
}

async fn read_all(
    file: &str,
    archive: &[u8],
    pause: &impl AsyncFn(),
) -> Result<VisitManifest, FormatError> {
    let wrong = |reason: String| FormatError::new(file, Place::File, reason);
    let mut members = Members::open(file, Cursor::new(archive))?;
    if members.n_listed() != members.n() {
        return Err(wrong("its directory is damaged: copy or save the visit again".into()));
    }
    // Some archives have an entry for each folder.
    let names: BTreeSet<String> = members.names().into_iter().collect();
    if !names.contains(VISIT_FILE) {
        return Err(wrong(format!("it has no {VISIT_FILE}, so it is not a visit")));
    }
    if names.len() > MAX_VISIT_FILES + 1 {
        let n = names.len();
        return Err(wrong(format!("it has {n} members, more than {MAX_VISIT_FILES}")));
    }
    let listed = members.bytes(VISIT_FILE, MAX_VISIT_MANIFEST_BYTES)?;
    let manifest = VisitManifest::read(file, &listed)?;
    let paths: BTreeSet<&str> = manifest.files.iter().map(|entry| entry.path.as_str()).collect();
    if let Some(name) =
        names.iter().find(|name| *name != VISIT_FILE && !paths.contains(name.as_str()))
    {
        return Err(wrong(format!("it has {name}, which {VISIT_FILE} does not list")));
    }
    if let Some(path) = paths.iter().find(|path| !names.contains(**path)) {
        return Err(wrong(format!(
            "{path} is missing, but {VISIT_FILE} lists it: save the visit again"
        )));
    }
    for entry in &manifest.files {
        check_content(file, &mut members, entry, pause).await?;
        pause().await;
    }
    Ok(manifest)
}

/// Inflates a member and compares size and hash with those listed.
async fn check_content(
    file: &str,
    members: &mut Members<'_, Cursor<&[u8]>>,
    entry: &VisitFile,
    pause: &impl AsyncFn(),
) -> Result<(), FormatError> {
    let wrong = |reason: String| FormatError::new(file, Place::File, reason);
    let VisitFile { path, bytes, sha256, .. } = entry;
    let (declared, mut content) = members.member(path)?;
    let other_size = |found: u64| {
        wrong(format!(
            "{path} has {found} bytes, but {VISIT_FILE} says {bytes}: save the visit again"
        ))
    };
    if declared != *bytes {
        return Err(other_size(declared));
    }
    let (mut hash, mut n_read) = (Sha256::new(), 0_u64);
    let mut turn = Vec::new();
    loop {
        turn.clear();
        let read = content.by_ref().take(TURN_BYTES as u64).read_to_end(&mut turn);
        let read = read.map_err(|e| {
            wrong(format!("{path} is damaged ({e}): copy or save the visit again")).because(e)
        })?;
        if read == 0 {
            break;
        }
        hash.update(&turn);
        n_read += read as u64;
        pause().await;
    }
    if n_read != *bytes {
        return Err(other_size(n_read));
    }
    if hex(hash.finalize().as_slice()) != *sha256 {
        return Err(wrong(format!(
            "{path} is not the file that was saved: its SHA-256 is not that of {VISIT_FILE}"
        )));
    }
    Ok(())
}
