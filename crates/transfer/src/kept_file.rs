//! Files too large for memory: checked while they are streamed to the browser's file system, and
//! read from there. Each is named by its hash, in its benchmark's folder. A mark file next to it
//! says that it is complete and was checked; a file without a mark is fetched again.

use super::{
    TransferError,
    cache::{self, is_on_this_machine},
    error::{check_sha256, check_size},
    file_system::{Folder, OpenFile, remove_folder},
    hash::{sha256_hex, sha256_of_digest},
    lock::Lock,
    response::{Freshness, respond, stream},
    waiting::unless_cancelled,
};
use js_sys::Uint8Array;
use rankscope_core::{benchmark::FileEntry, vectors::ReadAt};
use sha2::{Digest, Sha256};
use std::{collections::HashSet, io};
use web_sys::Response;

/// Suffixes after the hash: the file, its mark, and data derived from it.
pub(super) const DATA: &str = ".shard";
pub(super) const MARK: &str = ".checked";
const DERIVED: &str = ".signs";

pub struct KeptFile {
    file: OpenFile,
    folder: Folder,
    sha256: String,
}

/// Opens a file of the benchmark at `base_url` (which ends in `/`) in the browser's file system. If
/// it is not stored yet, it is fetched and checked first; one that fails is not stored.
/// `on_progress` gets the bytes done and the total. Only works in a worker.
pub async fn keep_file(
    base_url: &str,
    file: &FileEntry,
    is_cancelled: &dyn Fn() -> bool,
    on_progress: &mut dyn FnMut(u64, u64),
) -> Result<KeptFile, TransferError> {
    let kept = kept_or_fetched(base_url, file, is_cancelled, on_progress).await;
    let kept = kept.map_err(|error| error.at_file(&file.path))?;
    on_progress(file.bytes, file.bytes);
    Ok(kept)
}

async fn kept_or_fetched(
    base_url: &str,
    file: &FileEntry,
    is_cancelled: &dyn Fn() -> bool,
    on_progress: &mut dyn FnMut(u64, u64),
) -> Result<KeptFile, TransferError> {
    let folder = Folder::open(&folder_name(base_url)).await?;
    let sha256 = file.sha256.clone();
    if let Some(open) = checked_earlier(&folder, file).await {
        return Ok(KeptFile { file: open, folder, sha256 });
    }
    // Only one tab can write the file; the others wait until it exists.
    let lock = write_lock(base_url, file);
    if let Some(lock) = &lock {
        // Tells the page what it waits for.
        on_progress(0, file.bytes);
        unless_cancelled(is_cancelled, lock.granted()).await?;
        if let Some(open) = checked_earlier(&folder, file).await {
            return Ok(KeptFile { file: open, folder, sha256 });
        }
    }
    let fetched = fetch(&folder, base_url, file, Freshness::Any, is_cancelled, on_progress);
    match fetched.await {
        // The HTTP cache may have returned a file that has been rebuilt since.
        Err(TransferError::Size { .. } | TransferError::Sha256 { .. }) => {
            // A copy downloaded with the whole benchmark may be outdated as well.
            cache::forget(base_url, file).await;
            let fresh = Freshness::FromServer;
            fetch(&folder, base_url, file, fresh, is_cancelled, on_progress).await?;
        }
        fetched => fetched?,
    }
    let open = folder.read(&format!("{sha256}{DATA}")).await?;
    Ok(KeptFile { file: open, folder, sha256 })
}

/// Whether a file is on this machine, in the file system or the cache.
pub async fn is_kept(base_url: &str, file: &FileEntry) -> bool {
    if let Some(folder) = Folder::existing(&folder_name(base_url)).await
        && folder.has(&format!("{}{MARK}", file.sha256)).await
    {
        return true;
    }
    cache::kept_response(base_url, file).await.is_some()
}

/// A stored file that was checked when it arrived; `None` if missing, or truncated by a crash.
async fn checked_earlier(folder: &Folder, file: &FileEntry) -> Option<OpenFile> {
    let mark = format!("{}{MARK}", file.sha256);
    if !folder.has(&mark).await {
        return None;
    }
    let open = folder.read(&format!("{}{DATA}", file.sha256)).await.ok();
    let whole = open.filter(|open| open.len_bytes().is_ok_and(|bytes| bytes == file.bytes));
    if whole.is_none() {
        folder.remove(&mark).await;
    }
    whole
}

/// Fetches a file and checks it. An incomplete download is truncated to take no space.
async fn fetch(
    folder: &Folder,
    base_url: &str,
    file: &FileEntry,
    freshness: Freshness,
    is_cancelled: &dyn Fn() -> bool,
    on_progress: &mut dyn FnMut(u64, u64),
) -> Result<(), TransferError> {
    let url = format!("{base_url}{}", file.path);
    let response = kept_or_sent(base_url, file, freshness, is_cancelled).await?;
    let out = folder.create(&format!("{}{DATA}", file.sha256)).await?;
    out.clear()?;
    let written = write(&out, &response, &url, file, is_cancelled, on_progress).await;
    if written.is_err() {
        let _ = out.clear();
    }
    written?;
    folder.create(&format!("{}{MARK}", file.sha256)).await?.flush()
}

