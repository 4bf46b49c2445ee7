//! Puts what a command makes in its place, whole or not at all. All files and folders that commands write
//! come through here.

use crate::{
    terminal::reporter::{note, warn},
    writing::interrupt::watched,
};
use anyhow::{Context, Result, bail};
use rankscope_publish::{Fate, Leftover, Published, Replaceable, Stage, only_files};
use std::{fs, path::Path};

/// A stage for `out`, which a signal removes. Reports what killed runs left next to it.
pub(crate) fn stage(out: &Path, force: bool, replaceable: Replaceable) -> Result<Stage> {
    Ok(watched(|| Stage::new(out, force, replaceable, |leftover| say(leftover, out)))?)
}

/// A stage with an empty folder for `out`. Refuses an `out` that exists, unless `force` is set and it is
/// `replaceable`.
pub(crate) fn folder_stage(out: &Path, force: bool, replaceable: Replaceable) -> Result<Stage> {
    if !force && out.symlink_metadata().is_ok() {
        bail!(
            "{} exists already: choose another folder, or add --force to replace it",
            out.display()
        );
    }
    let stage = stage(out, force, replaceable)?;
    stage
        .with_new(|folder| fs::create_dir(folder))
        .context("cannot make the folder to write in")?;
    Ok(stage)
}

/// A stage for a folder that must not exist. Signals leave it alone.
pub fn new_folder_stage(out: &Path) -> Result<Stage> {
    let nothing = |path: &Path| Err(format!("{} exists already", path.display()));
    Ok(Stage::new(out, false, nothing, |leftover| say(leftover, out))?)
}

fn say(leftover: &Leftover, out: &Path) {
    let path = leftover.path.display();
    match leftover.fate {
        Fate::Removed => note(format_args!("{path}: removed, a killed run had left it")),
        Fate::PutBack => {
            let out = out.display();
            note(format_args!("{out}: put back, a run was killed while it replaced it"));
        }
        Fate::Kept => warn(format_args!(
            "{path}: a killed run left it with files that this program cannot remove or did not \
             make: look into it, and remove it"
        )),
    }
}

/// Publishes a stage, and warns if what it replaced could not be removed.
pub(crate) fn publish(stage: Stage) -> Result<()> {
    let Published { path, not_removed } = stage.publish()?;
    if let Some(left) = not_removed {
        warn(format_args!(
            "{} is complete, but what it replaced could not be removed: remove {}",
            path.display(),
            left.display()
        ));
    }
    Ok(())
}

pub(crate) fn write_file(path: &Path, bytes: impl AsRef<[u8]>, force: bool) -> Result<()> {
    let failed = || format!("cannot write {}", path.display());
    let is_device = path.metadata().is_ok_and(|there| !there.is_file() && !there.is_dir());
    if is_device && force {
        // A pipe or a device holds nothing that could be lost, and must not be replaced by a file.
        return fs::write(path, bytes).with_context(failed);
    }
    let stage = stage(path, force, only_files)?;
    stage.with_new(|new| fs::write(new, bytes)).with_context(failed)?;
    publish(stage)
}
