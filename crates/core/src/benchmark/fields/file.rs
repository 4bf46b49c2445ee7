//! Reads `fields/*.jsonl`: one column a line.
//!
//! ```json
//! {"field":"creator","texts":["ada","ben"],"of":[0,1,null,0]}
//! {"field":"exif","name":"ISO Speed","rows":[1,3],"values":["400","100"]}
//! ```

use super::{column::FieldColumn, licence::Licence, moment::Moment};
use crate::{
    benchmark::{ImageIds, RowRange},
    formats::{FormatError, Place},
};
use serde::Deserialize;
use serde_json::Value;
use std::{borrow::Cow, collections::BTreeMap};

/// EXIF fields with the date of a picture, the best first.
pub const EXIF_DATES: [&str; 4] =
    ["Date and Time (Original)", "Date and Time (Digitized)", "Date and Time", "DateTimeOriginal"];

/// What the pictures of a range of rows in the corpus carry.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldsFile {
    pub rows: RowRange,
    pub creator: FieldColumn,
    pub title: FieldColumn,
    /// As written; [`Self::licences`] has them understood.
    pub licence: FieldColumn,
    /// One for each text of `licence`.
    pub licences: Vec<Licence>,
    /// By row in the file.
    pub taken: Vec<Option<Moment>>,
    /// Degrees north and east, by row in the file.
    pub place: Vec<Option<(f64, f64)>>,
    /// By name, in the file's order.
    pub exif: Vec<(String, FieldColumn)>,
    pub not_understood: Vec<NotUnderstood>,
}

/// Values of a field that were not understood, and left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotUnderstood {
    pub field: String,
    /// How many pictures have such a value.
    pub n: usize,
    pub example: String,
}

/// What one picture carries.
#[derive(Debug, Clone, PartialEq)]
pub struct Carried<'a> {
    pub creator: Option<&'a str>,
    pub title: Option<&'a str>,
    pub licence: Option<&'a Licence>,
    pub taken: Option<Moment>,
    /// Degrees north and east.
    pub place: Option<(f64, f64)>,
    pub exif: Vec<(&'a str, &'a str)>,
}

#[derive(Deserialize)]
struct Line {
    field: String,
    #[serde(default)]
    name: String,
    rows: Option<Vec<u32>>,
    texts: Option<Vec<Value>>,
    of: Option<Vec<Option<u32>>>,
    values: Option<Vec<Value>>,
}

/// Counts values that are not understood, by field.
#[derive(Default)]
struct Lenient(BTreeMap<String, (usize, String)>);

impl Lenient {
    fn add(&mut self, field: &str, n: usize, example: &str) {
        if n > 0 {
            let entry = self.0.entry(field.to_owned());
            entry.or_insert_with(|| (0, example.chars().take(100).collect())).0 += n;
        }
    }
}

impl FieldsFile {
    /// Values that are not understood are left out and counted: unknown fields, dates that cannot be read,
    /// places off the globe. Refuses, by line, a malformed or repeated column, another number of values than
    /// rows, texts or rows out of range, and an id that is not the image's.
    pub fn read(
        file: &str,
        text: &str,
        rows: RowRange,
        image_ids: ImageIds<'_>,
    ) -> Result<Self, FormatError> {
        let n_rows = (rows.end.saturating_sub(rows.start)) as usize;
        let mut lenient = Lenient::default();
        let mut columns: BTreeMap<String, FieldColumn> = BTreeMap::new();
        let mut exif: Vec<(String, FieldColumn)> = Vec::new();
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        for (number, line) in lines {
            let wrong = |reason: String| FormatError::new(file, Place::Line(number), reason);
            let line: Line = serde_json::from_str(line)
                .map_err(|e| wrong(format!("not a column of fields: {e}")).because(e))?;
            let (field, name) = (line.field.clone(), line.name.clone());
            let what = if name.is_empty() { field.clone() } else { format!("{field} {name}") };
            let column = column_of(line, n_rows, &mut lenient).map_err(wrong)?;
            match field.as_str() {
                "exif" if name.is_empty() => {
                    return Err(wrong("an EXIF column needs its name".into()));
                }
                "exif" if exif.iter().any(|(known, _)| *known == name) => {
                    return Err(wrong(format!("{what} is listed twice")));
                }
                "exif" => exif.push((name, column)),
                "id" => check_ids(&column, rows, image_ids).map_err(wrong)?,
                "creator" | "title" | "licence" | "taken" | "lat" | "lon" => {
                    if columns.insert(field, column).is_some() {
                        return Err(wrong(format!("{what} is listed twice")));
                    }
                }
                _ => {
                    let first = column.texts().first().map_or("", String::as_str);
                    lenient.add(&what, column.n_with(), first);
                }
            }
        }
        let mut column = |field: &str| columns.remove(field).unwrap_or_default();
        let licence = column("licence");
        let (lat, lon) = (column("lat"), column("lon"));
        let taken = moments(&column("taken"), &exif, n_rows, &mut lenient);
        let place = places(&lat, &lon, n_rows, &mut lenient);
        let understood = |(field, (n, example))| NotUnderstood { field, n, example };
        Ok(Self {
            rows,
            creator: column("creator"),
            title: column("title"),
            licences: licence.texts().iter().map(|text| Licence::from_text(text)).collect(),
            licence,
            taken,
            place,
            exif,
            not_understood: lenient.0.into_iter().map(understood).collect(),
        })
    }

    pub fn n_rows(&self) -> usize {
        (self.rows.end.saturating_sub(self.rows.start)) as usize
    }

