//! MIRFLICKR-25000's text files: annotations (`<topic>.txt`, and `<topic>_r1.txt` in the narrow sense),
//! `tags{N}.txt`, `exif{N}.txt` and `license{N}.txt`. Readers take file names with or without folders.

use super::{
    FormatError, Place,
    text::{numbered_lines, text_from_bytes},
};
use std::{borrow::Cow, collections::BTreeMap};

/// Images `im1.jpg` … `im25000.jpg`.
const N_IMAGES: u32 = 25_000;

/// Images by number, in the order of the topic's files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topic {
    pub name: String,
    pub wide: Vec<u32>,
    /// The images in which it is salient; 14 of the 24 topics have this.
    pub narrow: Option<Vec<u32>>,
}

/// A value of one image, from Flickr or the camera.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PerImage<T> {
    pub image: u32,
    pub value: T,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExifField {
    /// Without the leading `-`.
    pub name: String,
    pub value: String,
}

/// Reads the annotations: pairs of a file's name and its bytes, in any order. Ignores `README.txt`.
/// Topics are sorted by name. Refuses a topic in the narrow sense only.
pub fn topics_from_mirflickr<'a>(
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> Result<Vec<Topic>, FormatError> {
    let mut wide: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    let mut narrow: BTreeMap<String, (String, Vec<u32>)> = BTreeMap::new();
    for (file, bytes) in files {
        let wrong = |reason: &str| FormatError::new(file, Place::File, reason);
        let name = name_of(file);
        if name.eq_ignore_ascii_case("README.txt") {
            continue;
        }
        let topic =
            name.strip_suffix(".txt").filter(|topic| !topic.is_empty()).ok_or_else(|| {
                wrong("not an annotation: these are named <topic>.txt or <topic>_r1.txt")
            })?;
        let images = images_from_lines(file, bytes)?;
        let is_first = match topic.strip_suffix("_r1") {
            None => wide.insert(topic.into(), images).is_none(),
            Some(topic) => narrow.insert(topic.into(), (file.into(), images)).is_none(),
        };
        if !is_first {
            return Err(wrong("duplicate file name"));
        }
    }
    let mut topics = Vec::new();
    for (name, wide) in wide {
        let narrow = narrow.remove(&name).map(|(_, images)| images);
        topics.push(Topic { name, wide, narrow });
    }
    match narrow.into_iter().next() {
        None => Ok(topics),
        Some((topic, (file, _))) => {
            let reason = format!("the wide sense is missing: add {topic}.txt");
            Err(FormatError::new(&file, Place::File, reason))
        }
    }
}

fn images_from_lines(file: &str, bytes: &[u8]) -> Result<Vec<u32>, FormatError> {
    let text = text_from_bytes(file, bytes)?;
    let mut first_line_of: BTreeMap<u32, usize> = BTreeMap::new();
    let mut images = Vec::new();
    for (number, line) in numbered_lines(&text) {
        let wrong = |reason: String| FormatError::new(file, Place::Line(number), reason);
        let image = image_from_text(line.trim())
            .ok_or_else(|| wrong(format!("{line:?} is not an image's number, 1 to {N_IMAGES}")))?;
        if let Some(first) = first_line_of.insert(image, number) {
            return Err(wrong(format!("image {image} is on line {first} already")));
        }
        images.push(image);
    }
    Ok(images)
}

/// Reads `tags{N}.txt` from `meta/tags` or `meta/tags_raw`: one tag a line.
pub fn tags_from_mirflickr(file: &str, bytes: &[u8]) -> Result<PerImage<Vec<String>>, FormatError> {
    let (image, text) = text_of_image(file, bytes, "tags")?;
    let tags = text.lines().map(str::trim).filter(|tag| !tag.is_empty());
    Ok(PerImage { image, value: tags.map(str::to_owned).collect() })
}

/// Reads `exif{N}.txt`: a line `-Name`, then its value on the next. Further lines that do not begin
/// with `-` belong to the value.
pub fn exif_from_mirflickr(
    file: &str,
    bytes: &[u8],
) -> Result<PerImage<Vec<ExifField>>, FormatError> {
    let (image, text) = text_of_image(file, bytes, "exif")?;
    let mut fields: Vec<ExifField> = Vec::new();
    let mut lines = (1..).zip(text.trim_end().lines());
    while let Some((number, line)) = lines.next() {
        let wrong = |reason: String| FormatError::new(file, Place::Line(number), reason);
        if let Some(name) = line.strip_prefix('-') {
            // A value may also begin with -, such as an exposure bias.
            let (_, value) =
                lines.next().ok_or_else(|| wrong(format!("no value follows {line:?}")))?;
            fields.push(ExifField { name: name.trim().into(), value: value.trim().into() });
        } else if let Some(field) = fields.last_mut() {
            field.value = format!("{}\n{}", field.value, line.trim()).trim().to_owned();
        } else if !line.trim().is_empty() {
            return Err(wrong(format!(
                "the file begins with {line:?}, but a line `-Name` is needed"
            )));
        }
    }
    Ok(PerImage { image, value: fields })
}

