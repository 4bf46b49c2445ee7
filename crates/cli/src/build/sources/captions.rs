//! Captions: JSON lines whose keys the recipe names.

use super::folder::SourceFolder;
use crate::build::recipe::BuildRecipe;
use anyhow::{Result, bail};
use rankscope_core::benchmark::{Caption, Image};
use rankscope_core::formats::{CaptionKeys, CaptionRecord, captions_from_jsonl};
use std::{
    collections::{HashMap, HashSet},
    path::Path,
};

impl SourceFolder {
    /// All captions, without duplicates.
    pub(crate) fn captions(&self, recipe: &BuildRecipe) -> Result<Vec<CaptionRecord>> {
        let Some(captions) = &recipe.captions else { return Ok(Vec::new()) };
        self.records(&captions.path, &captions.keys())
    }

    /// Records with the keys of captions, without duplicates.
    pub(super) fn records(&self, path: &Path, keys: &CaptionKeys) -> Result<Vec<CaptionRecord>> {
        let (name, text) = self.text(path)?;
        let records = captions_from_jsonl(&name, &text, keys)?;
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let mut first_line_of = HashMap::new();
        for (record, (line, _)) in records.iter().zip(lines) {
            if let Some(first) = first_line_of.insert(record.id.as_str(), line) {
                bail!("{name}, line {line}: the id {} is on line {first} already", record.id);
            }
        }
        Ok(records)
    }
}

/// The captions of these images in their file's order, each with its place there.
pub(crate) fn captions_of(images: &[Image], captions: &[CaptionRecord]) -> Vec<(usize, Caption)> {
    let ids: HashSet<&str> = images.iter().map(|image| image.id.as_str()).collect();
    let captions = captions.iter().enumerate();
    let captions = captions.filter(|(_, caption)| ids.contains(caption.image.as_str()));
    let caption = |(place, CaptionRecord { id, image, text }): (usize, &CaptionRecord)| {
        (place, Caption { id: id.clone(), image: image.clone(), text: text.clone() })
    };
    captions.map(caption).collect()
}
