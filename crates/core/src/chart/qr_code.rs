//! A QR code of an address, as a square of modules.

use qrcodegen::{DataTooLong, QrCodeEcc, QrSegment, Version};
use std::fmt::Write;

/// Light modules around a code, as the standard asks (ISO/IEC 18004, 6.3.8).
const QUIET: usize = 4;

/// A code with its quiet zone.
pub struct QrCode {
    /// Modules on each side.
    pub n: usize,
    code: qrcodegen::QrCode,
}

impl QrCode {
    /// A code of at most `most` modules on each side, with the quiet zone; `None` if the text is too long for
    /// it. As few modules as the lowest level of error correction (7%) needs, since larger modules are read
    /// from further away; where a higher level fits into them, it is taken.
    pub fn of(text: &str, most: usize) -> Option<Self> {
        // Version v has 17 + 4v modules.
        let most_version = most.checked_sub(2 * QUIET + 17)? / 4;
        let most_version = u8::try_from(most_version).unwrap_or(u8::MAX).min(Version::MAX.value());
        if most_version < Version::MIN.value() {
            return None;
        }
        let segments = QrSegment::make_segments(text);
        let code: Result<_, DataTooLong> = qrcodegen::QrCode::encode_segments_advanced(
            &segments,
            QrCodeEcc::Low,
            Version::MIN,
            Version::new(most_version),
            None,
            true,
        );
        let code = code.ok()?;
        Some(Self { n: usize::try_from(code.size()).ok()? + 2 * QUIET, code })
    }

    /// Whether a module is dark, by column and row from the upper left corner of the quiet zone.
    pub fn is_dark(&self, x: usize, y: usize) -> bool {
        let place = |at: usize| at.checked_sub(QUIET).and_then(|at| i32::try_from(at).ok());
        match (place(x), place(y)) {
            (Some(x), Some(y)) => self.code.get_module(x, y),
            _ => false,
        }
    }

    /// Runs of dark modules as `(column, row, length)`.
    pub fn runs(&self) -> Vec<(usize, usize, usize)> {
        let mut runs = Vec::new();
        for y in 0..self.n {
            let mut x = 0;
            while x < self.n {
                let length = (x..self.n).take_while(|x| self.is_dark(*x, y)).count();
                if length > 0 {
                    runs.push((x, y, length));
                }
                x += length + 1;
            }
        }
        runs
    }

    /// The dark modules as an SVG path, one unit a module.
    pub fn path(&self) -> String {
        let mut path = String::new();
        for (x, y, length) in self.runs() {
            // Writing to a String cannot fail.
            let _ = write!(path, "M{x},{y}h{length}v1h-{length}z");
        }
        path
    }
}
