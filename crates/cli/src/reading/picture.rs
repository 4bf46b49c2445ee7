//! Reads a picture from a file.

use crate::{reading::no_picture, writing::files};
use anyhow::{Context, Result, bail};
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use rankscope_core::limits::{MAX_PICTURE_PIXELS, MAX_PICTURE_SIDE};
use rankscope_encode::Rgba;
use std::{io::Cursor, path::Path};

pub(crate) struct Picture {
    width: usize,
    height: usize,
    bytes: Vec<u8>,
}

impl Picture {
    /// Decodes a PNG, JPEG, WebP or GIF (its first frame), and turns it upright.
    pub(crate) fn from_file(path: &Path) -> Result<Self> {
        let bytes = files::bytes(path)?;
        let Decoded { image, .. } =
            decoded(&bytes).with_context(|| format!("cannot decode {}", files::name(path)))?;
        let image = image.into_rgba8();
        let (width, height) = (image.width() as usize, image.height() as usize);
        Ok(Self { width, height, bytes: image.into_raw() })
    }

    pub(crate) fn rgba(&self) -> Rgba<'_> {
        Rgba { width: self.width, height: self.height, bytes: &self.bytes }
    }
}

pub(crate) struct Decoded {
    pub(crate) image: DynamicImage,
    /// The colour profile of a picture in red, green and blue.
    pub(crate) profile: Option<Vec<u8>>,
    pub(crate) format: ImageFormat,
}

/// Decodes a PNG, JPEG, WebP or GIF (its first frame).
pub(crate) fn decoded(bytes: &[u8]) -> Result<Decoded> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    let ours = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP, ImageFormat::Gif];
    let Some(format) = reader.format().filter(|format| ours.contains(format)) else {
        bail!(no_picture::reason(bytes));
    };
    if format == ImageFormat::Jpeg && no_picture::is_cut_jpeg(bytes) {
        bail!("it is cut short: its end is missing. Download or copy it again");
    }
    reader.limits(Limits::default());
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    if width.max(height) > MAX_PICTURE_SIDE {
        bail!(
            "it has {width} × {height} pixels, and no side may have more than {MAX_PICTURE_SIDE}: cut it"
        );
    }
    if u64::from(width) * u64::from(height) > MAX_PICTURE_PIXELS {
        bail!("it has {width} × {height} pixels, and {MAX_PICTURE_PIXELS} are the most: reduce it");
    }
    let orientation = decoder.orientation()?;
    let is_colour = decoder.color_type().has_color();
    // A damaged profile is no reason to lose the picture.
    let profile = decoder.icc_profile().unwrap_or_default();
    let profile = profile.filter(|profile| is_colour && profile.get(16..20) == Some(b"RGB "));
    let mut image = DynamicImage::from_decoder(decoder)?;
    image.apply_orientation(orientation);
    Ok(Decoded { image, profile, format })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::decoded;
    use image::{DynamicImage, ImageFormat};
    use std::io::Cursor;

    #[test]
    fn a_picture_that_is_cut_short_is_refused_in_every_format() {
        let noise = |x: u32, y: u32| image::Rgb([x, y, x * y].map(|n| (n * 97 % 251) as u8));
        let picture = DynamicImage::from(image::RgbImage::from_fn(64, 48, noise));
        for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
            let mut whole = Cursor::new(Vec::new());
            picture.write_to(&mut whole, format).unwrap();
            let whole = whole.into_inner();
            assert!(decoded(&whole).is_ok(), "{format:?}");
            assert!(decoded(&whole[..whole.len() / 2]).is_err(), "{format:?}");
        }
    }

    #[test]
    fn what_cannot_be_decoded_is_called_what_it_is() {
        let said = |bytes: &[u8]| decoded(bytes).err().unwrap().to_string();
        assert!(said(b"<html>404</html>").contains("HTML page"));
        assert!(said(b"BM\x46\0\0\0").contains("BMP: convert"));
        assert!(said(b"\0\0\0\x18ftypavif\0\0\0\0").contains("AVIF: convert"));
    }
}
