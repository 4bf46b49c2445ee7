//! A benchmark with more images than a page lists before its first search: of the image lists, only the
//! files that are asked for are loaded.
//!
//! Judgements and imports name images by id, and so do links to a picture. So until all lists are loaded
//! the benchmark is one without judgements, whose images have no ids but those of the files at hand.

use super::dataset::Dataset;
use super::listed_files::ListedFiles;
use crate::benchmark::{
    Image, Manifest,
    lists::{ListSource, LoadError, load_image_list, load_queries},
};
use crate::limits::MAX_LISTED_AT_ONCE;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Whether a page lists the images of a benchmark in parts.
pub fn lists_in_parts(manifest: &Manifest) -> bool {
    manifest.counts.images > MAX_LISTED_AT_ONCE && manifest.has_image_lists()
}

impl Dataset {
    /// Loads the queries of the benchmark at `base_url`, and none of its image lists.
    ///
    /// # Errors
    /// As [`load_queries`].
    pub async fn load_unlisted<S: ListSource>(
        base_url: String,
        manifest: Manifest,
        source: &S,
    ) -> Result<Self, LoadError<S::Error>> {
        let queries = load_queries(&manifest, source).await?;
        let listed = Arc::new(ListedFiles::new(&manifest));
        let openable = Arc::new(manifest.clone());
        let unjudged = Manifest { relevance: Vec::new(), headlines: Vec::new(), ..manifest };
        let dataset = Self::of_lists(base_url, unjudged, queries, Vec::new(), Vec::new());
        Ok(Self { listed: Some(listed), openable, ..dataset })
    }

    /// Whether only some files of the image lists are loaded, and no judgements.
    pub fn is_partly_listed(&self) -> bool {
        self.listed.is_some()
    }

    /// Keeps images by row as a search engine names them: their files are not missing any more. Copies of
    /// this dataset get them too.
    pub fn name_images(&self, images: BTreeMap<u32, Image>) {
        if let Some(listed) = &self.listed {
            listed.name(images);
        }
    }

    /// The places of the files of the image lists that have these rows and are not loaded, ascending. What
    /// a search engine has named is not missing.
    pub fn missing_lists(&self, rows_in_corpus: impl IntoIterator<Item = u32>) -> Vec<usize> {
        let Some(listed) = &self.listed else { return Vec::new() };
        let unnamed = rows_in_corpus.into_iter().filter(|row| !listed.is_named(*row));
        let places = unnamed.filter_map(|row| listed.place(row));
        let mut missing: Vec<usize> = places.filter(|place| !listed.is_loaded(*place)).collect();
        missing.sort_unstable();
        missing.dedup();
        missing
    }

    /// Loads a file of the image lists by its place. Copies of this dataset get it too.
    ///
    /// # Errors
    /// As [`load_image_list`].
    pub async fn load_list<S: ListSource>(
        &self,
        place: usize,
        source: &S,
    ) -> Result<(), LoadError<S::Error>> {
        let Some(listed) = &self.listed else { return Ok(()) };
        let Some((file, rows)) = self.own.image_files().nth(place) else { return Ok(()) };
        listed.keep(place, load_image_list(file, rows, source).await?);
        Ok(())
    }
}
