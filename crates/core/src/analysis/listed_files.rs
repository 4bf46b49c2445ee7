//! Image lists of which only some files are loaded.

use crate::benchmark::{Image, Manifest};
use std::sync::OnceLock;

/// The files of the image lists, in corpus order, as far as they are loaded.
#[derive(Debug, Default)]
pub(super) struct ListedFiles {
    /// The first row of each.
    starts: Vec<u32>,
    files: Vec<OnceLock<Vec<Image>>>,
}

impl ListedFiles {
    pub(super) fn new(manifest: &Manifest) -> Self {
        let starts: Vec<u32> = manifest.image_files().map(|(_, rows)| rows.start).collect();
        let files = starts.iter().map(|_| OnceLock::new()).collect();
        Self { starts, files }
    }

    /// The image of a row, if its file is loaded.
    pub(super) fn image(&self, row_in_corpus: u32) -> Option<&Image> {
        let place = self.place(row_in_corpus)?;
        let first = self.starts.get(place)?;
        self.files.get(place)?.get()?.get((row_in_corpus - first) as usize)
    }

    /// The file of a row.
    pub(super) fn place(&self, row_in_corpus: u32) -> Option<usize> {
        self.starts.partition_point(|first| *first <= row_in_corpus).checked_sub(1)
    }

    /// Whether a file is loaded, by its place; also one that there is not.
    pub(super) fn is_loaded(&self, place: usize) -> bool {
        self.files.get(place).is_none_or(|file| file.get().is_some())
    }

    /// Keeps the images of a file, unless they are there.
    pub(super) fn keep(&self, place: usize, images: Vec<Image>) {
        if let Some(file) = self.files.get(place) {
            file.get_or_init(|| images);
        }
    }
}
