//! Checks files against their side files: size, shape and SHA-256, several files at a time.

use super::rows::Promised;
use crate::{benchmark::exact::on_all_cores, terminal::reporter, writing::sha256::sha256_of_file};
use anyhow::{Result, bail};
use rankscope_core::vectors::{ShardDtype, ShardFile};
use std::{fs::File, io, path::Path};

const N_NAMED: usize = 10;

pub(super) struct ToHold<'a> {
    pub(super) promised: &'a Promised,
    pub(super) shape: Option<Shape>,
}

/// Vectors `[rows, dim]`. `dtype` is `None` where any is right.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    pub(super) rows: u32,
    pub(super) dim: u32,
    pub(super) dtype: Option<ShardDtype>,
}

/// Checks all files; without `hashes`, by their sizes and headers alone. The error names the first faults,
/// each with what to do.
pub(super) fn check(folder: &Path, files: &[ToHold<'_>], hashes: bool) -> Result<()> {
    let progress = reporter::progress_bar(files.len(), "files");
    let faults: Vec<String> = on_all_cores(files, |file| {
        let fault = fault(folder, file, hashes);
        progress.inc(1);
        fault.into_iter().collect()
    })?;
    progress.finish_and_clear();
    if faults.is_empty() {
        return Ok(());
    }
    let more = match faults.len().saturating_sub(N_NAMED) {
        0 => String::new(),
        more => format!("\nand {more} more"),
    };
    let named: Vec<&str> = faults.iter().take(N_NAMED).map(String::as_str).collect();
    bail!("{}{more}", named.join("\n"))
}

fn fault(folder: &Path, file: &ToHold<'_>, hashes: bool) -> Option<String> {
    let Promised { entry, part, .. } = file.promised;
    let reason = reason(&folder.join(&entry.path), file, hashes).err()?;
    let again = match part {
        Some(part) => format!("run the task of part {part} again, or copy its files again"),
        None => "write the queries again, or copy their files again".to_owned(),
    };
    Some(format!("{}: {reason}: {again}", entry.path))
}

fn reason(path: &Path, file: &ToHold<'_>, hashes: bool) -> Result<(), String> {
    let Promised { entry, side_file, .. } = file.promised;
    let unreadable =
        |error: io::Error| format!("it cannot be read ({error}), and {side_file} names it");
    let metadata = path.metadata().map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(format!("it is not a file, and {side_file} says that it is"));
    }
    if metadata.len() != entry.bytes {
        let found = metadata.len();
        return Err(format!("it has {found} bytes, and {side_file} says {}", entry.bytes));
    }
    if let Some(Shape { rows, dim, dtype }) = file.shape {
        let opened = File::open(path).map_err(unreadable)?;
        let shard = ShardFile::open(&entry.path, opened).map_err(|error| error.to_string())?;
        if (shard.n_rows(), shard.dim()) != (rows as usize, dim as usize) {
            return Err(format!(
                "its vectors are [{}, {}], and {side_file} says [{rows}, {dim}]",
                shard.n_rows(),
                shard.dim()
            ));
        }
        if let Some(dtype) = dtype.filter(|dtype| *dtype != shard.dtype()) {
            return Err(format!(
                "its values are {:?}, and {side_file} says {dtype:?}",
                shard.dtype()
            ));
        }
    }
    if hashes && sha256_of_file(path).map_err(unreadable)? != entry.sha256 {
        return Err(format!("its SHA-256 is not the one in {side_file}"));
    }
    Ok(())
}
