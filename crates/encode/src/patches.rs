//! An image's pixels → the patches that a vision tower projects.

use crate::error::EncodeError;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Patching {
    /// Width and height of an image in pixels.
    pub image_size: usize,
    /// Width and height of a patch in pixels; divides `image_size`.
    pub patch_size: usize,
    /// Of red, green and blue, where white is 1.
    pub mean: [f32; 3],
    pub deviation: [f32; 3],
}

impl Patching {
    /// Refuses patches that do not divide the image; `path` is the file to blame.
    pub(crate) fn check(&self, path: &str) -> Result<(), EncodeError> {
        if self.patch_size == 0 || !self.image_size.is_multiple_of(self.patch_size) {
            let reason = format!(
                "patches of {} pixels do not divide an image of {}",
                self.patch_size, self.image_size
            );
            return Err(EncodeError::Unsupported { path: path.into(), reason });
        }
        Ok(())
    }

    pub fn n_patches(&self) -> usize {
        (self.image_size / self.patch_size).pow(2)
    }

    /// Three colours for each pixel.
    pub fn patch_len(&self) -> usize {
        3 * self.patch_size * self.patch_size
    }

    /// Bytes of an image `[size, size, 3]`.
    pub fn image_len(&self) -> usize {
        3 * self.image_size * self.image_size
    }

    /// Cuts an image, rows of red, green and blue bytes, into patches and appends them to `out`:
    /// `[patches, 3 · patch · patch]`, a patch's red before its green and blue, each value
    /// standardised by the mean and deviation of its colour.
    pub fn append_patches(&self, pixels: &[u8], out: &mut Vec<f32>) {
        let (size, side) = (self.image_size, self.patch_size);
        let tables = self.standardised();
        for top in (0..size).step_by(side) {
            for left in (0..size).step_by(side) {
                for (colour, table) in tables.iter().enumerate() {
                    for y in top..top + side {
                        let row = &pixels[3 * (y * size + left)..3 * (y * size + left + side)];
                        let bytes = row.iter().skip(colour).step_by(3);
                        out.extend(bytes.map(|byte| table[usize::from(*byte)]));
                    }
                }
            }
        }
    }

    pub fn patches(&self, images: &[&[u8]]) -> Vec<f32> {
        let mut patches = Vec::with_capacity(images.len() * self.image_len());
        images.iter().for_each(|pixels| self.append_patches(pixels, &mut patches));
        patches
    }

    /// Appends the standardised pixels of an image to `out`, in their order.
    pub fn append_pixels(&self, pixels: &[u8], out: &mut Vec<f32>) {
        let [red, green, blue] = self.standardised();
        out.extend(pixels.as_chunks().0.iter().flat_map(|[r, g, b]| {
            [red[usize::from(*r)], green[usize::from(*g)], blue[usize::from(*b)]]
        }));
    }

    /// For each colour the value of every byte.
    fn standardised(&self) -> [[f32; 256]; 3] {
        [0, 1, 2].map(|colour: usize| {
            let (mean, deviation) = (self.mean[colour], self.deviation[colour]);
            std::array::from_fn(|byte| {
                let value = byte as f32 / 255.0;
                (value - mean) / deviation
            })
        })
    }
}
