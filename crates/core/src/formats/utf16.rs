/// Decodes bytes with a byte order mark of UTF-16, as PowerShell writes with `>`, without the mark.
pub(super) fn utf16(bytes: &[u8]) -> Option<String> {
    let (number, rest): (fn([u8; 2]) -> u16, _) = match bytes {
        [0xff, 0xfe, rest @ ..] => (u16::from_le_bytes, rest),
        [0xfe, 0xff, rest @ ..] => (u16::from_be_bytes, rest),
        _ => return None,
    };
    let (pairs, []) = rest.as_chunks::<2>() else { return None };
    char::decode_utf16(pairs.iter().map(|pair| number(*pair))).collect::<Result<_, _>>().ok()
}