/// Reads `license{N}.txt`, which has creator, licence and title, to be shown unchanged. Refuses an empty
/// file, whose image must not be shown.
pub fn licence_from_mirflickr(file: &str, bytes: &[u8]) -> Result<PerImage<String>, FormatError> {
    let (image, text) = text_of_image(file, bytes, "license")?;
    match text.trim() {
        "" => Err(FormatError::new(file, Place::File, "empty: it credits nobody")),
        text => Ok(PerImage { image, value: text.lines().collect::<Vec<_>>().join("\n") }),
    }
}

fn text_of_image<'a>(
    file: &str,
    bytes: &'a [u8],
    folder: &str,
) -> Result<(u32, Cow<'a, str>), FormatError> {
    let number = name_of(file).strip_suffix(".txt").and_then(|name| name.strip_prefix(folder));
    let image = number.and_then(image_from_text).ok_or_else(|| {
        let reason =
            format!("the file name should be {folder}N.txt, N an image from 1 to {N_IMAGES}");
        FormatError::new(file, Place::File, reason)
    })?;
    Ok((image, text_from_bytes(file, bytes)?))
}

fn image_from_text(text: &str) -> Option<u32> {
    text.parse().ok().filter(|image| (1..=N_IMAGES).contains(image))
}

fn name_of(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

/// A field that was not understood is `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Credit {
    pub creator: Option<String>,
    /// As written.
    pub licence: Option<String>,
    pub title: Option<String>,
}

const CREATOR: [&str; 9] = [
    "creator",
    "owner",
    "author",
    "photographer",
    "artist",
    "by",
    "user",
    "username",
    "owner name",
];
const LICENCE: [&str; 5] = ["license", "licence", "license type", "licence type", "rights"];
const TITLE: [&str; 4] = ["title", "name", "picture title", "image title"];

/// Reads lines `Key: value` or `Key=value` with a known key, in any order and case. Of the lines without
/// a key, one with an address or the words of Creative Commons is the licence; if there are exactly
/// three such lines, the others are creator and title, in this order.
pub fn credit_from_text(text: &str) -> Credit {
    let mut credit = Credit::default();
    let mut bare = Vec::new();
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    for line in lines() {
        let Some((field, value)) = keyed(line) else {
            bare.push(line);
            continue;
        };
        let known = match field {
            Field::Creator => &mut credit.creator,
            Field::Licence => &mut credit.licence,
            Field::Title => &mut credit.title,
        };
        if known.is_none() && !value.is_empty() {
            *known = Some(value.to_owned());
        }
    }
    let is_three = bare.len() == 3 && lines().count() == 3;
    if credit.licence.is_none()
        && let Some(place) = bare.iter().position(|line| is_licence(line))
    {
        credit.licence = Some(bare.remove(place).to_owned());
        if let (true, [creator, title]) = (is_three, bare.as_slice()) {
            credit.creator = Some((*creator).to_owned());
            credit.title = Some((*title).to_owned());
        }
    }
    credit
}

enum Field {
    Creator,
    Licence,
    Title,
}

fn keyed(line: &str) -> Option<(Field, &str)> {
    let (key, value) = line.split_once([':', '=', '\t'])?;
    let key = key.trim().trim_start_matches('-').to_lowercase().replace('_', " ");
    let is_one_of = |keys: &[&str]| keys.contains(&key.as_str());
    let field = if is_one_of(&CREATOR) {
        Field::Creator
    } else if is_one_of(&LICENCE) {
        Field::Licence
    } else if is_one_of(&TITLE) {
        Field::Title
    } else {
        return None;
    };
    Some((field, value.trim()))
}

fn is_licence(line: &str) -> bool {
    let lower = line.to_lowercase();
    let starts = ["cc-", "cc ", "cc0", "attribution", "creative commons"];
    lower.contains("creativecommons.org") || starts.iter().any(|start| lower.starts_with(start))
}
