//! A picture of any size → the square of pixels that a vision tower takes, to the byte as Pillow,
//! with which the published towers were trained.
//!
//! CLIP's (Radford et al., ICML 2021) resizes the shorter side to the tower's, by a bicubic filter
//! that widens where it shrinks, and crops the centre. SigLIP's squeezes the whole picture into the
//! square, and SigLIP 2's by a bilinear filter.

use crate::error::EncodeError;
use rankscope_arithmetic::{
    limits::MAX_PICTURE_PIXELS,
    resampling::{BICUBIC, BILINEAR, middle_square},
};
use serde::{Deserialize, Serialize};

pub use rankscope_arithmetic::resampling::Rgba;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Resizing {
    /// Squeeze the whole picture into the square; otherwise crop its centre.
    pub squash: bool,
    /// By a bilinear filter; otherwise by a bicubic one.
    pub bilinear: bool,
}

impl Resizing {
    pub(crate) fn is_clips(&self) -> bool {
        *self == Self::default()
    }
}

/// The pixels `[size, size, 3]` of a picture that a CLIP of this size sees: red, green and blue in
/// rows from the top.
pub fn pixels_from_rgba(picture: Rgba<'_>, size: usize) -> Result<Vec<u8>, EncodeError> {
    pixels_for_tower(picture, size, Resizing::default())
}

/// [`pixels_from_rgba`] for a tower with this resizing.
///
/// # Errors
/// A picture without pixels, with too many, or with other bytes than its size says.
pub fn pixels_for_tower(
    picture: Rgba<'_>,
    size: usize,
    resizing: Resizing,
) -> Result<Vec<u8>, EncodeError> {
    check(picture)?;
    let resized = match resizing.squash {
        true => (size, size),
        false => new_size(picture.width, picture.height, size),
    };
    let filter = if resizing.bilinear { BILINEAR } else { BICUBIC };
    Ok(middle_square(picture, resized, size, filter))
}

fn check(picture: Rgba<'_>) -> Result<(), EncodeError> {
    let Rgba { width, height, bytes } = picture;
    let wrong = |reason| Err(EncodeError::Picture { width, height, reason });
    let n_pixels = width as u64 * height as u64;
    if n_pixels == 0 {
        return wrong("it has no pixels".into());
    }
    if n_pixels > MAX_PICTURE_PIXELS {
        return wrong(format!("it has more than {MAX_PICTURE_PIXELS} pixels"));
    }
    if bytes.len() as u64 != 4 * n_pixels {
        return wrong(format!("it has {} bytes, and {} are needed", bytes.len(), 4 * n_pixels));
    }
    Ok(())
}

/// Width and height after the shorter side was resized to `size`.
fn new_size(width: usize, height: usize, size: usize) -> (usize, usize) {
    // Rounded down, as in the published preprocessing. Sizes are far below 2⁵³.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked sizes"
    )]
    let longer = |short: usize, long: usize| (size as f64 * long as f64 / short as f64) as usize;
    if width <= height { (size, longer(width, height)) } else { (longer(height, width), size) }
}
