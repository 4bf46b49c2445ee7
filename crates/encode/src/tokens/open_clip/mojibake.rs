//! UTF-8 that was read as Latin-1 or Windows-1252: ftfy's `fix_encoding`, for these two.

use super::{
    badness::{Kinds, is_bad},
    windows,
};

/// Each round undoes one layer of damage; real text never has as many.
pub(super) const MAX_ROUNDS: usize = 32;

pub(super) fn repaired(text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..MAX_ROUNDS {
        match repaired_once(&text) {
            Some(repaired) if repaired != text => text = repaired,
            _ => break,
        }
    }
    text
}

fn repaired_once(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let chars: Vec<char> = text.chars().collect();
    if !is_bad(&chars) {
        return None;
    }
    let latin = chars.iter().map(|c| u8::try_from(*c).ok()).collect::<Option<Vec<u8>>>();
    let latin = latin.and_then(|bytes| String::from_utf8(with_spaces(&bytes)).ok());
    let from_windows = || {
        let bytes = chars.iter().map(|c| windows::byte_of(*c)).collect::<Option<Vec<u8>>>()?;
        String::from_utf8(without_losses(&with_spaces(&bytes))).ok()
    };
    latin.or_else(from_windows).or_else(|| {
        let in_part = repaired_in_part(&chars);
        let meant = if in_part == text { windows::without_c1(text) } else { in_part };
        Some(meant)
    })
}

/// Repairs each run of characters that may be UTF-8 by itself.
fn repaired_in_part(chars: &[char]) -> String {
    let mut repaired_text = String::new();
    let mut at = 0;
    while let Some(c) = chars.get(at) {
        let is_within = at > 0 && Kinds::of(chars[at - 1]).has(Kinds::CONTINUES_STRICTLY);
        let mut end = at;
        while let Some(n) = chars.get(end..).and_then(sequence).filter(|_| !is_within) {
            end += n;
        }
        let run = &chars[at..end];
        if run.is_empty() {
            repaired_text.push(*c);
            at += 1;
            continue;
        }
        let run_text: String = run.iter().collect();
        let is_part = run.len() < chars.len() && is_bad(run);
        repaired_text.push_str(&if is_part { repaired(&run_text) } else { run_text });
        at = end;
    }
    repaired_text
}

/// How many characters look like the bytes of one in UTF-8.
fn sequence(chars: &[char]) -> Option<usize> {
    let first = Kinds::of(*chars.first()?);
    let lengths = [(Kinds::FIRST_OF_2, 2), (Kinds::FIRST_OF_3, 3), (Kinds::FIRST_OF_4, 4)];
    lengths.into_iter().find_map(|(kind, n)| {
        let rest = chars.get(1..n)?;
        let fits = first.has(kind) && rest.iter().all(|c| Kinds::of(*c).has(Kinds::CONTINUES));
        fits.then_some(n)
    })
}

/// Restores bytes A0 that became spaces, where UTF-8 needs them.
fn with_spaces(bytes: &[u8]) -> Vec<u8> {
    const WORDS: [&[u8]; 5] = [b" ", b"quele", b"quela", b"quilo", b"s "];
    let mut put = Vec::with_capacity(bytes.len());
    for (at, byte) in bytes.iter().enumerate() {
        put.push(*byte);
        // "Ã la mode" is "à la mode", with its space, and Portuguese "Ã s" is "às".
        let after = bytes[at..].strip_prefix(b"\xc3 ");
        if after.is_some_and(|after| !WORDS.iter().any(|word| after.starts_with(word))) {
            put.push(0xa0);
        }
    }
    let mut at = 0;
    while at < put.len() {
        let n = match &put[at..] {
            [0xc2 | 0xc3 | 0xc5 | 0xce | 0xd0 | 0xd9, b' ', ..] => 2,
            [0xe2 | 0xe3, b' ', next, ..] if is_next_to_space(*next) => 3,
            [0xe0..=0xe3, next, b' ', ..] if is_next_to_space(*next) => 3,
            [0xf0, rest @ ..] => match rest.first_chunk::<3>() {
                Some(rest)
                    if rest.iter().filter(|byte| **byte == b' ').count() == 1
                        && rest.iter().all(|byte| *byte == b' ' || is_next(*byte)) =>
                {
                    4
                }
                _ => 1,
            },
            _ => 1,
        };
        for byte in put[at..at + n].iter_mut().skip(1).filter(|byte| **byte == b' ') {
            *byte = 0xa0;
        }
        at += n;
    }
    put
}

fn is_next(byte: u8) -> bool {
    matches!(byte, 0x80..=0xbf)
}

fn is_next_to_space(byte: u8) -> bool {
    is_next(byte) && !matches!(byte, 0x85 | 0xa0)
}

/// One replacement character for each that has lost some of its bytes.
fn without_losses(bytes: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(first) = bytes.get(at) {
        let n = match first {
            0x1a => 1,
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => 0,
        };
        let rest = bytes.get(at + 1..at + n).unwrap_or_default();
        let count = |byte: u8| rest.iter().filter(|other| **other == byte).count();
        let (lost, asked) = (count(0x1a), count(b'?'));
        let is_lossy = rest.iter().all(|byte| matches!(byte, 0x1a | b'?') || is_next(*byte))
            && rest.len() + 1 == n
            && (n == 1 || lost + asked > 0)
            && asked <= 1
            && (asked == 0 || n > 2 || matches!(first, 0xc2 | 0xc3));
        if is_lossy {
            kept.extend("\u{fffd}".bytes());
        } else {
            kept.push(*first);
        }
        at += if is_lossy { n } else { 1 };
    }
    kept
}
