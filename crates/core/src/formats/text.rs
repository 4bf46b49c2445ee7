//! Bytes → text in UTF-8 or UTF-16: the first step for every text file.

use super::{
    FormatError, Place,
    file_kind::{FileKind, kind_by_mark},
    gzip::Inflater,
    utf16::utf16,
};
use std::borrow::Cow;

/// Bytes inflated between pauses: some milliseconds.
const TURN_BYTES: usize = 256 << 10;

/// Inflates gzip, and removes a byte order mark. Errors name the line that is not UTF-8.
pub fn text_from_bytes<'a>(file: &str, bytes: &'a [u8]) -> Result<Cow<'a, str>, FormatError> {
    let mut inflater = Inflater::new(file, bytes);
    while inflater.step(usize::MAX)? {}
    text_from_inflated(file, inflater.finish())
}

/// [`text_from_bytes`], awaiting `pause` every few milliseconds while the file is inflated.
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

/// Old Macs end lines in a carriage return alone.
fn with_line_feeds(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.as_bytes().contains(&b'\n') || !text.as_bytes().contains(&b'\r') {
        return text;
    }
    Cow::Owned(text.replace('\r', "\n"))
}

fn not_utf8(file: &str, bytes: &[u8], source: std::str::Utf8Error) -> FormatError {
    let before = bytes.get(..source.valid_up_to()).unwrap_or_default();
    let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    // By its magic number alone: the engine reads texts too, and need not recognise tables.
    if let Some(FileKind::Compressed(by)) = kind_by_mark(bytes) {
        let reason =
            format!("compressed with {by}, which is not supported: unpack it, or use gzip");
        return FormatError::new(file, Place::File, reason).because(source);
    }
    let reason = "not UTF-8 text: convert the file, for example from Windows' encoding with `iconv -f \
                  cp1252 -t utf-8`";
    FormatError::new(file, Place::Line(line), reason).because(source)
}

/// Lines that are not blank, with their numbers from 1.
pub(super) fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty())
}
