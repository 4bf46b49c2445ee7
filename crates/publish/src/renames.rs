//! Renames that replace nothing, and renames that exchange two folders.
//!
//! Linux and macOS have a call for both, on nearly all file systems. Elsewhere:
//!
//! - A file gets its name as a hard link, which replaces nothing either. Without hard links, a file
//!   that appears between the look and the rename is replaced.
//! - A folder is renamed; that fails where a file or a non-empty folder stands.
//! - An exchange becomes two renames. Between them nothing stands at the destination: a program
//!   killed there leaves the old folder in its stage, and `leftovers` puts it back.

use std::{
    fs,
    io::{self, ErrorKind},
    path::Path,
};

/// Moves a file or folder to a name that must be free: [`ErrorKind::AlreadyExists`] if it is not.
pub(crate) fn move_to_free_name(from: &Path, to: &Path) -> io::Result<()> {
    match flags::move_to_free_name(from, to) {
        Err(error) if is_unsupported(&error) => move_without_flags(from, to),
        outcome => outcome,
    }
}

/// Exchanges `new` and `old`, so that `old`'s name is never free. Returns where the old one is now:
/// `new`, or `spare` after two renames.
pub(crate) fn exchange<'a>(new: &'a Path, old: &Path, spare: &'a Path) -> io::Result<&'a Path> {
    match flags::exchange(new, old) {
        Ok(()) => Ok(new),
        Err(error) if is_unsupported(&error) => {
            exchange_without_flags(new, old, spare)?;
            Ok(spare)
        }
        Err(error) => Err(error),
    }
}

fn is_unsupported(error: &io::Error) -> bool {
    // A file system returns EINVAL for flags that it does not know, an old kernel ENOSYS.
    matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported)
}

fn move_without_flags(from: &Path, to: &Path) -> io::Result<()> {
    if from.is_dir() {
        if to.symlink_metadata().is_ok() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        return fs::rename(from, to).map_err(|error| match error.kind() {
            ErrorKind::DirectoryNotEmpty | ErrorKind::NotADirectory => {
                ErrorKind::AlreadyExists.into()
            }
            _ => error,
        });
    }
    match fs::hard_link(from, to) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        Err(_) if to.symlink_metadata().is_ok() => Err(ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
        Ok(()) => fs::remove_file(from),
    }
}

fn exchange_without_flags(new: &Path, old: &Path, spare: &Path) -> io::Result<()> {
    fs::rename(old, spare)?;
    fs::rename(new, old).inspect_err(|_| {
        // If this fails too, the old one is in the stage, and the next run puts it back.
        drop(fs::rename(spare, old));
    })
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod flags {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::retry_on_intr;
    use std::{io, path::Path};

    pub(super) fn move_to_free_name(from: &Path, to: &Path) -> io::Result<()> {
        rename(from, to, RenameFlags::NOREPLACE)
    }

    pub(super) fn exchange(one: &Path, other: &Path) -> io::Result<()> {
        rename(one, other, RenameFlags::EXCHANGE)
    }

    /// Retries if interrupted by a signal: some file systems ask the network.
    fn rename(from: &Path, to: &Path, flags: RenameFlags) -> io::Result<()> {
        Ok(retry_on_intr(|| renameat_with(CWD, from, CWD, to, flags))?)
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
mod flags {
    use std::{
        io::{self, ErrorKind},
        path::Path,
    };

    pub(super) fn move_to_free_name(_from: &Path, _to: &Path) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    pub(super) fn exchange(_one: &Path, _other: &Path) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    type Move = fn(&Path, &Path) -> io::Result<()>;

    fn made(folder: &Path, name: &str, content: &str) -> PathBuf {
        let path = folder.join(name);
        fs::write(&path, content).unwrap();
        path
    }

    /// With the flags and without them.
    const MOVES: [Move; 2] = [move_to_free_name, move_without_flags];

    #[test]
    fn a_move_replaces_nothing() {
        for move_it in MOVES {
            let folder = tempfile::tempdir().unwrap();
            let folder = folder.path();
            let (from, to) = (made(folder, "from", "new"), made(folder, "to", "old"));
            assert_eq!(move_it(&from, &to).unwrap_err().kind(), ErrorKind::AlreadyExists);
            assert_eq!(fs::read_to_string(&to).unwrap(), "old");
            move_it(&from, &folder.join("free")).unwrap();
            assert!(!from.exists() && folder.join("free").exists());

            let new = folder.join("new");
            fs::create_dir(&new).unwrap();
            assert_eq!(move_it(&new, &to).unwrap_err().kind(), ErrorKind::AlreadyExists);
            let full = folder.join("full");
            fs::create_dir(&full).unwrap();
            made(&full, "letter", "dear");
            assert_eq!(move_it(&new, &full).unwrap_err().kind(), ErrorKind::AlreadyExists);
            assert_eq!(fs::read_to_string(full.join("letter")).unwrap(), "dear");
            move_it(&new, &folder.join("free folder")).unwrap();
            assert!(folder.join("free folder").is_dir());
        }
    }

    #[test]
    fn an_exchange_keeps_both() {
        for with_flags in [true, false] {
            let folder = tempfile::tempdir().unwrap();
            let path = |name: &str| folder.path().join(name);
            for name in ["new", "old"] {
                fs::create_dir(path(name)).unwrap();
                made(&path(name), "content", name);
            }
            let (new, old, spare) = (path("new"), path("old"), path("spare"));
            let at = if with_flags {
                exchange(&new, &old, &spare).unwrap().to_owned()
            } else {
                exchange_without_flags(&new, &old, &spare).unwrap();
                spare
            };
            assert_eq!(fs::read_to_string(path("old/content")).unwrap(), "new");
            assert_eq!(fs::read_to_string(at.join("content")).unwrap(), "old");
        }
    }

    #[test]
    fn an_exchange_that_fails_half_way_is_taken_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("old")).unwrap();
        assert!(exchange_without_flags(&path("nothing"), &path("old"), &path("spare")).is_err());
        assert!(path("old").is_dir() && !path("spare").exists());
    }
}
