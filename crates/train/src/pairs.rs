//! What is trained on: images with captions.

use std::borrow::Cow;

/// Images with their captions, by row. Several threads read at once.
pub trait Pairs: Sync {
    /// How many images.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An image: rows from the top, red, green and blue bytes.
    fn image(&self, row: usize) -> Cow<'_, [u8]>;

    /// How many captions an image has; at least 1.
    fn n_captions(&self, row: usize) -> usize;

    /// One of an image's captions.
    fn caption(&self, row: usize, which: usize) -> Cow<'_, str>;
}
