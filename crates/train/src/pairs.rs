use std::borrow::Cow;

/// Training data: images with captions, by row. Several threads read them at once.
pub trait Pairs: Sync {
    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An image `[size, size, 3]`: rows from the top, red, green and blue bytes.
    fn image(&self, row: usize) -> Cow<'_, [u8]>;

    /// At least 1.
    fn n_captions(&self, row: usize) -> usize;

    fn caption(&self, row: usize, which: usize) -> Cow<'_, str>;
}
