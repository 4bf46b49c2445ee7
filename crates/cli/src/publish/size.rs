//! Sizes as people write them.

/// `25MB`, `64MiB`, `1.5 GB` or a number of bytes.
pub(super) fn bytes_from_text(text: &str) -> Result<u64, String> {
    let wrong = || format!("{text:?} is not a size: write it as 25MB, 64MiB or 1000000");
    let text = text.trim();
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).trim_end();
    let unit = text.get(number.len()..).unwrap_or_default().trim_start();
    let factor: u32 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" => 1_000,
        "m" | "mb" => 1_000_000,
        "g" | "gb" => 1_000_000_000,
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        _ => return Err(wrong()),
    };
    let bytes = number.parse::<f64>().map_err(|_| wrong())? * f64::from(factor);
    if !(1.0..9e15).contains(&bytes) {
        return Err(wrong());
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1 to 9e15")]
    Ok(bytes as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        for (text, bytes) in [
            ("25MB", 25_000_000),
            ("100 mb", 100_000_000),
            ("64MiB", 64 << 20),
            ("1.5k", 1_500),
            ("4096", 4096),
            ("2G", 2_000_000_000),
        ] {
            assert_eq!(bytes_from_text(text), Ok(bytes), "{text}");
        }
        for text in ["", "MB", "-3MB", "0", "25 megs", "NaN", "1e300GB", "0.1"] {
            assert!(bytes_from_text(text).is_err(), "{text}");
        }
    }
}
