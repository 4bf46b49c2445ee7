//! Several parts of a file in one answer, `multipart/byteranges` (RFC 9110, section 14.6): a page that
//! needs some thousand rows of a shard requests hundreds of parts at once.

use super::range::{Requested, requested};
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    ops::Range,
    path::Path,
    vec,
};

/// More parts, or more bytes in them, are answered with the whole file, as a server may.
const MAX_PARTS: usize = 200;
const MAX_BYTES: u64 = 16 << 20;
/// May occur in the parts too: their lengths are given.
const BOUNDARY: &str = "rankscope-part-of-file";

const AFTER_PART: &[u8] = b"\r\n";
const END: &[u8] = b"--rankscope-part-of-file--\r\n";

/// The `Content-Type` of what [`Reader`] reads.
pub(super) const CONTENT_TYPE: &str = "multipart/byteranges; boundary=rankscope-part-of-file";

/// The parts of a file of `len` bytes that a `Range` header requests, at least two; `None` if it requests
/// something else, or more than a server should answer at once.
pub(super) fn several(header: Option<&str>, len: u64) -> Option<Vec<Range<u64>>> {
    let (unit, ranges) = header?.split_once('=')?;
    let mut parts: Vec<Range<u64>> = Vec::new();
    let mut n_bytes = 0_u64;
    for range in ranges.split(',') {
        match requested(Some(&format!("{unit}={}", range.trim())), len) {
            Requested::Part(part) => {
                n_bytes = n_bytes.saturating_add(part.end - part.start);
                parts.push(part);
            }
            // RFC 9110, section 14.2: the parts that there are.
            Requested::Unsatisfiable => {}
            Requested::Whole => return None,
        }
        if parts.len() > MAX_PARTS || n_bytes > MAX_BYTES {
            return None;
        }
    }
    (parts.len() > 1).then_some(parts)
}

/// Reads the body with these parts of a file piece by piece, so that a slow client costs no more memory
/// than one piece.
pub(super) struct Reader {
    file: File,
    content_type: &'static str,
    len: u64,
    to_come: vec::IntoIter<Range<u64>>,
    /// The rest of the current part.
    part: Range<u64>,
    has_ended: bool,
}

impl Reader {
    pub(super) fn new(
        path: &Path,
        content_type: &'static str,
        parts: Vec<Range<u64>>,
        len: u64,
    ) -> io::Result<Self> {
        let (file, to_come) = (File::open(path)?, parts.into_iter());
        Ok(Self { file, content_type, len, to_come, part: 0..0, has_ended: false })
    }

    /// The length of the whole body.
    pub(super) fn n_bytes(&self) -> u64 {
        let around = |part: &Range<u64>| (self.head(part).len() + AFTER_PART.len()) as u64;
        let parts = self.to_come.as_slice().iter();
        let parts: u64 = parts.map(|part| around(part) + part.end - part.start).sum();
        parts + END.len() as u64
    }

    fn head(&self, part: &Range<u64>) -> String {
        let Self { content_type, len, .. } = self;
        let (first, last) = (part.start, part.end - 1);
        format!(
            "--{BOUNDARY}\r\nContent-Type: {content_type}\r\n\
             Content-Range: bytes {first}-{last}/{len}\r\n\r\n"
        )
    }

    /// About `n_bytes` of the body; none after its end.
    pub(super) fn next(&mut self, n_bytes: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        while bytes.len() < n_bytes {
            if !self.part.is_empty() {
                let n = (self.part.end - self.part.start).min((n_bytes - bytes.len()) as u64);
                self.file.seek(SeekFrom::Start(self.part.start))?;
                if (&mut self.file).take(n).read_to_end(&mut bytes)? as u64 != n {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                self.part.start += n;
                if self.part.is_empty() {
                    bytes.extend_from_slice(AFTER_PART);
                }
            } else if let Some(part) = self.to_come.next() {
                bytes.extend_from_slice(self.head(&part).as_bytes());
                self.part = part;
            } else {
                if !self.has_ended {
                    bytes.extend_from_slice(END);
                }
                self.has_ended = true;
                break;
            }
        }
        Ok(bytes)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{BOUNDARY, Reader, several};
    use rankscope_core::formats::{FilePart, parts_from_multipart};

    #[test]
    fn several_parts_are_those_of_the_rfc() {
        // RFC 9110, section 14.1.2, for a representation of 10,000 bytes.
        assert_eq!(several(Some("bytes=0-0,-1"), 10_000), Some(vec![0..1, 9_999..10_000]));
        assert_eq!(several(Some("bytes=0-9, 5-20"), 10_000), Some(vec![0..10, 5..21]));
        let some_are_there = several(Some("bytes=0-9,20000-,30-39"), 10_000);
        assert_eq!(some_are_there, Some(vec![0..10, 30..40]));
        for other in
            ["bytes=0-9", "bytes=0-9,x", "bytes=0-9,20000-", "lines=0-9,20-29", "0-9,12-15"]
        {
            assert_eq!(several(Some(other), 10_000), None, "{other}");
        }
        assert_eq!(several(None, 10_000), None);
        let many = |n: u64| {
            let ranges = (0..n).map(|i| format!("{}-{}", 10 * i, 10 * i));
            format!("bytes={}", ranges.collect::<Vec<_>>().join(","))
        };
        assert_eq!(several(Some(&many(200)), 10_000).map(|parts| parts.len()), Some(200));
        assert_eq!(several(Some(&many(201)), 10_000), None);
        assert_eq!(several(Some("bytes=0-9999999,20-20000000"), 1 << 30), None);
    }

    #[test]
    fn parts_are_read_in_pieces_whatever_their_length() {
        let folder = tempfile::tempdir().unwrap();
        let (path, file) = (folder.path().join("shard"), (0..=255).cycle().take(3_000));
        let file: Vec<u8> = file.collect();
        std::fs::write(&path, &file).unwrap();
        let parts = vec![0..1, 17..2_000, 5..6, 2_990..3_000];
        for n_bytes in [1, 7, 100, 100_000] {
            let mut reader = Reader::new(&path, "text/plain", parts.clone(), 3_000).unwrap();
            let (n_in_all, mut body) = (reader.n_bytes(), Vec::new());
            loop {
                let piece = reader.next(n_bytes).unwrap();
                assert!(piece.len() < n_bytes + 200, "{}", piece.len());
                if piece.is_empty() {
                    break;
                }
                body.extend(piece);
            }
            assert_eq!(body.len() as u64, n_in_all);
            let whole = |part: &std::ops::Range<u64>| {
                let place =
                    usize::try_from(part.start).unwrap()..usize::try_from(part.end).unwrap();
                FilePart { range: part.clone(), bytes: &file[place] }
            };
            let expected: Vec<FilePart<'_>> = parts.iter().map(whole).collect();
            assert_eq!(parts_from_multipart(BOUNDARY, &body), Some(expected));
        }
    }
}
