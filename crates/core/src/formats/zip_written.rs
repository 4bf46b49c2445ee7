//! Files → a zip archive.

use super::{FormatError, Place};
use std::io::{Cursor, Write};
use zip::{CompressionMethod, ZipWriter, result::ZipResult, write::SimpleFileOptions};

/// An archive of these files in this order, by name. The same files give the same bytes: without the crate's
/// clock, all are dated to the first moment of 1980.
pub(crate) fn zip_of_files<'a>(
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> Result<Vec<u8>, FormatError> {
    written(files).map_err(|e| {
        FormatError::new("the archive", Place::File, format!("it cannot be written: {e}"))
            .because(e)
    })
}

fn written<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> ZipResult<Vec<u8>> {
    let deflated = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let stored = deflated.compression_method(CompressionMethod::Stored);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let is_gzip = bytes.starts_with(&[0x1f, 0x8b]);
        archive.start_file(name, if is_gzip { stored } else { deflated })?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}
