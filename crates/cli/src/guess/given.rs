//! What `view` and `init` are given: files, folders, and parts of files as `FILE#NAME`.

use crate::reading::named_part::{joined, split};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// The paths in full, in order. Refuses paths that do not exist, and standard input and pipes: what a file
/// is, how many rows it has and what is in them is read one after the other.
pub(crate) fn absolute(given: &[PathBuf]) -> Result<Vec<PathBuf>> {
    given.iter().map(|path| absolute_path(path)).collect()
}

fn absolute_path(given: &Path) -> Result<PathBuf> {
    if given.as_os_str() == "-" {
        bail!(
            "- is standard input, which can be read only once and has no name to be known by: save \
             it as a file, and give that"
        );
    }
    let cannot_read = || format!("cannot read {}", given.display());
    let (path, part) = split(given);
    // Before the path is looked up: a pipe of the shell, /dev/fd/63, has none.
    if let Some(what) = no_file(&path) {
        bail!(
            "{} is {what}, which can be read only once: save what comes from it as a file, and give \
             that",
            given.display()
        );
    }
    if let Some(id) = given.to_str().filter(|text| is_hub_id(text) && !path.exists()) {
        bail!(
            "{id} is no file or folder here. If it is a data set of Hugging Face's hub, the hub's own \
             program fetches it: hf download --repo-type dataset {id} --local-dir {id}; then give {id} again"
        );
    }
    let path = path.canonicalize().with_context(cannot_read)?;
    if part.is_some() && path.is_dir() {
        bail!("{} is a folder, and has no part to be named by #", path.display());
    }
    Ok(joined(path, part.as_deref()))
}

/// Whether a text may be the id of a hub's data set, `org/name`, and no file's.
fn is_hub_id(text: &str) -> bool {
    let is_name = |part: &str| {
        let mut chars = part.chars();
        chars.next().is_some_and(|c| c.is_ascii_alphanumeric())
            && chars.all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
    };
    text.split_once('/').is_some_and(|(org, name)| is_name(org) && is_name(name))
}

/// What a path is that is neither a file nor a folder, and might not end.
pub(super) fn no_file(path: &Path) -> Option<&'static str> {
    let meta = path.metadata().ok()?;
    (!meta.is_file() && !meta.is_dir()).then_some("a pipe or a device")
}
