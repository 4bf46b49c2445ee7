//! Captions: JSON lines whose keys the recipe names, a table whose columns it names, or a dataset of
//! captioned pictures.

use super::folder::SourceFolder;
use crate::build::recipe::BuildRecipe;
use anyhow::{Result, bail};
use rankscope_core::benchmark::{Caption, Image};
use rankscope_core::formats::{
    CaptionKeys, CaptionRecord, FileKind, HEAD_BYTES, captions_from_jsonl, file_kind,
    text_from_bytes,
};
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
        if let Some(dataset) = self.dataset(path)? {
            return Ok(dataset.captions());
        }
        let (name, bytes) = self.bytes(path)?;
        let head = bytes.get(..HEAD_BYTES).unwrap_or(&bytes);
        let kind = file_kind(head, bytes.len() as u64);
        let is_json = matches!(kind, FileKind::Json | FileKind::JsonLines | FileKind::Empty);
        if !is_json {
            return self.rows(path, keys);
        }
        let text = text_from_bytes(&name, &bytes)?;
        // An array of objects is a table, too.
        if text.trim_start().starts_with('[') {
            return self.rows(path, keys);
        }
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

    /// The same from a table, whose columns the keys name.
    fn rows(&self, path: &Path, keys: &CaptionKeys) -> Result<Vec<CaptionRecord>> {
        let table = self.table(path, &[&keys.id, &keys.image, &keys.text])?;
        let mut row_of = HashMap::new();
        let mut records = Vec::with_capacity(table.n_rows());
        for row in 0..table.n_rows() {
            let (id, image) = (table.id(0, row)?, table.id(1, row)?);
            if let Some(first) = row_of.insert(id.clone(), row) {
                bail!("{}: the id {id} is there already: {}", table.at(row), table.at(first));
            }
            let text = table.needed(2, row, &keys.text)?.to_owned();
            records.push(CaptionRecord { id, image, text });
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
