//! Benchmarks that `view` built, kept until they have not been seen for a month.

use crate::{files, guess::is_benchmark, interrupt, reporter, sha256::sha256_hex};
use anyhow::{Context, Result};
use etcetera::BaseStrategy;
use std::{
    env,
    fs::{self, File, TryLockError},
    io::Write,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// Where they are kept in place of the system's folder for caches.
const FOLDER: &str = "RANKSCOPE_CACHE";

/// How long one is kept that nobody looks at.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Its time of change says when the benchmark beside it was last looked at.
const LOOKED_AT: &str = "looked-at";

/// The folder for what is made from `what`, of which `key` says all that matters. It exists.
pub(super) fn folder_of(what: &str, key: &str) -> Result<PathBuf> {
    let hash = sha256_hex([what, "\n", key, env!("CARGO_PKG_VERSION")].concat().as_bytes());
    let folder = views().join(hash.get(..16).unwrap_or(&hash));
    files::create_folder(&folder)?;
    Ok(folder)
}

/// `$RANKSCOPE_CACHE`, the system's folder for caches, or the one for temporary files.
fn views() -> PathBuf {
    let own = env::var_os(FOLDER).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let system = || Some(etcetera::choose_base_strategy().ok()?.cache_dir().join("rankscope"));
    own.or_else(system).unwrap_or_else(|| env::temp_dir().join("rankscope")).join("views")
}

/// A benchmark that is served from the cache. As long as this is there, no other run removes it.
pub(super) struct InUse {
    pub(super) benchmark: PathBuf,
    /// Locked, shared with other runs that serve it.
    _looked_at: File,
}

/// The benchmark in a folder of the cache, built if it is not there or is asked for anew.
///
/// # Errors
/// Those of the build; nothing is left of it.
pub(super) fn benchmark_in(
    folder: &Path,
    fresh: bool,
    build: impl FnOnce(&Path) -> Result<()>,
) -> Result<InUse> {
    let benchmark = folder.join("benchmark");
    // Held from here on, so that none is removed that is about to be served.
    let looked_at = folder.join(LOOKED_AT);
    let cannot = || looked_at.display().to_string();
    let mut looked_at_file = File::create(&looked_at).with_context(cannot)?;
    // Its time is not that of its creation, if it was there.
    looked_at_file.write_all(b"\n").with_context(cannot)?;
    // Where there are no locks, a month without a look is all that is known.
    drop(looked_at_file.lock_shared());
    if is_benchmark(&benchmark) && !fresh {
        reporter::note(format_args!(
            "Built before from the same files: {} (--fresh builds it again)",
            benchmark.display()
        ));
    } else {
        remove_old();
        reporter::note(format_args!("Building {} …", benchmark.display()));
        build(&benchmark)?;
        interrupt::nothing_to_remove();
    }
    Ok(InUse { benchmark, _looked_at: looked_at_file })
}

/// Removes what was not looked at for long, and is not served now. What cannot be removed stays, and takes
/// only room.
fn remove_old() {
    let now = SystemTime::now();
    for folder in files::entries(&views()).unwrap_or_default() {
        let Ok(file) = File::open(folder.join(LOOKED_AT)) else { continue };
        let Ok(looked_at) = file.metadata().and_then(|meta| meta.modified()) else { continue };
        let is_served = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        if now.duration_since(looked_at).is_ok_and(|ago| ago > KEPT)
            && !is_served
            && fs::remove_dir_all(&folder).is_ok()
        {
            reporter::note(format_args!("{}: removed, unused for a month", folder.display()));
        }
    }
}
