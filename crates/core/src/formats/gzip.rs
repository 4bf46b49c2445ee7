//! Transparent gzip: a file that begins with gzip's magic number is inflated, any other is passed
//! through.

use super::{FormatError, Place};
use crate::limits::MAX_INFLATED_BYTES;
use flate2::bufread::MultiGzDecoder;
use std::{
    borrow::Cow,
    io::{Read, Take},
};

/// The first two bytes of every gzip member (RFC 1952, section 2.3.1).
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Inflates gzip; other bytes are returned as they are. Concatenated members are read as one file, as
/// `gunzip` does. Refuses what inflates to more than [`MAX_INFLATED_BYTES`] bytes.
pub fn inflated<'a>(file: &str, bytes: &'a [u8]) -> Result<Cow<'a, [u8]>, FormatError> {
    inflated_within(file, bytes, MAX_INFLATED_BYTES)
}

/// [`inflated`] with another limit, in bytes.
pub fn inflated_within<'a>(
    file: &str,
    bytes: &'a [u8],
    most: u64,
) -> Result<Cow<'a, [u8]>, FormatError> {
    let mut inflater = Inflater::within(file, bytes, most);
    while inflater.step(usize::MAX)? {}
    Ok(inflater.finish())
}

/// [`inflated`] in steps, for callers that yield in between.
pub struct Inflater<'f, 'a> {
    file: &'f str,
    bytes: &'a [u8],
    /// `None` if the bytes are not gzip.
    gzip: Option<Take<MultiGzDecoder<&'a [u8]>>>,
    inflated: Vec<u8>,
    most: u64,
}

impl<'f, 'a> Inflater<'f, 'a> {
    pub fn new(file: &'f str, bytes: &'a [u8]) -> Self {
        Self::within(file, bytes, MAX_INFLATED_BYTES)
    }

    fn within(file: &'f str, bytes: &'a [u8], most: u64) -> Self {
        let is_gzip = bytes.starts_with(&MAGIC);
        // One byte beyond the limit distinguishes a file of exactly that size from a larger one.
        let gzip = is_gzip.then(|| MultiGzDecoder::new(bytes).take(most.saturating_add(1)));
        Self { file, bytes, gzip, inflated: Vec::new(), most }
    }

    /// Inflates up to `n_bytes` more; false at the end.
    pub fn step(&mut self, n_bytes: usize) -> Result<bool, FormatError> {
        let Some(gzip) = &mut self.gzip else { return Ok(false) };
        let wrong = |reason: String| FormatError::new(self.file, Place::File, reason);
        let n_read =
            gzip.by_ref().take(n_bytes as u64).read_to_end(&mut self.inflated).map_err(|e| {
                wrong(format!("damaged or truncated gzip ({e}): download it again")).because(e)
            })?;
        if self.inflated.len() as u64 > self.most {
            return Err(wrong(format!(
                "its {} bytes of gzip inflate to more than {} bytes: unpack it yourself if you trust it",
                self.bytes.len(),
                self.most
            )));
        }
        Ok(n_read == n_bytes)
    }

    /// All bytes once [`Self::step`] has returned false.
    pub fn finish(self) -> Cow<'a, [u8]> {
        if self.gzip.is_some() { Cow::Owned(self.inflated) } else { Cow::Borrowed(self.bytes) }
    }
}
