//! What a stage holds, and what may be replaced.

use std::path::Path;

/// How the name of every stage begins.
pub(crate) const PREFIX: &str = ".rankscope-unfinished-";

/// The lock, which its program holds as long as it is alive.
pub(crate) const LOCK: &str = "lock";

/// The new file or folder.
pub(crate) const NEW: &str = "new";

/// The new folder when it is about to be exchanged with the old one, and after that the old one. A
/// killed run leaves either under this name.
pub(crate) const FINISHED: &str = "finished";

/// The old folder, where an exchange takes two renames.
pub(crate) const REPLACED: &str = "replaced";

/// What is being removed: the old folder, once it is certain that it is the one to be replaced.
pub(crate) const DISCARDED: &str = "discarded";

/// Whether what is at a path may be replaced: it is all this program's work. Otherwise a sentence
/// that says what else would be lost.
pub type Replaceable = fn(&Path) -> Result<(), String>;

/// The [`Replaceable`] of files: refuses folders, devices and pipes.
///
/// # Errors
/// Anything but a file.
pub fn only_files(path: &Path) -> Result<(), String> {
    match path.symlink_metadata() {
        Ok(metadata) if metadata.is_file() => Ok(()),
        Ok(metadata) if metadata.is_dir() => {
            Err(format!("{} is a folder: choose another name", path.display()))
        }
        _ => Err(format!("{} is not a file: choose another name", path.display())),
    }
}
