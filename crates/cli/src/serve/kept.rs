//! Files in their gzip form for other machines: compressed when first asked for, then kept in memory.
//!
//! Gzip, because browsers take brotli over https alone, and a class reads a teacher's machine over http.

use axum::body::Bytes;
use flate2::{Compression, write::GzEncoder};
use std::{
    collections::HashMap,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Mutex,
};

/// Of all forms together, in bytes.
const MOST_KEPT: usize = 256 << 20;

/// The forms by file, each with the tag of the contents that it was made of.
#[derive(Debug, Default)]
pub(super) struct Kept(Mutex<HashMap<PathBuf, (String, Bytes)>>);

impl Kept {
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
