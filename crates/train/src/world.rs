//! Sources of images with several kinds of captions.

use crate::error::TrainError;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaptionKind {
    /// Sentences that describe the image correctly.
    #[default]
    Clean,
    /// Captions as found on the web: incomplete, and some of another image.
    Noisy,
    /// Single words, as users tag pictures.
    Tags,
}

impl CaptionKind {
    /// In messages and facts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clean => "clean captions",
            Self::Noisy => "noisy captions",
            Self::Tags => "tags",
        }
    }
}

/// Images with captions of several kinds, by row. Several threads read them at once.
pub trait World: Sync {
    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Width and height in pixels.
    fn image_size(&self) -> usize;

    /// An image `[size, size, 3]`: rows from the top, red, green and blue bytes.
    fn image(&self, row: usize) -> Cow<'_, [u8]>;

    /// At least 1.
    fn n_captions(&self, row: usize, kind: CaptionKind) -> usize;

    fn caption(&self, row: usize, which: usize, kind: CaptionKind) -> Cow<'_, str>;
}

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

/// The first images of a world with captions of one kind.
pub struct FirstPairs<'a, W: World + ?Sized> {
    world: &'a W,
    n_pairs: usize,
    kind: CaptionKind,
}

impl<'a, W: World + ?Sized> FirstPairs<'a, W> {
    /// An error if the world has fewer than `n_pairs` images.
    pub fn new(world: &'a W, n_pairs: usize, kind: CaptionKind) -> Result<Self, TrainError> {
        if n_pairs > world.len() {
            let n_images = world.len();
            return Err(TrainError::Plan(format!(
                "{n_pairs} pairs of {n_images} images: lower `pairs` or add images"
            )));
        }
        Ok(Self { world, n_pairs, kind })
    }
}

impl<W: World + ?Sized> Pairs for FirstPairs<'_, W> {
    fn len(&self) -> usize {
        self.n_pairs
    }

    fn image(&self, row: usize) -> Cow<'_, [u8]> {
        self.world.image(row)
    }

    fn n_captions(&self, row: usize) -> usize {
        self.world.n_captions(row, self.kind)
    }

    fn caption(&self, row: usize, which: usize) -> Cow<'_, str> {
        self.world.caption(row, which, self.kind)
    }
}
