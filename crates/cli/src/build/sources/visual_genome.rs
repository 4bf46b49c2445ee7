//! What Visual Genome and COCO say of ConQA's images: objects as tags, a caption.

use super::folder::SourceFolder;
use crate::{build::recipe::VisualGenome, terminal::reporter};
use anyhow::{Result, bail};
use rankscope_core::benchmark::Image;
use rankscope_core::formats::{
    coco_ids_from_visual_genome, images_from_coco_captions, objects_from_visual_genome,
};
use std::collections::HashMap;

impl SourceFolder {
    /// Images that the files lack keep what they have, and are counted in a warning.
    pub(super) fn add_visual_genome(
        &self,
        images: &mut [Image],
        source: &VisualGenome,
    ) -> Result<()> {
        let n_images = images.len();
        if let Some(path) = &source.objects {
            let (file, text) = self.text(path)?;
            let mut objects = objects_from_visual_genome(&file, &text)?;
            let mut n_without = 0;
            for image in images.iter_mut() {
                match objects.remove(&image.id) {
                    Some(names) => image.tags = names,
                    None => n_without += 1,
                }
            }
            if n_without == n_images {
                bail!("{file}: none of its image_id is that of an image");
            }
            if n_without > 0 {
                reporter::warn(format_args!(
                    "{file} has no objects of {n_without} of {n_images} images"
                ));
            }
        }
        if source.captions.is_empty() {
            return Ok(());
        }
        let Some(path) = &source.image_data else {
            bail!(
                "images.visual_genome: captions need image_data, which says which image of COCO an \
                 image is"
            );
        };
        let (file, text) = self.text(path)?;
        let coco_ids = coco_ids_from_visual_genome(&file, &text)?;
        let mut captions: HashMap<String, String> = HashMap::new();
        for path in &source.captions {
            let (file, text) = self.text(path)?;
            for image in images_from_coco_captions(&file, &text)? {
                let first = image.captions.into_iter().next();
                captions.extend(first.map(|(_, text)| (image.id, text)));
            }
        }
        let mut n_without = 0;
        for image in images {
            match coco_ids.get(&image.id).and_then(|id| captions.get(id)) {
                Some(caption) => image.caption.clone_from(caption),
                None => n_without += 1,
            }
        }
        if n_without > 0 {
            reporter::warn(format_args!(
                "images.visual_genome: {n_without} of {n_images} images have no caption of COCO"
            ));
        }
        Ok(())
    }
}
