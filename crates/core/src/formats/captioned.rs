//! Datasets of captioned images in one file: Karpathy's `dataset_*.json`, with the splits that papers
//! on retrieval use, and COCO's captions.

use super::{
    FormatError, Place,
    id_list::fault_of_id,
    json::{Id, value_from_json},
};
use serde::Deserialize;
use std::collections::{HashMap, HashSet};

/// An image with its captions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptionedImage {
    /// The image's id.
    pub id: String,
    /// Its file, with its folder where the dataset names one.
    pub file: String,
    /// `train`, `restval`, `val` or `test`; empty where the dataset has no splits.
    pub split: String,
    /// The id and the text of each caption, in the order of the file.
    pub captions: Vec<(String, String)>,
}

/// What names the images of a Karpathy file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KarpathyIds {
    /// COCO's own id where every image has one, and else the image's number in the file.
    #[default]
    Usual,
    /// COCO's own id.
    Cocoid,
    /// The image's number in the file.
    Imgid,
    /// The name of the image's file.
    Filename,
}

#[derive(Deserialize)]
struct Karpathy {
    images: Vec<KarpathyImage>,
}

#[derive(Deserialize)]
struct KarpathyImage {
    #[serde(default)]
    filepath: String,
    filename: String,
    imgid: Id,
    cocoid: Option<Id>,
    split: String,
    sentences: Vec<Sentence>,
}

#[derive(Deserialize)]
struct Sentence {
    raw: String,
    sentid: Id,
}

/// Reads `dataset_coco.json`, `dataset_flickr30k.json` and their like: images in the order of the
/// file, captions with their `sentid`.
///
/// # Errors
/// Not such a file, by line; an image without the id that is asked for, or two images or captions
/// with one id.
pub fn images_from_karpathy(
    file: &str,
    text: &str,
    ids: KarpathyIds,
) -> Result<Vec<CaptionedImage>, FormatError> {
    let Karpathy { images } = value_from_json(file, text)?;
    let have_cocoid = images.iter().all(|image| image.cocoid.is_some());
    let mut captioned = Vec::with_capacity(images.len());
    for (place, image) in images.into_iter().enumerate() {
        let wrong = |reason: String| {
            FormatError::new(file, Place::File, format!("images[{place}]: {reason}"))
        };
        let id = match ids {
            KarpathyIds::Usual if !have_cocoid => image.imgid.0,
            KarpathyIds::Usual | KarpathyIds::Cocoid => {
                let known = image.cocoid.ok_or_else(|| {
                    wrong("it has no cocoid: name images by imgid or filename".into())
                });
                known?.0
            }
            KarpathyIds::Imgid => image.imgid.0,
            KarpathyIds::Filename => image.filename.clone(),
        };
        if let Some(fault) = fault_of_id(&id) {
            return Err(wrong(fault));
        }
        let sentences = image.sentences.into_iter();
        captioned.push(CaptionedImage {
            id,
            file: match image.filepath.as_str() {
                "" => image.filename,
                folder => format!("{}/{}", folder.trim_end_matches('/'), image.filename),
            },
            split: image.split,
            captions: sentences.map(|own| (own.sentid.0, own.raw.trim().to_owned())).collect(),
        });
    }
    checked(file, captioned)
}

#[derive(Deserialize)]
struct Coco {
    images: Vec<CocoImage>,
    annotations: Vec<CocoCaption>,
}

#[derive(Deserialize)]
struct CocoImage {
    id: Id,
    file_name: String,
}

#[derive(Deserialize)]
struct CocoCaption {
    id: Id,
    image_id: Id,
    caption: String,
}

/// Reads COCO's `captions_*.json`: images in the order of the file, each with its captions in the
/// order of theirs.
///
/// # Errors
/// Not such a file, by line; a caption of an image that is not listed, or two images or captions
/// with one id.
pub fn images_from_coco_captions(
    file: &str,
    text: &str,
) -> Result<Vec<CaptionedImage>, FormatError> {
    let Coco { images, annotations } = value_from_json(file, text)?;
    let image = |CocoImage { id: Id(id), file_name }| CaptionedImage {
        id,
        file: file_name,
        split: String::new(),
        captions: Vec::new(),
    };
    let mut images: Vec<CaptionedImage> = images.into_iter().map(image).collect();
    let place_of: HashMap<String, usize> =
        images.iter().enumerate().map(|(place, image)| (image.id.clone(), place)).collect();
    for (place, CocoCaption { id: Id(id), image_id: Id(image), caption }) in
        annotations.into_iter().enumerate()
    {
        let own = place_of.get(&image).and_then(|place| images.get_mut(*place));
        let own = own.ok_or_else(|| {
            let reason = format!("annotations[{place}] is of image {image}, which is not listed");
            FormatError::new(file, Place::File, reason)
        })?;
        own.captions.push((id, caption.trim().to_owned()));
    }
    checked(file, images)
}

/// Refuses two images or two captions with one id.
fn checked(file: &str, images: Vec<CaptionedImage>) -> Result<Vec<CaptionedImage>, FormatError> {
    let wrong = |reason: String| Err(FormatError::new(file, Place::File, reason));
    let (mut ids, mut captions) = (HashSet::new(), HashSet::new());
    for image in &images {
        if !ids.insert(image.id.as_str()) {
            return wrong(format!("two images have the id {}", image.id));
        }
        for (id, _) in &image.captions {
            if !captions.insert(id.as_str()) {
                return wrong(format!("two captions have the id {id}"));
            }
        }
    }
    drop((ids, captions));
    Ok(images)
}
