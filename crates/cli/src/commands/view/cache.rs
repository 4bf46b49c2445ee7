//! Benchmarks that `view` built, kept until they have not been viewed for a month.

use crate::{
    guess::is_benchmark,
    terminal::reporter,
    writing::{files, interrupt, sha256::sha256_hex},
};
use anyhow::{Context, Result};
use etcetera::BaseStrategy;
use std::{
    env,
    fs::{self, File, TryLockError},
    io::Write,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// Names the cache folder instead of the system's.
const FOLDER: &str = "RANKSCOPE_CACHE";

const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// A file whose time of change says when the benchmark next to it was last viewed.
const LOOKED_AT: &str = "looked-at";

/// The folder for what is made from `what`, of which `key` has all that matters. It exists.
pub(super) fn folder_of(what: &str, key: &str) -> Result<PathBuf> {
    let hash = sha256_hex([what, "\n", key, env!("CARGO_PKG_VERSION")].concat().as_bytes());
    let folder = views().join(hash.get(..16).unwrap_or(&hash));
    files::create_folder(&folder)?;
    Ok(folder)
}

/// In `$RANKSCOPE_CACHE`, the system's folder for caches, or the one for temporary files.
fn views() -> PathBuf {
    let chosen = env::var_os(FOLDER).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let system = || Some(etcetera::choose_base_strategy().ok()?.cache_dir().join("rankscope"));
    chosen.or_else(system).unwrap_or_else(|| env::temp_dir().join("rankscope")).join("views")
}

/// A benchmark served from the cache, which no other run removes while this exists.
pub(super) struct InUse {
    pub(super) benchmark: PathBuf,
    /// Locked, and shared with other runs that serve it.
    _looked_at: File,
}

/// The benchmark in a folder of the cache, built if it does not exist, or again if `fresh`.
pub(super) fn benchmark_in(
    folder: &Path,
    fresh: bool,
    build: impl FnOnce(&Path) -> Result<()>,
) -> Result<InUse> {
    let benchmark = folder.join("benchmark");
    // Locked from here on, so that nothing is removed that is about to be served.
    let looked_at = folder.join(LOOKED_AT);
    let cannot = || looked_at.display().to_string();
    let mut looked_at_file = File::create(&looked_at).with_context(cannot)?;
    // Creating the file does not change its time if it existed.
    looked_at_file.write_all(b"\n").with_context(cannot)?;
    // Without locks, a month without a view is all that is known.
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

/// Removes what was not viewed for a month and is not being served. What cannot be removed stays.
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
