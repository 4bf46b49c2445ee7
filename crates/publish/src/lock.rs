//! The lock of a stage: its holder is alive, and the file says where the stage will go.

use crate::layout::LOCK;
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Write},
    path::Path,
};

/// The first line of a lock, which marks the stage as ours.
const MARK: &[u8] = b"rankscope\n";

/// A held lock. The system releases it when the program ends, however it ends.
pub(crate) struct Lock {
    _file: File,
}

/// The lock of another run's stage.
pub(crate) enum Found {
    /// Its program is alive, or the file system has no locks and we cannot know.
    InUse,
    /// It was free; now we hold it. `destination` is relative to the stage's parent, and `None` if
    /// the program ended before it wrote it.
    Free { lock: Lock, destination: Option<Vec<u8>> },
    /// Not a lock of this program.
    Foreign,
}

/// Locks a new stage; `None` if another program took the stage for a leftover and removed it just
/// before.
pub(crate) fn lock_new(stage: &Path, destination: &Path) -> io::Result<Option<Lock>> {
    let path = stage.join(LOCK);
    let mut file = match OpenOptions::new().write(true).create_new(true).open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    match file.try_lock() {
        // Without locks others cannot tell that this program is alive, and leave the stage alone.
        Ok(()) | Err(TryLockError::Error(_)) => {}
        Err(TryLockError::WouldBlock) => return Ok(None),
    }
    if !path.exists() {
        return Ok(None);
    }
    let content = [MARK, destination.as_os_str().as_encoded_bytes()].concat();
    file.write_all(&content)?;
    Ok(Some(Lock { _file: file }))
}

pub(crate) fn look(stage: &Path) -> io::Result<Found> {
    let path = stage.join(LOCK);
    if !fs::symlink_metadata(&path)?.is_file() {
        return Ok(Found::Foreign);
    }
    let mut file = File::open(&path)?;
    if file.try_lock().is_err() {
        return Ok(Found::InUse);
    }
    let mut content = Vec::new();
    // A destination's path is short; anything longer is not ours.
    (&mut file).take(1 << 16).read_to_end(&mut content)?;
    let lock = Lock { _file: file };
    if content.is_empty() {
        return Ok(Found::Free { lock, destination: None });
    }
    Ok(match content.strip_prefix(MARK) {
        Some(destination) => Found::Free { lock, destination: Some(destination.to_vec()) },
        None => Found::Foreign,
    })
}
