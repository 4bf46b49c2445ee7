//! Shards: their shapes, their values, and one type for all shards of a system.

use super::{
    findings::{Fault, TAKE_SIGNS, WRITE_VECTORS},
    reader::Reader,
};
use crate::benchmark::open::check_shard;
use rankscope_core::analysis::words::counted;
use rankscope_core::benchmark::{FileEntry, System};
use rankscope_core::search::{large::SIGN_SEED, scan::SignCodes};
use rankscope_core::vectors::{ShardDtype, Vectors, vectors_from_shard};
use rustc_hash::FxHashMap;

/// How far from 1 a vector's length may be: int8 codes round by up to half a hundredth.
const TOLERANCE: f64 = 0.01;

/// The types of the galleries so far, each with the shard that it is known from.
#[derive(Default)]
pub(super) struct GalleryTypes<'a>(FxHashMap<&'a str, (ShardDtype, &'a str)>);

pub(super) fn shard(
    reader: &mut Reader<'_>,
    entry: &FileEntry,
    system: &System,
    n_rows: u32,
) -> Option<Vectors> {
    let bytes = reader.bytes(entry)?;
    let vectors = match vectors_from_shard(&entry.path, &bytes) {
        Ok(vectors) => vectors,
        Err(error) => {
            reader.fault(Fault::of_format(error, WRITE_VECTORS));
            return None;
        }
    };
    if let Err(error) = check_shard(&entry.path, &vectors, system, Some(n_rows)) {
        reader.fault(Fault::of_file(&entry.path, error, WRITE_VECTORS));
        return None;
    }
    let is_unit = |row: &usize| {
        let squares: f64 = vectors.row(*row).map(|value| f64::from(value) * f64::from(value)).sum();
        (squares.sqrt() - 1.0).abs() <= TOLERANCE
    };
    let mut others = (0..vectors.n_rows()).filter(|row| !is_unit(row));
    if let Some(first) = others.next() {
        let n = 1 + others.count();
        let all = counted(vectors.n_rows(), "row", "rows");
        let note = match n {
            1 => format!("row {first} of {all} is not of length 1: its scores are not cosines"),
            n => format!(
                "{n} of {all} are not of length 1, the first is row {first}: their scores are not \
                 cosines"
            ),
        };
        reader.findings.note(&entry.path, note);
    }
    Some(vectors)
}

pub(super) fn gallery<'a>(
    reader: &mut Reader<'_>,
    entry: &'a FileEntry,
    signs: Option<&FileEntry>,
    system: &'a System,
    types: &mut GalleryTypes<'a>,
) {
    let n_rows = entry.rows.map_or(0, |rows| rows.end.saturating_sub(rows.start));
    let found = shard(reader, entry, system, n_rows);
    if let Some(signs) = signs {
        check_signs(reader, signs, &entry.path, found.as_ref());
    }
    let Some(vectors) = found else { return };
    let this = (vectors.dtype(), entry.path.as_str());
    let (dtype, first) = *types.0.entry(&system.id).or_insert(this);
    if dtype != this.0 {
        let reason = format!("its vectors are {:?}, and those of {first} are {dtype:?}", this.0);
        reader.fault(Fault::of_file(&entry.path, reason, WRITE_VECTORS));
    }
}

/// The signs of a shard's rows must be those of its vectors, if these are whole.
fn check_signs(reader: &mut Reader<'_>, entry: &FileEntry, shard: &str, vectors: Option<&Vectors>) {
    let (Some(bytes), Some(vectors)) = (reader.bytes(entry), vectors) else { return };
    let expected = SignCodes::new(vectors, SIGN_SEED);
    if bytes == expected.to_bytes() {
        return;
    }
    let (n_rows, dim) = (vectors.n_rows(), vectors.dim());
    let fault = match SignCodes::read(n_rows, dim, SIGN_SEED, &bytes, false) {
        Some(found) => {
            let differs = |row: &usize| found.of_row(*row) != expected.of_row(*row);
            let row = (0..n_rows).find(differs);
            let reason = format!("its signs are not those of {shard}");
            Fault { row, ..Fault::of_file(&entry.path, reason, TAKE_SIGNS) }
        }
        None => {
            let reason = format!("these are not the signs of {n_rows} rows of dim {dim}");
            Fault::of_file(&entry.path, reason, TAKE_SIGNS)
        }
    };
    reader.fault(fault);
}
