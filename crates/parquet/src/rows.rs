//! Rows of a Parquet file that holds pictures, as data sets on hubs do: a struct of `bytes` and `path`, or
//! bytes in a column that is called a picture, beside texts and lists of texts.

use crate::{
    columns::{field_of, text_from_field},
    pages::{CheckedFile, READABLE},
};
use parquet::{
    basic::{ConvertedType, Type as Physical},
    file::reader::{ChunkReader, FileReader},
    record::{Field, Row, reader::RowIter},
    schema::types::Type,
};
use rankscope_core::formats::{FormatError, Place};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellKind {
    /// Texts or whole numbers, one a row.
    Text,
    /// Lists of them.
    Texts,
    /// Fractions, one a row, which are read as texts.
    Number,
    Picture,
    /// Vectors and what else there is.
    Other,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    Nothing,
    Text(String),
    Texts(Vec<String>),
    Picture {
        bytes: Vec<u8>,
        /// What the picture's file was called.
        path: Option<String>,
    },
}

/// The columns and what they hold, by the schema alone.
///
/// # Errors
/// Not a Parquet file.
pub fn kinds_of_parquet<R: ChunkReader + 'static>(
    file: &str,
    reader: R,
) -> Result<Vec<(String, CellKind)>, FormatError> {
    let reader = CheckedFile::open(file, reader)?;
    let fields = reader.metadata().file_metadata().schema().get_fields();
    Ok(fields.iter().map(|field| (field.name().to_owned(), kind_of(field))).collect())
}

/// Passes each row with its cells, in the order of `columns`, which differ; only one row is in memory at a
/// time, apart from the pages of the file. What `take` refuses becomes the reason of the error.
///
/// # Errors
/// Not a Parquet file, or an unsupported compression; a missing column; or by row, a value of another type
/// and what `take` refuses.
pub fn each_row_of_parquet<R: ChunkReader + 'static>(
    file: &str,
    reader: R,
    columns: &[&str],
    mut take: impl FnMut(usize, Vec<Cell>) -> Result<(), String>,
) -> Result<(), FormatError> {
    let at = |place: Place, e: parquet::errors::ParquetError| {
        let reason = format!("the columns cannot be read: {e}. {READABLE}");
        FormatError::new(file, place, reason).because(e)
    };
    let reader = CheckedFile::open(file, reader)?;
    let schema = reader.metadata().file_metadata().schema();
    let chosen = columns.iter().map(|column| field_of(file, schema, column));
    let projection = Type::group_type_builder(schema.name())
        .with_fields(chosen.collect::<Result<_, _>>()?)
        .build()
        .map_err(|e| at(Place::File, e))?;
    let rows = RowIter::from_file(Some(projection), &reader).map_err(|e| at(Place::File, e))?;
    for (number, row) in rows.enumerate() {
        let wrong = |reason: String| FormatError::new(file, Place::Row(number), reason);
        let mut cells = vec![Cell::Nothing; columns.len()];
        for (name, field) in row.map_err(|e| at(Place::Row(number), e))?.into_columns() {
            let place = columns.iter().position(|column| *column == name);
            if let Some(cell) = place.and_then(|place| cells.get_mut(place)) {
                *cell = cell_from_field(&name, field).ok_or_else(|| {
                    wrong(format!("{name:?} is neither text nor a picture nor a list of texts"))
                })?;
            }
        }
        take(number, cells).map_err(wrong)?;
    }
    Ok(())
}

fn kind_of(field: &Type) -> CellKind {
    if field.is_primitive() {
        let is_text = field.get_basic_info().converted_type() != ConvertedType::NONE
            || field.get_basic_info().logical_type_ref().is_some();
        return match field.get_physical_type() {
            // Some writers do not mark texts as such.
            Physical::BYTE_ARRAY if is_text || !is_of_pictures(field.name()) => CellKind::Text,
            Physical::BYTE_ARRAY => CellKind::Picture,
            Physical::INT32 | Physical::INT64 => CellKind::Text,
            Physical::FLOAT | Physical::DOUBLE => CellKind::Number,
            _ => CellKind::Other,
        };
    }
    let children = field.get_fields();
    let is_bytes = |child: &Type| {
        child.name() == "bytes"
            && child.is_primitive()
            && child.get_physical_type() == Physical::BYTE_ARRAY
    };
    if children.iter().any(|child| is_bytes(child)) {
        return CellKind::Picture;
    }
    // A list is a group of a repeated group of its elements.
    let element = match field.get_basic_info().converted_type() {
        ConvertedType::LIST => children.first().and_then(|list| list.get_fields().first()),
        _ => None,
    };
    match element.map(|element| kind_of(element)) {
        Some(CellKind::Text) => CellKind::Texts,
        _ => CellKind::Other,
    }
}

/// Whether a column's name says that its bytes are pictures: img2dataset's `jpg`, and others.
fn is_of_pictures(column: &str) -> bool {
    let names = ["image", "img", "picture", "photo", "jpg", "jpeg", "png", "webp"];
    names.iter().any(|name| column.eq_ignore_ascii_case(name))
}

fn cell_from_field(column: &str, field: Field) -> Option<Cell> {
    Some(match field {
        Field::Group(row) => picture(row)?,
        Field::ListInternal(list) => {
            let texts = list.elements().iter().map(text_from_field);
            let texts: Vec<Option<String>> = texts.collect::<Option<_>>()?;
            Cell::Texts(texts.into_iter().flatten().collect())
        }
        Field::Bytes(bytes) if is_of_pictures(column) => {
            Cell::Picture { bytes: bytes.data().to_vec(), path: None }
        }
        Field::Float(number) => Cell::Text(number.to_string()),
        Field::Double(number) => Cell::Text(number.to_string()),
        other => text_from_field(&other)?.map_or(Cell::Nothing, Cell::Text),
    })
}

/// A picture without bytes lies elsewhere.
fn picture(row: Row) -> Option<Cell> {
    let (mut found, mut path) = (None, None);
    for (name, field) in row.into_columns() {
        match (name.as_str(), field) {
            ("bytes", Field::Bytes(bytes)) => found = Some(bytes.data().to_vec()),
            ("path", Field::Str(text)) => path = Some(text),
            _ => {}
        }
    }
    Some(found.map_or(Cell::Nothing, |bytes| Cell::Picture { bytes, path }))
}
