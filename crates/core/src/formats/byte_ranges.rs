//! Several parts of a file in one answer of a server: `multipart/byteranges` (RFC 9110, section 14.6).

use std::ops::Range;

const MAX_HEAD_BYTES: usize = 4096;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilePart<'a> {
    /// As the server gives it.
    pub range: Range<u64>,
    /// As many bytes as the range has.
    pub bytes: &'a [u8],
}

/// `None` if the `Content-Type` is of another kind.
pub fn boundary_from_content_type(content_type: &str) -> Option<&str> {
    let mut fields = content_type.split(';');
    let kind = fields.next()?.trim();
    if !kind.eq_ignore_ascii_case("multipart/byteranges") {
        return None;
    }
    let boundary = fields.find_map(|field| {
        let (name, value) = field.trim().split_once('=')?;
        name.trim().eq_ignore_ascii_case("boundary").then_some(value.trim().trim_matches('"'))
    })?;
    // RFC 2046, section 5.1.1.
    (1..=70).contains(&boundary.len()).then_some(boundary)
}

/// The range of a `Content-Range`, such as `bytes 0-499/1234`.
pub fn range_from_content_range(content_range: &str) -> Option<Range<u64>> {
    let (unit, rest) = content_range.trim().split_once(' ')?;
    let (range, _) = rest.split_once('/')?;
    let (first, last) = range.trim().split_once('-')?;
    let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
    (unit.eq_ignore_ascii_case("bytes") && first <= last).then_some(())?;
    Some(first..last.checked_add(1)?)
}

/// The parts of a body, in its order; `None` if it is malformed. A part is as long as its range says,
/// since its bytes may hold anything, even the boundary.
pub fn parts_from_multipart<'a>(boundary: &str, body: &'a [u8]) -> Option<Vec<FilePart<'a>>> {
    let delimiter = format!("--{boundary}");
    let mut parts = Vec::new();
    let mut rest = from_delimiter(body, delimiter.as_bytes())?;
    loop {
        if rest.starts_with(b"--") {
            return Some(parts);
        }
        let (head, after) = head_and_rest(rest)?;
        let range = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            let is_it = name.trim().eq_ignore_ascii_case("content-range");
            is_it.then(|| range_from_content_range(value)).flatten()
        })?;
        let n_bytes = usize::try_from(range.end - range.start).ok()?;
        let (bytes, after) = after.split_at_checked(n_bytes)?;
        parts.push(FilePart { range, bytes });
        rest = after.strip_prefix(b"\r\n")?.strip_prefix(delimiter.as_bytes())?;
    }
}

/// What follows the first delimiter. Before it there may be a line break, or text for old readers.
fn from_delimiter<'a>(body: &'a [u8], delimiter: &[u8]) -> Option<&'a [u8]> {
    if let Some(rest) = body.strip_prefix(delimiter) {
        return Some(rest);
    }
    let before = body.get(..body.len().min(MAX_HEAD_BYTES))?;
    let place = before
        .windows(delimiter.len() + 2)
        .position(|window| window.strip_prefix(b"\r\n").is_some_and(|rest| rest == delimiter))?;
    body.get(place + 2 + delimiter.len()..)
}

/// The lines before a part, and what follows them.
fn head_and_rest(rest: &[u8]) -> Option<(&str, &[u8])> {
    let end = b"\r\n\r\n";
    let near = rest.get(..rest.len().min(MAX_HEAD_BYTES))?;
    let place = near.windows(end.len()).position(|window| window == end)?;
    let (head, after) = rest.split_at_checked(place)?;
    Some((std::str::from_utf8(head).ok()?, after.get(end.len()..)?))
}

#[cfg(test)]
mod tests {
    use super::{
        FilePart, boundary_from_content_type, parts_from_multipart, range_from_content_range,
    };

    /// RFC 9110, section 14.6, with bytes in place of its ellipses.
    const OF_THE_RFC: &[u8] = b"--THIS_STRING_SEPARATES\r\nContent-Type: video/example\r\n\
        Content-Range: exampleunit 1.2-4.3/25\r\n";
    const BODY: &[u8] = b"\r\n--THIS_STRING_SEPARATES\r\nContent-Type: application/pdf\r\n\
        Content-Range: bytes 500-503/8000\r\n\r\nfour\r\n--THIS_STRING_SEPARATES\r\n\
        content-range: bytes 7000-7007/*\r\n\r\n\r\n--TH\r\n\r\n--THIS_STRING_SEPARATES--\r\n";

    #[test]
    fn parts_are_as_long_as_their_ranges_say() {
        let boundary = "THIS_STRING_SEPARATES";
        let parts = parts_from_multipart(boundary, BODY);
        let expected = vec![
            FilePart { range: 500..504, bytes: &b"four"[..] },
            FilePart { range: 7000..7008, bytes: &b"\r\n--TH\r\n"[..] },
        ];
        assert_eq!(parts, Some(expected));
        for length in 0..BODY.len() - 4 {
            assert_eq!(parts_from_multipart(boundary, &BODY[..length]), None, "{length} bytes");
        }
        assert_eq!(parts_from_multipart("OTHER", BODY), None);
        assert_eq!(parts_from_multipart(boundary, OF_THE_RFC), None);
    }

    #[test]
    fn headers_are_those_of_the_rfc() {
        let boundary = |header| boundary_from_content_type(header);
        assert_eq!(boundary("multipart/byteranges; boundary=THIS"), Some("THIS"));
        assert_eq!(boundary("Multipart/ByteRanges; charset=x; Boundary=\"a b\""), Some("a b"));
        assert_eq!(boundary("application/octet-stream"), None);
        assert_eq!(boundary("multipart/byteranges"), None);
        assert_eq!(boundary("multipart/byteranges; boundary="), None);
        assert_eq!(range_from_content_range("bytes 42-1233/1234"), Some(42..1234));
        assert_eq!(range_from_content_range("bytes 42-1233/*"), Some(42..1234));
        for wrong in ["bytes */1234", "bytes 4-3/9", "lines 1-2/3", "bytes 1-2", "", "bytes -1/2"] {
            assert_eq!(range_from_content_range(wrong), None, "{wrong}");
        }
    }
}
