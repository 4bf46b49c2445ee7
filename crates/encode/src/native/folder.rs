//! Packs in folders.

use crate::{
    encoder::Encoder,
    error::EncodeError,
    pack::{PACK_FILE, PackManifest, TOKENIZER_FILE, VISION_FILE, WEIGHTS_FILE},
};
use rankscope_core::benchmark::FileEntry;
use sha2::{Digest, Sha256};
use std::path::Path;

impl Encoder {
    /// Loads a pack on the CPU, and checks the sizes and hashes of its files.
    pub fn load_dir(dir: &Path) -> Result<Self, EncodeError> {
        let manifest = manifest_from_dir(dir)?;
        let tokenizer = read_checked(dir, manifest.file(TOKENIZER_FILE)?)?;
        let weights = read_checked(dir, manifest.file(WEIGHTS_FILE)?)?;
        Self::new(manifest, &tokenizer, &weights)
    }
}

pub fn manifest_from_dir(dir: &Path) -> Result<PackManifest, EncodeError> {
    let path = dir.join(PACK_FILE);
    let text = String::from_utf8_lossy(&read(&path)?).into_owned();
    PackManifest::from_json(&path.display().to_string(), &text)
}

/// The files of a pack other than its manifest.
pub(super) struct Contents<'a> {
    pub(super) tokenizer: &'a [u8],
    pub(super) weights: &'a [u8],
    pub(super) vision: Option<&'a [u8]>,
}

/// Writes the files and the manifest that lists them.
pub(super) fn write_pack(
    dir: &Path,
    mut manifest: PackManifest,
    contents: &Contents<'_>,
) -> Result<(), EncodeError> {
    let mut files = vec![(TOKENIZER_FILE, contents.tokenizer), (WEIGHTS_FILE, contents.weights)];
    files.extend(contents.vision.map(|bytes| (VISION_FILE, bytes)));
    manifest.files = files.iter().map(|(name, bytes)| entry(name, bytes)).collect();
    let path = dir.join(PACK_FILE);
    let json = serde_json::to_string_pretty(&manifest)
        .map_err(|source| EncodeError::Json { path: path.display().to_string(), source })?;
    std::fs::create_dir_all(dir).map_err(|source| file_error(dir, source))?;
    files.push((PACK_FILE, json.as_bytes()));
    for (name, bytes) in files {
        let path = dir.join(name);
        std::fs::write(&path, bytes).map_err(|source| file_error(&path, source))?;
    }
    Ok(())
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>, EncodeError> {
    n_bytes(path)?;
    std::fs::read(path).map_err(|source| file_error(path, source))
}

/// The size of a file. Pipes and devices are refused, since reading them may not end.
fn n_bytes(path: &Path) -> Result<u64, EncodeError> {
    let metadata = path.metadata().map_err(|source| file_error(path, source))?;
    if !metadata.is_file() {
        let reason = "it is not a file".into();
        return Err(EncodeError::Unsupported { path: path.display().to_string(), reason });
    }
    Ok(metadata.len())
}

fn file_error(path: &Path, source: std::io::Error) -> EncodeError {
    EncodeError::File { path: path.display().to_string(), source }
}

/// Reads a file of a pack, and checks its size and hash.
pub fn read_checked(dir: &Path, file: &FileEntry) -> Result<Vec<u8>, EncodeError> {
    let path = dir.join(&file.path);
    let found = n_bytes(&path)?;
    if found != file.bytes {
        let reason = format!(
            "{found} bytes, and {PACK_FILE} says {}: copy or import the pack again",
            file.bytes
        );
        return Err(EncodeError::Unsupported { path: path.display().to_string(), reason });
    }
    let bytes = read(&path)?;
    let found = entry(&file.path, &bytes);
    if found != *file {
        let reason = format!(
            "{} bytes with SHA-256 {}, and {PACK_FILE} says {} bytes with {}: copy or import the \
             pack again",
            found.bytes, found.sha256, file.bytes, file.sha256
        );
        return Err(EncodeError::Unsupported { path: path.display().to_string(), reason });
    }
    Ok(bytes)
}

pub(super) fn entry(name: &str, bytes: &[u8]) -> FileEntry {
    FileEntry {
        path: name.into(),
        bytes: bytes.len() as u64,
        sha256: Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect(),
        rows: None,
    }
}
