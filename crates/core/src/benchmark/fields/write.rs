use super::column::FieldColumn;
use crate::formats::ExifField;
use serde::Serialize;
use std::collections::HashSet;

/// The fields of a picture as its source writes them, for writers: readers say what they understand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImageFields {
    pub creator: Option<String>,
    pub title: Option<String>,
    /// An id, an address or a name.
    pub licence: Option<String>,
    /// Without it, readers take the date of the EXIF fields.
    pub taken: Option<String>,
    /// Degrees north.
    pub lat: Option<String>,
    /// Degrees east.
    pub lon: Option<String>,
    /// The camera's. The first of a name counts.
    pub exif: Vec<ExifField>,
}

#[derive(Serialize)]
struct Line<'a> {
    field: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    texts: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<Vec<Option<usize>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<Option<&'a str>>>,
}

/// The fields of consecutive pictures as a file, for [`super::FieldsFile::read`]. A column that most pictures
/// lack lists its rows; one that repeats its texts numbers them.
pub fn jsonl_from_fields(images: &[ImageFields]) -> Result<String, serde_json::Error> {
    let mut text = String::new();
    type Field = (&'static str, fn(&ImageFields) -> Option<&str>);
    let plain: [Field; 6] = [
        ("creator", |image| image.creator.as_deref()),
        ("title", |image| image.title.as_deref()),
        ("licence", |image| image.licence.as_deref()),
        ("taken", |image| image.taken.as_deref()),
        ("lat", |image| image.lat.as_deref()),
        ("lon", |image| image.lon.as_deref()),
    ];
    for (field, of) in plain {
        let column = FieldColumn::of_every_row(images.iter().map(of));
        add(&mut text, field, None, &column, images.len())?;
    }
    let mut known = HashSet::new();
    let named = images.iter().flat_map(|image| &image.exif).map(|field| field.name.as_str());
    let names: Vec<&str> = named.filter(|name| known.insert(*name)).collect();
    for name in names {
        let own = |image: &ImageFields| image.exif.iter().position(|field| field.name == name);
        let value = |image| {
            Some(image).and_then(|image: &ImageFields| {
                image.exif.get(own(image)?).map(|field| field.value.as_str())
            })
        };
        let column = FieldColumn::of_every_row(images.iter().map(value));
        add(&mut text, "exif", Some(name), &column, images.len())?;
    }
    Ok(text)
}

fn add(
    text: &mut String,
    field: &str,
    name: Option<&str>,
    column: &FieldColumn,
    n_rows: usize,
) -> Result<(), serde_json::Error> {
    let n_with = column.n_with();
    if n_with == 0 {
        return Ok(());
    }
    let is_sparse = n_with * 4 < n_rows;
    let rows = is_sparse.then(|| column.numbered().map(|(row, _)| row).collect());
    let numbers = || -> Vec<Option<usize>> {
        if is_sparse {
            column.numbered().map(|(_, number)| Some(number)).collect()
        } else {
            (0..n_rows).map(|row| column.number(row)).collect()
        }
    };
    let repeats = column.texts().len() * 2 < n_with;
    let values = || {
        let text = |number: Option<usize>| column.texts().get(number?).map(String::as_str);
        numbers().into_iter().map(text).collect()
    };
    let line = Line {
        field,
        name,
        rows,
        texts: repeats.then_some(column.texts()),
        of: repeats.then(numbers),
        values: (!repeats).then(values),
    };
    text.push_str(&serde_json::to_string(&line)?);
    text.push('\n');
    Ok(())
}
