//! Image lists of which only some files are loaded, and images that a search engine named.

use crate::benchmark::{Image, Manifest};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{OnceLock, RwLock};

/// The files of the image lists, in corpus order, as far as they are loaded.
#[derive(Debug, Default)]
pub(super) struct ListedFiles {
    /// The first row of each.
    starts: Vec<u32>,
    files: Vec<OnceLock<Vec<Image>>>,
    /// Images by row as a search engine names them, while their files are not loaded.
    named: RwLock<BTreeMap<u32, Image>>,
}

impl ListedFiles {
    pub(super) fn new(manifest: &Manifest) -> Self {
        let starts: Vec<u32> = manifest.image_files().map(|(_, rows)| rows.start).collect();
        let files = starts.iter().map(|_| OnceLock::new()).collect();
        Self { starts, files, named: RwLock::default() }
    }

    /// The image of a row, if its file is loaded or a search engine has named it.
    pub(super) fn image(&self, row_in_corpus: u32) -> Option<Cow<'_, Image>> {
        let place = self.place(row_in_corpus)?;
        let first = self.starts.get(place)?;
        if let Some(images) = self.files.get(place)?.get() {
            return images.get((row_in_corpus - first) as usize).map(Cow::Borrowed);
        }
        self.named.read().ok()?.get(&row_in_corpus).cloned().map(Cow::Owned)
    }

    /// Whether a search engine has named the image of a row.
    pub(super) fn is_named(&self, row_in_corpus: u32) -> bool {
        self.named.read().is_ok_and(|named| named.contains_key(&row_in_corpus))
    }

    /// Keeps images by row, as a search engine names them.
    pub(super) fn name(&self, images: BTreeMap<u32, Image>) {
        if let Ok(mut named) = self.named.write() {
            named.extend(images);
        }
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
