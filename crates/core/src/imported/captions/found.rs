//! The captions in a file, and what it calls their images.

use crate::formats::{
    CaptionedImage, FileKind, FormatError, HEAD_BYTES, JsonKind, KarpathyIds, Place,
    columns_from_text, file_kind, image_columns, images_from_coco_captions, images_from_karpathy,
    json_kind, names_from_text, text_from_bytes,
};

/// A file's captions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundCaptions {
    /// In the order of the file.
    pub(super) captions: Vec<FoundCaption>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FoundCaption {
    /// The image's id, and the file that it is in, where a dataset names both.
    pub(super) image: [Option<String>; 2],
    pub(super) text: String,
}

/// The captions in a file, gzipped or not: Karpathy's and COCO's, or a table whose columns are called
/// as those of images and captions usually are. `None` if it is another file.
///
/// # Errors
/// Such a file that is damaged, by line.
pub fn captions_in(file: &str, bytes: &[u8]) -> Option<Result<FoundCaptions, FormatError>> {
    let kind = file_kind(bytes.get(..HEAD_BYTES).unwrap_or(bytes), bytes.len() as u64);
    if !matches!(kind, FileKind::Csv | FileKind::Tsv | FileKind::Json | FileKind::JsonLines) {
        return None;
    }
    let text = text_from_bytes(file, bytes).ok()?;
    let found = if kind == FileKind::Json && !text.trim_start().starts_with('[') {
        let images = match json_kind(file, &text) {
            Ok(JsonKind::Karpathy) => images_from_karpathy(file, &text, KarpathyIds::Usual),
            Ok(JsonKind::CocoCaptions) => images_from_coco_captions(file, &text),
            _ => return None,
        };
        images.map(of_dataset)
    } else {
        let names = names_from_text(&text);
        let columns = image_columns(&names)?;
        of_table(file, &text, [columns.id, columns.caption?])
    };
    Some(found.and_then(|captions| {
        if captions.is_empty() {
            return Err(FormatError::new(file, Place::File, "it has no captions"));
        }
        Ok(FoundCaptions { captions })
    }))
}

fn of_dataset(images: Vec<CaptionedImage>) -> Vec<FoundCaption> {
    let of_image = |CaptionedImage { id, file, captions, .. }| {
        let names = [Some(id), Some(file)];
        captions.into_iter().map(move |(_, text)| FoundCaption { image: names.clone(), text })
    };
    images.into_iter().flat_map(of_image).collect()
}

fn of_table(file: &str, text: &str, columns: [&str; 2]) -> Result<Vec<FoundCaption>, FormatError> {
    let table = columns_from_text(file, text, &columns)?;
    let Ok([ids, texts]) = <[_; 2]>::try_from(table.columns) else { return Ok(Vec::new()) };
    let mut captions = Vec::new();
    for ((id, text), place) in ids.into_iter().zip(texts).zip(table.places) {
        match (id, text) {
            (Some(id), Some(text)) => {
                captions.push(FoundCaption { image: [Some(id), None], text });
            }
            // An image without a caption.
            (_, None) => {}
            (None, Some(_)) => {
                let reason = format!("a caption without {}", columns[0]);
                return Err(FormatError::new(file, place, reason));
            }
        }
    }
    Ok(captions)
}
