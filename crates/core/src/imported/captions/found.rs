//! The captions in a file, matched to the images of a benchmark.

use super::super::{Ids, ImportError, Unmatched};
use crate::digits::in_groups;
use crate::formats::{
    CaptionedImage, FileKind, FormatError, HEAD_BYTES, JsonKind, KarpathyIds, Place,
    caption_columns, columns_from_text, file_kind, images_from_caption_list,
    images_from_coco_captions, images_from_karpathy, json_kind, names_from_text, text_from_bytes,
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundCaptions {
    /// In the order of the file.
    captions: Vec<FoundCaption>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct FoundCaption {
    /// The possible ids or file names of the image, the likeliest first.
    image: Vec<String>,
    text: String,
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchedCaptions {
    /// By row of the corpus; empty if the file has none for it.
    pub texts: Vec<Vec<String>>,
    /// Images of captions that are not in the benchmark.
    pub elsewhere: Unmatched,
}

impl FoundCaptions {
    /// Gives each image its captions, in the order of the file. An image is found by its id, or by its file name with
    /// or without folders and ending.
    pub fn matched_to(self, file: &str, ids: &Ids) -> Result<MatchedCaptions, ImportError> {
        let mut texts = vec![Vec::new(); ids.n_images()];
        let mut elsewhere = Unmatched::default();
        let n_captions = self.captions.len();
        for caption in self.captions {
            let named = caption.image.iter().map(String::as_str);
            let row = named.flat_map(names).find_map(|name| ids.row_in_corpus(name));
            match row.and_then(|row| texts.get_mut(row as usize)) {
                Some(of_image) => of_image.push(caption.text),
                None => elsewhere.add(caption.image.first().map_or("", String::as_str)),
            }
        }
        if elsewhere.n == n_captions {
            return Err(ImportError::OtherImages {
                file: file.to_owned(),
                n_captions,
                found: elsewhere.first().to_owned(),
            });
        }
        Ok(MatchedCaptions { texts, elsewhere })
    }
}

/// `photos/a.jpg`, `a.jpg` and `a`.
fn names(name: &str) -> impl Iterator<Item = &str> {
    let file = name.rsplit('/').next();
    let stem = file.and_then(|file| Some(file.rsplit_once('.')?.0));
    [Some(name), file, stem].into_iter().flatten()
}

impl MatchedCaptions {
    /// How many captions there are and which could not be used, in sentences.
    pub fn notes(&self) -> Vec<String> {
        let n_captions: usize = self.texts.iter().map(Vec::len).sum();
        let n_without = self.texts.iter().filter(|texts| texts.is_empty()).count();
        let mut notes = vec![format!(
            "Made of the words in {} {}, rare ones with more weight: no network, and no look at \
             the pixels.",
            in_groups(n_captions as u64),
            if n_captions == 1 { "caption" } else { "captions" }
        )];
        if n_without > 0 {
            notes.push(format!(
                "{} of {} images have no caption in the file and are ranked last.",
                in_groups(n_without as u64),
                in_groups(self.texts.len() as u64)
            ));
        }
        notes.extend(self.elsewhere.sentence(
            "caption is of an image that is not in the benchmark",
            "captions are of images that are not in the benchmark",
        ));
        notes
    }
}
