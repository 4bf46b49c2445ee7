//! Files in their gzip form for other machines: compressed when first asked for, then kept in memory.
//!
//! Gzip, because browsers take brotli over https alone, and a class reads a teacher's machine over http.

use super::{
    packed::{accepts, compressed},
    site::ServedFile,
};
use anyhow::Result;
use axum::{body::Bytes, http::HeaderMap, response::Response};
use flate2::{Compression, write::GzEncoder};
use std::{
    collections::HashMap,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Mutex,
    time::UNIX_EPOCH,
};

/// Larger files are sent as they are, in bytes: they are vectors rather than text or programs.
const LARGEST: u64 = 64 << 20;
/// Of all forms together, in bytes.
const MOST_KEPT: usize = 256 << 20;

/// The forms by file, each with the tag of the contents that it was made of.
#[derive(Debug, Default)]
pub(super) struct Kept(Mutex<HashMap<PathBuf, (String, Bytes)>>);

impl Kept {
    /// The answer with a file on disk; `None` where the file itself serves as well.
    pub(super) fn of_file(&self, file: &ServedFile, asked: &HeaderMap) -> Result<Option<Response>> {
        let has_better = file.has_brotli && accepts(asked, "br");
        if has_better || !accepts(asked, "gzip") || file.len > LARGEST || !shrinks(&file.path) {
            return Ok(None);
        }
        let changed = fs::metadata(&file.path)?.modified()?;
        let changed = changed.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let tag = format!("{:x}-{changed:x}", file.len);
        let gzip = || Ok(self.get(&file.path, &tag, || fs::read(&file.path))?);
        compressed("gzip", &tag, asked, gzip).map(Some)
    }

    /// The gzip form of a file with these contents. Two requests at once may both compress it.
    pub(super) fn get<B: AsRef<[u8]>>(
        &self,
        path: &Path,
        tag: &str,
        read: impl FnOnce() -> io::Result<B>,
    ) -> io::Result<Bytes> {
        let poisoned = || io::Error::other("the compressed files are lost: start the server again");
        if let Some((known, gzip)) = self.0.lock().map_err(|_| poisoned())?.get(path)
            && known == tag
        {
            return Ok(gzip.clone());
        }
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(read()?.as_ref())?;
        let gzip = Bytes::from(encoder.finish()?);
        let mut kept = self.0.lock().map_err(|_| poisoned())?;
        kept.remove(path);
        let n_bytes: usize = kept.values().map(|(_, gzip)| gzip.len()).sum();
        if n_bytes + gzip.len() <= MOST_KEPT {
            kept.insert(path.to_owned(), (tag.to_owned(), gzip.clone()));
        }
        Ok(gzip)
    }
}

/// Whether files of this kind are smaller in gzip: not pictures, archives and vectors.
fn shrinks(path: &Path) -> bool {
    const KINDS: [&str; 12] =
        ["html", "css", "js", "mjs", "wasm", "json", "jsonl", "svg", "txt", "qrels", "run", "ftl"];
    path.extension().is_some_and(|kind| KINDS.iter().any(|own| kind == *own))
}
