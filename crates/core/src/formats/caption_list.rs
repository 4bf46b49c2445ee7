//! Captions with the files of their pictures, as collections are published: tables of Flickr8k and 30k,
//! open_clip and Hugging Face, `.token` files, and JSON of BLIP and ALBEF. None gives captions an id.

use super::{
    CaptionedImage, FormatError, Place,
    column_names::picture_and_captions,
    ids::fault_of_id,
    json::{Entries, value_from_json},
    text::numbered_lines,
};
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde_json::{Map, Value};

const PICTURES: [&str; 16] = [
    "jpg", "jpeg", "jpe", "jfif", "png", "webp", "gif", "avif", "heic", "heif", "bmp", "tif",
    "tiff", "jxl", "jp2", "svg",
];

pub fn is_picture_name(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(stem, ending)| (stem, ending.to_ascii_lowercase()));
    ending.is_some_and(|(stem, ending)| !stem.is_empty() && PICTURES.contains(&ending.as_str()))
}

/// Reads pictures with their captions, in the order of their first appearance. A picture's id is its
/// file name as listed, with `_` for white space; a caption's id is the picture's id, `#` and a number
/// from 0. `None` if the text is no such list.
pub fn images_from_caption_list(
    file: &str,
    text: &str,
) -> Option<Result<Vec<CaptionedImage>, FormatError>> {
    let start = text.trim_start();
    if start.starts_with('{') || start.starts_with('[') {
        return of_json(file, text);
    }
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    if token_line(first).is_some() {
        return Some(of_tokens(file, text));
    }
    of_table(file, text, first)
}

#[derive(Default)]
struct Collected {
    images: Vec<CaptionedImage>,
    place_of: FxHashMap<String, usize>,
}

impl Collected {
    fn add(&mut self, picture: &str, caption: &str) -> Result<(), String> {
        let (picture, caption) = (picture.trim(), caption.trim());
        if picture.is_empty() {
            return Err("a caption without a picture".into());
        }
        let place = *self.place_of.entry(picture.to_owned()).or_insert(self.images.len());
        if place == self.images.len() {
            let id = picture.replace('\\', "/").split_whitespace().collect::<Vec<_>>().join("_");
            if let Some(fault) = fault_of_id(&id) {
                return Err(fault);
            }
            let file = picture.to_owned();
            self.images.push(CaptionedImage {
                id,
                file,
                split: String::new(),
                captions: Vec::new(),
            });
        }
        if let Some(image) = self.images.get_mut(place).filter(|_| !caption.is_empty()) {
            let id = format!("{}#{}", image.id, image.captions.len());
            image.captions.push((id, caption.to_owned()));
        }
        Ok(())
    }
}

/// `picture.jpg#0`, a tab, and the caption.
fn token_line(line: &str) -> Option<(&str, &str)> {
    let (name, caption) = line.split_once('\t')?;
    let (picture, number) = name.rsplit_once('#')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && is_picture_name(picture)).then_some((picture, caption))
}

fn of_tokens(file: &str, text: &str) -> Result<Vec<CaptionedImage>, FormatError> {
    let mut collected = Collected::default();
    for (line, text) in numbered_lines(text) {
        let wrong = |reason: String| FormatError::new(file, Place::Line(line), reason);
        let not_one = || wrong("not `picture.jpg#number`, a tab and a caption".into());
        let (picture, caption) = token_line(text).ok_or_else(not_one)?;
        collected.add(picture, caption).map_err(wrong)?;
    }
    Ok(collected.images)
}

/// A table whose header names one column of picture files and one or several of captions.
fn of_table(
    file: &str,
    text: &str,
    header: &str,
) -> Option<Result<Vec<CaptionedImage>, FormatError>> {
    let separator = ['\t', '|', ';', ','].into_iter().find(|mark| header.contains(*mark))?;
    let names: Vec<String> = header.split(separator).map(|name| name.trim().to_owned()).collect();
    let (picture, captions) = picture_and_captions(&names)?;
    let rows = rows(text, separator, names.len(), picture);
    let n_files =
        rows.iter().filter(|(_, row)| row.get(picture).is_some_and(|it| is_picture_name(it)));
    if n_files.count() * 10 < rows.len() * 9 || rows.is_empty() {
        return None;
    }
    // At the end of a file the csv reader takes an unclosed quote for a field.
    let is_open =
        separator == ',' && !text.bytes().filter(|b| *b == b'"').count().is_multiple_of(2);
    if is_open
        && let Some((line, _)) =
            rows.iter().find(|(_, row)| row.iter().any(|field| field.contains('\n')))
    {
        let reason = "a quote is opened here or above and not closed";
        return Some(Err(FormatError::new(file, Place::Line(*line), reason)));
    }
    let mut collected = Collected::default();
    for (line, row) in &rows {
        let wrong = |reason: String| FormatError::new(file, Place::Line(*line), reason);
        let picture = row.get(picture).map_or("", String::as_str);
        if row.len() != names.len() {
            let reason = format!(
                "{} columns, but the header has {}: a field with the separator in it needs quotes",
                row.len(),
                names.len()
            );
            return Some(Err(wrong(reason)));
        }
        let texts = captions.iter().filter_map(|column| row.get(*column));
        for text in texts {
            if let Err(reason) = collected.add(picture, text) {
                return Some(Err(wrong(reason)));
            }
        }
    }
    Some(Ok(collected.images))
}

