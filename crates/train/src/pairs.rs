//! Training data: images with captions.

use std::borrow::Cow;

/// Images with captions, by row. Several threads read them at once.
pub trait Pairs: Sync {
    /// The number of images.
    fn len(&self) -> usize;

    /// Whether there are no images.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An image `[size, size, 3]`: rows from the top, red, green and blue bytes.
    fn image(&self, row: usize) -> Cow<'_, [u8]>;

    /// The number of an image's captions, at least 1.
    fn n_captions(&self, row: usize) -> usize;

    /// One of an image's captions.
    fn caption(&self, row: usize, which: usize) -> Cow<'_, str>;
}
