//! Windows-1252, where it and Latin-1 differ.

/// Bytes 0x80 to 0x9f; five of them are undefined, and stay the control of that number.
const FROM_0X80: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The byte of a C1 control in Windows-1252; any other character is itself.
pub(super) fn of_c1(c: char) -> char {
    let place = (c as usize).checked_sub(0x80);
    place.and_then(|place| FROM_0X80.get(place)).copied().unwrap_or(c)
}

pub(super) fn without_c1(text: &str) -> String {
    text.chars().map(of_c1).collect()
}

/// The byte of a character; "substitute" for the replacement character.
pub(super) fn byte_of(c: char) -> Option<u8> {
    match c {
        '\u{fffd}' => Some(0x1a),
        '\u{1a}' => None,
        '\0'..='\u{7f}' | '\u{a0}'..='\u{ff}' => u8::try_from(c).ok(),
        _ => (0x80u8..).zip(FROM_0X80).find_map(|(byte, other)| (other == c).then_some(byte)),
    }
}
