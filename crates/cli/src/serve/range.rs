//! Which bytes of a file are wanted: the `Range` header, by RFC 9110, section 14.

use std::ops::Range;

/// What a `Range` header asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// All of it: there is no range, or one that a server may pass over, such as several at once.
    All,
    /// These bytes, at least one, all of them there.
    Part(Range<u64>),
    /// Bytes that the file does not have.
    Nothing,
}

/// What `header` asks for of a file of `len` bytes.
pub(super) fn wanted(header: Option<&str>, len: u64) -> Wanted {
    let Some((unit, ranges)) = header.and_then(|header| header.split_once('=')) else {
        return Wanted::All;
    };
    let Some((first, last)) = ranges.trim().split_once('-') else { return Wanted::All };
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return Wanted::All;
    }
    let (first, last) = (number(first), number(last));
    let part = match (first, last) {
        // The last so many bytes; all where there are fewer.
        (Number::Absent, Number::Is(n)) => len.saturating_sub(n)..len,
        (Number::Is(first), Number::Absent) => first..len,
        (Number::Is(first), Number::Is(last)) if first <= last => {
            first..last.saturating_add(1).min(len)
        }
        _ => return Wanted::All,
    };
    if part.start < part.end { Wanted::Part(part) } else { Wanted::Nothing }
}

enum Number {
    Absent,
    Is(u64),
    None,
}

/// Digits alone: `parse` would take a plus sign. More than fit are more than any file has.
fn number(text: &str) -> Number {
    let text = text.trim();
    if text.is_empty() {
        return Number::Absent;
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        Number::Is(text.parse().unwrap_or(u64::MAX))
    } else {
        Number::None
    }
}

#[cfg(test)]
mod tests {
    use super::{Wanted, wanted};

    #[test]
    fn ranges_are_those_of_the_rfc() {
        // RFC 9110, section 14.1.2, for a representation of 10,000 bytes; then its edges.
        for (header, expected) in [
            ("bytes=0-499", Wanted::Part(0..500)),
            ("bytes=500-999", Wanted::Part(500..1_000)),
            ("bytes=-500", Wanted::Part(9_500..10_000)),
            ("bytes=9500-", Wanted::Part(9_500..10_000)),
            ("Bytes=0-0", Wanted::Part(0..1)),
            ("bytes=9999-20000", Wanted::Part(9_999..10_000)),
            ("bytes=-20000", Wanted::Part(0..10_000)),
            ("bytes=0-99999999999999999999999", Wanted::Part(0..10_000)),
            ("bytes=10000-", Wanted::Nothing),
            ("bytes=10000-10001", Wanted::Nothing),
            ("bytes=-0", Wanted::Nothing),
            ("bytes=0-0,-1", Wanted::All),
            ("bytes=5-4", Wanted::All),
            ("bytes=+1-2", Wanted::All),
            ("bytes=-", Wanted::All),
            ("bytes=a-b", Wanted::All),
            ("rows=0-4", Wanted::All),
            ("nonsense", Wanted::All),
        ] {
            assert_eq!(wanted(Some(header), 10_000), expected, "{header}");
        }
        assert_eq!(wanted(None, 10_000), Wanted::All);
        assert_eq!(wanted(Some("bytes=0-"), 0), Wanted::Nothing);
    }
}
