//! The tokenizer in a published model's folder.

use super::{super::folder::read, files::json_from_file};
use crate::{error::EncodeError, pack::TOKENIZER_FILE, tokens::tokenizer_from_merges};
use std::{collections::HashMap, path::Path};

/// `tokenizer.json`, or one built from the older `vocab.json` and `merges.txt` of a CLIP.
pub(super) fn tokenizer_from_dir(dir: &Path) -> Result<Vec<u8>, EncodeError> {
    let (merges, vocab) = (dir.join("merges.txt"), dir.join("vocab.json"));
    let path = dir.join(TOKENIZER_FILE);
    if path.exists() || !merges.exists() || !vocab.exists() {
        return read(&path);
    }
    let vocab: HashMap<String, u32> = json_from_file(&vocab)?;
    let text = String::from_utf8_lossy(&read(&merges)?).into_owned();
    // The first line is the version of the file.
    let lines = text.lines().filter(|line| !line.starts_with("#version") && !line.is_empty());
    let merges: Vec<(String, String)> = lines
        .map(|line| {
            let parts = line.split_once(' ').ok_or_else(|| {
                EncodeError::Tokenizer(format!("merges.txt: {line:?} is not two parts"))
            })?;
            Ok((parts.0.to_owned(), parts.1.to_owned()))
        })
        .collect::<Result<_, EncodeError>>()?;
    tokenizer_from_merges(&vocab, &merges)
}
