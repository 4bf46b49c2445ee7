use crate::error::PublishError;
use std::{
    fs::Metadata,
    path::{Path, PathBuf},
};

/// Where a stage is published, and what stands there.
#[derive(Debug)]
pub(crate) struct Destination {
    /// Absolute, and not a symbolic link.
    pub(crate) path: PathBuf,
    /// The nearest existing folder above it: on the same file system, so that a rename suffices.
    pub(crate) near: PathBuf,
    /// What stood there at the start, after leftovers were cleared.
    pub(crate) before: Option<Identity>,
}

/// Distinguishes a file or folder from another that takes its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Identity {
    #[cfg(unix)]
    device_and_inode: (u64, u64),
}

impl Destination {
    /// Follows a symbolic link: the link stays, and its target is replaced.
    pub(crate) fn new(path: &Path) -> Result<Self, PublishError> {
        let wrong = |reason| PublishError::Destination { path: path.to_owned(), reason };
        let absolute = std::path::absolute(path).map_err(PublishError::io("find", path))?;
        // Without a slash at the end, which would follow a symbolic link.
        let mut absolute: PathBuf = absolute.components().collect();
        if absolute.is_symlink() {
            absolute = absolute.canonicalize().map_err(|_| {
                wrong("it is a symbolic link that leads nowhere: remove it, or choose another name")
            })?;
        }
        if absolute.file_name().is_none() {
            return Err(wrong("it has no name that a new file or folder could take"));
        }
        let above = absolute.ancestors().skip(1).find(|above| above.symlink_metadata().is_ok());
        let near = above.ok_or_else(|| wrong("there is no folder above it"))?.to_owned();
        if !near.is_dir() {
            return Err(wrong("a part of its path is not a folder"));
        }
        Ok(Self { path: absolute, near, before: None })
    }

    pub(crate) fn relative(&self) -> &Path {
        self.path.strip_prefix(&self.near).unwrap_or(&self.path)
    }
}

/// What stands at a path now.
pub(crate) fn identity(path: &Path) -> Result<Option<Identity>, PublishError> {
    match path.symlink_metadata() {
        Ok(metadata) => Ok(Some(identity_from_metadata(&metadata))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(PublishError::io("look at", path)(error)),
    }
}

#[cfg(unix)]
fn identity_from_metadata(metadata: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    Identity { device_and_inode: (metadata.dev(), metadata.ino()) }
}

/// Other systems give no identity: a file or folder that has been swapped goes unnoticed.
#[cfg(not(unix))]
fn identity_from_metadata(_metadata: &Metadata) -> Identity {
    Identity {}
}
