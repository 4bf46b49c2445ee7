//! Files that are kept in the browser's file system and read whole: the signs of galleries larger
//! than memory. What is kept is checked against the manifest's hash whenever it is read.

use super::{
    TransferError,
    body::append,
    cache,
    error::{check_sha256, check_size},
    file_system::{Folder, OpenFile},
    hash::sha256_of_many,
    kept_file::{DATA, MARK, folder_name, kept_or_sent, write_lock},
    reserve::reserve,
    response::{Freshness, stream},
    waiting::unless_cancelled,
};
use js_sys::Uint8Array;
use rankscope_core::{benchmark::FileEntry, vectors::ReadAt};

/// All bytes of a file of the benchmark at `base_url` (which ends in `/`), from the browser's file
/// system or, if missing or damaged, from the server; a file that fails its check is not stored.
/// What is kept and `was_checked` before is not hashed again. `on_progress` gets the bytes done.
/// Only works in a worker.
pub async fn keep_bytes(
    base_url: &str,
    file: &FileEntry,
    was_checked: bool,
    is_cancelled: &dyn Fn() -> bool,
    on_progress: &mut dyn FnMut(u64),
) -> Result<Vec<u8>, TransferError> {
    let kept = kept_or_fetched(base_url, file, was_checked, is_cancelled, on_progress).await;
    let bytes = kept.map_err(|error| error.at_file(&file.path))?;
    on_progress(file.bytes);
    Ok(bytes)
}

async fn kept_or_fetched(
    base_url: &str,
    file: &FileEntry,
    was_checked: bool,
    is_cancelled: &dyn Fn() -> bool,
    on_progress: &mut dyn FnMut(u64),
) -> Result<Vec<u8>, TransferError> {
    let folder = Folder::open(&folder_name(base_url)).await?;
    if let Some(bytes) = kept(&folder, file, was_checked).await {
        return Ok(bytes);
    }
    // Only one tab can write the file; the others wait until it exists.
    let lock = write_lock(base_url, file);
    if let Some(lock) = &lock {
        unless_cancelled(is_cancelled, lock.granted()).await?;
        if let Some(bytes) = kept(&folder, file, was_checked).await {
            return Ok(bytes);
        }
    }
    let fetched = fetch(base_url, file, Freshness::Any, is_cancelled, on_progress).await;
    let bytes = match fetched {
        // The HTTP cache may have returned a file that has been rebuilt since.
        Err(TransferError::Size { .. } | TransferError::Sha256 { .. }) => {
            cache::forget(base_url, file).await;
            fetch(base_url, file, Freshness::FromServer, is_cancelled, on_progress).await?
        }
        fetched => fetched?,
    };
    let out = folder.create(&format!("{}{DATA}", file.sha256)).await?;
    let written = write(&out, &bytes);
    if written.is_err() {
        let _ = out.clear();
    }
    written?;
    folder.create(&format!("{}{MARK}", file.sha256)).await?.flush()?;
    Ok(bytes)
}

fn write(out: &OpenFile, bytes: &[u8]) -> Result<(), TransferError> {
    out.clear()?;
    out.write_slice_at(0, bytes)?;
    out.flush()
}

async fn kept(folder: &Folder, file: &FileEntry, was_checked: bool) -> Option<Vec<u8>> {
    let mark = format!("{}{MARK}", file.sha256);
    if !folder.has(&mark).await {
        return None;
    }
    let bytes = read(folder, file).await;
    let is_whole = match &bytes {
        Some(bytes) => was_checked || check(file, bytes).await.is_ok(),
        None => false,
    };
    if !is_whole {
        folder.remove(&mark).await;
        return None;
    }
    bytes
}

async fn read(folder: &Folder, file: &FileEntry) -> Option<Vec<u8>> {
    let open = folder.read(&format!("{}{DATA}", file.sha256)).await.ok()?;
    let n_bytes = open.len_bytes().ok().filter(|n_bytes| *n_bytes == file.bytes)?;
    let mut bytes = vec![0; usize::try_from(n_bytes).ok()?];
    open.read_at(0, &mut bytes).ok()?;
    Some(bytes)
}

async fn fetch(
    base_url: &str,
    file: &FileEntry,
    freshness: Freshness,
    is_cancelled: &dyn Fn() -> bool,
    on_progress: &mut dyn FnMut(u64),
) -> Result<Vec<u8>, TransferError> {
    let url = format!("{base_url}{}", file.path);
    let response = kept_or_sent(base_url, file, freshness, is_cancelled).await?;
    let mut bytes = Vec::new();
    let mut take = |chunk: &Uint8Array| {
        reserve(&mut bytes, chunk.length() as usize, file.bytes);
        append(&mut bytes, chunk);
        on_progress(bytes.len() as u64);
        Ok(())
    };
    stream(&response, &url, Some(file), is_cancelled, &mut take).await?;
    check(file, &bytes).await?;
    Ok(bytes)
}

async fn check(file: &FileEntry, bytes: &[u8]) -> Result<(), TransferError> {
    check_size(file, bytes.len() as u64)?;
    check_sha256(file, sha256_of_many(bytes).await)
}
