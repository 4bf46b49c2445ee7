//! Recognises sheets and keys of rounds of judging.

use super::dropped::Dropped;
use gloo::file::futures::read_as_bytes;

/// The kind is the first entry of such a file.
const HEAD_BYTES: u64 = 200;
const KINDS: [&str; 2] = ["\"rankscope sheet\"", "\"rankscope round\""];

/// Whether one of the files is a sheet or a key.
pub async fn has_round_files(files: &[Dropped]) -> bool {
    for dropped in files.iter().filter(|dropped| dropped.path.ends_with(".json")) {
        let head = dropped.file.slice(0, dropped.file.size().min(HEAD_BYTES));
        // What cannot be read is told by who reads all of it.
        let head = read_as_bytes(&head).await.unwrap_or_default();
        let head = String::from_utf8_lossy(&head);
        if KINDS.iter().any(|kind| head.contains(kind)) {
            return true;
        }
    }
    false
}
