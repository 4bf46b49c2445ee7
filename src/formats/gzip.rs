//! Gzip, seen through: a file that begins as gzip does is inflated, any other is left as it is.

use super::{FormatError, Place};
use flate2::bufread::MultiGzDecoder;
use std::{borrow::Cow, io::Read};

/// How far [`inflated`] lets a file grow, in bytes: 512 MiB, which leaves a 32-bit page room
/// for the values as well.
pub const MOST_INFLATED: u64 = 512 << 20;

/// The two bytes that every gzip member begins with (RFC 1952, section 2.3.1).
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The bytes themselves, or what they inflate to if they are gzip. Members that follow one
/// another are read as one file, as `gunzip` does.
///
/// # Errors
/// Gzip that is cut short or damaged, or that holds more than [`MOST_INFLATED`] bytes.
pub fn inflated<'a>(file: &str, bytes: &'a [u8]) -> Result<Cow<'a, [u8]>, FormatError> {
    inflated_within(file, bytes, MOST_INFLATED)
}

/// [`inflated`] with another limit, in bytes.
///
/// # Errors
/// Gzip that is cut short or damaged, or that holds more than `most` bytes.
pub fn inflated_within<'a>(
    file: &str,
    bytes: &'a [u8],
    most: u64,
) -> Result<Cow<'a, [u8]>, FormatError> {
    if !bytes.starts_with(&MAGIC) {
        return Ok(Cow::Borrowed(bytes));
    }
    let wrong = |reason: String| FormatError::new(file, Place::File, reason);
    let mut inflated = Vec::new();
    // One byte more than allowed tells a file of exactly that size from a larger one.
    MultiGzDecoder::new(bytes).take(most.saturating_add(1)).read_to_end(&mut inflated).map_err(
        |e| wrong(format!("gzip that is damaged or cut short ({e}): fetch it again")).because(e),
    )?;
    if inflated.len() as u64 > most {
        return Err(wrong(format!(
            "its {} bytes of gzip hold more than {most} bytes: unpack it by hand if you trust it",
            bytes.len()
        )));
    }
    Ok(Cow::Owned(inflated))
}
