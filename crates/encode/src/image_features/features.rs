use rankscope_core::{limits::MAX_DIRECTION_VALUES, random::SplitMix64};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Features of an image: a fixed function of its pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub enum Features {
    /// Histograms of colour in `parts` × `parts` parts of the image. Values are square roots of
    /// shares, so that a dot product is the Bhattacharyya coefficient.
    ColourHistogram {
        /// Of red, of green and of blue.
        steps: usize,
        /// Along each side of the image.
        parts: usize,
    },
    /// A thumbnail, projected onto random directions.
    RandomProjection {
        /// Width and height in pixels; divides the image's.
        thumbnail: usize,
        dim: usize,
        seed: u64,
    },
}

impl Features {
    pub fn dim(self) -> usize {
        match self {
            Self::ColourHistogram { steps, parts } => steps.pow(3) * parts.pow(2),
            Self::RandomProjection { dim, .. } => dim,
        }
    }

    /// `None` on overflow.
    pub(super) fn checked_dim(self) -> Option<usize> {
        match self {
            Self::ColourHistogram { steps, parts } => {
                steps.checked_pow(3)?.checked_mul(parts.checked_pow(2)?)
            }
            Self::RandomProjection { dim, .. } => Some(dim),
        }
    }

    /// Refuses a thumbnail whose size does not divide the image's `size`, and directions beyond the
    /// limit.
    pub fn check(self, size: usize) -> Result<(), String> {
        match self {
            Self::RandomProjection { thumbnail, .. }
                if thumbnail == 0 || !size.is_multiple_of(thumbnail) =>
            {
                Err(format!(
                    "thumbnail = {thumbnail} does not divide the images' width of {size} pixels"
                ))
            }
            Self::RandomProjection { thumbnail, dim, .. } => {
                let n_values =
                    thumbnail.checked_pow(2).and_then(|n| n.checked_mul(3)?.checked_mul(dim));
                match n_values {
                    Some(n) if n <= MAX_DIRECTION_VALUES => Ok(()),
                    _ => Err(format!(
                        "{dim} directions of thumbnails of {thumbnail} pixels have more than \
                         {MAX_DIRECTION_VALUES} values"
                    )),
                }
            }
            Self::ColourHistogram { .. } => Ok(()),
        }
    }

    pub fn extractor(self, size: usize) -> Extractor {
        let directions: Vec<f32> = match self {
            Self::ColourHistogram { .. } => Vec::new(),
            Self::RandomProjection { thumbnail, dim, seed } => {
                let mut random = SplitMix64::new(seed);
                (0..3 * thumbnail * thumbnail * dim).map(|_| normal(&mut random)).collect()
            }
        };
        Extractor { features: self, size, directions }
    }
}

pub struct Extractor {
    features: Features,
    size: usize,
    /// `[values of a thumbnail, dim]`; empty for histograms.
    directions: Vec<f32>,
}

impl Extractor {
    /// Width and height of the images in pixels.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.directions[..])
    }

    /// `[size, size, 3]` → `[dim]`.
    pub fn values(&self, image: &[u8]) -> Vec<f32> {
        match self.features {
            Features::ColourHistogram { steps, parts } => histogram(image, self.size, steps, parts),
            Features::RandomProjection { thumbnail, dim, .. } => {
                let small = thumbnail_of(image, self.size, thumbnail);
                let mut sums = vec![0.0; dim];
                for (value, direction) in small.iter().zip(self.directions.chunks(dim)) {
                    sums.iter_mut().zip(direction).for_each(|(sum, d)| *sum += value * d);
                }
                sums
            }
        }
    }
}

/// Roughly normal: the sum of twelve uniform values less 6. It needs no transcendental function, so
/// it is the same everywhere.
fn normal(random: &mut SplitMix64) -> f32 {
    (0..12).map(|_| random.unit()).sum::<f32>() - 6.0
}

impl fmt::Display for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ColourHistogram { steps, parts } => {
                write!(f, "colour histograms ({steps} steps, {parts} × {parts} parts)")
            }
            Self::RandomProjection { thumbnail, dim, .. } => {
                write!(f, "thumbnails of {thumbnail} × {thumbnail} on {dim} random directions")
            }
        }
    }
}

fn histogram(image: &[u8], size: usize, steps: usize, parts: usize) -> Vec<f32> {
    let mut counts = vec![0.0f32; steps.pow(3) * parts.pow(2)];
    for (at, pixel) in image.chunks(3).enumerate() {
        let part = (at / size * parts / size) * parts + at % size * parts / size;
        let bin = pixel.iter().fold(0, |bin, byte| bin * steps + usize::from(*byte) * steps / 256);
        counts[part * steps.pow(3) + bin] += 1.0;
    }
    let n_pixels = (size * size) as f32;
    counts.iter().map(|count| (count / n_pixels).sqrt()).collect()
}

/// The mean of each square of pixels, minus one half.
fn thumbnail_of(image: &[u8], size: usize, thumbnail: usize) -> Vec<f32> {
    let side = size / thumbnail;
    let mut sums = vec![0.0f32; 3 * thumbnail * thumbnail];
    for (at, pixel) in image.chunks(3).enumerate() {
        let (x, y) = ((at % size / side).min(thumbnail - 1), (at / size / side).min(thumbnail - 1));
        for (colour, byte) in pixel.iter().enumerate() {
            sums[3 * (y * thumbnail + x) + colour] += f32::from(*byte);
        }
    }
    let n_pixels = (side * side) as f32;
    sums.iter().map(|sum| sum / n_pixels / 255.0 - 0.5).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histograms_count_pixels_where_they_are() {
        // The left half black, the right half white.
        let image: Vec<u8> =
            (0..8 * 8).flat_map(|at| [if at % 8 < 4 { 0 } else { 255 }; 3]).collect();
        let found = Features::ColourHistogram { steps: 2, parts: 2 }.extractor(8).values(&image);
        let mut wanted = vec![0.0; 8 * 4];
        // Parts count from the top left; black has bin 0, white bin 7.
        for (part, bin) in [(0, 0), (1, 7), (2, 0), (3, 7)] {
            wanted[part * 8 + bin] = 0.5;
        }
        assert_eq!(found, wanted);
    }

    #[test]
    fn projections_are_linear_and_keep_their_seed() {
        let features = |seed| Features::RandomProjection { thumbnail: 2, dim: 5, seed };
        let [a, b]: [Vec<u8>; 2] = [vec![10; 48], vec![60; 48]];
        let [x, y] = [&a, &b].map(|image| features(1).extractor(4).values(image));
        let between = features(1).extractor(4).values(&[35; 48]);
        for ((x, y), between) in x.iter().zip(&y).zip(&between) {
            assert!(((x + y) / 2.0 - between).abs() < 1e-5);
        }
        assert!(x != features(2).extractor(4).values(&a));
    }
}
