//! Captions: JSON lines whose keys the recipe names, a table whose columns it names, or a dataset of
//! captioned pictures; and their folds.

use super::{
    folder::SourceFolder,
    picture_files::{FileNames, PictureFile},
};
use crate::{
    build::recipe::{BuildRecipe, FoldSource},
    reading::named_part,
    terminal::reporter,
};
use anyhow::{Result, bail};
use rankscope_core::benchmark::{Caption, FOLD_FACET, Image, Query};
use rankscope_core::formats::{
    CaptionKeys, CaptionRecord, FileKind, HEAD_BYTES, captions_from_jsonl, coco_1k_folds,
    file_kind, names_from_text, text_from_bytes,
};
use rankscope_core::matching::{near, nearest};
use std::{
    collections::{HashMap, HashSet},
    path::Path,
};

impl SourceFolder {
    pub(crate) fn captions(&self, recipe: &BuildRecipe) -> Result<Vec<CaptionRecord>> {
        let Some(captions) = &recipe.captions else { return Ok(Vec::new()) };
        self.records(&captions.path, &captions.keys())
    }

    /// Records with the keys of captions, without duplicates.
    pub(super) fn records(&self, path: &Path, keys: &CaptionKeys) -> Result<Vec<CaptionRecord>> {
        let dataset = self.dataset(path)?;
        let (name, bytes) = self.bytes(&named_part::split(path).0)?;
        if let Some(dataset) = dataset
            && (!dataset.is_list || !has_ids(&bytes, keys))
        {
            return Ok(dataset.captions());
        }
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

    fn rows(&self, path: &Path, keys: &CaptionKeys) -> Result<Vec<CaptionRecord>> {
        let table = self.table(path, &[&keys.id, &keys.image, &keys.text])?;
        let mut row_of = HashMap::new();
        let mut records = Vec::with_capacity(table.n_rows());
        for row in 0..table.n_rows() {
            let (id, image) = (table.id(0, row)?, table.id(1, row)?);
            if let Some(first) = row_of.insert(id.clone(), row) {
                bail!("{}: the id {id} occurs twice, first at {}", table.at(row), table.at(first));
            }
            let text = table.needed(2, row, &keys.text)?.to_owned();
            records.push(CaptionRecord { id, image, text });
        }
        Ok(records)
    }
}

/// Whether captions have their own ids, under the key that a recipe names or its default.
fn has_ids(bytes: &[u8], keys: &CaptionKeys) -> bool {
    let text = text_from_bytes("", bytes).unwrap_or_default();
    let is_named = ![&keys.image, &keys.text].contains(&&keys.id);
    is_named && names_from_text(&text).contains(&keys.id)
}

/// Gives captions that name the file of their image its id. Refuses captions of which none is of an image
/// of the corpus.
pub(super) fn name_images(
    path: &Path,
    captions: &mut [CaptionRecord],
    images: &[Image],
    files: &[PictureFile],
) -> Result<()> {
    let ids: HashSet<&str> = images.iter().map(|image| image.id.as_str()).collect();
    let of_files: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let by_name = FileNames::new(files);
    let mut others = Vec::new();
    for caption in captions.iter_mut().filter(|caption| !ids.contains(caption.image.as_str())) {
        match by_name.places(&caption.image).map(Vec::as_slice) {
            Some([place]) if let Some(image) = images.get(*place) => {
                caption.image.clone_from(&image.id);
            }
            _ => others.push(caption.image.clone()),
        }
    }
    let found = nearest(others.iter().map(String::as_str), ids.iter().copied().chain(of_files));
    if others.len() == captions.len() && !captions.is_empty() {
        bail!(
            "{}: none of its captions is of an image of the corpus: its first is of {:?}, the first image \
             is {:?}{}",
            path.display(),
            others.first().map_or("", String::as_str),
            images.first().map_or("", |image| image.id.as_str()),
            near(found)
        );
    }
    if found.is_some() {
        reporter::warn(format_args!(
            "{}: {} captions are of no image of the corpus and are left out{}",
            path.display(),
            others.len(),
            near(found)
        ));
    }
    Ok(())
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
