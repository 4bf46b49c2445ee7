//! Datasets of captioned pictures in one file (Karpathy's splits, COCO's captions, lists of captions by
//! picture file) as pictures, captions, and the picture of each caption. `FILE#SPLIT` is one split.

use super::folder::{SourceFolder, cannot_read};
use crate::reading::{named_part, vectors_file::kind_of};
use anyhow::{Context, Result, bail};
use rankscope_core::formats::{
    CaptionRecord, CaptionedImage, FileKind, JsonKind, KarpathyIds, Qrel, images_from_caption_list,
    images_from_coco_captions, images_from_karpathy, json_kind, text_from_bytes,
};
use std::{collections::BTreeSet, fs, path::Path};

/// The pictures of a dataset, or of one of its splits, in the order of the file.
pub(crate) struct Dataset {
    /// The file's name for messages.
    pub(super) name: String,
    pub(super) images: Vec<CaptionedImage>,
    /// Whether pictures are known by their file names alone, and captions by their numbers.
    pub(super) is_list: bool,
}

impl SourceFolder {
    pub(super) fn dataset(&self, path: &Path) -> Result<Option<Dataset>> {
        dataset_in(&self.path(path))
    }
}

/// The dataset in a file, or one of its splits as `FILE#SPLIT`; `None` if the file is of another kind. The
/// error about an unknown split lists the known ones.
pub(crate) fn dataset_in(path: &Path) -> Result<Option<Dataset>> {
    let (file, split) = named_part::split(path);
    let name = file.display().to_string();
    // A pipe can be read once, and a file that cannot be read is for the reader of the kind that
    // was expected.
    let may_be = |kind| {
        use FileKind::{Csv, Json, JsonLines, Text, Tsv};
        matches!(kind, Json | JsonLines | Csv | Tsv | Text)
    };
    if !file.is_file() || !kind_of(&file).is_ok_and(|(kind, _)| may_be(kind)) {
        return Ok(None);
    }
    let bytes = fs::read(&file).with_context(|| cannot_read(&name))?;
    let text = text_from_bytes(&name, &bytes)?;
    let listed = || images_from_caption_list(&name, &text);
    let is_object = text.trim_start().starts_with('{');
    let mut is_list = false;
    let mut images = match json_kind(&name, &text).ok().filter(|_| is_object) {
        Some(JsonKind::Karpathy) => images_from_karpathy(&name, &text, KarpathyIds::Usual)?,
        Some(JsonKind::CocoCaptions) => images_from_coco_captions(&name, &text)?,
        _ if let Some(images) = listed() => {
            is_list = true;
            images?
        }
        _ => return Ok(None),
    };
    if let Some(split) = split {
        let splits: BTreeSet<String> =
            images.iter().map(|image| image.split.clone()).filter(|it| !it.is_empty()).collect();
        if splits.is_empty() {
            bail!("{name} has no splits: leave #{split} out");
        }
        images.retain(|image| image.split == split);
        if images.is_empty() {
            let splits: Vec<String> = splits.into_iter().collect();
            bail!("{name} has no split {split:?}, only {}", splits.join(", "));
        }
    }
    Ok(Some(Dataset { name, images, is_list }))
}

impl Dataset {
    pub(crate) fn captions(self) -> Vec<CaptionRecord> {
        let of_image = |CaptionedImage { id: image, captions, .. }| {
            let record = move |(id, text)| CaptionRecord { id, image: String::clone(&image), text };
            captions.into_iter().map(record)
        };
        self.images.into_iter().flat_map(of_image).collect()
    }

    pub(super) fn judgements(&self) -> Vec<Qrel> {
        self.pairs(|caption, image| Qrel { query: caption, document: image, grade: 1 })
    }

    pub(super) fn reverse_judgements(&self) -> Vec<Qrel> {
        self.pairs(|caption, image| Qrel { query: image, document: caption, grade: 1 })
    }

    fn pairs(&self, qrel: impl Fn(String, String) -> Qrel) -> Vec<Qrel> {
        let mut qrels = Vec::new();
        for image in &self.images {
            qrels.extend(image.captions.iter().map(|(id, _)| qrel(id.clone(), image.id.clone())));
        }
        qrels
    }
}