async fn write(
    out: &OpenFile,
    response: &Response,
    url: &str,
    file: &FileEntry,
    is_cancelled: &dyn Fn() -> bool,
    on_progress: &mut dyn FnMut(u64, u64),
) -> Result<(), TransferError> {
    let mut digest = Sha256::new();
    let mut done = 0;
    let mut bytes = Vec::new();
    let mut take = |chunk: &Uint8Array| {
        out.write_at(done, chunk)?;
        bytes.resize(chunk.length() as usize, 0);
        chunk.copy_to(&mut bytes);
        digest.update(&bytes);
        done += u64::from(chunk.length());
        on_progress(done, file.bytes);
        Ok(())
    };
    stream(response, url, Some(file), is_cancelled, &mut take).await?;
    check_size(file, done)?;
    check_sha256(file, sha256_of_digest(digest))?;
    out.flush()
}

impl KeptFile {
    pub fn place(&self) -> KeptPlace {
        KeptPlace { folder: self.folder.clone(), sha256: self.sha256.clone() }
    }
}

/// The location of a stored file, for data derived from it.
pub struct KeptPlace {
    folder: Folder,
    sha256: String,
}

impl KeptPlace {
    /// What was derived from the file earlier, unchecked: that is the caller's job.
    pub async fn derived(&self) -> Option<impl ReadAt + use<>> {
        self.folder.read(&format!("{}{DERIVED}", self.sha256)).await.ok()
    }

    /// Stores data derived from the file, which `write` passes on from start to end. If the browser
    /// refuses, it is derived again next time.
    pub async fn keep_derived(
        &self,
        write: impl FnOnce(
            &mut dyn FnMut(&[u8]) -> Result<(), TransferError>,
        ) -> Result<(), TransferError>,
    ) {
        let file = self.folder.create(&format!("{}{DERIVED}", self.sha256)).await;
        let Ok(file) = file else { return };
        let mut done = 0;
        let mut put = |part: &[u8]| {
            file.write_slice_at(done, part)?;
            done += part.len() as u64;
            Ok(())
        };
        let written = file.clear().and_then(|()| write(&mut put));
        if written.is_err() {
            let _ = file.clear();
        }
        let _ = file.flush();
    }
}

impl ReadAt for KeptFile {
    fn len_bytes(&self) -> io::Result<u64> {
        self.file.len_bytes()
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        self.file.read_at(offset, into)
    }
}

/// The lock of the tab that writes a file; `None` if the browser has no locks.
pub(super) fn write_lock(base_url: &str, file: &FileEntry) -> Option<Lock> {
    Lock::ask(&format!("rankscope-file-{}-{}", folder_name(base_url), file.sha256))
}

/// A file from the cache, if the whole benchmark was downloaded or opened from a folder, else from the
/// server.
pub(super) async fn kept_or_sent(
    base_url: &str,
    file: &FileEntry,
    freshness: Freshness,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Response, TransferError> {
    let url = format!("{base_url}{}", file.path);
    match cache::kept_response(base_url, file).await {
        Some(response) => Ok(response),
        None if is_on_this_machine(base_url) => Err(TransferError::NotHere { url }),
        None => respond(&url, freshness, is_cancelled).await,
    }
}

/// The hash of the benchmark's URL.
pub(super) fn folder_name(base_url: &str) -> String {
    sha256_hex(base_url.as_bytes())
}

pub(super) async fn kept_hashes(base_url: &str) -> HashSet<String> {
    let Some(folder) = Folder::existing(&folder_name(base_url)).await else {
        return HashSet::new();
    };
    let names = folder.names().await;
    names.iter().filter_map(|name| Some(name.strip_suffix(MARK)?.to_owned())).collect()
}

/// Deletes the benchmark's files that its manifest no longer lists.
pub(super) async fn forget_all_but(base_url: &str, files: &[FileEntry]) {
    let Some(folder) = Folder::existing(&folder_name(base_url)).await else { return };
    let listed: HashSet<&str> = files.iter().map(|file| &file.sha256[..]).collect();
    for name in folder.names().await {
        let hash = name.split('.').next().unwrap_or_default();
        if !listed.contains(hash) {
            folder.remove(&name).await;
        }
    }
}

pub(super) async fn forget(base_url: &str, files: &[FileEntry]) {
    let Some(folder) = Folder::existing(&folder_name(base_url)).await else { return };
    for file in files {
        for ending in [MARK, DERIVED, DATA] {
            folder.remove(&format!("{}{ending}", file.sha256)).await;
        }
    }
}

pub(super) async fn forget_all_of(base_url: &str) {
    remove_folder(&folder_name(base_url)).await;
}
