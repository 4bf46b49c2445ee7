//! The corpus: its images, in the order of every gallery's rows.

use super::{folder::SourceFolder, metadata::images_from_metadata};
use crate::build::recipe::{BuildRecipe, ImageSource, Images, WhichCaption};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::Image;
use rankscope_core::formats::CaptionRecord;
use std::collections::{HashMap, HashSet};

/// The images to search, and those left out on purpose.
pub(crate) struct Corpus {
    pub(crate) images: Vec<Image>,
    /// Images left out, which a gallery may have rows for.
    pub(super) left_out: Vec<Image>,
}

impl Corpus {
    /// The ids of the images left out.
    pub(super) fn left_out_ids(&self) -> HashSet<&str> {
        self.left_out.iter().map(|image| image.id.as_str()).collect()
    }
}

impl SourceFolder {
    /// The images with captions, URLs, credits and tags.
    pub(crate) fn corpus(
        &self,
        recipe: &BuildRecipe,
        captions: &[CaptionRecord],
    ) -> Result<Corpus> {
        let section = &recipe.images;
        let mut images = self.images_of(section)?;
        let mut seeds = HashSet::new();
        if section.without_seeds
            && let Some(path) = recipe.queries.conqa()
        {
            let queries = self.conqa_queries(path)?.into_iter();
            seeds = queries.flat_map(|query| query.seeds).collect();
        }
        let mut first: HashMap<&str, &str> = HashMap::new();
        if let Some(WhichCaption::First) = section.caption {
            for caption in captions {
                first.entry(&caption.image).or_insert(&caption.text);
            }
        }
        for image in &mut images {
            if let Some(uri) = &section.uri {
                image.uri = Some(filled_in(uri, &image.id)?);
            }
            if let Some(caption) = first.get(image.id.as_str()) {
                image.caption = (*caption).to_owned();
            }
            image.attribution.clone_from(&section.attribution);
            image.license.clone_from(&section.license);
        }
        if let Some(folder) = &section.tags {
            self.add_tags(&mut images, folder)?;
        }
        if let Some(folder) = &section.licenses {
            self.add_credits(&mut images, folder)?;
        }
        let (left_out, images) = images.into_iter().partition(|image| seeds.contains(&image.id));
        Ok(Corpus { images, left_out })
    }

    /// The images with their ids and, from metadata, captions and URLs.
    fn images_of(&self, section: &Images) -> Result<Vec<Image>> {
        let image = |id: String| Image { id, ..Image::default() };
        match section.source()? {
            ImageSource::Ids(path) => Ok(self.ids(path)?.into_iter().map(image).collect()),
            ImageSource::Range([first, last]) => {
                Ok((first..=last).map(|number| image(number.to_string())).collect())
            }
            ImageSource::Files(pattern) => {
                let numbers = self.numbered(pattern)?.into_iter().map(|file| file.number);
                let numbers: Option<Vec<u64>> = numbers.collect();
                let numbers = numbers.with_context(|| {
                    format!("[images]: files = {pattern:?} needs a * in place of the number")
                })?;
                Ok(numbers.into_iter().map(|number| image(number.to_string())).collect())
            }
            ImageSource::Metadata(metadata) => {
                let mut images = Vec::new();
                let mut ids = HashSet::new();
                for file in self.numbered(&metadata.files)? {
                    let (name, rows) = images_from_metadata(&file.path, metadata)?;
                    for (row, image) in rows.into_iter().enumerate() {
                        if !ids.insert(image.id.clone()) {
                            bail!(
                                "{name}, row {row}: the image {} is in an earlier row already",
                                image.id
                            );
                        }
                        images.push(image);
                    }
                }
                Ok(images)
            }
        }
    }
}

/// A template with its `{id}`, or `{id:012}` for zeros before it, replaced by an id.
fn filled_in(template: &str, id: &str) -> Result<String> {
    let wrong =
        || format!("images.uri {template:?} needs {{id}}, or {{id:012}} for zeros before it");
    let (before, rest) = template.split_once("{id").with_context(wrong)?;
    let (format, after) = rest.split_once('}').with_context(wrong)?;
    let width = match format.strip_prefix(":0") {
        Some(width) => {
            width.parse::<usize>().ok().filter(|width| *width <= 64).with_context(wrong)?
        }
        None if format.is_empty() => 0,
        None => bail!(wrong()),
    };
    Ok(format!("{before}{id:0>width$}{after}"))
}