/// The rows under a header, each with its line. Where commas in captions are not quoted, as in
/// CLIP_benchmark's lists, what follows the picture is the caption.
fn rows(
    text: &str,
    separator: char,
    n_columns: usize,
    picture: usize,
) -> Vec<(usize, Vec<String>)> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator as u8)
        // Only commas come with quotes; in other tables they are part of the captions.
        .quoting(separator == ',')
        .flexible(true)
        .has_headers(true)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for record in reader.records().flatten() {
        let line = record.position().map_or(0, |at| usize::try_from(at.line()).unwrap_or(0));
        let fields: Vec<String> = record.iter().map(|field| field.trim().to_owned()).collect();
        rows.push((line, fields));
    }
    let fits = |(_, fields): &(usize, Vec<String>)| fields.len() == n_columns;
    if (n_columns, picture) != (2, 0) || rows.iter().all(fits) {
        return rows;
    }
    let lines = numbered_lines(text).skip(1);
    let halves = lines.map(|(number, line)| {
        let end = line.match_indices(separator).map(|(at, _)| at);
        let end = end.into_iter().find(|at| is_picture_name(line.get(..*at).unwrap_or_default()));
        let halves = end.and_then(|at| Some((line.get(..at)?, line.get(at + 1..)?)));
        let (picture, caption) = halves.unwrap_or((line, ""));
        (number, vec![picture.to_owned(), caption.to_owned()])
    });
    halves.collect()
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Captions {
    One(String),
    Several(Vec<String>),
}

impl Captions {
    fn into_vec(self) -> Vec<String> {
        match self {
            Self::One(caption) => vec![caption],
            Self::Several(captions) => captions,
        }
    }
}

/// Records with a picture and its captions, as an array or one a line; or `{picture: [caption, …]}`.
fn of_json(file: &str, text: &str) -> Option<Result<Vec<CaptionedImage>, FormatError>> {
    let mut collected = Collected::default();
    let wrong = |place: Place, reason: String| Some(Err(FormatError::new(file, place, reason)));
    if let Some(records) = records(file, text) {
        let names: Vec<String> = records.first()?.1.keys().cloned().collect();
        let (picture, captions) = picture_and_captions(&names)?;
        let (picture, captions) =
            (names.get(picture)?, captions.into_iter().filter_map(|it| names.get(it)));
        let caption = captions.into_iter().next()?;
        let named = |record: &Map<String, Value>| {
            record.get(picture).and_then(Value::as_str).is_some_and(is_picture_name)
        };
        if !records.first().is_some_and(|(_, record)| named(record)) {
            return None;
        }
        for (place, mut record) in records {
            let Some(Value::String(name)) = record.remove(picture) else {
                return wrong(place, format!("{picture:?} is no text"));
            };
            let captions = record.remove(caption).map(serde_json::from_value::<Captions>);
            let Some(Ok(captions)) = captions else {
                return wrong(place, format!("{caption:?} is neither a text nor a list of texts"));
            };
            for caption in captions.into_vec() {
                if let Err(reason) = collected.add(&name, &caption) {
                    return wrong(place, reason);
                }
            }
        }
        return Some(Ok(collected.images));
    }
    let Entries(entries) = value_from_json::<Entries<Captions>>(file, text).ok()?;
    if entries.is_empty() || !entries.iter().all(|(name, _)| is_picture_name(name)) {
        return None;
    }
    // The same shape lists captions by their ids, which have no white space.
    let mut has_words = false;
    for (name, captions) in entries {
        for caption in captions.into_vec() {
            has_words |= caption.trim().contains(char::is_whitespace);
            if let Err(reason) = collected.add(&name, &caption) {
                return wrong(Place::File, format!("{name}: {reason}"));
            }
        }
    }
    has_words.then_some(Ok(collected.images))
}

/// The objects of an array, or one a line, each with its place; `None` if the text is neither.
fn records(file: &str, text: &str) -> Option<Vec<(Place, Map<String, Value>)>> {
    if text.trim_start().starts_with('[') {
        let records = value_from_json::<Vec<Map<String, Value>>>(file, text).ok()?;
        return Some(
            records.into_iter().enumerate().map(|(n, record)| (Place::Row(n), record)).collect(),
        );
    }
    let lines = numbered_lines(text);
    let record = |(line, text)| Some((Place::Line(line), serde_json::from_str(text).ok()?));
    lines.map(record).collect::<Option<Vec<_>>>().filter(|records| {
        // A whole object on one line may also be `{picture: [caption, …]}`.
        records.len() > 1
            || records.iter().all(|(_, record): &(Place, Map<String, Value>)| {
                !record.keys().all(|key| is_picture_name(key))
            })
    })
}