    /// `None` if the row is not in this file.
    pub fn of(&self, row_in_corpus: u32) -> Option<Carried<'_>> {
        let row = row_in_corpus.checked_sub(self.rows.start)? as usize;
        if row >= self.n_rows() {
            return None;
        }
        let licence = |number: usize| self.licences.get(number);
        Some(Carried {
            creator: self.creator.get(row),
            title: self.title.get(row),
            licence: self.licence.number(row).and_then(licence),
            taken: self.taken.get(row).copied().flatten(),
            place: self.place.get(row).copied().flatten(),
            exif: self
                .exif
                .iter()
                .filter_map(|(name, column)| Some((name.as_str(), column.get(row)?)))
                .collect(),
        })
    }
}

/// Checks the column against the number of rows.
fn column_of(line: Line, n_rows: usize, lenient: &mut Lenient) -> Result<FieldColumn, String> {
    let what = if line.name.is_empty() { line.field } else { line.name };
    let n_values = match &line.rows {
        None => n_rows,
        Some(rows) => {
            if !rows.is_sorted_by(|a, b| a < b) {
                return Err("its rows do not ascend".into());
            }
            if let Some(row) = rows.last().filter(|row| **row as usize >= n_rows) {
                return Err(format!("it has a row {row}, but the file has rows 0..{n_rows}"));
            }
            rows.len()
        }
    };
    let mut texts_of = |values: &[Value]| -> Vec<Option<String>> {
        values
            .iter()
            .map(|value| {
                let text = text_of(value);
                if value.is_array() || value.is_object() {
                    lenient.add(&what, 1, &value.to_string());
                }
                text.map(Cow::into_owned)
            })
            .collect()
    };
    let texts: Vec<Option<String>> = match (line.texts, line.of, line.values) {
        (None, None, Some(values)) => texts_of(&values),
        (Some(texts), Some(of), None) => {
            let texts = texts_of(&texts);
            let text = |number: Option<u32>| match number {
                None => Ok(None),
                Some(number) => texts.get(number as usize).cloned().ok_or_else(|| {
                    format!("it names text {number}, but there are {}", texts.len())
                }),
            };
            of.into_iter().map(text).collect::<Result<_, _>>()?
        }
        _ => return Err("it needs either values, or texts and of".into()),
    };
    if texts.len() != n_values {
        return Err(format!("it has {} values, but {n_values} are needed", texts.len()));
    }
    let column = FieldColumn::of_every_row(texts.iter().map(Option::as_deref));
    Ok(match line.rows {
        None => column,
        Some(rows) => column.on_rows(rows),
    })
}

/// `None` for null, an empty text, and what is neither text nor number.
fn text_of(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(Cow::from(text.trim())).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string().into()),
        Value::Bool(is) => Some(is.to_string().into()),
        _ => None,
    }
}

fn check_ids(column: &FieldColumn, rows: RowRange, ids: ImageIds<'_>) -> Result<(), String> {
    for (row, number) in column.numbered() {
        let actual = ids.get(rows.start as usize + row);
        let claimed = column.texts().get(number).map(String::as_str);
        if actual.as_deref() != claimed {
            return Err(format!(
                "row {row} is of image {}, but the image there is {}",
                claimed.unwrap_or_default(),
                actual.as_deref().unwrap_or("none")
            ));
        }
    }
    Ok(())
}

/// The date of each row: `taken`, or else that of its EXIF fields.
fn moments(
    taken: &FieldColumn,
    exif: &[(String, FieldColumn)],
    n_rows: usize,
    lenient: &mut Lenient,
) -> Vec<Option<Moment>> {
    let mut moments = vec![None; n_rows];
    let dates = EXIF_DATES.iter().filter_map(|name| exif.iter().find(|(known, _)| known == name));
    let dates = dates.map(|(name, column)| (name.as_str(), column));
    for (name, column) in std::iter::once(("taken", taken)).chain(dates) {
        let read: Vec<Option<Moment>> =
            column.texts().iter().map(|text| Moment::from_text(text)).collect();
        for (row, number) in column.numbered() {
            let moment = read.get(number).copied().flatten();
            if moment.is_none() {
                lenient.add(name, 1, column.texts().get(number).map_or("", String::as_str));
            }
            if let Some(place) = moments.get_mut(row) {
                *place = place.or(moment);
            }
        }
    }
    moments
}

/// For rows that have both a latitude and a longitude.
fn places(
    lat: &FieldColumn,
    lon: &FieldColumn,
    n_rows: usize,
    lenient: &mut Lenient,
) -> Vec<Option<(f64, f64)>> {
    let mut degrees = |field: &str, column: &FieldColumn, most: f64| {
        let degree = |text: &String| {
            text.parse::<f64>().ok().filter(|degrees| degrees.is_finite() && degrees.abs() <= most)
        };
        let read: Vec<Option<f64>> = column.texts().iter().map(degree).collect();
        let mut of_row = vec![None; n_rows];
        for (row, number) in column.numbered() {
            let value = read.get(number).copied().flatten();
            if value.is_none() {
                lenient.add(field, 1, column.texts().get(number).map_or("", String::as_str));
            }
            if let Some(place) = of_row.get_mut(row) {
                *place = value;
            }
        }
        of_row
    };
    let (lat, lon) = (degrees("lat", lat, 90.0), degrees("lon", lon, 180.0));
    lat.into_iter().zip(lon).map(|(lat, lon)| lat.zip(lon)).collect()
}
