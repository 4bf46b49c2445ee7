//! Transparent gzip: a file that begins with gzip's magic number is inflated, any other is passed
//! through.

use super::{FormatError, Place};
use crate::limits::MAX_INFLATED_BYTES;
use flate2::{Decompress, FlushDecompress, Status};
use rankscope_arithmetic::crc32;
use std::borrow::Cow;

/// The first two bytes of every gzip member (RFC 1952, section 2.3.1).
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The method, deflate, after the magic number.
const DEFLATE: u8 = 8;

/// Magic number, method, flags, time, and how and where it was made.
const HEADER_BYTES: usize = 10;

/// Inflated at once.
const PART_BYTES: usize = 1 << 16;

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
    gzip: Option<Members<'a>>,
    inflated: Vec<u8>,
    most: u64,
}

impl<'f, 'a> Inflater<'f, 'a> {
    pub fn new(file: &'f str, bytes: &'a [u8]) -> Self {
        Self::within(file, bytes, MAX_INFLATED_BYTES)
    }

    fn within(file: &'f str, bytes: &'a [u8], most: u64) -> Self {
        let gzip = bytes.starts_with(&MAGIC).then(|| Members::new(bytes));
        Self { file, bytes, gzip, inflated: Vec::new(), most }
    }

    /// Inflates up to `n_bytes` more; false at the end.
    pub fn step(&mut self, n_bytes: usize) -> Result<bool, FormatError> {
        let Some(gzip) = &mut self.gzip else { return Ok(false) };
        let wrong = |reason: String| FormatError::new(self.file, Place::File, reason);
        // One byte beyond the limit distinguishes a file of exactly that size from a larger one.
        let most = usize::try_from(self.most).unwrap_or(usize::MAX).saturating_add(1);
        let goal = self.inflated.len().saturating_add(n_bytes).min(most);
        let goes_on = gzip.inflate_to(goal, &mut self.inflated).map_err(|reason| {
            wrong(format!("damaged or truncated gzip ({reason}): download it again"))
        })?;
        if self.inflated.len() as u64 > self.most {
            return Err(wrong(format!(
                "its {} bytes of gzip inflate to more than {} bytes: unpack it yourself if you trust it",
                self.bytes.len(),
                self.most
            )));
        }
        Ok(goes_on)
    }

    /// All bytes once [`Self::step`] has returned false.
    pub fn finish(self) -> Cow<'a, [u8]> {
        if self.gzip.is_some() { Cow::Owned(self.inflated) } else { Cow::Borrowed(self.bytes) }
    }
}

/// The members of a gzip file, one after the other. flate2's own reader of gzip would bring the
/// tables of another CRC-32 (see [`crc32`]).
struct Members<'a> {
    /// What is not read yet.
    rest: &'a [u8],
    deflate: Decompress,
    /// Where the open member begins in the output; `None` between members.
    from: Option<usize>,
}

impl<'a> Members<'a> {
    fn new(rest: &'a [u8]) -> Self {
        Self { rest, deflate: Decompress::new(false), from: None }
    }

    /// Inflates until `out` has `goal` bytes; false if the file ends before.
    fn inflate_to(&mut self, goal: usize, out: &mut Vec<u8>) -> Result<bool, &'static str> {
        while out.len() < goal {
            let from = match self.from {
                Some(from) => from,
                None if self.rest.is_empty() => return Ok(false),
                None => {
                    self.rest = after_header(self.rest)?;
                    self.deflate.reset(false);
                    *self.from.insert(out.len())
                }
            };
            if self.inflate(goal - out.len(), out)? {
                let member = out.get(from..).unwrap_or_default();
                self.rest = after_trailer(self.rest, member)?;
                self.from = None;
            }
        }
        Ok(true)
    }

    /// Inflates up to `most` bytes of the open member; true at its end.
    fn inflate(&mut self, most: usize, out: &mut Vec<u8>) -> Result<bool, &'static str> {
        let before = out.len();
        out.resize(before + most.min(PART_BYTES), 0);
        let (n_in, n_out) = (self.deflate.total_in(), self.deflate.total_out());
        let into = out.get_mut(before..).unwrap_or_default();
        let status = self.deflate.decompress(self.rest, into, FlushDecompress::None);
        let n_read = (self.deflate.total_in() - n_in) as usize;
        let n_inflated = (self.deflate.total_out() - n_out) as usize;
        out.truncate(before + n_inflated);
        self.rest = self.rest.get(n_read..).unwrap_or_default();
        match status.map_err(|_| "its deflate stream is damaged")? {
            Status::StreamEnd => Ok(true),
            _ if n_read == 0 && n_inflated == 0 => Err("it ends early"),
            _ => Ok(false),
        }
    }
}

/// What follows a member's header (RFC 1952, section 2.3).
fn after_header(bytes: &[u8]) -> Result<&[u8], &'static str> {
    const EARLY: &str = "it ends within a header";
    if !bytes.starts_with(&MAGIC) {
        return Err("something else follows its last member");
    }
    let (header, mut rest) = bytes.split_at_checked(HEADER_BYTES).ok_or(EARLY)?;
    let [_, _, DEFLATE, flags, ..] = *header else { return Err("its method is not deflate") };
    let flag = |bit: u8| flags & 1 << bit != 0;
    let (has_crc, has_extra, has_name, has_comment) = (flag(1), flag(2), flag(3), flag(4));
    if flags >> 5 != 0 {
        return Err("its header has unknown flags");
    }
    if has_extra {
        let (n_bytes, extra) = rest.split_first_chunk().ok_or(EARLY)?;
        rest = extra.get(usize::from(u16::from_le_bytes(*n_bytes))..).ok_or(EARLY)?;
    }
    for _ in 0..usize::from(has_name) + usize::from(has_comment) {
        let end = rest.iter().position(|byte| *byte == 0).ok_or(EARLY)?;
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    if has_crc {
        let (expected, after) = rest.split_first_chunk().ok_or(EARLY)?;
        let mut crc = crc32();
        crc.update(bytes.get(..bytes.len() - rest.len()).unwrap_or_default());
        if crc.finalize() as u16 != u16::from_le_bytes(*expected) {
            return Err("its header does not match its checksum");
        }
        rest = after;
    }
    Ok(rest)
}

/// What follows a member's trailer, which must fit what was inflated.
fn after_trailer<'a>(bytes: &'a [u8], member: &[u8]) -> Result<&'a [u8], &'static str> {
    const EARLY: &str = "it ends within a checksum";
    let (sum, rest) = bytes.split_first_chunk().ok_or(EARLY)?;
    let (n_bytes, rest) = rest.split_first_chunk().ok_or(EARLY)?;
    let mut crc = crc32();
    crc.update(member);
    let is_intact = crc.finalize() == u32::from_le_bytes(*sum)
        && member.len() as u32 == u32::from_le_bytes(*n_bytes);
    if is_intact { Ok(rest) } else { Err("its contents do not match its checksum") }
}
