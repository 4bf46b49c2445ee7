//! Folds, as a facet of the queries and images in them.

use super::folder::SourceFolder;
use crate::build::recipe::FoldSource;
use anyhow::{Result, bail};
use rankscope_core::benchmark::{FOLD_FACET, Image, Query};
use rankscope_core::formats::{CaptionRecord, coco_1k_folds};
use std::collections::HashMap;

impl SourceFolder {
    /// Adds COCO 1K's folds, 1 to 5, to the facets. An image is in the fold of its first caption,
    /// as in `eccv_caption`.
    pub(crate) fn add_folds(
        &self,
        source: &FoldSource,
        captions: &[CaptionRecord],
        queries: &mut [Query],
        images: &mut [Image],
    ) -> Result<()> {
        let ids = self.ids(&source.coco_1k)?;
        let name = self.path(&source.coco_1k).display().to_string();
        let image_of: HashMap<&str, &str> =
            captions.iter().map(|caption| (caption.id.as_str(), caption.image.as_str())).collect();
        let mut fold_of_caption: HashMap<&str, usize> = HashMap::new();
        let mut fold_of_image: HashMap<&str, usize> = HashMap::new();
        for (fold, ids) in (1..).zip(coco_1k_folds(&name, &ids)?) {
            for id in ids {
                let Some(image) = image_of.get(id.as_str()) else {
                    bail!("{name}: there is no caption {id} in [captions]");
                };
                fold_of_caption.insert(id, fold);
                fold_of_image.entry(image).or_insert(fold);
            }
        }
        for query in queries {
            if let Some(fold) = fold_of_caption.get(query.id.as_str()) {
                query.facets.insert(FOLD_FACET.into(), fold.to_string());
            }
        }
        for image in images {
            if let Some(fold) = fold_of_image.get(image.id.as_str()) {
                image.facets.insert(FOLD_FACET.into(), fold.to_string());
            }
        }
        Ok(())
    }
}
