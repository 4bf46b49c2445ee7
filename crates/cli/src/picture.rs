//! Reads a picture from a file.

use crate::files;
use anyhow::{Context, Result, bail};
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use rankscope_core::limits::MAX_PICTURE_PIXELS;
use rankscope_encode::Rgba;
use std::{io::Cursor, path::Path};

/// A picture's pixels.
pub(crate) struct Picture {
    width: usize,
    height: usize,
    bytes: Vec<u8>,
}

impl Picture {
    /// Decodes a PNG, JPEG, WebP or GIF (its first frame), turned the way up that it says.
    pub(crate) fn from_file(path: &Path) -> Result<Self> {
        let bytes = files::bytes(path)?;
        let Decoded { image, .. } =
            decoded(&bytes).with_context(|| format!("cannot decode {}", files::name(path)))?;
        let image = image.into_rgba8();
        let (width, height) = (image.width() as usize, image.height() as usize);
        Ok(Self { width, height, bytes: image.into_raw() })
    }

    /// Its pixels as encoders take them.
    pub(crate) fn rgba(&self) -> Rgba<'_> {
        Rgba { width: self.width, height: self.height, bytes: &self.bytes }
    }
}

/// A picture as it was decoded, turned the way up that it says.
pub(crate) struct Decoded {
    pub(crate) image: DynamicImage,
    /// The profile of its colours, where they are red, green and blue.
    pub(crate) profile: Option<Vec<u8>>,
    pub(crate) format: ImageFormat,
}

/// Decodes a PNG, JPEG, WebP or GIF (its first frame).
pub(crate) fn decoded(bytes: &[u8]) -> Result<Decoded> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    let Some(format) = reader.format() else {
        bail!("it is none of PNG, JPEG, WebP and GIF: convert it to one of them");
    };
    reader.limits(Limits::default());
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
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
