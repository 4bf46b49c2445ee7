//! Files too large for memory: checked while they stream to the browser's own file system, and
//! read there.
//!
//! Each lies under its hash in a folder of its benchmark. One that was only begun has no mark
//! beside it and is fetched again; one that is marked was checked when it came.

use super::{
    TransferError, cache,
    file_system::{Folder, OpenFile, remove_folder},
    hash::{sha256_hex, sha256_of_digest},
    on_this_machine::is_on_this_machine,
    response::{Freshness, respond, stream},
};
use js_sys::Uint8Array;
use rankscope_core::{benchmark::FileEntry, vectors::ReadAt};
use sha2::{Digest, Sha256};
use std::{collections::HashSet, io};
use web_sys::Response;

/// After a file's hash: the file, its mark, and what was derived from it.
const DATA: &str = ".shard";
const MARK: &str = ".checked";
const DERIVED: &str = ".signs";

/// A checked file in the browser's own file system, open to be read.
pub struct KeptFile {
    file: OpenFile,
    folder: Folder,
    sha256: String,
}

/// Fetches a file of the benchmark at `base_url` (which ends in `/`) into the browser's own file
/// system, checks its size and hash on the way, and opens it; one that was kept earlier is opened
/// at once. `on_progress` gets bytes done and in all. Only in a worker.
///
/// # Errors
/// See [`TransferError`]; nothing that failed its check is kept.
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
    let fetched = fetch(&folder, base_url, file, Freshness::Any, is_cancelled, on_progress);
    match fetched.await {
        // The browser may have answered with its own copy of a file that was built again since.
        Err(TransferError::Size { .. } | TransferError::Sha256 { .. }) => {
            // So may a copy that was kept with all of the benchmark be.
            cache::forget(&format!("{base_url}{}", file.path), file).await;
            let fresh = Freshness::FromServer;
            fetch(&folder, base_url, file, fresh, is_cancelled, on_progress).await?;
        }
        fetched => fetched?,
    }
    let open = folder.read(&format!("{sha256}{DATA}")).await?;
    Ok(KeptFile { file: open, folder, sha256 })
}

/// A file that was checked when it came. One that is gone or cut short since, when the machine
/// stopped for example, is as if it had never come.
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

/// Fetches a file and checks it. An incomplete download takes no space.
async fn fetch(
    folder: &Folder,
    base_url: &str,
    file: &FileEntry,
    freshness: Freshness,
    is_cancelled: &dyn Fn() -> bool,
    on_progress: &mut dyn FnMut(u64, u64),
) -> Result<(), TransferError> {
    let url = format!("{base_url}{}", file.path);
    // It may have been kept as smaller files are: with all of the benchmark, or from a folder.
    let response = match cache::kept_response(&url, file).await {
        Some(response) => response,
        None if is_on_this_machine(base_url) => return Err(TransferError::NotHere { url }),
        None => respond(&url, freshness).await?,
    };
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
    if done != file.bytes {
        let (path, expected) = (file.path.clone(), file.bytes);
        return Err(TransferError::Size { path, expected, found: done });
    }
    let found = sha256_of_digest(digest);
    if found != file.sha256 {
        let (path, expected) = (file.path.clone(), file.sha256.clone());
        return Err(TransferError::Sha256 { path, expected, found });
    }
    out.flush()
}

impl KeptFile {
    /// Where it lies, to keep something beside it.
    #[must_use]
    pub fn place(&self) -> KeptPlace {
        KeptPlace { folder: self.folder.clone(), sha256: self.sha256.clone() }
    }
}

/// Where a kept file lies.
pub struct KeptPlace {
    folder: Folder,
    sha256: String,
}

impl KeptPlace {
    /// What was derived from the file earlier, as it was kept: to be checked by who derived it.
    pub async fn derived(&self) -> Option<impl ReadAt + use<>> {
        self.folder.read(&format!("{}{DERIVED}", self.sha256)).await.ok()
    }

    /// Keeps what was derived from the file, which `write` hands on from its start to its end. A
    /// refusal means that it is derived again next time.
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

/// A name that no other benchmark has.
fn folder_name(base_url: &str) -> String {
    sha256_hex(base_url.as_bytes())
}

/// The hashes of the files of the benchmark at `base_url` that are kept.
pub(super) async fn kept_hashes(base_url: &str) -> HashSet<String> {
    let Some(folder) = Folder::existing(&folder_name(base_url)).await else {
        return HashSet::new();
    };
    let names = folder.names().await;
    names.iter().filter_map(|name| Some(name.strip_suffix(MARK)?.to_owned())).collect()
}

/// Forgets the files of the benchmark at `base_url` that its manifest no longer lists.
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

/// Forgets all files of the benchmark at `base_url`.
pub(super) async fn forget_all_of(base_url: &str) {
    remove_folder(&folder_name(base_url)).await;
}
