//! Opens a folder built by `rankscope build` as a benchmark on this machine.

use super::dropped::Dropped;
use crate::ui::state::address::benchmark_url;
use gloo::file::futures::read_as_text;
use rankscope_core::benchmark::Manifest;
use rankscope_messages::Failure;
use rankscope_transfer::{
    ON_THIS_MACHINE, TransferError, forget_unfinished_local, keep_local_file, keep_local_manifest,
    sha256_hex,
};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::future::poll_fn;
use std::task::Poll;

const MANIFEST: &str = "benchmark.json";
/// Digits of the manifest's hash in the address: one build has the same address on every machine.
const N_DIGITS: usize = 12;
/// Files that are read and stored concurrently: one is hashed while the browser writes others.
const N_AT_ONCE: usize = 4;

pub fn is_benchmark(files: &[Dropped]) -> bool {
    files.iter().any(|dropped| dropped.path == MANIFEST)
}

/// Checks a folder against its manifest and stores it. Returns its name for `?benchmark=`, or
/// `None` if stopped. `on_progress` gets the file, the bytes done and the total.
pub async fn keep_folder(
    files: &[Dropped],
    is_stopped: &dyn Fn() -> bool,
    on_progress: &mut dyn FnMut(&str, u64, u64),
) -> Result<Option<String>, Failure> {
    let failed = |detail: String| Failure {
        title: "The folder could not be opened".into(),
        detail,
        advice: "Rebuild it with `rankscope build`, or copy the whole folder again, then drop it \
                 again."
            .into(),
    };
    let by_path: HashMap<&str, &Dropped> =
        files.iter().map(|dropped| (dropped.path.as_str(), dropped)).collect();
    let file = |path: &str| {
        let missing = || failed(format!("{path} is not in the folder, but the manifest lists it."));
        by_path.get(path).map(|dropped| &dropped.file).ok_or_else(missing)
    };
    let text = read_as_text(file(MANIFEST)?).await;
    let text = text.map_err(|e| failed(format!("{MANIFEST} cannot be read: {e}")))?;
    let manifest = Manifest::from_json(&text).map_err(|e| failed(e.to_string()))?;
    for entry in &manifest.files {
        // Report missing files before hashing any.
        file(&entry.path)?;
    }
    let hash = sha256_hex(text.as_bytes());
    let name: String =
        manifest.id.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let folder = format!("{ON_THIS_MACHINE}{name}-{}/", hash.get(..N_DIGITS).unwrap_or(&hash));
    let base_url = benchmark_url(Some(&folder));
    let total = manifest.files.iter().map(|entry| entry.bytes).sum();
    let (next, done) = (Cell::new(0), Cell::new(0));
    let (outcome, report) = (RefCell::new(Ok(())), RefCell::new(on_progress));
    let is_over = || outcome.borrow().is_err() || is_stopped();
    // Each lane takes the next file that no other has taken.
    let lane = || async {
        while let Some(entry) = manifest.files.get(next.replace(next.get() + 1)) {
            let done_of_file = Cell::new(0);
            let mut on_progress = |now: u64| {
                done.set(done.get() + now - done_of_file.replace(now));
                (report.borrow_mut())(&entry.path, done.get(), total);
            };
            on_progress(0);
            let kept = match file(&entry.path) {
                Ok(bytes) => {
                    keep_local_file(&base_url, entry, bytes, &is_over, &mut on_progress).await
                }
                // Checked above.
                Err(_) => return,
            };
            if let Err(error) = kept {
                // Keep the first error; it is what stops the other lanes.
                let mut outcome = outcome.borrow_mut();
                if outcome.is_ok() {
                    *outcome = Err(error);
                }
                return;
            }
        }
    };
    let mut lanes: Vec<_> = (0..N_AT_ONCE).map(|_| Box::pin(lane())).collect();
    poll_fn(|context| {
        lanes.retain_mut(|lane| lane.as_mut().poll(context).is_pending());
        if lanes.is_empty() { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    drop(lanes);
    let mut outcome = outcome.into_inner();
    if outcome.is_ok() {
        outcome = keep_local_manifest(&base_url, &text).await;
    }
    match outcome {
        Ok(()) => Ok(Some(folder)),
        Err(error) => {
            forget_unfinished_local(&base_url).await;
            match error {
                TransferError::Cancelled => Ok(None),
                // What is wrong is not the folder.
                TransferError::NoSpace { .. } => Err(Failure::from(&error)),
                error => Err(failed(error.to_string())),
            }
        }
    }
}
