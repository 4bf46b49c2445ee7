//! The `Range` header: which bytes of a file are requested (RFC 9110, section 14).

use std::ops::Range;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Requested {
    /// Without a range, or with one that a server may ignore, such as several at once.
    Whole,
    /// At least one byte, all of them in the file.
    Part(Range<u64>),
    /// None of the bytes is in the file.
    Unsatisfiable,
}

/// The bytes that a `Range` header requests of a file of `len` bytes.
pub(super) fn requested(header: Option<&str>, len: u64) -> Requested {
    let Some((unit, ranges)) = header.and_then(|header| header.split_once('=')) else {
        return Requested::Whole;
    };
    let Some((first, last)) = ranges.trim().split_once('-') else { return Requested::Whole };
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return Requested::Whole;
    }
    let (first, last) = (number(first), number(last));
    let part = match (first, last) {
        // The last n bytes, or all if there are fewer.
        (Number::Absent, Number::Is(n)) => len.saturating_sub(n)..len,
        (Number::Is(first), Number::Absent) => first..len,
        (Number::Is(first), Number::Is(last)) if first <= last => {
            first..last.saturating_add(1).min(len)
        }
        _ => return Requested::Whole,
    };
    if part.start < part.end { Requested::Part(part) } else { Requested::Unsatisfiable }
}

enum Number {
    Absent,
    Is(u64),
    Invalid,
}

/// Reads digits only, since `parse` would accept a plus sign. A number too large for 64 bits is
/// beyond the end of any file.
fn number(text: &str) -> Number {
    let text = text.trim();
    if text.is_empty() {
        return Number::Absent;
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        Number::Is(text.parse().unwrap_or(u64::MAX))
    } else {
        Number::Invalid
    }
}

#[cfg(test)]
mod tests {
    use super::{Requested, requested};

    #[test]
    fn ranges_are_those_of_the_rfc() {
        // RFC 9110, section 14.1.2, for a representation of 10,000 bytes; then its edges.
        for (header, expected) in [
            ("bytes=0-499", Requested::Part(0..500)),
            ("bytes=500-999", Requested::Part(500..1_000)),
            ("bytes=-500", Requested::Part(9_500..10_000)),
            ("bytes=9500-", Requested::Part(9_500..10_000)),
            ("Bytes=0-0", Requested::Part(0..1)),
            ("bytes=9999-20000", Requested::Part(9_999..10_000)),
            ("bytes=-20000", Requested::Part(0..10_000)),
            ("bytes=0-99999999999999999999999", Requested::Part(0..10_000)),
            ("bytes=10000-", Requested::Unsatisfiable),
            ("bytes=10000-10001", Requested::Unsatisfiable),
            ("bytes=-0", Requested::Unsatisfiable),
            ("bytes=0-0,-1", Requested::Whole),
            ("bytes=5-4", Requested::Whole),
            ("bytes=+1-2", Requested::Whole),
            ("bytes=-", Requested::Whole),
            ("bytes=a-b", Requested::Whole),
            ("rows=0-4", Requested::Whole),
            ("nonsense", Requested::Whole),
        ] {
            assert_eq!(requested(Some(header), 10_000), expected, "{header}");
        }
        assert_eq!(requested(None, 10_000), Requested::Whole);
        assert_eq!(requested(Some("bytes=0-"), 0), Requested::Unsatisfiable);
    }
}
