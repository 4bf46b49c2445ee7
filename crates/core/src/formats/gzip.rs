//! Gzip, seen through: a file that begins as gzip does is inflated, any other is left as it is.

use super::{FormatError, Place};
use flate2::bufread::MultiGzDecoder;
use std::{
    borrow::Cow,
    io::{Read, Take},
};

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
    let mut inflating = Inflating::within(file, bytes, most);
    while inflating.step(usize::MAX)? {}
    Ok(inflating.finished())
}

/// The same in steps, for who has other things to do in between.
pub struct Inflating<'f, 'a> {
    file: &'f str,
    bytes: &'a [u8],
    /// None where there is nothing to inflate.
    gzip: Option<Take<MultiGzDecoder<&'a [u8]>>>,
    inflated: Vec<u8>,
    most: u64,
}

impl<'f, 'a> Inflating<'f, 'a> {
    /// Nothing is inflated yet. The limit is that of [`inflated`].
    #[must_use]
    pub fn new(file: &'f str, bytes: &'a [u8]) -> Self {
        Self::within(file, bytes, MOST_INFLATED)
    }

    fn within(file: &'f str, bytes: &'a [u8], most: u64) -> Self {
        let is_gzip = bytes.starts_with(&MAGIC);
        // One byte more than allowed tells a file of exactly that size from a larger one.
        let gzip = is_gzip.then(|| MultiGzDecoder::new(bytes).take(most.saturating_add(1)));
        Self { file, bytes, gzip, inflated: Vec::new(), most }
    }

    /// Inflates so many bytes more; whether there may be others after them.
    ///
    /// # Errors
    /// As [`inflated`].
    pub fn step(&mut self, n_bytes: usize) -> Result<bool, FormatError> {
        let Some(gzip) = &mut self.gzip else { return Ok(false) };
        let wrong = |reason: String| FormatError::new(self.file, Place::File, reason);
        let n_read =
            gzip.by_ref().take(n_bytes as u64).read_to_end(&mut self.inflated).map_err(|e| {
                wrong(format!("gzip that is damaged or cut short ({e}): fetch it again")).because(e)
            })?;
        if self.inflated.len() as u64 > self.most {
            return Err(wrong(format!(
                "its {} bytes of gzip hold more than {} bytes: unpack it by hand if you trust it",
                self.bytes.len(),
                self.most
            )));
        }
        Ok(n_read == n_bytes)
    }

    /// The bytes so far: all of them once [`Self::step`] has said that there are no others.
    #[must_use]
    pub fn finished(self) -> Cow<'a, [u8]> {
        if self.gzip.is_some() { Cow::Owned(self.inflated) } else { Cow::Borrowed(self.bytes) }
    }
}
