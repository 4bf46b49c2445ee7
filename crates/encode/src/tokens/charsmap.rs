//! SentencePiece's table of characters that become others, in base64 in `tokenizer.json`.
//!
//! A double array (Aoe, 1989, as in `darts-clone`) leads from the bytes of a key to the place of
//! its replacement. As in the `tokenizers` library, a cluster of a character and its marks is
//! looked up as a whole if it has fewer than six bytes, otherwise character by character; its
//! shortest key decides for all of it.

use serde::{Deserialize, Deserializer, de::Error};
use unicode_categories::UnicodeCategories;

/// The most bytes that a character may become; the longest published one has 33. A table comes from
/// a file and must not fill the memory.
const MAX_REPLACEMENT: usize = 256;
/// Clusters with fewer bytes are looked up as a whole.
const CLUSTER_BYTES: usize = 6;

pub(super) struct Charsmap {
    units: Vec<u32>,
    /// Each ends with a NUL.
    replacements: Vec<u8>,
}

impl<'de> Deserialize<'de> for Charsmap {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || D::Error::custom("its precompiled_charsmap is damaged");
        Self::from_bytes(&from_base64(&text).ok_or_else(wrong)?).ok_or_else(wrong)
    }
}

impl Charsmap {
    /// The length of the double array, the array, and the replacements.
    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (length, rest) = bytes.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
        let (units, replacements) = rest.split_at_checked(length)?;
        let (units, []) = units.as_chunks::<4>() else { return None };
        let units = units.iter().map(|unit| u32::from_le_bytes(*unit)).collect();
        Some(Self { units, replacements: replacements.to_vec() })
    }

    pub(super) fn normalized(&self, text: &str) -> String {
        let mut normalized = String::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let (cluster, after) = rest.split_at(cluster_len(rest));
            rest = after;
            if cluster.len() < CLUSTER_BYTES
                && let Some(replacement) = self.replacement(cluster)
            {
                normalized.push_str(replacement);
                continue;
            }
            for c in cluster.chars() {
                match self.replacement(c.encode_utf8(&mut [0; 4])) {
                    Some(replacement) => normalized.push_str(replacement),
                    None => normalized.push(c),
                }
            }
        }
        normalized
    }

    /// What the shortest key at the start of `text` becomes.
    fn replacement(&self, text: &str) -> Option<&str> {
        let unit = |at: u32| self.units.get(usize::try_from(at).ok()?).copied();
        let offset = |unit: u32| (unit >> 10) << ((unit & (1 << 9)) >> 6);
        let mut at = offset(unit(0)?);
        for byte in text.bytes().take_while(|byte| *byte != 0) {
            at ^= u32::from(byte);
            let found = unit(at)?;
            if found & (1 << 31 | 0xff) != u32::from(byte) {
                return None;
            }
            at ^= offset(found);
            if found >> 8 & 1 == 1 {
                let start = usize::try_from(unit(at)? & !(1 << 31)).ok()?;
                let replacement =
                    self.replacements.get(start..)?.split(|byte| *byte == 0).next()?;
                let replacement = std::str::from_utf8(replacement).ok()?;
                return (replacement.len() <= MAX_REPLACEMENT).then_some(replacement);
            }
        }
        None
    }
}

/// Bytes of the first character with the marks and joiners that follow it. (Unicode's other
/// clusters, such as those of Hangul, all have six bytes or more.)
fn cluster_len(text: &str) -> usize {
    let mut chars = text.char_indices();
    let Some((_, first)) = chars.next() else { return 0 };
    if text.starts_with("\r\n") {
        return 2;
    }
    let joins =
        |c: char| c.is_mark() || matches!(c, '\u{200c}' | '\u{200d}' | '\u{ff9e}' | '\u{ff9f}');
    let is_alone = first.is_other() && !joins(first) || matches!(first, '\u{2028}' | '\u{2029}');
    if is_alone {
        return first.len_utf8();
    }
    chars.find(|(_, c)| !joins(*c)).map_or(text.len(), |(at, _)| at)
}

/// `None` if the text is not base64.
fn from_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut n_bits) = (0u32, 0);
    for c in text.trim_end_matches('=').bytes() {
        let six = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        (bits, n_bits) = (bits << 6 | u32::from(six), n_bits + 6);
        if n_bits >= 8 {
            n_bits -= 8;
            bytes.push((bits >> n_bits).to_le_bytes()[0]);
        }
    }
    Some(bytes)
}
