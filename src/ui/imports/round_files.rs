//! Recognises sheets and keys of rounds of judging.

use super::dropped::Dropped;
use gloo::file::futures::read_as_bytes;

/// The kind is the first entry of such a file.
const HEAD_BYTES: u64 = 200;
/// The beginning of the first name in such an archive, which no compression hides.
const FIRST_SHEET: &str = "sheet-";
const KINDS: [&str; 2] = ["\"rankscope sheet\"", "\"rankscope round\""];

/// Whether one of the files is a sheet or a key, or an archive that begins with a sheet, as Judge saves it.
pub async fn has_round_files(files: &[Dropped]) -> bool {
    for dropped in files {
        let is_zip = dropped.path.ends_with(".zip");
        if !is_zip && !dropped.path.ends_with(".json") {
            continue;
        }
        let head = dropped.file.slice(0, dropped.file.size().min(HEAD_BYTES));
        // What cannot be read is told by who reads all of it.
        let head = read_as_bytes(&head).await.unwrap_or_default();
        let head = String::from_utf8_lossy(&head);
        let is_round = match is_zip {
            true => head.starts_with("PK") && head.contains(FIRST_SHEET),
            false => KINDS.iter().any(|kind| head.contains(kind)),
        };
        if is_round {
            return true;
        }
    }
    false
}
