//! A Parquet file whose pages are limited in size: the Parquet crate allocates as many values as a
//! page claims before it reads the first.

use parquet::{
    bloom_filter::Sbbf,
    column::page::{Page, PageMetadata, PageReader},
    errors::{ParquetError, Result},
    file::{
        metadata::{ParquetMetaData, RowGroupMetaData},
        reader::{ChunkReader, FileReader, RowGroupReader},
        serialized_reader::SerializedFileReader,
    },
    record::reader::RowIter,
    schema::types::Type,
};
use rankscope_core::formats::{FormatError, Place};

pub(crate) const READABLE: &str = if cfg!(target_arch = "wasm32") {
    "Uncompressed files and those with Snappy can be, others by \
     `rankscope convert FILE.parquet --to npy`"
} else {
    "Uncompressed files and those with Snappy, Zstandard, gzip, Brotli or LZ4 can be"
};

/// The most values of a page of data. Writers start a new one after about a megabyte; but runs of
/// one value take no bytes, so nothing else bounds the claim.
const MAX_PAGE_VALUES: u32 = 1 << 24;

/// A file read through checked pages, by columns or by rows.
pub(crate) struct CheckedFile<R: ChunkReader>(SerializedFileReader<R>);

impl<R: ChunkReader + 'static> CheckedFile<R> {
    pub(crate) fn open(file: &str, reader: R) -> std::result::Result<Self, FormatError> {
        SerializedFileReader::new(reader).map(Self).map_err(|e| {
            FormatError::new(file, Place::File, format!("not a Parquet file: {e}")).because(e)
        })
    }
}

impl<R: ChunkReader + 'static> FileReader for CheckedFile<R> {
    fn metadata(&self) -> &ParquetMetaData {
        self.0.metadata()
    }

    fn num_row_groups(&self) -> usize {
        self.0.num_row_groups()
    }

    fn get_row_group(&self, i: usize) -> Result<Box<dyn RowGroupReader + '_>> {
        Ok(Box::new(CheckedGroup(self.0.get_row_group(i)?)))
    }

    fn get_row_iter(&self, projection: Option<Type>) -> Result<RowIter<'_>> {
        RowIter::from_file(projection, self)
    }
}

struct CheckedGroup<'a>(Box<dyn RowGroupReader + 'a>);

impl RowGroupReader for CheckedGroup<'_> {
    fn metadata(&self) -> &RowGroupMetaData {
        self.0.metadata()
    }

    fn num_columns(&self) -> usize {
        self.0.num_columns()
    }

    // Readers of values are built on these pages.
    fn get_column_page_reader(&self, i: usize) -> Result<Box<dyn PageReader>> {
        Ok(Box::new(CheckedPages(self.0.get_column_page_reader(i)?)))
    }

    fn get_column_bloom_filter(&self, i: usize) -> Option<&Sbbf> {
        self.0.get_column_bloom_filter(i)
    }

    fn get_row_iter(&self, projection: Option<Type>) -> Result<RowIter<'_>> {
        RowIter::from_row_group(projection, self)
    }
}

struct CheckedPages(Box<dyn PageReader>);

impl Iterator for CheckedPages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

impl PageReader for CheckedPages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        self.0.get_next_page()?.map(checked).transpose()
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.0.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.0.skip_next_page()
    }

    fn supports_deferred_dictionary(&self) -> bool {
        self.0.supports_deferred_dictionary()
    }

    fn take_deferred_dictionary(&mut self) -> Result<Option<Page>> {
        self.0.take_deferred_dictionary()?.map(checked).transpose()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.0.at_record_boundary()
    }
}

/// Refuses a page that claims more values than it can have.
fn checked(page: Page) -> Result<Page> {
    let values = page.num_values();
    let bytes = page.buffer().len();
    match page {
        // A dictionary's values are stored plainly, at least a byte each.
        Page::DictionaryPage { .. } if values as usize > bytes => Err(ParquetError::General(
            format!("a dictionary of {bytes} bytes claims to have {values} values"),
        )),
        Page::DataPage { .. } | Page::DataPageV2 { .. } if values > MAX_PAGE_VALUES => {
            Err(ParquetError::General(format!(
                "a page claims to have {values} values, and at most {MAX_PAGE_VALUES} are read"
            )))
        }
        _ => Ok(page),
    }
}
