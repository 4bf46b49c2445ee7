use crate::formats::{
    CaptionedImage, FileKind, FormatError, HEAD_BYTES, JsonKind, KarpathyIds, Place,
    caption_columns, columns_from_text, file_kind, images_from_caption_list,
    images_from_coco_captions, images_from_karpathy, json_kind, names_from_text, text_from_bytes,
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundCaptions {
    /// In the order of the file.
    pub(super) captions: Vec<FoundCaption>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FoundCaption {
    /// The possible ids or file names of the image, the likeliest first.
    pub(super) image: Vec<String>,
    pub(super) text: String,
}

/// The captions in a file, gzipped or not: Karpathy's and COCO's, lists by picture file, or a table whose columns
/// have the usual names of images and captions. `None` if it is another file.
pub fn captions_in(file: &str, bytes: &[u8]) -> Option<Result<FoundCaptions, FormatError>> {
    let kind = file_kind(bytes.get(..HEAD_BYTES).unwrap_or(bytes), bytes.len() as u64);
    let may_be = matches!(
        kind,
        FileKind::Csv | FileKind::Tsv | FileKind::Json | FileKind::JsonLines | FileKind::Text
    );
    if !may_be {
        return None;
    }
    let text = text_from_bytes(file, bytes).ok()?;
    let found = if let Some(images) = images_from_caption_list(file, &text) {
        images.map(of_dataset)
    } else if kind == FileKind::Text {
        return None;
    } else if kind == FileKind::Json && !text.trim_start().starts_with('[') {
        let images = match json_kind(file, &text) {
            Ok(JsonKind::Karpathy) => images_from_karpathy(file, &text, KarpathyIds::Usual),
            Ok(JsonKind::CocoCaptions) => images_from_coco_captions(file, &text),
            _ => return None,
        };
        images.map(of_dataset)
    } else {
        let names = names_from_text(&text);
        let (images, caption) = caption_columns(&names)?;
        of_table(file, &text, &images, caption)
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
        let names = vec![id, file];
        captions.into_iter().map(move |(_, text)| FoundCaption { image: names.clone(), text })
    };
    images.into_iter().flat_map(of_image).collect()
}

fn of_table(
    file: &str,
    text: &str,
    images: &[&str],
    caption: &str,
) -> Result<Vec<FoundCaption>, FormatError> {
    let wanted: Vec<&str> = std::iter::once(caption).chain(images.iter().copied()).collect();
    let table = columns_from_text(file, text, &wanted)?;
    let mut columns = table.columns.into_iter();
    let texts = columns.next().unwrap_or_default();
    let columns: Vec<_> = columns.collect();
    let mut captions = Vec::new();
    for ((row, text), place) in texts.into_iter().enumerate().zip(table.places) {
        // An image without a caption.
        let Some(text) = text else { continue };
        let named = columns.iter().filter_map(|column| column.get(row)?.clone());
        let image: Vec<String> = named.collect();
        if image.is_empty() {
            let reason = format!("a caption without {}", images.join(" or "));
            return Err(FormatError::new(file, place, reason));
        }
        captions.push(FoundCaption { image, text });
    }
    Ok(captions)
}
