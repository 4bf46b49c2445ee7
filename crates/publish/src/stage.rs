//! The temporary folder next to a destination in which something new is written.

use crate::{
    destination::{Destination, identity},
    error::PublishError,
    layout::{NEW, PREFIX, Replaceable},
    leftovers::{self, Leftover},
    lock::{Lock, lock_new},
};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// How often to make another stage if others take the new one for a leftover.
const ATTEMPTS: usize = 8;

/// A temporary folder next to a destination. Dropping it removes it.
pub struct Stage {
    shared: Arc<Shared>,
    pub(crate) destination: Destination,
    pub(crate) replaceable: Replaceable,
}

/// Ends the use of a stage from another thread.
#[derive(Clone)]
pub struct Abandoner {
    shared: Arc<Shared>,
}

struct Shared {
    folder: PathBuf,
    state: Mutex<State>,
}

/// Writing, publishing and removing hold the mutex around this.
pub(crate) enum State {
    /// The lock shows other programs that this one is alive.
    Working { _lock: Lock },
    /// Published or removed.
    Over,
}

impl Stage {
    /// Makes a stage next to `destination`, and removes and reports the leftovers of interrupted
    /// runs to it. With `force`, publishing replaces what exists, if it is `replaceable`. An error
    /// if the destination exists and may not be replaced, or nothing can be written next to it.
    pub fn new(
        destination: &Path,
        force: bool,
        replaceable: Replaceable,
        report: impl FnMut(&Leftover),
    ) -> Result<Self, PublishError> {
        let destination = Destination::new(destination)?;
        let (folder, lock) = locked_folder(&destination)?;
        let shared = Shared { folder, state: Mutex::new(State::Working { _lock: lock }) };
        let shared = Arc::new(shared);
        let mut stage = Self { shared, destination, replaceable };
        let leftovers = leftovers::clear(&stage.destination, stage.folder(), replaceable);
        leftovers.iter().for_each(report);
        // A leftover may have held what stood there before.
        stage.destination.before = identity(&stage.destination.path)?;
        if stage.destination.before.is_some() {
            let path = &stage.destination.path;
            if !force {
                return Err(PublishError::Exists { path: path.clone() });
            }
            replaceable(path).map_err(|reason| PublishError::NotReplaceable { reason })?;
        }
        Ok(stage)
    }

    /// Passes the path that the new file or folder must have, to write or read there. The stage
    /// cannot be abandoned meanwhile, so do long computations before.
    pub fn with_new<T, E>(&self, work: impl FnOnce(&Path) -> Result<T, E>) -> Result<T, E> {
        let _held = self.state();
        work(&self.new_path())
    }

    pub fn abandoner(&self) -> Abandoner {
        Abandoner { shared: self.shared.clone() }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state()
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.shared.folder
    }

    pub(crate) fn new_path(&self) -> PathBuf {
        self.folder().join(NEW)
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.shared.remove(&mut self.state());
    }
}

impl Abandoner {
    /// Waits until the stage is not being written or published. Then, unless it was published,
    /// removes it and calls `end`, which should end the program: the next writer waits until `end`
    /// returns.
    pub fn abandon(&self, end: impl FnOnce()) {
        let mut state = self.shared.state();
        if matches!(*state, State::Working { .. }) {
            self.shared.remove(&mut state);
            end();
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // A thread that panicked while it wrote leaves the stage as it is, to be removed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remove(&self, state: &mut State) {
        if matches!(state, State::Working { .. }) {
            // If this fails, the next run to the same destination tries again.
            drop(leftovers::remove(&self.folder));
            *state = State::Over;
        }
    }
}

fn locked_folder(destination: &Destination) -> Result<(PathBuf, Lock), PublishError> {
    let near = &destination.near;
    for _ in 0..ATTEMPTS {
        let folder = tempfile::Builder::new()
            .prefix(PREFIX)
            .tempdir_in(near)
            .map_err(PublishError::io("write in", near))?;
        let lock = lock_new(folder.path(), destination.relative());
        if let Some(lock) = lock.map_err(PublishError::io("write in", near))? {
            return Ok((folder.keep(), lock));
        }
        // Otherwise dropping the folder removes what is left of it.
    }
    let reason = "other programs keep removing this program’s temporary folders next to it";
    Err(PublishError::Destination { path: destination.path.clone(), reason })
}

pub(crate) fn make_parents(destination: &Destination) -> Result<(), PublishError> {
    match destination.path.parent() {
        None => Ok(()),
        Some(parent) => {
            fs::create_dir_all(parent).map_err(PublishError::io("make the folder", parent))
        }
    }
}
