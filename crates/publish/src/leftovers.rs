//! Leftovers of interrupted runs next to a destination.

use crate::{
    destination::Destination,
    layout::{DISCARDED, FINISHED, LOCK, PREFIX, REPLACED, Replaceable},
    lock::{Found, look},
};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// A stage of an interrupted run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leftover {
    pub path: PathBuf,
    pub fate: Fate,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    Removed,
    /// It held what the run was about to replace, which is back in its place.
    PutBack,
    /// It holds something that this program did not make, or cannot be removed.
    Kept,
}

/// Removes leftovers of interrupted runs to the same destination. `own` is this run's stage. Stages
/// of living programs, of other destinations and of other users, and folders without our lock stay,
/// and are not reported.
pub(crate) fn clear(
    destination: &Destination,
    own: &Path,
    replaceable: Replaceable,
) -> Vec<Leftover> {
    let Ok(entries) = fs::read_dir(&destination.near) else { return Vec::new() };
    let is_stage = |entry: &fs::DirEntry| {
        entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes())
            && entry.file_type().is_ok_and(|kind| kind.is_dir())
    };
    let stages = entries.flatten().filter(is_stage).map(|entry| entry.path());
    let mut found: Vec<Leftover> = stages
        .filter(|path| path != own && is_of_same_user(path, own))
        .filter_map(|path| {
            let fate = fate_of(&path, destination, replaceable).ok()??;
            Some(Leftover { path, fate })
        })
        .collect();
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// In a folder with several writers, another user could leave anything under our names.
#[cfg(unix)]
fn is_of_same_user(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let user = |path: &Path| path.symlink_metadata().map(|metadata| metadata.uid());
    matches!((user(one), user(other)), (Ok(one), Ok(other)) if one == other)
}

#[cfg(not(unix))]
fn is_of_same_user(_one: &Path, _other: &Path) -> bool {
    true
}

/// Clears one stage; `None` if it is not a leftover of a run to this destination.
fn fate_of(
    stage: &Path,
    destination: &Destination,
    replaceable: Replaceable,
) -> io::Result<Option<Fate>> {
    if !stage.join(LOCK).exists() {
        // Interrupted before it was locked. This removes only an empty folder.
        return Ok(fs::remove_dir(stage).is_ok().then_some(Fate::Removed));
    }
    let Found::Free { lock, destination: of } = look(stage)? else { return Ok(None) };
    match of {
        Some(of) if of != destination.relative().as_os_str().as_encoded_bytes() => return Ok(None),
        Some(_) => {}
        // Interrupted before the lock was written, and so before anything else was.
        None if fs::read_dir(stage)?.count() > 1 => return Ok(None),
        None => {}
    }
    let replaced = stage.join(REPLACED);
    let mut fate = Fate::Removed;
    if replaced.exists() && destination.path.symlink_metadata().is_err() {
        fs::rename(&replaced, &destination.path)?;
        fate = Fate::PutBack;
    }
    // Either may be what another program put at the destination at the last moment.
    for name in [FINISHED, REPLACED] {
        let path = stage.join(name);
        if !path.is_dir() {
            continue;
        }
        if replaceable(&path).is_err() {
            return Ok(Some(Fate::Kept));
        }
        // In case this is interrupted too: a half-removed folder would not pass again.
        let discarded = stage.join(DISCARDED);
        if discarded.exists() {
            fs::remove_dir_all(&discarded)?;
        }
        fs::rename(&path, discarded)?;
    }
    if remove(stage).is_err() {
        fate = Fate::Kept;
    }
    drop(lock);
    Ok(Some(fate))
}

/// Removes a stage, its lock last, so that it is recognised if this is interrupted.
pub(crate) fn remove(stage: &Path) -> io::Result<()> {
    for entry in fs::read_dir(stage)? {
        let entry = entry?;
        if entry.file_name() == LOCK {
            continue;
        }
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    fs::remove_file(stage.join(LOCK))?;
    fs::remove_dir(stage)
}
