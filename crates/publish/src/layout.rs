//! What a stage holds, and what may be replaced.

use std::path::Path;

/// Of every stage's name.
pub(crate) const PREFIX: &str = ".rankscope-unfinished-";

/// Held by the stage's program as long as it is alive.
pub(crate) const LOCK: &str = "lock";

/// The new file or folder.
pub(crate) const NEW: &str = "new";

/// The new folder before it is exchanged with the old one, and then the old one. An interrupted run
/// leaves either under this name.
pub(crate) const FINISHED: &str = "finished";

/// The old folder, where an exchange takes two renames.
pub(crate) const REPLACED: &str = "replaced";

/// What is being removed: the old folder, once it is certain to be the one to replace.
pub(crate) const DISCARDED: &str = "discarded";

/// Whether what is at a path may be replaced: it is all this program's work. The error is a
/// sentence that says what else would be lost.
pub type Replaceable = fn(&Path) -> Result<(), String>;

/// The [`Replaceable`] of files: refuses folders, devices and pipes.
pub fn only_files(path: &Path) -> Result<(), String> {
    match path.symlink_metadata() {
        Ok(metadata) if metadata.is_file() => Ok(()),
        Ok(metadata) if metadata.is_dir() => {
            Err(format!("{} is a folder: choose another name", path.display()))
        }
        _ => Err(format!("{} is not a file: choose another name", path.display())),
    }
}
