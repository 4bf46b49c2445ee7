//! A small copy of a picture.

use crate::reading::picture::Decoded;
use anyhow::Result;
use image::{
    DynamicImage, ImageEncoder, RgbImage, Rgba, RgbaImage,
    codecs::{jpeg::JpegEncoder, png::PngEncoder},
    imageops::FilterType,
};

/// The longest side of a small copy, in pixels.
pub(super) const SIDE: u32 = 256;
/// Of 100. Higher ones double the size without a visible difference.
const QUALITY: u8 = 85;
/// Larger colour profiles are left out: they would outweigh the picture.
const MAX_PROFILE: usize = 1 << 14;

pub(super) struct Encoded {
    pub(super) bytes: Vec<u8>,
    pub(super) ending: &'static str,
}

/// The picture with [`SIDE`] pixels at most on its longer side; never larger than it was.
pub(super) fn reduced(image: &DynamicImage) -> DynamicImage {
    let longest = image.width().max(image.height());
    if longest <= SIDE {
        return image.clone();
    }
    // Means of squares of pixels first, so that the smoother and slower filter has little left to do.
    if longest > 4 * SIDE {
        return image.thumbnail(2 * SIDE, 2 * SIDE).resize(SIDE, SIDE, FilterType::CatmullRom);
    }
    image.resize(SIDE, SIDE, FilterType::CatmullRom)
}

/// Writes a [`reduced`] picture: a JPEG, or a PNG where something is transparent. Of the file's metadata
/// only the colour profile is kept.
pub(super) fn encoded(small: &DynamicImage, of: &Decoded) -> Result<Encoded> {
    let profile = of.profile.clone().filter(|profile| profile.len() <= MAX_PROFILE);
    let mut bytes = Vec::new();
    if is_transparent(small) {
        let mut encoder = PngEncoder::new(&mut bytes);
        if let Some(profile) = profile {
            encoder.set_icc_profile(profile)?;
        }
        small.to_rgba8().write_with_encoder(encoder)?;
        return Ok(Encoded { bytes, ending: "png" });
    }
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, QUALITY);
    if let Some(profile) = profile {
        encoder.set_icc_profile(profile)?;
    }
    small.to_rgb8().write_with_encoder(encoder)?;
    Ok(Encoded { bytes, ending: "jpg" })
}

pub(super) fn on_white(image: &DynamicImage) -> RgbImage {
    if !is_transparent(image) {
        return image.to_rgb8();
    }
    let pixels = image.to_rgba8();
    let mut white = RgbaImage::from_pixel(pixels.width(), pixels.height(), Rgba([255; 4]));
    image::imageops::overlay(&mut white, &pixels, 0, 0);
    DynamicImage::ImageRgba8(white).to_rgb8()
}

fn is_transparent(image: &DynamicImage) -> bool {
    image.color().has_alpha() && image.to_rgba8().pixels().any(|Rgba(pixel)| pixel[3] < 255)
}
