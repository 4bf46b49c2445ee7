//! The last step: the new file or folder takes its place.

use crate::{
    destination::{Identity, identity},
    error::PublishError,
    layout::{DISCARDED, FINISHED, REPLACED},
    leftovers,
    renames::{exchange, move_to_free_name},
    stage::{Stage, State, make_parents},
};
use std::{
    fs::{self, File},
    io::{self, ErrorKind},
    mem,
    path::{Path, PathBuf},
};

#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Published {
    /// The destination, or the target of a symbolic link there.
    pub path: PathBuf,
    /// What it replaced, if that could not be removed.
    pub not_removed: Option<PathBuf>,
}

impl Stage {
    /// Moves the new file or folder to the destination in one step, and removes what it replaced.
    /// An error, if another program was quicker or the system refuses, leaves the destination as it
    /// was.
    pub fn publish(self) -> Result<Published, PublishError> {
        let (new, path) = (self.new_path(), self.destination.path.clone());
        sync(&new).map_err(PublishError::io("write in", self.folder()))?;
        let mut state = self.state();
        make_parents(&self.destination)?;
        match self.destination.before {
            Some(before) if new.is_dir() => self.replace_folder(before, &mut state)?,
            Some(_) => replace_file(&new, &path)?,
            None => move_to_free_name(&new, &path).map_err(|error| self.failed(error))?,
        }
        // From here on only we remove the stage. Its lock is held until it is gone.
        let _lock = mem::replace(&mut *state, State::Over);
        drop(state);
        path.parent().into_iter().for_each(sync_names);
        let is_left = leftovers::remove(self.folder()).is_err();
        Ok(Published { path, not_removed: is_left.then(|| self.folder().to_owned()) })
    }

    /// Exchanges the new folder with the one that stood at the destination at the start. Anything
    /// that comes in between is kept: we look before the exchange and once more after it.
    fn replace_folder(&self, before: Identity, state: &mut State) -> Result<(), PublishError> {
        let path = &self.destination.path;
        match identity(path)? {
            None => {
                return move_to_free_name(&self.new_path(), path)
                    .map_err(|error| self.failed(error));
            }
            Some(now) if now != before => return Err(self.appeared()),
            Some(_) => self.check(path)?,
        }
        let (finished, spare) = (self.folder().join(FINISHED), self.folder().join(REPLACED));
        fs::rename(self.new_path(), &finished).map_err(|error| self.failed(error))?;
        let old = exchange(&finished, path, &spare).map_err(|error| {
            if spare.exists() {
                // It could not be put back, so the stage stays.
                *state = State::Over;
            }
            self.failed(error)
        })?;
        let is_as_before = identity(old)? == Some(before);
        let checked = self.check(old);
        if is_as_before && checked.is_ok() {
            // A half-removed folder would no longer be recognised as replaceable.
            drop(fs::rename(old, self.folder().join(DISCARDED)));
            return Ok(());
        }
        if let Err(error) = exchange(old, path, &self.folder().join("back")) {
            *state = State::Over;
            return Err(PublishError::io("put back what is in", self.folder())(error));
        }
        checked?;
        Err(self.appeared())
    }

    fn check(&self, folder: &Path) -> Result<(), PublishError> {
        (self.replaceable)(folder).map_err(|reason| PublishError::NotReplaceable { reason })
    }

    fn appeared(&self) -> PublishError {
        PublishError::Appeared { path: self.destination.path.clone() }
    }

    fn failed(&self, error: io::Error) -> PublishError {
        if error.kind() == ErrorKind::AlreadyExists {
            return self.appeared();
        }
        PublishError::io("move what is finished to", &self.destination.path)(error)
    }
}

/// The new file takes the permissions of the old.
fn replace_file(new: &Path, path: &Path) -> Result<(), PublishError> {
    let failed = |error| PublishError::io("replace", path)(error);
    match path.symlink_metadata() {
        Ok(metadata) if metadata.is_file() => {
            fs::set_permissions(new, metadata.permissions()).map_err(failed)?;
        }
        Ok(_) => return Err(PublishError::Appeared { path: path.to_owned() }),
        Err(_) => {}
    }
    fs::rename(new, path).map_err(failed)
}

/// Waits until the disk has a file, or everything in a folder, so that a power failure leaves no empty
/// files under a new name.
fn sync(path: &Path) -> io::Result<()> {
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

/// Waits for the names in a folder, where the file system can.
fn sync_names(folder: &Path) {
    // Only Unix opens folders.
    if cfg!(unix) {
        drop(File::open(folder).and_then(|folder| folder.sync_all()));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// The first look marks the folder at the destination. At the second, another program puts its
    /// folder there, unseen.
    fn looks_away(folder: &Path) -> Result<(), String> {
        let marker = folder.join("seen");
        if marker.exists() {
            fs::rename(folder, folder.with_file_name("moved away")).unwrap();
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("letter"), "dear").unwrap();
        } else {
            fs::write(marker, "").unwrap();
        }
        Ok(())
    }

    #[test]
    fn what_comes_between_the_look_and_the_exchange_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        fs::create_dir(&out).unwrap();
        let stage = Stage::new(&out, true, looks_away, |_| {}).unwrap();
        stage.with_new(|new| fs::create_dir(new)).unwrap();
        assert!(matches!(stage.publish(), Err(PublishError::Appeared { .. })));
        assert_eq!(fs::read_to_string(out.join("letter")).unwrap(), "dear");
        assert!(folder.path().join("moved away/seen").exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "the stage is removed");
    }

    #[test]
    fn a_stage_is_abandoned_before_it_is_published_and_never_after() {
        let folder = tempfile::tempdir().unwrap();
        let (out, mut n_ended) = (folder.path().join("out"), 0);
        let stage = Stage::new(&out, false, looks_away, |_| {}).unwrap();
        stage.with_new(|new| fs::write(new, "new")).unwrap();
        let abandoner = stage.abandoner();
        let published = stage.publish().unwrap();
        assert_eq!(published, Published { path: out.clone(), not_removed: None });
        abandoner.abandon(|| n_ended += 1);
        assert_eq!((n_ended, fs::read_to_string(&out).unwrap().as_str()), (0, "new"));
        let stage = Stage::new(&folder.path().join("other"), false, looks_away, |_| {}).unwrap();
        stage.with_new(|new| fs::write(new, "new")).unwrap();
        stage.abandoner().abandon(|| n_ended += 1);
        assert_eq!(n_ended, 1);
        assert!(stage.with_new(|new| fs::write(new, "more")).is_err(), "nowhere to write");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
