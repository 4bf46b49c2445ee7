//! Several parts of a file in one answer, `multipart/byteranges` (RFC 9110, section 14.6): a page that
//! needs some thousand rows of a shard asks for hundreds of them at once.

use super::range::{Requested, requested};
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    ops::Range,
    path::Path,
};

/// More parts, or more bytes in them, are answered with the whole file, as a server may.
const MAX_PARTS: usize = 200;
const MAX_BYTES: u64 = 16 << 20;
/// Between the parts. It may occur in them too: their lengths are said.
const BOUNDARY: &str = "rankscope-part-of-file";

/// The `Content-Type` of [`body`].
pub(super) const CONTENT_TYPE: &str = "multipart/byteranges; boundary=rankscope-part-of-file";

/// The parts of a file of `len` bytes that a `Range` header asks for, at least two; `None` if it asks
/// for something else, or for more than a server should answer at once.
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

/// The body with these parts of a file, in their order.
pub(super) fn body(
    path: &Path,
    content_type: &str,
    parts: &[Range<u64>],
    len: u64,
) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut body = Vec::new();
    for part in parts {
        let (first, last) = (part.start, part.end - 1);
        let head = format!(
            "--{BOUNDARY}\r\nContent-Type: {content_type}\r\n\
             Content-Range: bytes {first}-{last}/{len}\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        file.seek(SeekFrom::Start(part.start))?;
        let n_read = (&mut file).take(part.end - part.start).read_to_end(&mut body)?;
        if n_read as u64 != part.end - part.start {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
    Ok(body)
}

#[cfg(test)]
mod tests {
    use super::several;

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
}
