//! Reads columns of a Parquet file, in a program built with the feature `parquet`.

use anyhow::Result;
use std::path::Path;

/// The values of each column; `None` for a row without one.
type Columns = Vec<Vec<Option<String>>>;

/// The file's name for messages, and the columns of these names.
#[cfg(feature = "parquet")]
pub(super) fn columns(path: &Path, names: &[&str]) -> Result<(String, Columns)> {
    use anyhow::{Context, anyhow};
    use rankscope_core::formats::columns_from_parquet;
    use std::{
        fs::File,
        panic::{self, AssertUnwindSafe},
    };

    let name = path.display().to_string();
    let file = File::open(path).with_context(|| super::folder::cannot_read(&name))?;
    // The Parquet crate panics on some damaged files.
    let read = panic::catch_unwind(AssertUnwindSafe(|| columns_from_parquet(&name, file, names)));
    let columns = read.map_err(|_| anyhow!("{name} is damaged: its Parquet cannot be read"))??;
    Ok((name, columns))
}

/// The Parquet crate takes minutes to build, so a program that only serves is built without it.
#[cfg(not(feature = "parquet"))]
pub(super) fn columns(path: &Path, _: &[&str]) -> Result<(String, Columns)> {
    anyhow::bail!(
        "{} is a Parquet file, and this program was built without its reader: \
         build it again with `cargo build --release -p rankscope-cli`",
        path.display()
    )
}
