//! A picture's vector by its colours and edges, and where they are.
//!
//! The picture is drawn on a square of 64 × 64 pixels, and three parts follow each other:
//!
//! 1. how much of each of 64 colours (four steps of red, green and blue) is in each quarter:
//!    256 values, square roots of shares, so that they have length 1;
//! 2. the mean colour, less mid-grey, of each of 4 × 4 cells: 48 values, scaled to length ½;
//! 3. how strong edges of each of eight directions are in each of 4 × 4 cells: 128 values, square
//!    roots of shares of all edges, scaled to length ½.
//!
//! The first part alone is never all zeros, so every picture has a direction. Colour histograms by
//! region and histograms of gradients are the oldest descriptors of image retrieval (Swain & Ballard
//! 1991; Dalal & Triggs 2005): they find pictures that look alike, and know nothing of what they show.

use image::{
    RgbImage,
    imageops::{self, FilterType},
};
use rankscope_encode::Features;

const SIDE: usize = 64;
/// Along each side, for mean colours and edges.
const CELLS: usize = 4;
/// Of edges, over half a turn.
const DIRECTIONS: usize = 8;
/// The length of the second part and of the third; the first has length 1.
const WEIGHT: f32 = 0.5;

pub(crate) const DIM: usize = 4 * 64 + CELLS * CELLS * (3 + DIRECTIONS);

/// The descriptor `[432]` of a picture, not normalised.
pub(crate) fn descriptor(picture: &RgbImage) -> Vec<f32> {
    let side = SIDE as u32;
    let square = imageops::resize(picture, side, side, FilterType::Triangle).into_raw();
    let mut values =
        Features::ColourHistogram { steps: 4, parts: 2 }.extractor(SIDE).values(&square);
    values.extend(of_length(WEIGHT, mean_colours(&square)));
    let edges = edges(&square);
    values.extend(of_length(WEIGHT, edges.into_iter().map(f32::sqrt).collect()));
    values
}

/// The mean colour of each cell less mid-grey, `[cells, 3]`.
fn mean_colours(square: &[u8]) -> Vec<f32> {
    let mut sums = vec![0.0f32; CELLS * CELLS * 3];
    for (at, pixel) in square.chunks(3).enumerate() {
        let cell = cell_of(at % SIDE, at / SIDE);
        for (sum, byte) in sums.iter_mut().skip(3 * cell).zip(pixel) {
            *sum += f32::from(*byte) / 255.0 - 0.5;
        }
    }
    sums
}

/// The strength of edges by cell and direction, `[cells, directions]`.
fn edges(square: &[u8]) -> Vec<f32> {
    let light: Vec<f32> = square
        .chunks(3)
        .map(|pixel| match pixel {
            [red, green, blue] => {
                0.299 * f32::from(*red) + 0.587 * f32::from(*green) + 0.114 * f32::from(*blue)
            }
            _ => 0.0,
        })
        .collect();
    let at = |x: usize, y: usize| light.get(y * SIDE + x).copied().unwrap_or_default();
    let mut strengths = vec![0.0f32; CELLS * CELLS * DIRECTIONS];
    for y in 1..SIDE - 1 {
        for x in 1..SIDE - 1 {
            let (across, down) = (at(x + 1, y) - at(x - 1, y), at(x, y + 1) - at(x, y - 1));
            let strength = across.hypot(down);
            // An edge looks the same from both of its sides.
            let turn = down.atan2(across).rem_euclid(std::f32::consts::PI) / std::f32::consts::PI;
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 8")]
            let direction = (turn * DIRECTIONS as f32) as usize % DIRECTIONS;
            if let Some(sum) = strengths.get_mut(cell_of(x, y) * DIRECTIONS + direction) {
                *sum += strength;
            }
        }
    }
    strengths
}

fn cell_of(x: usize, y: usize) -> usize {
    y * CELLS / SIDE * CELLS + x * CELLS / SIDE
}

/// The values scaled to this length, or as they are if all are zero.
fn of_length(length: f32, mut values: Vec<f32>) -> Vec<f32> {
    let found = values.iter().map(|value| value * value).sum::<f32>().sqrt();
    if found > 0.0 {
        values.iter_mut().for_each(|value| *value *= length / found);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    fn cosine(a: &RgbImage, b: &RgbImage) -> f64 {
        rankscope_encode::cosine(&descriptor(a), &descriptor(b))
    }

    #[test]
    fn colours_and_edges_count_where_they_are() {
        let plain = |colour: [u8; 3]| RgbImage::from_pixel(90, 60, Rgb(colour));
        let (red, dark_red, blue) =
            (plain([220, 30, 30]), plain([200, 40, 40]), plain([30, 30, 220]));
        assert_eq!(descriptor(&red).len(), DIM);
        assert!(cosine(&red, &dark_red) > 0.95);
        assert!(cosine(&red, &blue) < 0.3);
        let stripes = |is_dark: fn(u32, u32) -> bool| {
            RgbImage::from_fn(
                64,
                64,
                |x, y| if is_dark(x, y) { Rgb([0; 3]) } else { Rgb([255; 3]) },
            )
        };
        let upright = stripes(|x, _| x / 8 % 2 == 0);
        let moved = stripes(|x, _| (x + 4) / 8 % 2 == 0);
        let level = stripes(|_, y| y / 8 % 2 == 0);
        // The same colours everywhere: only the edges differ.
        assert!(cosine(&upright, &moved) > cosine(&upright, &level) + 0.05);
        // Of vertical stripes every edge has the first direction.
        let edges = edges(upright.as_raw());
        let first: f32 = edges.iter().step_by(DIRECTIONS).sum();
        assert!((first / edges.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    }
}
