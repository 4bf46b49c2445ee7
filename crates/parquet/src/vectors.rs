//! Vectors in Parquet files: a column of lists of floating-point numbers, of fixed length or not,
//! as pandas, pyarrow and the `datasets` library write them.

use crate::pages::{CheckedFile, READABLE};
use parquet::{
    basic::{LogicalType, Type as Physical},
    column::reader::{ColumnReader, ColumnReaderImpl},
    data_type::DataType,
    errors::ParquetError,
    file::reader::{ChunkReader, FileReader},
    schema::types::{ColumnDescriptor, SchemaDescriptor},
};
use rankscope_core::{
    formats::{FormatError, Offered, Place, chosen_matrix, singles},
    limits::MAX_DIM,
};
use std::collections::VecDeque;

const ROWS_AT_A_TIME: usize = 64;

/// Vectors `[rows, dim]` of a column of lists, read row by row.
pub struct ParquetVectors<R: ChunkReader> {
    file: String,
    column: String,
    reader: CheckedFile<R>,
    leaf: usize,
    n_rows: usize,
    next_group: usize,
    group: Option<ColumnReader>,
    next_row: usize,
    dim: Option<usize>,
    decoded: VecDeque<Vec<f32>>,
}

impl<R: ChunkReader + 'static> ParquetVectors<R> {
    /// Finds the column of this name or, without one, the file's only column of lists of
    /// floating-point numbers.
    ///
    /// # Errors
    /// Not a Parquet file, no such column, or several to choose from, with their names.
    pub fn open(file: &str, reader: R, column: Option<&str>) -> Result<Self, FormatError> {
        let wrong = |reason: String| FormatError::new(file, Place::File, reason);
        let reader = CheckedFile::open(file, reader)?;
        let metadata = reader.metadata();
        let (mut offered, leaves) = offered(metadata.file_metadata().schema_descr());
        let place = chosen_matrix(file, "column", &offered, column)?;
        let column = offered.swap_remove(place).name;
        let n_rows = usize::try_from(metadata.file_metadata().num_rows()).map_err(|_| {
            wrong(format!("it claims to have {} rows", metadata.file_metadata().num_rows()))
        })?;
        let leaf = leaves.get(place).copied().unwrap_or_default();
        Ok(Self {
            file: file.into(),
            column,
            leaf,
            n_rows,
            next_group: 0,
            group: None,
            next_row: 0,
            dim: None,
            decoded: VecDeque::new(),
            reader,
        })
    }

    /// As the file claims.
    pub fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// The next row, or `None` after the last.
    ///
    /// # Errors
    /// A list that is null, has a null, is empty or has another length than the first, by row;
    /// damaged pages; another number of rows than the file says.
    pub fn next_row(&mut self) -> Result<Option<Vec<f32>>, FormatError> {
        while self.decoded.is_empty() {
            if self.group.is_none() {
                if self.next_group == self.reader.num_row_groups() {
                    return self.end();
                }
                let group = self.reader.get_row_group(self.next_group);
                let column = group.and_then(|group| group.get_column_reader(self.leaf));
                self.group = Some(column.map_err(|e| self.damaged(e))?);
                self.next_group += 1;
            }
            self.decode()?;
        }
        let row = self.next_row;
        let values = self.decoded.pop_front().unwrap_or_default();
        self.next_row += 1;
        let wrong = |reason: String| {
            Err(FormatError::new(&self.file, Place::Row(row), format!("{}: {reason}", self.column)))
        };
        match self.dim {
            _ if values.is_empty() => wrong("an empty list".into()),
            Some(dim) if dim != values.len() => {
                wrong(format!("{} values, and the rows before have {dim}", values.len()))
            }
            _ => {
                self.dim = Some(values.len());
                Ok(Some(values))
            }
        }
    }

    /// Decodes some rows of the current group, or closes it at its end.
    fn decode(&mut self) -> Result<(), FormatError> {
        let descriptor = self.reader.metadata().file_metadata().schema_descr().column(self.leaf);
        let present = descriptor.max_def_level();
        let read = match &mut self.group {
            Some(ColumnReader::FloatColumnReader(reader)) => {
                lists(reader, present, |v| f64::from(*v))
            }
            Some(ColumnReader::DoubleColumnReader(reader)) => lists(reader, present, |v| *v),
            Some(ColumnReader::FixedLenByteArrayColumnReader(reader)) => {
                lists(reader, present, |v| match v.data() {
                    [a, b] => half::f16::from_le_bytes([*a, *b]).to_f64(),
                    _ => f64::NAN,
                })
            }
            _ => return Err(self.damaged("its columns change their type")),
        };
        let read = read.map_err(|e| self.damaged(e))?;
        if read.is_empty() {
            self.group = None;
        }
        for (offset, list) in read.into_iter().enumerate() {
            let values = list.map_err(str::to_owned).and_then(|list| singles(list.into_iter()));
            let values = values.map_err(|reason| {
                let row = self.next_row + self.decoded.len();
                debug_assert!(offset < ROWS_AT_A_TIME, "at most as many as were asked for");
                let reason = format!("{}: {reason}", self.column);
                FormatError::new(&self.file, Place::Row(row), reason)
            })?;
            self.decoded.push_back(values);
        }
        Ok(())
    }

    fn end(&self) -> Result<Option<Vec<f32>>, FormatError> {
        if self.next_row == self.n_rows {
            return Ok(None);
        }
        let reason = format!("it has {} rows, and says that it has {}", self.next_row, self.n_rows);
        Err(FormatError::new(&self.file, Place::File, reason))
    }

    fn damaged(&self, e: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> FormatError {
        let e = e.into();
        let reason = format!("column {} cannot be read: {e}. {READABLE}", self.column);
        FormatError::new(&self.file, Place::Row(self.next_row), reason).because(e)
    }
}

