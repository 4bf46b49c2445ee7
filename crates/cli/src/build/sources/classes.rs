//! Plausible matches: judgements from the classes of objects in images.

use super::{folder::SourceFolder, placed_qrels::PlacedQrels};
use anyhow::{Context, Result};
use rankscope_core::benchmark::{Image, Query};
use rankscope_core::formats::{CaptionRecord, Qrel, classes_from_coco};
use rankscope_core::metrics::{ClassVector, plausible_matches};
use std::{collections::HashMap, path::Path};

impl SourceFolder {
    /// Judges every image for every caption by the distance between their classes, for the `PMRP`
    /// measures. Lists the images within a distance of two, and those without a class.
    pub(super) fn plausible(
        &self,
        path: &Path,
        captions: &[CaptionRecord],
        queries: &[Query],
        images: &[Image],
    ) -> Result<PlacedQrels> {
        let (name, text) = self.text(path)?;
        let classes_of: HashMap<String, Vec<u32>> =
            classes_from_coco(&name, &text)?.into_iter().collect();
        let mut vectors = Vec::with_capacity(images.len());
        for image in images {
            let vector = match classes_of.get(&image.id) {
                None => None,
                Some(classes) => {
                    let vector = ClassVector::new(classes.iter().copied());
                    Some(vector.with_context(|| {
                        format!("{name}: image {} has a class above 127", image.id)
                    })?)
                }
            };
            vectors.push(vector);
        }
        let row_of: HashMap<&str, u32> =
            images.iter().map(|image| image.id.as_str()).zip(0..).collect();
        let image_of: HashMap<&str, u32> = captions
            .iter()
            .filter_map(|caption| Some((caption.id.as_str(), *row_of.get(caption.image.as_str())?)))
            .collect();
        let mut qrels = Vec::new();
        for query in queries {
            let own = *image_of.get(query.id.as_str()).with_context(|| {
                format!("the query {} is not a caption of an image of the corpus", query.id)
            })?;
            let vector = vectors.get(own as usize).copied().flatten();
            let judgements = plausible_matches(vector, &vectors, |row| row == own);
            qrels.extend(judgements.as_slice().iter().filter_map(|(row, grade)| {
                let document = images.get(*row as usize)?.id.clone();
                Some(Qrel { query: query.id.clone(), document, grade: *grade })
            }));
        }
        Ok(PlacedQrels::from_file(name, qrels))
    }
}
