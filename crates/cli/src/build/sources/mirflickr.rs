//! MIRFLICKR's folders: annotations, tags, and the credits in `meta/license`.

use super::folder::{SourceFolder, cannot_read};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::Image;
use rankscope_core::formats::{
    Topic, licence_from_mirflickr, tags_from_mirflickr, topics_from_mirflickr,
};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The topics of a folder of annotations, outside of a recipe.
pub(crate) fn mirflickr_topics(folder: &Path) -> Result<Vec<Topic>> {
    SourceFolder(PathBuf::new()).topics(folder)
}

/// The tags of these images in a folder of `tags{N}.txt`, outside of a recipe.
pub(crate) fn mirflickr_tags(images: &[Image], folder: &Path) -> Result<Vec<Vec<String>>> {
    let mut images = images.to_vec();
    SourceFolder(PathBuf::new()).add_tags(&mut images, folder)?;
    Ok(images.into_iter().map(|image| image.tags).collect())
}

impl SourceFolder {
    pub(super) fn topics(&self, folder: &Path) -> Result<Vec<Topic>> {
        let folder = self.path(folder);
        let name = folder.display().to_string();
        let mut files = Vec::new();
        for entry in fs::read_dir(&folder).with_context(|| cannot_read(&name))? {
            let path = entry.with_context(|| cannot_read(&name))?.path();
            let file = path.display().to_string();
            let bytes = fs::read(&path).with_context(|| cannot_read(&file))?;
            files.push((file, bytes));
        }
        // Folders are listed in no particular order; the message is about the first bad file.
        files.sort();
        let topics = topics_from_mirflickr(files.iter().map(|(file, bytes)| (&**file, &**bytes)))?;
        if topics.is_empty() {
            bail!("{name} has no annotations: it needs <topic>.txt and <topic>_r1.txt");
        }
        Ok(topics)
    }

    pub(super) fn add_tags(&self, images: &mut [Image], folder: &Path) -> Result<()> {
        for image in images {
            let (file, bytes) = self.bytes(&folder.join(format!("tags{}.txt", image.id)))?;
            image.tags = tags_from_mirflickr(&file, &bytes)?.value;
        }
        Ok(())
    }

    /// Adds the credits in `license{N}.txt`, word for word.
    pub(super) fn add_credits(&self, images: &mut [Image], folder: &Path) -> Result<()> {
        for image in images {
            let (file, bytes) = self.bytes(&folder.join(format!("license{}.txt", image.id)))?;
            image.attribution = licence_from_mirflickr(&file, &bytes)?.value;
        }
        Ok(())
    }
}