pub(crate) fn vector_columns<R: ChunkReader + 'static>(
    file: &str,
    reader: R,
) -> Result<Vec<String>, FormatError> {
    let reader = CheckedFile::open(file, reader)?;
    let (offered, _) = offered(reader.metadata().file_metadata().schema_descr());
    Ok(offered
        .into_iter()
        .filter(|column| column.fault.is_none())
        .map(|column| column.name)
        .collect())
}

/// The columns, with what keeps each from being vectors, and the index of each one's leaf.
fn offered(schema: &SchemaDescriptor) -> (Vec<Offered>, Vec<usize>) {
    let (mut offered, mut leaves) = (Vec::new(), Vec::new());
    let joined = joined(schema);
    for (place, root) in schema.root_schema().get_fields().iter().enumerate() {
        let inside = (0..schema.num_columns())
            .filter(|leaf| schema.get_column_root_idx(*leaf) == place)
            .collect::<Vec<_>>();
        let fault = match inside[..] {
            [leaf] => fault_of(root.name(), &schema.column(leaf), &joined),
            _ => Some("several values a row, and a list of numbers is needed".into()),
        };
        offered.push(Offered { name: root.name().to_owned(), fault });
        leaves.push(inside.first().copied().unwrap_or_default());
    }
    (offered, leaves)
}

/// Why a column is no list of floating-point numbers, and how to make one of it in pandas.
fn fault_of(name: &str, leaf: &ColumnDescriptor, joined: &str) -> Option<String> {
    match leaf.max_rep_level() {
        0 if is_number(leaf) => {
            return Some(format!("one number a row, and a list of numbers is needed{joined}"));
        }
        0 => return Some("one value a row, and a list of numbers is needed".into()),
        1 => {}
        _ => {
            return Some(format!(
                "lists of lists, and a list of numbers is needed: \
                 df['{name}'] = df['{name}'].map(numpy.concatenate)"
            ));
        }
    }
    let is_half = matches!(leaf.logical_type_ref(), Some(LogicalType::Float16));
    match leaf.physical_type() {
        Physical::FLOAT | Physical::DOUBLE => None,
        Physical::FIXED_LEN_BYTE_ARRAY if is_half => None,
        Physical::INT32 | Physical::INT64 => Some(format!(
            "lists of {}, and float, double or half is needed: \
             df['{name}'] = df['{name}'].map(lambda row: row.astype('float32'))",
            leaf.physical_type()
        )),
        other => Some(format!("lists of {other}, and float, double or half is needed")),
    }
}

fn is_number(leaf: &ColumnDescriptor) -> bool {
    matches!(leaf.physical_type(), Physical::FLOAT | Physical::DOUBLE)
}

/// How pandas joins adjacent columns of one number a row to one of lists.
fn joined(schema: &SchemaDescriptor) -> String {
    let columns = schema.columns();
    let is_single = |leaf: usize| columns[leaf].max_rep_level() == 0 && is_number(&columns[leaf]);
    let mut singles = (0..columns.len()).filter(|leaf| is_single(*leaf));
    let (Some(first), Some(last)) = (singles.next(), singles.next_back()) else {
        return String::new();
    };
    if !(first..=last).all(is_single) {
        return String::new();
    }
    let (first, last) = (columns[first].name(), columns[last].name());
    format!(": df['vector'] = df.loc[:, '{first}':'{last}'].values.tolist()")
}

/// The next lists of a column, none at the end of its group; a list with a null is an error.
type Lists = Vec<Result<Vec<f64>, &'static str>>;

fn lists<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    present: i16,
    number: impl Fn(&T::T) -> f64,
) -> Result<Lists, ParquetError> {
    let (mut values, mut defined, mut repeated) = (Vec::new(), Vec::new(), Vec::new());
    reader.read_records(ROWS_AT_A_TIME, Some(&mut defined), Some(&mut repeated), &mut values)?;
    if defined.len() > ROWS_AT_A_TIME * MAX_DIM {
        return Err(ParquetError::General(format!("a list has more than {MAX_DIM} values")));
    }
    let mut lists: Lists = Vec::new();
    let mut values = values.iter();
    for (level, repeated) in defined.iter().zip(&repeated) {
        if *repeated == 0 {
            lists.push(Ok(Vec::new()));
        }
        let Some(list) = lists.last_mut() else {
            return Err(ParquetError::General("a column begins within a list".into()));
        };
        if *level == present {
            let value = values.next().ok_or_else(|| {
                ParquetError::General("a list has fewer values than it says".into())
            })?;
            if let Ok(list) = list {
                list.push(number(value));
            }
        } else if *repeated > 0 || *level + 1 == present {
            // One level below a value is a null in a list, or an empty list where values cannot be
            // null: both are refused.
            *list = Err("a null or an empty list, where numbers are needed");
        } else {
            *list = Err("no list or an empty list, where numbers are needed");
        }
    }
    Ok(lists)
}
