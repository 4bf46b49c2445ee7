//! What open_clip does to a text before it splits it (`basic_clean` in its `tokenizer.py`): ftfy's
//! `fix_text`, Python's `html.unescape` twice, and lower case.
//!
//! As in ftfy 6.3: entities that end with a semicolon, UTF-8 that was read as Latin-1 or
//! Windows-1252 (`mojibake`), C1 controls, ligatures, widths, quotation marks, line breaks,
//! terminal escapes, controls, and NFC, repeated until nothing changes. Its nine other encodings,
//! and the entities that `entities` leaves out, are missing.

mod badness;
mod entities;
mod mojibake;
mod windows;

use super::unicode::{Form, in_form};
use entities::{unescaped, unescaped_if_closed};

/// Longer texts are cut: no model reads as far.
const MAX_BYTES: usize = 1 << 16;

/// A character, then the letters that it joins.
const LIGATURES: &str =
    "ĲIJ ĳij ŉ'n ǱDZ ǲDz ǳdz ǄDŽ ǅDž ǆdž ǇLJ ǈLj ǉlj ǊNJ ǋNj ǌnj ﬀff ﬁfi ﬂfl ﬃffi ﬄffl ﬅſt ﬆst";

pub(super) fn cleaned(text: &str) -> String {
    let text = &text[..text.floor_char_boundary(MAX_BYTES)];
    lowered(&unescaped(&unescaped(&fixed(text))))
}

/// Lower case, with the other sigma at the end of a word. The standard library's function also
/// looks past marks for the end of a word, which takes tables that a page would download.
fn lowered(text: &str) -> String {
    let mut chars = text.chars().peekable();
    let mut lowered = String::with_capacity(text.len());
    let mut is_in_word = false;
    while let Some(c) = chars.next() {
        let ends = c == 'Σ' && is_in_word && !chars.peek().is_some_and(|next| next.is_alphabetic());
        match ends {
            true => lowered.push('ς'),
            false => lowered.extend(c.to_lowercase()),
        }
        is_in_word = c.is_alphabetic();
    }
    lowered
}

/// ftfy's `fix_text`: line by line, and without entities from the first line with a `<` on.
fn fixed(text: &str) -> String {
    let mut is_html = false;
    text.split_inclusive('\n')
        .map(|line| {
            is_html |= line.contains('<');
            fixed_line(line, is_html)
        })
        .collect()
}

fn fixed_line(line: &str, is_html: bool) -> String {
    let mut line = line.to_owned();
    for _ in 0..mojibake::MAX_ROUNDS {
        let entities = if is_html { line.clone() } else { unescaped_if_closed(&line) };
        let repaired = windows::without_c1(&mojibake::repaired(&entities));
        let next = in_form(&plain(&repaired), Form::Nfc);
        if next == line {
            break;
        }
        line = next;
    }
    line
}

/// Without ligatures, widths, curly quotation marks, odd line breaks, terminal escapes and controls.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.replace("\r\n", "\n").chars() {
        match c {
            '\u{3000}' => plain.push(' '),
            '\u{ff01}'..='\u{ffef}' => {
                plain.push_str(&in_form(c.encode_utf8(&mut [0; 4]), Form::Nfkc));
            }
            '\u{2bc}' | '\u{2018}'..='\u{201b}' => plain.push('\''),
            '\u{201c}'..='\u{201f}' => plain.push('"'),
            '\r' | '\u{2028}' | '\u{2029}' | '\u{85}' => plain.push('\n'),
            _ => match LIGATURES.split(' ').find_map(|entry| entry.strip_prefix(c)) {
                Some(letters) if !c.is_ascii() => plain.push_str(letters),
                _ => plain.push(c),
            },
        }
    }
    let mut plain = without_terminal_escapes(&plain);
    plain.retain(|c| {
        !matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{e}'..='\u{1f}' | '\u{7f}'
            | '\u{206a}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffc}')
    });
    plain
}

fn without_terminal_escapes(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let after = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        match after.strip_prefix(|c: char| c.is_ascii_alphabetic()) {
            Some(rest) => kept.push_str(rest),
            // The controls go after this; the rest stays.
            None => kept.extend(["\u{1b}[", part]),
        }
    }
    kept
}
