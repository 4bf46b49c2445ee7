//! Bytes → text: the first step for every text file, in UTF-8 or UTF-16.

use super::{
    FormatError, Place,
    file_kind::{FileKind, kind_by_mark},
    gzip::Inflater,
    utf16::utf16,
};
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
    if let Some(text) = utf16(&bytes) {
        return Ok(with_line_feeds(Cow::Owned(text)));
    }
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
    Ok(with_line_feeds(text))
}

/// Lines that end in a carriage return alone, as on old Macs, end in a line feed.
fn with_line_feeds(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.as_bytes().contains(&b'\n') || !text.as_bytes().contains(&b'\r') {
        return text;
    }
    Cow::Owned(text.replace('\r', "\n"))
}

fn not_utf8(file: &str, bytes: &[u8], source: std::str::Utf8Error) -> FormatError {
    let before = bytes.get(..source.valid_up_to()).unwrap_or_default();
    let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    // By its mark alone: the engine reads texts too, and has no use for what recognises tables.
    if let Some(FileKind::Compressed(by)) = kind_by_mark(bytes) {
        let reason = format!("compressed with {by}, which is not read: unpack it, or use gzip");
        return FormatError::new(file, Place::File, reason).because(source);
    }
    let reason = "not UTF-8 text: convert the file, for example from Windows' encoding with `iconv -f \
                  cp1252 -t utf-8`";
    FormatError::new(file, Place::Line(line), reason).because(source)
}
