//! Waits until the disk has what was written, so that a power failure does not leave empty files
//! under a new name.

use std::{fs::File, io, path::Path};

/// Waits for a file, or for everything in a folder.
pub(crate) fn sync(path: &Path) -> io::Result<()> {
    if path.is_dir() { sync_folder(path) } else { File::open(path)?.sync_all() }
}

/// One call for the whole file system: a benchmark has hundreds of files, each of which would wait
/// for the disk in turn.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = File::open(path)?;
    Ok(rustix::io::retry_on_intr(|| rustix::fs::syncfs(&folder))?)
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn sync_folder(path: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(path)? {
        sync(&entry?.path())?;
    }
    sync_names(path);
    Ok(())
}

/// Waits for the names in a folder. Some file systems cannot, and then the names come to the disk
/// in their own time.
pub(crate) fn sync_names(folder: &Path) {
    // Only Unix opens folders.
    if cfg!(unix) {
        drop(File::open(folder).and_then(|folder| folder.sync_all()));
    }
}
