//! Columns of Parquet files as text: ids, captions and addresses stored with vectors.

use crate::pages::{CheckedFile, READABLE};
use parquet::{
    file::reader::{ChunkReader, FileReader},
    record::{Field, reader::RowIter},
    schema::types::Type,
};
use rankscope_core::formats::{FormatError, Place};
use std::{collections::BTreeSet, sync::Arc};

/// Reads columns of text or integers, each with one value a row, `None` for null.
///
/// # Errors
/// Not a Parquet file, or an unsupported compression; a missing column, with the names of the
/// others; or a value that is neither text nor an integer, by row.
pub fn columns_from_parquet<R: ChunkReader + 'static>(
    file: &str,
    reader: R,
    columns: &[&str],
) -> Result<Vec<Vec<Option<String>>>, FormatError> {
    read(file, reader, columns, false)
}

/// [`columns_from_parquet`] that also reads fractions and dates, such as places and times.
pub fn values_from_parquet<R: ChunkReader + 'static>(
    file: &str,
    reader: R,
    columns: &[&str],
) -> Result<Vec<Vec<Option<String>>>, FormatError> {
    read(file, reader, columns, true)
}

pub fn names_from_parquet<R: ChunkReader + 'static>(
    file: &str,
    reader: R,
) -> Result<Vec<String>, FormatError> {
    let reader = CheckedFile::open(file, reader)?;
    let fields = reader.metadata().file_metadata().schema().get_fields();
    Ok(fields.iter().map(|field| field.name().to_owned()).collect())
}

fn read<R: ChunkReader + 'static>(
    file: &str,
    reader: R,
    columns: &[&str],
    also_fractions: bool,
) -> Result<Vec<Vec<Option<String>>>, FormatError> {
    let at = |place: Place, e: parquet::errors::ParquetError| {
        let reason = format!("the columns cannot be read: {e}. {READABLE}");
        FormatError::new(file, place, reason).because(e)
    };
    let whole = |e| at(Place::File, e);
    let reader = CheckedFile::open(file, reader)?;
    let schema = reader.metadata().file_metadata().schema();
    // A column that is requested twice is projected once.
    let unique: BTreeSet<&str> = columns.iter().copied().collect();
    let chosen = unique.into_iter().map(|column| field_of(file, schema, column));
    let projection = Type::group_type_builder(schema.name())
        .with_fields(chosen.collect::<Result<_, _>>()?)
        .build()
        .map_err(whole)?;
    let rows = RowIter::from_file(Some(projection), &reader).map_err(whole)?;
    let mut values: Vec<Vec<Option<String>>> = vec![Vec::new(); columns.len()];
    for (number, row) in rows.enumerate() {
        let row = row.map_err(|e| at(Place::Row(number), e))?;
        for (name, field) in row.into_columns() {
            // Columns come in the file's order.
            for (column, values) in columns.iter().zip(&mut values) {
                if *column == name {
                    let wide = || Some(Some(also_fractions.then(|| measured(&field))??));
                    let value = text_from_field(&field).or_else(wide).ok_or_else(|| {
                        let reason = format!(
                            "{name:?} is {field}, which is neither text nor a whole number"
                        );
                        FormatError::new(file, Place::Row(number), reason)
                    })?;
                    values.push(value);
                }
            }
        }
    }
    Ok(values)
}

pub(crate) fn field_of(file: &str, schema: &Type, column: &str) -> Result<Arc<Type>, FormatError> {
    let fields = schema.get_fields();
    fields.iter().find(|field| field.name() == column).cloned().ok_or_else(|| {
        let names: Vec<&str> = fields.iter().map(|field| field.name()).collect();
        let reason = format!("it has no column {column:?}, only {}", names.join(", "));
        FormatError::new(file, Place::File, reason)
    })
}

/// The value as text, `Some(None)` for null; `None` for other types.
pub(crate) fn text_from_field(field: &Field) -> Option<Option<String>> {
    Some(Some(match field {
        Field::Null => return Some(None),
        Field::Str(text) => text.clone(),
        Field::Bytes(bytes) => std::str::from_utf8(bytes.data()).ok()?.to_owned(),
        Field::Byte(number) => number.to_string(),
        Field::Short(number) => number.to_string(),
        Field::Int(number) => number.to_string(),
        Field::Long(number) => number.to_string(),
        Field::UByte(number) => number.to_string(),
        Field::UShort(number) => number.to_string(),
        Field::UInt(number) => number.to_string(),
        Field::ULong(number) => number.to_string(),
        _ => return None,
    }))
}

/// A fraction, a date or a time as text.
fn measured(field: &Field) -> Option<String> {
    match field {
        Field::Float(number) => Some(number.to_string()),
        Field::Double(number) => Some(number.to_string()),
        Field::Date(_) | Field::TimestampMillis(_) | Field::TimestampMicros(_) => {
            Some(field.to_string())
        }
        _ => None,
    }
}
