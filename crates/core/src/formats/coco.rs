//! Files of the COCO family: Karpathy's `dataset_*.json` with the splits that papers on retrieval use,
//! COCO's captions and instances, and captions as JSON lines.

use super::{
    FormatError, Place,
    ids::{fault_of_id, grouped},
    json::{Id, value_from_json},
    text::numbered_lines,
};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptionedImage {
    pub id: String,
    /// With its folder where the dataset names one.
    pub file: String,
    /// `train`, `restval`, `val` or `test`; empty where the dataset has no splits.
    pub split: String,
    /// `(id, text)` in the order of the file.
    pub captions: Vec<(String, String)>,
}

/// Which field becomes the id of an image in a Karpathy file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KarpathyIds {
    /// `cocoid` where every image has one, else `imgid`.
    #[default]
    Usual,
    Cocoid,
    Imgid,
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

/// Reads `dataset_coco.json`, `dataset_flickr30k.json` and the like, in the order of the file. Refuses
/// an image without the requested id, and two images or captions with one id.
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
            captions: sentences
                .map(|sentence| (sentence.sentid.0, sentence.raw.trim().to_owned()))
                .collect(),
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

/// Reads COCO's `captions_*.json`; images and their captions keep their order. Refuses a caption of an
/// unlisted image, and two images or captions with one id.
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
        let image_of_caption = place_of.get(&image).and_then(|place| images.get_mut(*place));
        let captioned = image_of_caption.ok_or_else(|| {
            let reason = format!("annotations[{place}] is of image {image}, which is not listed");
            FormatError::new(file, Place::File, reason)
        })?;
        captioned.captions.push((id, caption.trim().to_owned()));
    }
    checked(file, images)
}

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

/// The keys in a file of captions as JSON lines, such as datasets of the COCO family have.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaptionKeys {
    pub id: String,
    pub image: String,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptionRecord {
    pub id: String,
    pub image: String,
    pub text: String,
}

/// Reads captions, one JSON object a line. Ids may be numbers or strings.
pub fn captions_from_jsonl(
    file: &str,
    text: &str,
    keys: &CaptionKeys,
) -> Result<Vec<CaptionRecord>, FormatError> {
    let mut captions = Vec::new();
    for (number, line) in numbered_lines(text) {
        let place = Place::Line(number);
        let object: Value = serde_json::from_str(line)
            .map_err(|e| FormatError::new(file, place, format!("not JSON: {e}")).because(e))?;
        let value = |key: &str| match object.get(key) {
            Some(Value::String(text)) => Ok(text.clone()),
            Some(Value::Number(number)) => Ok(number.to_string()),
            _ => Err(FormatError::new(file, place, format!("no text or number under {key:?}"))),
        };
        captions.push(CaptionRecord {
            id: value(&keys.id)?,
            image: value(&keys.image)?,
            text: value(&keys.text)?.trim().to_owned(),
        });
    }
    Ok(captions)
}

#[derive(Deserialize)]
struct Instances {
    annotations: Vec<Annotation>,
}

#[derive(Deserialize)]
struct Annotation {
    image_id: Id,
    category_id: u32,
}

/// Reads the object classes of each image in COCO's `instances_*.json`: images in order of first
/// appearance, classes ascending without duplicates. Images without an object are missing.
pub fn classes_from_coco(file: &str, text: &str) -> Result<Vec<(String, Vec<u32>)>, FormatError> {
    let Instances { annotations } = value_from_json(file, text)?;
    let pairs = annotations.iter().map(|one| (one.image_id.0.as_str(), one.category_id));
    let mut classes = grouped(pairs);
    for (_, of_image) in &mut classes {
        of_image.sort_unstable();
        of_image.dedup();
    }
    Ok(classes.into_iter().map(|(image, classes)| (image.to_owned(), classes)).collect())
}
