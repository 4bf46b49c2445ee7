//! Names what is no picture, and finds JPEGs that end too early.

/// Beginnings of files that are not read as pictures, and what to do about each.
const KNOWN: [(&[u8], &str); 10] = [
    (b"version https://git-lfs", "it is a Git LFS pointer, not a picture: run git lfs pull"),
    (b"%PDF", "it is a PDF, not a picture: convert its page to PNG"),
    (b"\x1f\x8b", "it is packed with gzip: unpack it"),
    (b"PK\x03\x04", "it is a zip archive, not a picture: unpack it"),
    (b"II*\0", "it is a TIFF: convert it to PNG"),
    (b"MM\0*", "it is a TIFF: convert it to PNG"),
    (b"BM", "it is a BMP: convert it to PNG"),
    (b"8BPS", "it is a Photoshop file: convert it to PNG"),
    (b"\xff\x0a", "it is a JPEG XL: convert it to JPEG or PNG"),
    (b"\0\0\0\x0cJXL ", "it is a JPEG XL: convert it to JPEG or PNG"),
];

/// Why bytes that no decoder knows are no picture.
pub(crate) fn reason(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "it is empty: the download or copy probably failed".into();
    }
    if let Some((_, words)) = KNOWN.iter().find(|(start, _)| bytes.starts_with(start)) {
        return (*words).into();
    }
    // "ftyp" and the brand of a file in boxes, as HEIC and AVIF are.
    if bytes.get(4..8) == Some(b"ftyp") {
        let kind = match bytes.get(8..12) {
            Some(b"avif" | b"avis") => "an AVIF",
            Some(b"heic" | b"heix" | b"hevc" | b"mif1" | b"msf1") => "a HEIC",
            _ => "a film or another file in boxes",
        };
        return format!("it is {kind}: convert it to JPEG or PNG");
    }
    if bytes.iter().all(|byte| *byte == 0) {
        return "all its bytes are 0: the download or copy probably failed".into();
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(512)]).to_ascii_lowercase();
    let head = head.trim_start_matches('\u{feff}').trim_start();
    if head.starts_with("<svg") || (head.starts_with("<?xml") && head.contains("<svg")) {
        return "it is an SVG drawing: convert it to PNG".into();
    }
    if ["<!doctype html", "<html", "<head", "<body"].iter().any(|tag| head.starts_with(tag)) {
        return "it is an HTML page, not a picture: the download probably failed".into();
    }
    let is_text = std::str::from_utf8(&bytes[..bytes.len().min(512)])
        .map_or_else(|e| e.error_len().is_none(), |_| true);
    if is_text && !head.contains(|c: char| c.is_control() && !c.is_whitespace()) {
        return "it is text, not a PNG, JPEG, WebP or GIF: what a failed download leaves is often text".into();
    }
    "it is none of PNG, JPEG, WebP and GIF: convert it to one of them".into()
}

/// Whether a JPEG has no end. Decoders and browsers fill the rest with grey.
pub(crate) fn is_cut_jpeg(bytes: &[u8]) -> bool {
    let mut rest = bytes.get(2..).unwrap_or_default();
    loop {
        // Between segments, bytes of 0xff may be repeated.
        let Some(at) = rest.iter().position(|byte| *byte != 0xff) else { return true };
        // Anything else is damage, of which the decoder tells.
        if at == 0 {
            return false;
        }
        let marker = rest[at];
        rest = &rest[at + 1..];
        match marker {
            0xd9 => return false,
            0x01 | 0xd0..=0xd8 => continue,
            _ => {}
        }
        let length =
            rest.first_chunk().map_or(0, |length| usize::from(u16::from_be_bytes(*length)));
        let Some(after) = rest.get(length.max(2)..) else { return true };
        rest = after;
        if marker == 0xda {
            // Within a scan, 0xff stands before 0 or a restart; other markers end it.
            let is_end =
                |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0 | 0xd0..=0xd7 | 0xff);
            match rest.windows(2).position(is_end) {
                Some(end) => rest = &rest[end..],
                None => return true,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{is_cut_jpeg, reason};

    #[test]
    fn what_is_no_picture_is_called_what_it_is() {
        for (bytes, words) in [
            (&b""[..], "it is empty"),
            (b"<html>404</html>", "it is an HTML page, not a picture: the download"),
            (b"\xef\xbb\xbf \n<!DOCTYPE HTML><title>", "it is an HTML page"),
            (b"{\"error\": \"not found\"}", "it is text"),
            (b"Not Found", "it is text"),
            (b"<?xml version='1.0'?><svg/>", "it is an SVG"),
            (b"<Error><Code>AccessDenied</Code></Error>", "it is text"),
            (b"\0\0\0\x18ftypheic\0\0\0\0mif1", "it is a HEIC: convert"),
            (b"\0\0\0\x18ftypavif", "it is an AVIF"),
            (b"version https://git-lfs.github.com/spec/v1\n", "git lfs pull"),
            (b"\0\0\0\0\0\0\0\0", "all its bytes are 0"),
            (b"\x01\x02\x03\x04", "it is none of PNG"),
        ] {
            assert!(reason(bytes).contains(words), "{words}: {}", reason(bytes));
        }
    }

    #[test]
    fn a_jpeg_without_an_end_is_cut() {
        let mut whole =
            b"\xff\xd8\xff\xe1\0\x06\xff\xd9AB\xff\xda\0\x02ab\xff\0cd\xff\xd3ef".to_vec();
        whole.extend(b"\xff\xda\0\x02xy\xff\xff\xd9");
        assert!(!is_cut_jpeg(&whole));
        whole.extend(b"more, as a film after the picture");
        assert!(!is_cut_jpeg(&whole));
        for n in 3..=whole.len() - 34 {
            assert!(is_cut_jpeg(&whole[..n]), "{n}");
        }
    }
}
