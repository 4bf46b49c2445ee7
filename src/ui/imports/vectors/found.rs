//! The matrices in a dropped file, by its first bytes.

use super::matrix::Found;
use super::parquet::of_parquet;
use crate::ui::imports::dropped::Dropped;
use gloo::file::{Blob, futures::read_as_bytes};
use rankscope_core::analysis::words;
use rankscope_core::formats::{
    FileKind, FormatError, HEAD_BYTES, bytes_of_head, file_kind, inflated, matrices_in,
    member_of_zip, names_from_zip, row_ids_from_npy, rows_from_fbin,
};
use rankscope_core::imported::{ids_of_matrix, says_scores};
use rankscope_core::limits::MAX_INFLATED_BYTES;
use rankscope_messages::Failure;
use std::io::Cursor;

const ARRAY: &str = ".npy";

const PARQUET_INSTEAD: &str = "convert it to .npy, which the page reads at any size: `rankscope convert FILE.parquet --to npy`";

/// The matrices of a file, none if stopped; `None` if it is no file of vectors.
pub async fn found_in(
    dropped: &Dropped,
    is_stopped: &dyn Fn() -> bool,
) -> Option<Result<Vec<Found>, Failure>> {
    let name = dropped.file.name();
    let n_bytes = dropped.file.size();
    let blob = Blob::clone(&dropped.file);
    let Ok(head) = bytes_of(&name, &blob, n_bytes.min(HEAD_BYTES as u64)).await else {
        // The reader of the whole file reports why it cannot be read.
        return None;
    };
    let kind = file_kind(&head, n_bytes);
    let is_gzip = head.starts_with(&[0x1f, 0x8b]);
    let found = match kind {
        FileKind::Npz => of_npz(&name, &blob, is_gzip).await,
        FileKind::Parquet => match whole(&name, &blob, PARQUET_INSTEAD).await {
            Ok(bytes) => of_parquet(&name, &bytes, is_stopped).await,
            Err(e) => Err(e),
        },
        FileKind::Npy | FileKind::Safetensors | FileKind::Fbin => {
            if is_gzip {
                of_gzip(&name, &blob).await
            } else {
                of_file(&name, blob).await
            }
        }
        // The format has no magic number: only the name says so, and the size differs from what the header
        // says.
        FileKind::Unknown if name.ends_with(".fbin") => {
            let refused = rows_from_fbin(&name, head.as_slice(), n_bytes).err();
            Err(refused.map_or_else(|| format!("{name} is damaged"), |e| e.to_string()))
        }
        _ => return None,
    };
    Some(found.map_err(|detail| not_imported(&name, detail)))
}

pub fn not_imported(name: &str, detail: String) -> Failure {
    Failure {
        title: format!("{name} was not imported"),
        detail,
        advice: "Nothing else changed. Fix the file and drop it again.".into(),
    }
}

pub(super) async fn bytes_of(name: &str, blob: &Blob, n_bytes: u64) -> Result<Vec<u8>, String> {
    let bytes = read_as_bytes(&blob.slice(0, n_bytes)).await;
    bytes.map_err(|e| format!("{name}: the browser cannot read the file: {e}"))
}

/// All bytes of a file that cannot be read piece by piece.
pub(super) async fn whole(name: &str, blob: &Blob, instead: &str) -> Result<Vec<u8>, String> {
    let n_bytes = blob.size();
    if n_bytes > MAX_INFLATED_BYTES {
        return Err(format!(
            "{name} has {}, more than the {} that the page unpacks: {instead}",
            words::bytes(n_bytes),
            words::binary_bytes(MAX_INFLATED_BYTES)
        ));
    }
    bytes_of(name, blob, n_bytes).await
}

async fn of_file(name: &str, blob: Blob) -> Result<Vec<Found>, String> {
    let n_bytes = blob.size();
    let head = bytes_of(name, &blob, n_bytes.min(HEAD_BYTES as u64)).await?;
    let head = bytes_of(name, &blob, bytes_of_head(&head, n_bytes)).await?;
    let places = matrices_in(name, &head, n_bytes).transpose().map_err(|e| e.to_string())?;
    let mut found = Vec::new();
    for place in places.unwrap_or_default() {
        let part = place.name.clone();
        found.push(if place.is_fortran {
            let instead = "save numpy.ascontiguousarray(array), which is read piece by piece";
            Found::turned(name, part, place, &whole(name, &blob, instead).await?)
        } else {
            Found::new(name, part, place, blob.clone())
        });
    }
    Ok(found)
}

async fn of_gzip(name: &str, blob: &Blob) -> Result<Vec<Found>, String> {
    let bytes = whole(name, blob, "unpack it, and drop what is in it").await?;
    let bytes = inflated(name, &bytes).map_err(|e| e.to_string())?;
    of_file(name.strip_suffix(".gz").unwrap_or(name), Blob::new(&*bytes)).await
}

/// The matrices of numpy's archive, each unpacked by itself, with the lists of ids next to them.
async fn of_npz(name: &str, blob: &Blob, is_gzip: bool) -> Result<Vec<Found>, String> {
    let told = |e: FormatError| e.to_string();
    let bytes = whole(name, blob, "save its arrays with numpy.save as .npy").await?;
    let bytes = if is_gzip { inflated(name, &bytes).map_err(told)? } else { bytes.into() };
    let members = names_from_zip(name, Cursor::new(&*bytes)).map_err(told)?;
    let (mut found, mut lists, mut refused) = (Vec::new(), Vec::new(), None);
    for member in members.iter().filter(|member| member.ends_with(ARRAY)) {
        let array = member.strip_suffix(ARRAY).unwrap_or(member);
        let (_, values) = member_of_zip(name, Cursor::new(&*bytes), member).map_err(told)?;
        let of_array = format!("{name}#{array}");
        match matrices_in(&of_array, &values, values.len() as u64) {
            Some(Ok(places)) => found.extend(places.into_iter().map(|place| {
                let part = Some(array.to_owned());
                match place.is_fortran {
                    true => Found::turned(name, part, place, &values),
                    false => Found::new(name, part, place, Blob::new(values.as_slice())),
                }
            })),
            Some(Err(e)) => match row_ids_from_npy(&of_array, &values) {
                Ok(Some(ids)) => lists.push((array.to_owned(), ids)),
                // Other arrays do not matter, unless there is no matrix at all.
                Ok(None) | Err(_) => {
                    refused.get_or_insert(e);
                }
            },
            None => {}
        }
    }
    if let (true, Some(e)) = (found.is_empty(), refused) {
        return Err(told(e));
    }
    if found.is_empty() {
        return Err(format!("{name} has no matrix of floating-point numbers"));
    }
    let lengths: Vec<(String, usize)> =
        lists.iter().map(|(name, ids)| (name.clone(), ids.len())).collect();
    for one in &mut found {
        let array = one.matrix.part.as_deref().unwrap_or_default();
        let list = |of: &str, n: usize| {
            let place = ids_of_matrix(of, n, &lengths)?;
            lists.get(place).map(|(_, ids)| ids.clone())
        };
        let (n_rows, dim) = (one.matrix.n_rows, one.matrix.dim);
        one.ids = list(array, n_rows);
        if says_scores(array) {
            one.ids = one.ids.take().or_else(|| list("queries", n_rows));
            one.column_ids = list("images", dim);
        }
    }
    Ok(found)
}
