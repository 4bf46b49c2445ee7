//! Packs in folders, and the parts of new ones.

use super::weights_file::n_parameters;
use crate::{
    architecture::Architecture,
    encoder::Encoder,
    error::EncodeError,
    pack::{
        PACK_FILE, PackManifest, StoredCheck, TOKENIZER_FILE, VISION_FILE, WEIGHTS_FILE,
        WeightDtype,
    },
    weights::Weights,
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

/// The manifest of a text encoder, without files or checks.
pub(super) fn new_manifest(
    (id, title): (String, String),
    architecture: Architecture,
    max_tokens: usize,
    weights: &Weights,
    dtype: WeightDtype,
) -> PackManifest {
    PackManifest {
        schema_version: PackManifest::SCHEMA_VERSION,
        id,
        title,
        dim: architecture.dim(),
        max_tokens,
        prompt: String::new(),
        parameters: n_parameters(weights),
        architecture,
        weights: dtype,
        vision: None,
        files: Vec::new(),
        checks: Vec::new(),
    }
}

/// Texts with their tokens and vectors by this encoder.
pub(super) fn checks_by<'a>(
    encoder: &Encoder,
    texts: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<StoredCheck>, EncodeError> {
    let check = |text: &str| {
        let encoded = encoder.encode_blocking(text)?;
        Ok(StoredCheck { text: text.into(), ids: encoded.token_ids, vector: encoded.vector })
    };
    texts.into_iter().map(check).collect()
}
