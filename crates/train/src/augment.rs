//! Augmentation: small changes to an image that keep its content.

use crate::random::Random;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Augment {
    /// By up to this many pixels in each direction, repeating the edge.
    pub shift: usize,
    /// Mirror every other image.
    pub flip: bool,
    /// Darken or brighten by up to this share.
    pub brightness: f32,
}

impl Augment {
    /// Changes an image `[size, size, 3]` at random.
    pub(super) fn apply<'a>(
        self,
        image: Cow<'a, [u8]>,
        size: usize,
        random: &mut Random,
    ) -> Cow<'a, [u8]> {
        if self == Self::default() {
            return image;
        }
        let shift = |random: &mut Random| random.below(2 * self.shift + 1);
        let (down, right) = (shift(random), shift(random));
        let is_mirrored = self.flip && random.next() & 1 == 1;
        let factor = 1.0 + self.brightness * (2.0 * random.unit() - 1.0);
        let mut changed = Vec::with_capacity(image.len());
        // Where a pixel comes from, always within the image.
        let source = |at: usize, by: usize| (at + by).saturating_sub(self.shift).min(size - 1);
        for y in 0..size {
            let row = source(y, down) * size;
            for x in 0..size {
                let column = source(if is_mirrored { size - 1 - x } else { x }, right);
                let pixel = &image[3 * (row + column)..][..3];
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a cast of a float to a byte stays within it"
                )]
                changed.extend(pixel.iter().map(|byte| (f32::from(*byte) * factor + 0.5) as u8));
            }
        }
        Cow::Owned(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_come_from_the_image_and_nothing_else() {
        let size = 6;
        let image: Vec<u8> = (0..size * size).flat_map(|at| [at as u8 + 1, 50, 60]).collect();
        let augment = Augment { shift: 2, flip: true, brightness: 0.0 };
        for seed in 0..40 {
            let mut random = Random::new(seed, &[]);
            let changed = augment.apply(Cow::Borrowed(&image), size, &mut random);
            assert_eq!(changed.len(), image.len());
            assert!(changed.chunks(3).all(|p| (1..=36).contains(&p[0]) && p[1..] == [50, 60]));
            // Along a row, values rise or fall by one, except where the edge is repeated.
            for row in changed.chunks(3 * size) {
                let steps: Vec<i32> = row
                    .chunks(3)
                    .zip(row.chunks(3).skip(1))
                    .map(|(a, b)| i32::from(b[0]) - i32::from(a[0]))
                    .collect();
                let inside = steps.iter().filter(|step| **step != 0);
                assert!(inside.clone().all(|s| *s == 1) || inside.clone().all(|s| *s == -1));
            }
        }
        let bright = Augment { shift: 0, flip: false, brightness: 0.5 };
        let mut random = Random::new(3, &[]);
        let changed = bright.apply(Cow::Owned(vec![200; 3 * size * size]), size, &mut random);
        assert!((100..=255).contains(&changed[0]) && changed.iter().all(|b| *b == changed[0]));
    }
}
