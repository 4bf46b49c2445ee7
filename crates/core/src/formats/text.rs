//! Bytes → text: the first step for every text file.

use super::{FormatError, Place, gzip::Inflater};
use std::borrow::Cow;

/// Bytes inflated between pauses: some milliseconds.
const TURN_BYTES: usize = 256 << 10;

/// The text of a file: inflated if it is gzip, without a byte order mark.
///
/// # Errors
/// Those of [`super::inflated`], or bytes that are not UTF-8, by line.
pub fn text_from_bytes<'a>(file: &str, bytes: &'a [u8]) -> Result<Cow<'a, str>, FormatError> {
    let mut inflater = Inflater::new(file, bytes);
    while inflater.step(usize::MAX)? {}
    text_from_inflated(file, inflater.finish())
}

/// [`text_from_bytes`] for callers that yield in between: `pause` is awaited every few milliseconds
/// while the file is inflated.
///
/// # Errors
/// Those of [`text_from_bytes`].
pub async fn text_in_turns<'a>(
    file: &str,
    bytes: &'a [u8],
    pause: impl AsyncFn(),
) -> Result<Cow<'a, str>, FormatError> {
    let mut inflater = Inflater::new(file, bytes);
    while inflater.step(TURN_BYTES)? {
        pause().await;
    }
    text_from_inflated(file, inflater.finish())
}

fn text_from_inflated<'a>(file: &str, bytes: Cow<'a, [u8]>) -> Result<Cow<'a, str>, FormatError> {
    let mut text = match bytes {
        Cow::Borrowed(bytes) => {
            Cow::Borrowed(std::str::from_utf8(bytes).map_err(|e| not_utf8(file, bytes, e))?)
        }
        Cow::Owned(bytes) => Cow::Owned(String::from_utf8(bytes).map_err(|e| {
            let source = e.utf8_error();
            not_utf8(file, e.as_bytes(), source)
        })?),
    };
    if text.starts_with('\u{feff}') {
        match &mut text {
            Cow::Borrowed(text) => *text = text.trim_start_matches('\u{feff}'),
            Cow::Owned(text) => *text = text.split_off('\u{feff}'.len_utf8()),
        }
    }
    Ok(text)
}

fn not_utf8(file: &str, bytes: &[u8], source: std::str::Utf8Error) -> FormatError {
    let before = bytes.get(..source.valid_up_to()).unwrap_or_default();
    let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    let reason = "not UTF-8 text: convert the file, for example with `iconv -t utf-8`";
    FormatError::new(file, Place::Line(line), reason).because(source)
}
