//! A picture's centre square, resized by Pillow's filters in Pillow's fixed point, so that every
//! byte is Pillow's; only the pixels of the square are computed.

/// The bits after the point of a weight.
const BITS: u32 = 22;

/// A picture: `[height, width, 4]` bytes of red, green, blue and opacity in rows from the top,
/// colours not multiplied by opacity.
#[derive(Debug, Clone, Copy)]
pub struct Rgba<'a> {
    pub width: usize,
    pub height: usize,
    pub bytes: &'a [u8],
}

impl Rgba<'_> {
    /// A colour of a pixel, on white where it is not opaque.
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

/// The centre square `[size, size, 3]` of a picture that was resized to this width and height,
/// neither below `size`: red, green and blue in rows from the top. The filter widens where the
/// picture shrinks.
///
/// # Panics
/// If the picture has fewer bytes than its size says.
pub fn middle_square(
    picture: Rgba<'_>,
    (new_width, new_height): (usize, usize),
    size: usize,
    filter: Filter,
) -> Vec<u8> {
    let (width, height) = (picture.width, picture.height);
    let columns = weights((width, new_width), middle(new_width, size), filter);
    let rows = weights((height, new_height), middle(new_height, size), filter);
    let Some(first_row) = rows.iter().map(|row| row.first).min() else { return Vec::new() };
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
    pixels
}

fn middle(n: usize, size: usize) -> std::ops::Range<usize> {
    let first = (n - size) / 2;
    first..first + size
}

/// How much a new pixel takes of the old ones.
struct Weights {
    /// The first old pixel.
    first: usize,
    /// One for each from there on, in steps of 2⁻²².
    weights: Vec<i32>,
}

impl Weights {
    fn sum(&self, old: impl Fn(usize) -> u8) -> u8 {
        let terms = self.weights.iter().zip(self.first..);
        let half = 1i32 << (BITS - 1);
        let sum = terms.fold(half, |sum, (weight, at)| sum + i32::from(old(at)) * weight);
        u8::try_from((sum >> BITS).clamp(0, 255)).unwrap_or(u8::MAX)
    }
}

/// The weight of a pixel by its distance, in pixels of the smaller scale.
#[derive(Debug, Clone, Copy)]
pub struct Filter {
    /// Beyond it the weight is 0.
    reach: f64,
    weight: fn(f64) -> f64,
}

/// Keys' cubic.
pub const BICUBIC: Filter = Filter { reach: 2.0, weight: bicubic };
/// The triangle filter.
pub const BILINEAR: Filter = Filter { reach: 1.0, weight: |x| (1.0 - x.abs()).max(0.0) };

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
        // Rounded half up; cut off below 0 and beyond the end.
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
