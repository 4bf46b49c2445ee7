//! Writes brotli forms next to files, for servers that can send them and for the program that has
//! the page inside. What an earlier bundle compressed already is copied from there.

use anyhow::{Context, Result};
use brotli::enc::BrotliEncoderParams;
use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// Extensions of files that compress well.
const COMPRESSED: [&str; 6] = ["wasm", "js", "html", "css", "svg", "json"];

/// Writes a `.br` file next to every file of a folder that compresses well, on all cores.
pub(crate) fn compress(folder: &Path, earlier: &Path) -> Result<()> {
    let mut files = Vec::new();
    add_files(folder, &mut files)?;
    let next = AtomicUsize::new(0);
    let work = || -> Result<()> {
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let before = file.strip_prefix(folder).map(|name| earlier.join(name))?;
            compress_file(file, &before).with_context(|| file.display().to_string())?;
        }
        Ok(())
    };
    let n_workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..n_workers).map(|_| scope.spawn(work)).collect();
        let join = |worker: thread::ScopedJoinHandle<'_, Result<()>>| match worker.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        workers.into_iter().try_for_each(join)
    })
}

fn add_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        if path.is_dir() {
            add_files(&path, files)?;
        } else if COMPRESSED.contains(&ending) {
            files.push(path);
        }
    }
    Ok(())
}

/// Compresses a file, unless the one at `before` is the same and has its `.br`.
fn compress_file(file: &Path, before: &Path) -> Result<()> {
    let bytes = fs::read(file)?;
    let (target, known) = (with_br(file), with_br(before));
    if known.is_file() && fs::read(before).is_ok_and(|earlier| earlier == bytes) {
        fs::copy(known, target)?;
        return Ok(());
    }
    let mut compressed = Vec::new();
    // The best quality and the largest window, as `brotli --best` has them.
    let settings = BrotliEncoderParams {
        quality: 11,
        lgwin: 24,
        size_hint: bytes.len(),
        ..Default::default()
    };
    brotli::BrotliCompress(&mut io::Cursor::new(bytes), &mut compressed, &settings)?;
    Ok(fs::write(target, compressed)?)
}

fn with_br(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".br");
    name.into()
}
