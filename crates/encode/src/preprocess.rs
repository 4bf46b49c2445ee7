//! A picture of any size → the square of pixels that a vision tower takes.
//!
//! As CLIP's preprocessing does it (Radford et al., ICML 2021): the shorter side is resized to the
//! tower's, by a bicubic filter that widens where it shrinks, and the middle square is cut out. SigLIP's
//! squeezes the whole picture into the square, and that of SigLIP 2 by a bilinear filter.
//! Sums are in the fixed point of Pillow, which the published towers were trained with, so that
//! every byte is the one that Pillow gives; only the pixels of the square are computed.

use crate::error::EncodeError;
use rankscope_core::limits::MAX_PICTURE_PIXELS;
use serde::{Deserialize, Serialize};

/// The bits after the point of a weight.
const BITS: u32 = 22;

/// How a picture becomes a square.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Resizing {
    /// Whether the whole picture is squeezed into the square; otherwise its middle is cut out.
    pub squash: bool,
    /// Whether by a bilinear filter; otherwise by a bicubic one.
    pub bilinear: bool,
}

impl Resizing {
    /// Whether it is CLIP's.
    pub(crate) fn is_clips(&self) -> bool {
        *self == Self::default()
    }
}

/// A picture: `[height, width, 4]` bytes of red, green, blue and opacity in rows from the top,
/// colours not multiplied by opacity.
#[derive(Debug, Clone, Copy)]
pub struct Rgba<'a> {
    /// Pixels of a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Its bytes.
    pub bytes: &'a [u8],
}

impl Rgba<'_> {
    fn check(&self) -> Result<(), EncodeError> {
        let Self { width, height, bytes } = *self;
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

    /// A colour of a pixel. What is not opaque lies on white.
    fn colour(&self, x: usize, y: usize, colour: usize) -> u8 {
        let at = 4 * (y * self.width + x);
        let (value, opacity) = (self.bytes[at + colour], u32::from(self.bytes[at + 3]));
        if opacity == 255 {
            return value;
        }
        let mixed = u32::from(value) * opacity + 255 * (255 - opacity);
        // At most 255 · 255, so that the quotient is a byte.
        u8::try_from((mixed + 127) / 255).unwrap_or(u8::MAX)
    }
}

/// The pixels `[size, size, 3]` that a CLIP of this size sees of a picture: red, green and blue in rows
/// from the top.
///
/// # Errors
/// As [`pixels_for_tower`].
pub fn pixels_from_rgba(picture: Rgba<'_>, size: usize) -> Result<Vec<u8>, EncodeError> {
    pixels_for_tower(picture, size, Resizing::default())
}

/// [`pixels_from_rgba`] for a tower with this way to resize pictures.
///
/// # Errors
/// A picture without pixels, with too many, or with other bytes than its size says.
pub fn pixels_for_tower(
    picture: Rgba<'_>,
    size: usize,
    resizing: Resizing,
) -> Result<Vec<u8>, EncodeError> {
    picture.check()?;
    let (width, height) = (picture.width, picture.height);
    let (new_width, new_height) =
        if resizing.squash { (size, size) } else { new_size(width, height, size) };
    let filter = if resizing.bilinear { BILINEAR } else { BICUBIC };
    let columns = weights((width, new_width), middle(new_width, size), filter);
    let rows = weights((height, new_height), middle(new_height, size), filter);
    let Some(first_row) = rows.iter().map(|row| row.first).min() else { return Ok(Vec::new()) };
    let end_row = rows.iter().map(|row| row.first + row.weights.len()).max().unwrap_or(first_row);
    // First along the rows, to bytes, as Pillow does.
    let mut narrow = Vec::with_capacity((end_row - first_row) * 3 * columns.len());
    for y in first_row..end_row {
        for column in &columns {
            for colour in 0..3 {
                narrow.push(column.sum(|x| picture.colour(x, y, colour)));
            }
        }
    }
    let stride = 3 * columns.len();
    let mut pixels = Vec::with_capacity(rows.len() * stride);
    for row in &rows {
        for at in 0..stride {
            pixels.push(row.sum(|y| narrow[(y - first_row) * stride + at]));
        }
    }
    Ok(pixels)
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

/// Where the middle `size` of `n` begins and ends.
fn middle(n: usize, size: usize) -> std::ops::Range<usize> {
    let first = (n - size) / 2;
    first..first + size
}

/// What a new pixel takes of the old ones.
struct Weights {
    /// The first of the old pixels.
    first: usize,
    /// A weight for each from there on, in steps of 2⁻²².
    weights: Vec<i32>,
}

impl Weights {
    /// The weighted sum of old pixels, rounded to a byte.
    fn sum(&self, old: impl Fn(usize) -> u8) -> u8 {
        let terms = self.weights.iter().zip(self.first..);
        let half = 1i32 << (BITS - 1);
        let sum = terms.fold(half, |sum, (weight, at)| sum + i32::from(old(at)) * weight);
        u8::try_from((sum >> BITS).clamp(0, 255)).unwrap_or(u8::MAX)
    }
}

/// What a pixel weighs at a distance, in pixels of the smaller scale.
#[derive(Clone, Copy)]
struct Filter {
    /// From here on it weighs nothing.
    reach: f64,
    weight: fn(f64) -> f64,
}

const BICUBIC: Filter = Filter { reach: 2.0, weight: bicubic };
const BILINEAR: Filter = Filter { reach: 1.0, weight: |x| (1.0 - x.abs()).max(0.0) };

/// The weights of these new pixels, where `old` pixels become `new`.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked sizes, and weights between −1 and 1"
)]
fn weights(
    (old, new): (usize, usize),
    pixels: std::ops::Range<usize>,
    filter: Filter,
) -> Vec<Weights> {
    let scale = old as f64 / new as f64;
    let wider = scale.max(1.0);
    let narrower = 1.0 / wider;
    let of_pixel = |pixel: usize| {
        let centre = (pixel as f64 + 0.5) * scale;
        // Rounded half up; what would be below 0 or beyond the end is cut off.
        let first = ((centre - filter.reach * wider + 0.5).max(0.0)) as usize;
        let end = ((centre + filter.reach * wider + 0.5) as usize).min(old);
        let at = |old: usize| (filter.weight)((old as f64 - centre + 0.5) * narrower);
        let all: Vec<f64> = (first..end).map(at).collect();
        let sum: f64 = all.iter().sum();
        let fixed = |weight: &f64| {
            let steps = weight / sum * f64::from(1u32 << BITS);
            (steps + 0.5f64.copysign(steps)) as i32
        };
        Weights { first, weights: all.iter().map(fixed).collect() }
    };
    pixels.map(of_pixel).collect()
}

/// Keys' cubic with a = −½ (IEEE Trans. ASSP 29, 1981).
fn bicubic(x: f64) -> f64 {
    const A: f64 = -0.5;
    let x = x.abs();
    if x < 1.0 {
        ((A + 2.0) * x - (A + 3.0)) * x * x + 1.0
    } else if x < 2.0 {
        (((x - 5.0) * x + 8.0) * x - 4.0) * A
    } else {
        0.0
    }
}
